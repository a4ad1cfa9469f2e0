"""Questions analysts ask, answered in a real browser from the empty first page: actions and seconds.

``docs/time-to-answer.md`` holds the figures beside the steps that other tools' documentation describes.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from core.settings import Settings
from tests.e2e.conftest import serve, settled

pytestmark = pytest.mark.benchmark


MOST_ACTIONS = 3


@dataclass
class Hand:
    """A person at the page, whose actions are counted. Nobody waits longer than a page needs, and nobody thinks.

    An action is a click, or a field filled in: clicked into, typed or pasted into, and Enter where the field takes it.
    """

    page: Page
    folder: Path
    actions: int = 0

    def click(self, target: Locator) -> None:
        target.first.click(timeout=30_000)
        self.actions += 1

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name))

    def words(self, text: str) -> None:
        self.click(self.page.get_by_text(text, exact=True))

    def menu(self, name: str) -> None:
        self.click(self.page.get_by_test_id("stTopNavLink").filter(has_text=name))

    def ask(self, question: str) -> None:
        """Fill in the question of the first screen."""
        field = self.page.locator(".st-key-q input")
        field.fill(question)
        field.press("Enter")
        self.actions += 1

    def pick(self, label: str, beginning: str) -> None:
        """Type the beginning of a name into a picker; Enter takes the best match."""
        settled(self.page)
        box = self.page.get_by_role("combobox", name=label)
        box.click()
        box.fill(beginning)
        self.page.get_by_role("option").first.wait_for(timeout=30_000)
        box.press("Enter")
        self.actions += 1
        settled(self.page)

    def sees(self, target: Locator) -> None:
        expect(target.first).to_be_visible(timeout=60_000)

    def opens_a_source(self) -> None:
        """The first number in the answer's sentence leads to its source."""
        self.click(self.page.locator(".answer button, .answer a"))
        self.sees(self.page.get_by_role("dialog"))


def shared_suppliers(hand: Hand) -> None:
    """Suppliers that CATL and LG Energy Solution share, with sources."""
    hand.ask("Which suppliers do CATL and LG Energy Solution share?")
    hand.opens_a_source()


def closest_rivals(hand: Hand) -> None:
    """宁德时代最接近的竞争对手，以及依据 (the closest rivals of CATL, and what that rests on)"""
    hand.ask("宁德时代的竞争对手有哪些？")
    hand.click(hand.page.locator(".cards summary"))
    hand.sees(hand.page.locator(".cards .source"))


def dependants(hand: Hand) -> None:
    """Who depends on TSMC, and which sentence says so."""
    hand.ask("Who depends on TSMC?")
    hand.opens_a_source()


def hidden_path(hand: Hand) -> None:
    """How Moderna is connected with CATL, with the evidence of every hop."""
    hand.ask("How are Moderna and CATL connected?")
    hand.sees(hand.page.locator(".canvas[data-ready]"))
    hand.opens_a_source()


def history(hand: Hand) -> None:
    """比亚迪的关系按时间排列 (the relations of BYD in order of time)"""
    hand.menu("公司")
    hand.pick("公司、产品、行业或人物", "比亚迪")
    hand.sees(hand.page.get_by_test_id("stVegaLiteChart"))


def missing(hand: Hand) -> None:
    """Why Toyota is not among the companies closest to CATL."""
    hand.ask("CATL")
    hand.words("Why not another company?")
    hand.pick("A company that is not listed", "Toyota")
    hand.sees(hand.page.get_by_text("candidates: similarity"))


def new_relations(hand: Hand) -> None:
    """英伟达还可能与谁有关系，尚未记录的 (relations of NVIDIA that are not recorded yet)"""
    hand.menu("推荐")
    hand.pick("公司", "英伟达")
    hand.sees(hand.page.get_by_role("radio", name="采纳"))


def groups(hand: Hand) -> None:
    """Which groups the companies around Tesla and TSMC form."""
    hand.menu("Explore")
    hand.click(hand.page.locator(".st-key-explore-example-communities button"))
    hand.page.locator(".canvas[data-ready]").wait_for(timeout=60_000)
    hand.sees(hand.page.locator(".legend"))


def report(hand: Hand) -> None:
    """A page about CATL to hand on: graph, table, numbered sources."""
    hand.ask("CATL")
    hand.button("Download")
    with hand.page.expect_download() as caught:
        hand.button("Report (HTML, prints to PDF)")
    assert "<svg" in caught.value.path().read_text(encoding="utf-8")


def own_data(hand: Hand) -> None:
    """自己的表格导入，与宁德时代的关系 (one's own table, imported, and its relation to CATL)"""
    file = hand.folder / "mine.csv"
    file.write_text("公司,关系,对方公司\n甲新材料,竞品,宁德时代\n", encoding="utf-8")
    hand.menu("数据")
    settled(hand.page)
    hand.page.locator(".st-key-import-files input[type=file]").set_input_files(file)
    hand.actions += 1
    hand.sees(hand.page.get_by_text("甲新材料").and_(hand.page.get_by_text("宁德时代")))
    importing = hand.page.get_by_role("button", name="导入", exact=True)
    expect(importing).to_be_enabled(timeout=60_000)
    hand.click(importing)
    hand.sees(hand.page.get_by_text("mine.csv"))


def controllers(hand: Hand) -> None:
    """Who controls Volvo Cars, and what says so."""
    hand.ask("Who controls Volvo Cars?")
    hand.opens_a_source()


def pasted_text(hand: Hand) -> None:
    """粘贴的新闻说到了谁、这些公司之间有什么记录 (whom a pasted text names, and what is on record between them)"""
    hand.menu("推荐")
    field = hand.page.locator(".st-key-pasted textarea")
    field.fill("宁德时代与特斯拉续签磷酸铁锂电池供货协议，比亚迪的份额受到关注。")
    field.press("Control+Enter")
    hand.actions += 1
    hand.sees(hand.page.get_by_role("radio", name="采纳"))


def german_suppliers(hand: Hand) -> None:
    """A table of the German suppliers of BMW."""
    hand.ask("Which German companies supply BMW?")
    hand.click(hand.page.get_by_role("button", name="Table").or_(hand.page.get_by_role("radio", name="Table")))
    hand.sees(hand.page.locator(".st-key-results-rows [data-testid=stDataFrame]"))


def saved_before(hand: Hand) -> None:
    """A search that was saved is found again."""
    hand.words("Suppliers of Apple")
    hand.sees(hand.page.locator(".answer"))


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
    (controllers, "en"),
    (pasted_text, "zh"),
    (german_suppliers, "en"),
    (saved_before, "en"),
)


@pytest.fixture(scope="module")
def own_url(sample_settings: Settings, tmp_path_factory: pytest.TempPathFactory, sample_url: str) -> Iterator[str]:
    """The app over a copy of the sample's knowledge base, which the last task changes."""
    folder = tmp_path_factory.mktemp("own")
    shutil.copytree(sample_settings.knowledge_base_folder, folder / "kb")
    with serve(folder / "log", GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder / "kb")) as url:
        yield url


@pytest.mark.parametrize(("task", "language"), TASKS, ids=[task.__name__ for task, _ in TASKS])
def test_time_to_answer(page: Page, own_url: str, tmp_path: Path, task: Callable[[Hand], None], language: str) -> None:
    if task is saved_before:
        save_a_search(page, own_url)
    page.goto(f"{own_url}/?lang={language}")
    settled(page)
    page.wait_for_timeout(1000)
    hand, start = Hand(page, tmp_path), time.perf_counter()
    task(hand)
    seconds = time.perf_counter() - start
    print(f"\n| {task.__doc__} | {hand.actions} | {seconds:.1f} |")
    assert hand.actions <= MOST_ACTIONS


def save_a_search(page: Page, url: str) -> None:
    """What a person did on another day."""
    page.goto(f"{url}/?q=Who supplies Apple%3F&lang=en")
    settled(page)
    page.get_by_role("button", name="Saved").click()
    page.get_by_label("Name of the search").fill("Suppliers of Apple")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Suppliers of Apple", exact=True)).to_be_visible()
