"""Ten questions analysts ask, answered in a real browser from the empty first page: clicks, texts typed, seconds.

``docs/time-to-answer.md`` holds the figures beside the steps that other tools' documentation describes.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from core.settings import Settings
from tests.e2e.conftest import serve, settled

pytestmark = pytest.mark.benchmark


@dataclass
class Hand:
    """A person at the page; what they do is counted. Nobody waits longer than a page needs, and nobody thinks."""

    page: Page
    folder: Path
    clicks: int = 0
    texts: int = 0
    notes: list[str] = field(default_factory=list)

    def click(self, target: Locator) -> None:
        target.click(timeout=30_000)
        self.clicks += 1

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name).first)

    def words(self, text: str) -> None:
        self.click(self.page.get_by_text(text, exact=True).first)

    def menu(self, name: str) -> None:
        self.click(self.page.get_by_test_id("stTopNavLink").filter(has_text=name))

    def type(self, target: Locator, text: str, *, enter: bool = False) -> None:
        target.fill(text)
        self.texts += 1
        if enter:
            target.press("Enter")

    def pick(self, label: str, text: str) -> None:
        """Type a name into a picker and take the first company offered."""
        box = self.page.get_by_role("combobox", name=label)
        self.click(box)
        self.type(box, text)
        self.click(self.page.get_by_role("option").filter(has_text=text).first)
        settled(self.page)

    def sees(self, target: Locator) -> None:
        expect(target.first).to_be_visible(timeout=60_000)


def shared_suppliers(hand: Hand) -> None:
    """Two suppliers that CATL and LG Energy Solution share, with sources."""
    hand.pick("Company", "CATL")
    hand.words("Compare with other companies")
    hand.pick("Compare with", "LG Energy Solution")
    hand.click(hand.page.get_by_role("radio", name="is supplied by"))
    table = hand.page.get_by_test_id("stExpander").get_by_test_id("stTable").last.locator("table")
    expect(table).to_contain_text("relations.csv", timeout=30_000)
    expect(table.locator("tbody tr")).to_have_count(2)


def closest_rivals(hand: Hand) -> None:
    """宁德时代最接近的竞争对手，以及依据"""
    hand.type(hand.page.locator(".st-key-q input"), "宁德时代的竞争对手有哪些？", enter=True)
    hand.click(hand.page.locator(".cards summary").first)
    hand.sees(hand.page.locator(".cards .source"))


def dependants(hand: Hand) -> None:
    """Who depends on TSMC, and which sentence says so."""
    hand.type(hand.page.locator(".st-key-q input"), "Who depends on TSMC?", enter=True)
    hand.click(hand.page.locator(".cards summary").first)
    hand.sees(hand.page.locator(".cards .source"))


def hidden_path(hand: Hand) -> None:
    """How Moderna is connected with CATL, with the evidence of every hop."""
    hand.menu("Explore")
    hand.words("Path between two companies")
    hand.pick("From", "Moderna")
    hand.pick("To", "CATL")
    expect(hand.page.locator("[class*=st-key-explore-hop-]")).to_have_count(3, timeout=30_000)


def history(hand: Hand) -> None:
    """比亚迪的关系按时间排列"""
    hand.menu("公司")
    hand.pick("公司、产品、行业或人物", "比亚迪")
    hand.sees(hand.page.get_by_test_id("stVegaLiteChart"))


def missing(hand: Hand) -> None:
    """Why Toyota is not among the companies closest to CATL."""
    hand.pick("Company", "CATL")
    hand.words("Why not another company?")
    hand.pick("A company that is not listed", "Toyota")
    hand.sees(hand.page.get_by_text("candidates: similarity"))


def new_relations(hand: Hand) -> None:
    """英伟达还可能与谁有关系，尚未记录的"""
    hand.menu("推荐")
    hand.pick("公司", "英伟达")
    hand.words("只推荐尚无记录的公司")
    hand.sees(hand.page.get_by_role("radio", name="采纳"))


def groups(hand: Hand) -> None:
    """Which groups the companies around Tesla and TSMC form."""
    hand.menu("Explore")
    hand.click(hand.page.locator(".st-key-explore-example-communities button"))
    hand.page.locator(".canvas[data-ready]").wait_for(timeout=60_000)
    hand.sees(hand.page.locator(".legend"))


def report(hand: Hand) -> None:
    """A page about CATL to hand on: graph, table, numbered sources."""
    hand.pick("Company", "CATL")
    hand.button("Download")
    with hand.page.expect_download() as caught:
        hand.button("Report (HTML, prints to PDF)")
    assert "<svg" in caught.value.path().read_text(encoding="utf-8")


def own_data(hand: Hand) -> None:
    """自己的表格导入后，与宁德时代的关系"""
    file = hand.folder / "mine.csv"
    file.write_text("公司,关系,对方公司\n甲新材料,竞品,宁德时代\n", encoding="utf-8")
    companies = hand.folder / "companies.csv"
    companies.write_text("公司名称,英文名称\n甲新材料,Alpha Materials\n", encoding="utf-8")
    hand.menu("数据")
    settled(hand.page)
    hand.page.locator(".st-key-import-files input[type=file]").set_input_files([file, companies])
    hand.clicks += 2  # the file dialogue and its button
    importing = hand.page.get_by_role("button", name="导入", exact=True)
    expect(importing).to_be_enabled(timeout=60_000)
    hand.click(importing)
    expect(hand.page.get_by_text("2 个文件").or_(hand.page.get_by_text("mine.csv, companies.csv"))).to_be_visible(
        timeout=120_000
    )
    hand.menu("发现")
    hand.type(hand.page.locator(".st-key-q input"), "甲新材料的竞争对手", enter=True)
    hand.sees(hand.page.locator('.cards > li[data-company="catl"]'))


TASKS: tuple[tuple[Callable[[Hand], None], str], ...] = (
    (shared_suppliers, "en"),
    (closest_rivals, "zh"),
    (dependants, "en"),
    (hidden_path, "en"),
    (history, "zh"),
    (missing, "en"),
    (new_relations, "zh"),
    (groups, "en"),
    (report, "en"),
    (own_data, "zh"),
)


@pytest.fixture(scope="module")
def own_url(sample_settings: Settings, tmp_path_factory: pytest.TempPathFactory, sample_url: str) -> Iterator[str]:
    """The app over a copy of the sample's knowledge base, which the last task changes."""
    folder = tmp_path_factory.mktemp("own")
    shutil.copytree(sample_settings.knowledge_base_folder, folder / "kb")
    with serve(folder / "log", GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder / "kb")) as url:
        yield url


@pytest.mark.parametrize(("task", "reads"), TASKS, ids=[task.__name__ for task, _ in TASKS])
def test_time_to_answer(page: Page, own_url: str, tmp_path: Path, task: Callable[[Hand], None], reads: str) -> None:
    page.goto(f"{own_url}/?lang={reads}")
    settled(page)
    page.wait_for_timeout(1000)
    hand, start = Hand(page, tmp_path), time.perf_counter()
    task(hand)
    seconds = time.perf_counter() - start
    print(f"\n| {task.__doc__} | {hand.clicks} | {hand.texts} | {seconds:.1f} |")
