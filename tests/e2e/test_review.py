"""The page Review: texts are read, what they state is decided by keys, applied, answered, and taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from core.ingestion.building.build import build_knowledge_base
from core.ontology import default_ontology
from core.storage.embeddings import Encoder
from tests.e2e.conftest import serve, settled
from tests.support import company, relation, settings_for, write_data

HOSTILE = "<img src=x onerror=\"console.error('run')\"> **b** $x$ :red[c] Inc."
COMPANIES = [
    company("tesla", "特斯拉", "Tesla"),
    company("byd", "比亚迪", "BYD"),
    company("geely", "吉利", "Geely"),
    company("volvo", "沃尔沃汽车", "Volvo Cars"),
]
TEXTS = [
    "Geely acquired Volvo Cars in 2010 for $1.8 billion. It was a surprise to many.",
    "BYD was acquired by Tesla in 2018, the papers said.",
    f"Tesla acquired {HOSTILE} in 2019.",
    "特斯拉收购了比亚迪。",
]
PASSAGES = [
    {"id": f"p{number}", "title": HOSTILE, "language": "zh" if number == 3 else "en", "text": text}
    for number, text in enumerate(TEXTS)
]


@pytest.fixture(scope="module")
def url(encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over four companies and four texts that nobody has read."""
    folder = tmp_path_factory.mktemp("review")
    data = write_data(
        folder / "data", companies=COMPANIES, relations=[relation("tesla", "acquired", "byd")], passages=PASSAGES
    )
    settings = settings_for(data, folder / "kb")
    build_knowledge_base(settings, encoder, default_ontology())
    with serve(
        folder / "log", GUANXI_DATA_FOLDER=str(folder / "data"), GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder / "kb")
    ) as address:
        yield address


def open_page(page: Page, address: str, title: str) -> None:
    page.goto(address)
    page.get_by_role("heading", level=1, name=title).wait_for(timeout=60_000)
    settled(page)


def test_what_texts_state_is_read_decided_by_keys_and_answered(page: Page, url: str) -> None:
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.text == "run" else None)
    open_page(page, f"{url}/review?lang=en", "Review")
    expect(page.get_by_text("4 passages have not been read for relations.")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Read", exact=True).click()
    first = page.locator("[class*='st-key-review-accepted-']").first
    expect(page.get_by_text("Geely acquired Volvo Cars", exact=True)).to_be_visible(timeout=60_000)
    expect(page.get_by_text("Tesla acquired BYD", exact=True)).not_to_be_visible()  # is recorded already
    expect(first).to_contain_text("Accept")
    page.keyboard.press("a")
    expect(page.get_by_text("Not in effect yet: 1 decision.")).to_be_visible(timeout=30_000)
    settled(page)
    page.keyboard.press("u")
    expect(page.get_by_text("Not in effect yet: 1 decision.")).not_to_be_visible(timeout=30_000)
    settled(page)
    page.keyboard.press("a")
    expect(page.get_by_text("Not in effect yet: 1 decision.")).to_be_visible(timeout=30_000)
    page.reload()  # what was decided is kept
    page.get_by_role("button", name="Apply").click(timeout=30_000)
    expect(page.get_by_text("Your decisions are in effect.")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Apply")).not_to_be_visible()
    page.goto(f"{url}/?lang=en&q=Who+acquired+Volvo+Cars%3F")
    settled(page)
    expect(page.get_by_text("Geely", exact=False).first).to_be_visible(timeout=30_000)
    page.goto(f"{url}/?lang=en&company=tesla&unreviewed=on")
    settled(page)
    beside = page.locator(".st-key-unreviewed-relations")
    expect(page.get_by_text("Nothing about this waits for review.").or_(beside)).to_be_visible(timeout=30_000)
    assert errors == []


@pytest.mark.thorough
def test_what_is_recorded_is_shown_beside_and_chinese_has_its_words(page: Page, url: str) -> None:
    open_page(page, f"{url}/review?lang=zh", "审阅")
    page.get_by_role("button", name="读取", exact=True).or_(page.get_by_text("已有记录")).first.wait_for(timeout=30_000)
    if page.get_by_role("button", name="读取", exact=True).is_visible():
        page.get_by_role("button", name="读取", exact=True).click()
    page.get_by_text("已有记录", exact=True).first.click(timeout=60_000)
    expect(page.get_by_text("特斯拉收购了比亚迪", exact=True).first).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="更正").first.click()
    expect(page.get_by_text("交换方向")).to_be_visible()
    expect(page.get_by_role("button", name="总是接受")).to_be_visible()
