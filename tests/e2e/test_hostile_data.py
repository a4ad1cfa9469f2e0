from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import graph_settled, node_point, serve, settled
from tests.support import company, relation, write_data

IMAGE = '<img src=x onerror="window.ran=1">'
MARKDOWN = "![x](http://evil.example/x.png) [click](javascript:window.ran=2) **bold** $x^2$ :red[red] `code`"
CENTRE = "centre__of___all__"
SCRIPT = '"></script><script>window.ran=3</script><a href="http://evil.example">link</a>'


@pytest.fixture(scope="module")
def hostile_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("hostile")
    write_data(
        folder / "data",
        companies=[
            company(CENTRE, IMAGE, IMAGE, description_zh=MARKDOWN, description_en=SCRIPT),
            company("rival", MARKDOWN, MARKDOWN, description_zh=IMAGE, description_en=IMAGE),
            company("supplier", SCRIPT, SCRIPT),
            company("twin-1", "双子", "Gemini One", aliases="双星", description_en="First of two."),
            company("twin-2", "双子", "Gemini Two", aliases="双星"),
            company("hermit", "隐士公司", "Hermit", description_zh="没有任何关系。", description_en="Knows nobody."),
            *[company(f"<b>{number}</b>", f"=cmd|{number}", f"+{number}") for number in range(3)],
        ],
        relations=[
            relation(CENTRE, "competitor", "rival", f"{IMAGE} {MARKDOWN} {SCRIPT}"),
            relation("supplier", "supplies", CENTRE, SCRIPT),
            relation("supplier", "shareholder_of", CENTRE, SCRIPT),
            relation("rival", "shareholder_of", "supplier", SCRIPT),
        ],
        passages=[
            {"id": "p", "title": IMAGE, "language": "en", "source_kind": SCRIPT, "text": f"{IMAGE} and {MARKDOWN}"},
        ],
    )
    with (folder / "data" / "companies.csv").open("a", encoding="utf-8") as file:
        file.write("broken,row\n")
    with serve(
        folder / "log", GUANXI_DATA_FOLDER=str(folder / "data"), GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder / "kb")
    ) as url:
        yield url


def open_company(page: Page, url: str, company_id: str) -> None:
    page.goto(f"{url}/?company={company_id}&lang=en")
    page.wait_for_selector(".cards, [data-testid=stAlert]", timeout=60_000)
    settled(page)


def test_names_are_shown_as_plain_text_everywhere(page: Page, hostile_url: str) -> None:
    open_company(page, hostile_url, CENTRE)
    expect(page.get_by_role("heading", name=f"Related to {IMAGE}")).to_be_visible()
    card = page.locator("[data-company=rival]")
    expect(card.locator("button.name")).to_have_text(MARKDOWN)
    card.locator("summary").click()
    expect(card.locator(".source").first).to_contain_text(IMAGE)
    page.mouse.move(*node_point(page, "rival"))
    expect(page.locator(".vis-tooltip").first).to_contain_text(MARKDOWN)
    page.mouse.click(*node_point(page, "rival"))
    shown = page.locator(".st-key-selected-card")
    expect(shown).to_contain_text("**bold** $x^2$ :red[red] `code`")
    assert MARKDOWN in shown.inner_text().replace("\u2060", "")  # word joiners keep addresses from becoming links
    expect(page.locator(".st-key-selected-card")).to_contain_text(IMAGE)
    page.get_by_text("The graph as a table").click()
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.ran") is None
    assert page.locator("img[src*=evil], img[src=x], a[href*=evil], a[href^=javascript]").count() == 0


def test_relations_that_match_a_question_are_plain_text(page: Page, hostile_url: str) -> None:
    page.goto(f"{hostile_url}/?company={CENTRE}&q=Who competes with it%3F&lang=en")
    page.wait_for_selector(".cards", timeout=60_000)
    settled(page)
    page.get_by_text("Relations that match the question").click()
    ends = page.locator("[class*=st-key-matching-] button")
    expect(ends.first).to_have_text(IMAGE)
    shown = page.locator(".st-key-matching-relations").inner_text().replace("\u2060", "")
    for text in (IMAGE, MARKDOWN, SCRIPT):
        assert text in shown
    assert page.evaluate("() => window.ran") is None
    assert page.locator("img[src*=evil], img[src=x], a[href*=evil], a[href^=javascript]").count() == 0


@pytest.mark.thorough
def test_a_broken_row_is_named_and_the_rest_is_loaded(page: Page, hostile_url: str) -> None:
    open_company(page, hostile_url, CENTRE)
    expect(page.get_by_text("companies.csv, line 11, column name_en")).to_be_visible()
    expect(page.locator(".cards > li").first).to_be_visible()


@pytest.mark.thorough
def test_an_ambiguous_name_offers_the_choices(page: Page, hostile_url: str) -> None:
    open_company(page, hostile_url, "双子")
    expect(page.get_by_text("can mean several companies")).to_be_visible()
    page.get_by_role("button", name="Gemini Two").click()
    settled(page)
    page.wait_for_url("**company=twin-2**")


@pytest.mark.thorough
def test_a_company_without_relations_says_so(page: Page, hostile_url: str) -> None:
    open_company(page, hostile_url, "hermit")
    expect(page.get_by_text("The graph records no relations of Hermit")).to_be_visible()


@pytest.mark.thorough
def test_nothing_at_the_asked_level_is_a_sentence(page: Page, hostile_url: str) -> None:
    page.goto(f"{hostile_url}/?company=hermit&min=high&lang=zh")
    page.wait_for_selector("[data-testid=stAlert]", timeout=60_000)
    expect(page.get_by_text("没有与隐士公司相关的公司达到所选的最低业务重合度")).to_be_visible()


def test_the_downloaded_graph_runs_nothing_and_asks_nobody(
    page: Page, context: BrowserContext, hostile_url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    open_company(page, hostile_url, CENTRE)
    graph_settled(page)
    page.get_by_role("button", name="Download").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Graph (HTML)").click()
    file = tmp_path_factory.mktemp("download") / "graph.html"
    waiting.value.save_as(file)
    other = context.new_page()
    other.goto(file.as_uri())
    expect(other.locator("canvas")).to_be_visible()
    assert other.evaluate("() => network.getPositions().rival !== undefined")
    assert other.evaluate("() => window.ran") is None


@pytest.mark.thorough
def test_the_workbench_shows_names_and_texts_as_plain_text(page: Page, hostile_url: str) -> None:
    page.goto(f"{hostile_url}/?company={CENTRE}&lang=en")
    settled(page)
    page.goto(f"{hostile_url}/explore?lang=en")
    settled(page)
    page.locator("[class*='st-key-choice-'] button", has_text="onerror").first.click()
    graph_settled(page)
    expect(page.locator(".st-key-selected-card")).to_contain_text(IMAGE)
    page.mouse.move(*node_point(page, "rival"))
    expect(page.locator(".vis-tooltip").first).to_contain_text(MARKDOWN)
    page.mouse.click(*node_point(page, "rival"))
    settled(page)
    expect(page.locator(".st-key-selected-card")).to_contain_text("**bold** $x^2$ :red[red] `code`")
    page.get_by_text("The graph as a table").click()
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.ran") is None
    assert page.locator("img[src*=evil], img[src=x], a[href*=evil], a[href^=javascript]").count() == 0


@pytest.mark.thorough
def test_every_part_of_the_page_of_a_company_whose_id_holds_underlines_is_shown(page: Page, hostile_url: str) -> None:
    page.goto(f"{hostile_url}/company?id={CENTRE}&lang=en")
    settled(page)
    expect(page.get_by_role("heading", name=IMAGE).first).to_be_visible()
    expect(page.locator(".tree").first).to_be_visible()
    page.get_by_text("competes with 1").first.click()
    expect(page.locator(".entries").get_by_text(MARKDOWN).first).to_be_visible()
    expect(page.get_by_text("Something unexpected went wrong")).to_have_count(0)
    assert page.evaluate("() => window.ran") is None
