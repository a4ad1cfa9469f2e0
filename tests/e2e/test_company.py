"""The page of one company: its parts, its links, its states, in both languages."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from app.company.relations import PREVIEWED
from tests.e2e.conftest import node_point, serve, settled, watch
from tests.support import ROOT, company, relation, write_data

OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
IMAGE = '<img src=x onerror="window.ran=1">'
MARKDOWN = "![x](http://evil.example/x.png) **bold** $x^2$ :red[red]"
SUPPLY = "Alpha Works supplies lithium iron phosphate batteries to the Beta factory in Shanghai."
with (ROOT / "data" / "relations.csv").open(encoding="utf-8", newline="") as file:
    SUPPLIED = sum((row["source"], row["type"]) == ("catl", "supplies") for row in csv.DictReader(file))
"""Companies that CATL supplies in the bundled sample."""


@pytest.fixture(scope="module")
def own_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A hub with 27 customers, two companies that are one, linked passages, hostile names."""
    folder = tmp_path_factory.mktemp("company")
    listed = {"tickers": "600001.SH", "country": "China", "founded": "1999"}
    write_data(
        folder / "data",
        companies=[
            company("hub", "枢纽公司", "Hub", description_zh="枢纽公司生产零件。", description_en="Hub makes parts."),
            *[company(f"c{number:02d}", f"客户{number:02d}", f"Customer {number:02d}") for number in range(27)],
            company("one", "北辰仪器", "Beichen Instruments", **listed),
            company("two", "北辰仪器", "Beichen Instruments", **listed),
            company("alpha", "阿尔法", "Alpha Works"),
            company("beta", "贝塔", "Beta"),
            company("hermit", "隐士公司", "Hermit"),
            company("evil", IMAGE, IMAGE, description_zh=MARKDOWN, description_en=IMAGE, aliases=MARKDOWN),
        ],
        relations=[
            *[relation("hub", "supplies", f"c{number:02d}", weight=f"0.{99 - number}") for number in range(27)],
            relation("alpha", "supplies", "beta", year="2021"),
            relation("evil", "competitor", "hub", f"{IMAGE} {MARKDOWN}", year="2020"),
        ],
        passages=[
            {
                "id": "n",
                "title": "The news",
                "language": "en",
                "source_kind": "news",
                "date": "2024-05-01",
                "text": SUPPLY,
            },
            {
                "id": "f",
                "title": "The filing",
                "language": "en",
                "source_kind": "filing",
                "date": "2024-05-02",
                "text": SUPPLY + " So it was filed.",
            },
            {"id": "x", "title": IMAGE, "language": "en", "source_kind": "note", "text": f"{IMAGE} {MARKDOWN}"},
        ],
    )
    with serve(
        folder / "log",
        GUANXI_DATA_FOLDER=str(folder / "data"),
        GUANXI_MERGE_SAME_COMPANY_FROM="0.5",
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder / "kb"),
    ) as url:
        yield url


def open_page(page: Page, url: str, query: str) -> Page:
    """Open the page and wait until the knowledge base is there and the script has run."""
    page.goto(f"{url}/company{query}")
    page.get_by_test_id("stSelectbox").wait_for(timeout=120_000)
    settled(page)
    return page


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text, timeout=20_000)


def group(page: Page, text: str) -> Locator:
    """A kind of relation with its strongest."""
    section = page.locator("section").filter(has=page.locator("h3", has_text=text)).first
    section.locator(".entry").first.wait_for()
    return section


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize(
    ("language", "name", "other", "sections", "supplies"),
    [
        (
            "en",
            "CATL",
            "宁德时代",
            [
                "Relations",
                "Neighbourhood",
                "What changed last",
                "Similar companies",
                "Timeline",
                "Passages that name it",
                "Documents cited",
            ],
            f"supplies {SUPPLIED}",
        ),
        (
            "zh",
            "宁德时代",
            "CATL",
            ["关系", "关系图", "最近的变化", "相似的公司", "时间线", "提到它的资料", "依据的文件"],
            f"供货给 {SUPPLIED}",
        ),
    ],
)
def test_everything_on_record_is_on_the_page(
    page: Page, sample_url: str, language: str, name: str, other: str, sections: list[str], supplies: str
) -> None:
    open_page(page, sample_url, f"?id=catl&lang={language}")
    heading(page, name)
    facts = page.locator(".st-key-company-facts")
    for fact in (other, "300750.SZ", "China" if language == "en" else "中国", "2011"):
        expect(facts).to_contain_text(fact)
    particulars = page.locator("ol.entries").first
    for known in ("Ningde", "Zeng Yuqun (Robin Zeng)") if language == "en" else ("宁德", "曾毓群"):
        expect(particulars).to_contain_text(known)
    for section in sections:
        expect(page.get_by_role("heading", name=section, exact=True)).to_be_visible()
    opened = group(page, supplies)
    expect(opened.locator(".entry")).to_have_count(PREVIEWED)
    opened.locator("button.more").click()
    expect(opened.locator(".entry")).to_have_count(SUPPLIED)
    tesla = opened.locator(".entry").first
    expect(tesla.locator("a.name")).to_have_text("Tesla" if language == "en" else "特斯拉")
    expect(tesla).to_contain_text("2020")
    expect(tesla).to_contain_text("relations.csv:")
    expect(page.locator("mark").first).to_have_text("宁德时代")
    expect(page.locator(".tags a.name").first).to_be_visible()


@pytest.mark.thorough
def test_the_description_is_a_click_away_in_the_other_language(page: Page, own_url: str) -> None:
    open_page(page, own_url, "?id=hub&lang=en")
    texts = page.get_by_test_id("stText")
    expect(texts).to_have_text(["Hub makes parts."])
    page.get_by_text("Description in Chinese").click()
    expect(texts).to_have_text(["Hub makes parts.", "枢纽公司生产零件。"])


@pytest.mark.thorough
def test_a_name_leads_to_its_page_and_back(page: Page, sample_url: str) -> None:
    open_page(page, sample_url, "?id=catl&lang=en")
    link = group(page, f"supplies {SUPPLIED}").locator("a.name").first
    href = link.get_attribute("href")
    assert href == "company?id=tesla&lang=en"
    link.click()
    heading(page, "Tesla")
    page.wait_for_url("**/company?id=tesla&lang=en")
    page.go_back()
    heading(page, "CATL")
    page.go_forward()
    heading(page, "Tesla")
    page.reload()
    heading(page, "Tesla")


@pytest.mark.thorough
def test_the_rest_of_a_kind_comes_twenty_at_a_time(page: Page, own_url: str) -> None:
    open_page(page, own_url, "?id=hub&lang=en")
    opened = group(page, "supplies 27")
    expect(opened.locator(".entry")).to_have_count(PREVIEWED)
    for more, shown in ((20, 20 + PREVIEWED), (27 - 20 - PREVIEWED, 27)):
        opened.get_by_role("button", name=f"Show {more} more").click()
        expect(opened.locator(".entry")).to_have_count(shown)
    expect(opened.locator("button.more")).to_have_count(0)
    expect(opened.locator(".entry").last).to_contain_text("Customer 26")


@pytest.mark.thorough
def test_the_timeline_says_what_it_does_not_show(page: Page, sample_url: str) -> None:
    open_page(page, sample_url, "?id=catl&lang=en")
    expect(page.get_by_text("24 relations have a year, 30 do not.")).to_be_visible()
    chart = page.get_by_test_id("stVegaLiteChart")
    expect(chart).to_have_attribute(
        "aria-label", re.compile("^Timeline of the relations of CATL, 2011 to 2025: .*supplies 6")
    )
    page.get_by_text("The timeline as a table").click()
    expect(page.get_by_test_id("stDataFrame").last).to_be_visible()


@pytest.mark.thorough
def test_linked_passages_are_read_in_place(page: Page, own_url: str) -> None:
    open_page(page, own_url, "?id=alpha&lang=en")
    news = page.locator(".entry").filter(has_text="The news").first
    expect(news.locator("mark")).to_have_text("Alpha Works")
    fold = news.locator("details")
    expect(fold.locator("summary")).to_contain_text("“The filing”")
    expect(fold.locator("p")).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator("p")).to_have_text(f"{SUPPLY} So it was filed.")


@pytest.mark.thorough
def test_similar_companies_show_what_is_shared(page: Page, sample_url: str) -> None:
    open_page(page, sample_url, "?id=catl&lang=en")
    byd = (
        page.locator(".entry")
        .filter(has_text="Direct relations of CATL to it: competes with")
        .filter(has=page.get_by_role("link", name="BYD", exact=True))
    )
    expect(byd).to_contain_text("similarity 0.")
    byd.get_by_role("link", name="EV traction batteries").click()
    heading(page, "EV traction batteries")
    expect(page.get_by_role("heading", name="Similar entries: Product")).to_be_visible()


@pytest.mark.thorough
def test_the_small_graph_leads_on(page: Page, sample_url: str) -> None:
    open_page(page, sample_url, "?id=catl&lang=en")
    page.mouse.click(*node_point(page, "tesla"))
    page.get_by_role("button", name="Open Tesla").click()
    heading(page, "Tesla")
    page.mouse.dblclick(*node_point(page, "catl"))
    heading(page, "CATL")


def test_discover_leads_here_and_back_with_its_settings(page: Page, sample_url: str) -> None:
    page.goto(f"{sample_url}/?company=catl&n=4&lang=en")
    settled(page)
    page.get_by_role("button", name="Profile: BYD").click()
    heading(page, "BYD")
    page.wait_for_url("**/company?id=byd&lang=en")
    page.go_back()
    expect(page.get_by_role("heading", name="Related to CATL")).to_be_visible(timeout=20_000)
    expect(page.locator(".cards > li")).to_have_count(4)


@pytest.mark.thorough
def test_the_selected_company_is_linked_both_ways(page: Page, sample_url: str) -> None:
    page.goto(f"{sample_url}/?company=catl&sel=byd&n=4&lang=en")
    settled(page)
    page.locator(".st-key-selected-card").get_by_role("link", name="Company page").click()
    heading(page, "BYD")
    page.get_by_role("link", name="Find related companies").click()  # at once: the page need not be finished
    expect(page.get_by_role("heading", name="Related to BYD")).to_be_visible(timeout=20_000)
    expect(page.locator(".cards > li")).to_have_count(4)
    page.go_back()
    heading(page, "BYD")
    page.go_back()
    expect(page.get_by_role("heading", name="Related to CATL")).to_be_visible(timeout=20_000)


@pytest.mark.thorough
def test_its_recommendations_are_linked(page: Page, sample_url: str) -> None:
    open_page(page, sample_url, "?id=byd&lang=zh")
    page.get_by_role("link", name="推荐关系").click()
    heading(page, "推荐关系")
    page.wait_for_url("**/recommend?company=byd**")


@pytest.mark.thorough
def test_whoever_comes_from_an_answer_looks_at_its_company(page: Page, sample_url: str) -> None:
    page.goto(f"{sample_url}/?company=tsmc&lang=en")
    settled(page)
    page.get_by_role("link", name="Company", exact=True).click()
    heading(page, "TSMC")


@pytest.mark.thorough
def test_the_link_is_copied(page: Page, sample_url: str) -> None:
    open_page(page, sample_url, "?id=byd&lang=en")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == f"{sample_url}/company?id=byd&lang=en"


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "welcome"), [("en", "Everything on record"), ("zh", "一家公司的全部记录")])
def test_nobody_asked_about_offers_three_companies(page: Page, sample_url: str, language: str, welcome: str) -> None:
    open_page(page, sample_url, f"?lang={language}")
    expect(page.get_by_text(welcome)).to_be_visible()
    examples = page.locator("[class*='st-key-choice-'] button")
    expect(examples).to_have_count(3)
    name = examples.first.inner_text().partition(" · ")[0]
    examples.first.click()
    heading(page, name)


@pytest.mark.thorough
def test_an_unknown_id_is_said_with_the_nearest_names(page: Page, sample_url: str) -> None:
    open_page(page, sample_url, "?id=Teslla&lang=en")
    expect(page.get_by_text("“Teslla” is not in the knowledge base.")).to_be_visible()
    page.get_by_role("button", name="Tesla · 特斯拉").click()
    heading(page, "Tesla")
    open_page(page, sample_url, f"?id={'z' * 400}&lang=zh")
    expect(page.get_by_text("请检查写法")).to_be_visible()


@pytest.mark.thorough
def test_a_name_that_several_bear_is_asked_back(page: Page, sample_url: str) -> None:
    open_page(page, sample_url, "?id=动力电池&lang=zh")
    page.get_by_role("button", name="动力电池 · EV batteries").click()
    heading(page, "动力电池")
    expect(page.get_by_role("heading", name="相似的行业")).to_be_visible()


@pytest.mark.thorough
def test_a_merged_company_opens_the_one_it_went_into(page: Page, own_url: str) -> None:
    open_page(page, own_url, "?id=two&lang=en")
    heading(page, "Beichen Instruments")
    page.wait_for_url("**/company?id=one&lang=en")
    expect(page.get_by_text("Duplicates merged into it: Beichen Instruments (two)")).to_be_visible()


@pytest.mark.thorough
def test_a_company_of_which_nothing_is_known(page: Page, own_url: str) -> None:
    open_page(page, own_url, "?id=hermit&lang=en")
    heading(page, "Hermit")
    for said in ("No description on record.", "No relation is on record.", "No relation has a year"):
        expect(page.get_by_text(said)).to_be_visible()


@pytest.mark.thorough
def test_names_and_texts_of_data_are_only_text(page: Page, own_url: str) -> None:
    open_page(page, own_url, "?id=evil&lang=en")
    heading(page, IMAGE)
    group(page, "competes with")
    expect(page.get_by_text(f"{IMAGE} {MARKDOWN}", exact=True).first).to_be_visible()
    assert page.locator("img[src='x'], img[src*='evil']").count() == 0
    assert page.evaluate("() => window.ran") is None


@pytest.mark.thorough
@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(
    ("scheme", "width", "locale"),
    [("dark", 390, "zh-CN"), ("light", 390, "en-US"), ("light", 1280, "zh-CN"), ("dark", 2560, "en-US")],
)
def test_nothing_overflows_and_everything_has_a_name(
    browser: Browser, sample_url: str, scheme: str, width: int, locale: str
) -> None:
    outside: list[str] = []
    errors: list[str] = []
    with browser.new_context(viewport={"width": width, "height": 1000}, locale=locale, color_scheme=scheme) as context:
        watch(context, outside, errors)
        page = context.new_page()
        open_page(page, sample_url, "?id=catl")
        group(page, str(SUPPLIED))
        page.locator(".canvas[data-ready]").wait_for()
        assert page.evaluate(OVERFLOW) <= 0
        found = Axe().run(page).response["violations"]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in serious] == []
    assert outside == errors == []
