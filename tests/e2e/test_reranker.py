from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from core.settings import Settings
from tests.e2e.conftest import ranking, serve, settled
from tests.tiny_rerankers import classifier, taught

OpenView = Callable[[str], Page]


@pytest.fixture(scope="module")
def reranked_url(sample_url: str, sample_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over the bundled sample with a tiny reranker that reads five companies."""
    folder = tmp_path_factory.mktemp("reranked")
    model = taught(classifier(folder / "model"))
    with serve(
        folder / "log",
        HF_HUB_OFFLINE="1",
        GUANXI_RERANKER_MODEL=str(model),
        GUANXI_RERANKER_TOP_N="5",
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(sample_settings.knowledge_base_folder),
    ) as url:
        yield url


def test_without_a_reranker_the_page_says_so_and_nothing_more(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    expect(page.get_by_text("reranker: off")).to_be_visible()
    page.locator(".cards summary").first.click()
    expect(page.locator(".why").first).to_contain_text("judged by rules")
    expect(page.locator(".why").first).not_to_contain_text("Reranker score")


@pytest.mark.thorough
def test_with_one_its_score_stands_beside_the_similarity(page: Page, reranked_url: str, open_view: OpenView) -> None:
    plain = ranking(open_view("?company=catl"))
    for _ in range(60):
        page.goto(f"{reranked_url}/?company=catl")
        settled(page)
        ranking(page)  # past the screen shown while the knowledge base is opened
        if page.get_by_text("reranker: on").count():
            break
        expect(page.get_by_text("reranker: still loading")).to_be_visible()
        page.wait_for_timeout(500)
    expect(page.get_by_text("reranker: on")).to_be_visible()
    reranked = ranking(page)
    assert sorted(reranked[:5]) == sorted(plain[:5])
    assert reranked[5:] == plain[5:]
    cards = page.locator(".cards > li")
    for number, text in ((0, "Reranker score 0."), (5, "judged by rules")):
        cards.nth(number).locator("summary").click()
        expect(cards.nth(number).locator(".why")).to_contain_text(text)
    expect(cards.nth(5).locator(".why")).not_to_contain_text("Reranker score")
