from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from core.exploring.view import View, add, expand, pin
from core.exploring.view_link import view_link
from core.messages import Language
from tests.e2e.conftest import choose, graph_settled, node_point, settled, watch
from tests.e2e.test_looks import OVERFLOW, violations

OpenView = Callable[[str], Page]
NODES = "canvas => canvas.guanxiView.nodes.getIds()"
POSITIONS = "canvas => canvas.guanxiView.network.getPositions()"
CANVAS = (
    "[...document.querySelectorAll('*')].map(each => each.shadowRoot?.querySelector('.canvas')).find(Boolean)"
    "?.guanxiView"
)


def table(*companies: str) -> str:
    """The address of a view with these companies."""
    return f"explore?lang=en&view={view_link(add(View(), companies))}"


def nodes(page: Page) -> set[str]:
    return set(page.locator(".canvas").evaluate(NODES))


def wait_for_nodes(page: Page, condition: str) -> None:
    """Until the ids of the drawn nodes, ``ids``, fulfil ``condition``, and the picture is at rest."""
    page.wait_for_function(f"() => {{ const ids = {CANVAS}?.nodes?.getIds() ?? []; return {condition}; }}")
    graph_settled(page)


def test_an_empty_table_offers_three_examples(open_view: OpenView) -> None:
    page = open_view("explore?lang=en")
    expect(page.get_by_text("Put companies on the table")).to_be_visible()
    expect(page.locator("[class*=st-key-explore-example-] button")).to_have_count(3)
    page.get_by_role("button", name="CATL's supply chain").click()
    wait_for_nodes(page, "ids.length > 10 && ids.includes('catl')")
    expect(page.locator(".st-key-selected-card")).to_contain_text("CATL")
    page.wait_for_url("**view=**")


def test_the_main_job_in_english(open_view: OpenView) -> None:
    page = open_view("explore?lang=en")
    page.get_by_role("combobox", name="Add a company").fill("300750")
    page.get_by_role("option").first.click()
    wait_for_nodes(page, "ids.includes('catl') && ids.length === 16")
    page.mouse.click(*node_point(page, "tesla"))
    card = page.locator(".st-key-selected-card")
    expect(card).to_contain_text("Tesla")
    expect(card).to_contain_text("electric vehicles")
    before = nodes(page)
    card.get_by_role("button", name="Expand +").first.click()
    page.wait_for_function(f"() => {CANVAS}?.nodes?.length > {len(before)}")
    graph_settled(page)
    grown = nodes(page)
    assert before < grown
    card.get_by_role("button", name="Collapse").click()
    wait_for_nodes(page, f"ids.length === {len(before)}")
    page.get_by_role("button", name="Undo").click()
    wait_for_nodes(page, f"ids.length === {len(grown)}")
    assert nodes(page) == grown
    card.get_by_role("button", name="Hide").click()
    wait_for_nodes(page, "!ids.includes('tesla')")
    expect(page.get_by_text("Hidden nodes: 1.")).to_be_visible()


def test_the_main_job_in_chinese(browser: Browser, sample_url: str) -> None:
    outside: list[str] = []
    errors: list[str] = []
    with browser.new_context(viewport={"width": 1440, "height": 1000}, locale="zh-CN") as context:
        watch(context, outside, errors)
        page = context.new_page()
        page.goto(f"{sample_url}/explore")
        settled(page)
        expect(page.get_by_role("heading", name="关系图工作台")).to_be_visible()
        page.get_by_role("combobox", name="添加公司").fill("宁德时代")
        page.get_by_role("option").first.click()
        wait_for_nodes(page, "ids.includes('catl') && ids.length === 16")
        card = page.locator(".st-key-selected-card")
        expect(card).to_contain_text("宁德时代")
        card.get_by_role("button", name="固定").click()
        expect(card.get_by_role("button", name="取消固定")).to_be_visible()
        page.get_by_role("button", name="撤销").click()
        expect(card.get_by_role("button", name="固定", exact=True)).to_be_visible()
        page.get_by_text("以表格查看图中关系").click()
        expect(page.get_by_text("图中节点：16 个")).to_be_visible()
    assert outside == errors == []


@pytest.mark.thorough
def test_a_name_that_means_nobody_is_answered_with_choices(open_view: OpenView) -> None:
    page = open_view("explore?lang=en")
    box = page.get_by_role("combobox", name="Add a company")
    box.fill("Teslla")
    box.press("Enter")
    expect(page.get_by_text("No company in the knowledge base matches “Teslla”")).to_be_visible()
    page.locator(".st-key-choice-tesla button").click()
    wait_for_nodes(page, "ids.includes('tesla')")
    expect(page.get_by_text("No company in the knowledge base matches")).to_have_count(0)


@pytest.mark.thorough
def test_a_hub_asks_before_it_expands(open_view: OpenView) -> None:
    page = open_view(table("nvidia"))
    page.mouse.dblclick(*node_point(page, "nvidia"))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Expand NVIDIA")
    expect(dialog).to_contain_text("64 neighbours")
    dialog.get_by_text("Newest").click()
    count = dialog.get_by_role("spinbutton", name="How many")
    count.fill("7")
    count.press("Tab")
    dialog.get_by_role("button", name="Expand").click()
    expect(dialog).to_have_count(0)
    wait_for_nodes(page, "ids.length === 8")


@pytest.mark.thorough
def test_a_question_that_is_closed_expands_nothing_and_is_not_asked_again(open_view: OpenView) -> None:
    page = open_view(table("nvidia"))
    page.mouse.dblclick(*node_point(page, "nvidia"))
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".st-key-selected-card").get_by_role("button", name="Pin").click()
    expect(page.locator(".st-key-selected-card").get_by_role("button", name="Unpin")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert nodes(page) == {"nvidia"}


@pytest.mark.thorough
def test_known_nodes_stay_where_they_are(open_view: OpenView) -> None:
    view = expand(add(View(), ["catl"]), "catl", ["byd", "tesla", "bmw"])
    page = open_view(f"explore?lang=en&view={view_link(view)}")
    point = node_point(page, "bmw")
    before = page.locator(".canvas").evaluate(POSITIONS)
    page.mouse.dblclick(*point)
    wait_for_nodes(page, "ids.length > 4")
    after = page.locator(".canvas").evaluate(POSITIONS)
    assert all(after[node] == before[node] for node in before)


def test_a_path_is_found_with_the_evidence_of_every_hop(open_view: OpenView) -> None:
    page = open_view("explore?lang=en")
    page.get_by_text("Path between two companies").click()
    for end, name in (("From", "Moderna"), ("To", "CATL")):
        choose(page, end, name, exact=True)
    hops = page.locator("[class*=st-key-explore-hop-]")
    expect(hops).to_have_count(3)
    for hop in hops.all():
        expect(hop).to_contain_text("relations.csv")
    page.get_by_text("Strongest", exact=True).click()
    expect(page.get_by_text("Hops: 6 · strength 0.70")).to_be_visible()
    expect(hops).to_have_count(6)
    wait_for_nodes(page, "ids.length === 7 && ids.includes('moderna') && ids.includes('catl')")  # drawn at once
    expect(page.get_by_role("button", name="Add to the view")).to_be_disabled()


def test_a_path_is_drawn_in_its_order_and_goes_around_what_is_left_out(open_view: OpenView) -> None:
    page = open_view("explore?path=on&from=moderna&to=catl&lang=en")
    hops = page.locator("[class*=st-key-explore-hop-]")
    expect(hops).to_have_count(3)
    wait_for_nodes(page, "ids.length === 4 && ids.includes('moderna') && ids.includes('catl')")
    graph_settled(page)
    canvas = page.locator(".canvas")
    places = canvas.evaluate("canvas => canvas.guanxiView.network.getPositions()")
    ordered = sorted(places, key=lambda each: float(places[each]["x"]))
    assert (ordered[0], ordered[-1]) == ("moderna", "catl")
    labels = canvas.evaluate("canvas => canvas.guanxiView.data.nodes.map(({ label }) => label)")
    assert {"From Moderna", "To CATL"} <= set(labels)
    told = page.get_by_text(" → ").first.inner_text().split(" → ")
    page.get_by_role("button", name=told[1], exact=True).click()
    page.wait_for_function("() => location.search.includes('notvia=')")
    settled(page)
    assert told[1] not in page.get_by_text(" → ").first.inner_text().split(" → ")
    wait_for_nodes(page, f"!ids.includes('{ordered[1]}')")
    page.get_by_role("button", name=told[1], exact=True).click()
    page.wait_for_function("() => !location.search.includes('notvia=')")
    wait_for_nodes(page, f"ids.includes('{ordered[1]}')")


def test_the_address_of_an_example_path_shows_the_path_to_others(
    open_view: OpenView, browser: Browser, sample_url: str
) -> None:
    page = open_view("explore?lang=en")
    page.locator(".st-key-explore-example-path button").click()
    wait_for_nodes(page, "ids.length === 4")
    hops = "[class*=st-key-explore-hop-]"
    expect(page.locator(hops)).to_have_count(3)
    page.wait_for_function("() => location.search.includes('to=catl')")
    settled(page)
    shown = [page.locator(each).all_inner_texts() for each in (hops, ".st-key-relation-card")]
    with browser.new_context(locale="en-US") as context:
        other = context.new_page()
        other.goto(page.url)
        graph_settled(other)
        expect(other.locator(hops)).to_have_count(3)
        assert [other.locator(each).all_inner_texts() for each in (hops, ".st-key-relation-card")] == shown
        assert nodes(other) == nodes(page)
        assert other.url == page.url
    page.get_by_text("Strongest", exact=True).click()
    page.wait_for_function("() => location.search.includes('by=strongest')")
    page.get_by_text("Through companies only", exact=True).click()
    page.wait_for_function("() => location.search.includes('only=off')")
    settled(page)
    shown = [page.locator(hops).all_inner_texts()]
    page.reload()
    graph_settled(page)
    expect(page.locator(hops)).to_have_count(len(shown[0]))
    assert [page.locator(hops).all_inner_texts()] == shown


@pytest.mark.parametrize("named", ["catl", "宁德时代"])
def test_an_address_that_names_a_node_alone_starts_with_it(open_view: OpenView, named: str) -> None:
    page = open_view(f"explore?node={named}&lang=en")
    wait_for_nodes(page, "ids.includes('catl') && ids.length === 16")
    expect(page.locator(".st-key-selected-card")).to_contain_text("CATL")
    page.wait_for_url("**view=**")


def test_what_an_address_selects_and_is_not_on_record_is_said(open_view: OpenView) -> None:
    page = open_view(f"{table('catl', 'byd')}&node=nobody-at-all")
    graph_settled(page)
    said = page.get_by_text("No company in the knowledge base matches “nobody-at-all”")
    expect(said).to_be_visible()
    choose(page, "Add a company", "Tesla")
    wait_for_nodes(page, "ids.includes('tesla')")
    expect(said).to_have_count(0)
    page = open_view(f"{table('catl', 'byd')}&rel=no-relation")
    graph_settled(page)
    expect(page.get_by_text("The relation that this link selects is not in the knowledge base")).to_be_visible()


def test_a_line_shows_its_evidence_and_source(open_view: OpenView) -> None:
    page = open_view(table("catl", "bmw"))
    graph_settled(page)
    middle = "(canvas) => canvas.guanxiView.middleOf(canvas.guanxiView.edges.getIds()[0])"
    page.mouse.click(*page.locator(".canvas").evaluate(middle))
    card = page.locator(".st-key-relation-card")
    expect(card).to_contain_text("CATL supplies BMW")
    expect(card).to_contain_text("relations.csv")
    card.get_by_role("button", name="Unselect").click()
    expect(card).to_have_count(0)


@pytest.mark.thorough
def test_filters_take_relations_away_and_say_so(open_view: OpenView) -> None:
    view = expand(add(View(), ["catl"]), "catl", ["bmw", "calb"])  # a customer and a competitor
    page = open_view(f"explore?lang=en&view={view_link(view)}")
    graph_settled(page)
    page.get_by_role("button", name="Filters").click()
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="competes with").click()
    wait_for_nodes(page, "!ids.includes('calb') && ids.includes('bmw')")
    expect(page.get_by_text("Nodes left out by filters: 1. Relations left out by filters: 1.")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    wait_for_nodes(page, "ids.length === 3")


@pytest.mark.thorough
def test_colours_have_letters_and_a_legend(open_view: OpenView) -> None:
    page = open_view(table("catl", "bmw", "tesla", "tsmc"))
    graph_settled(page)
    page.get_by_role("button", name="Look").click()
    page.get_by_text("Country", exact=True).click()
    legend = page.locator(".legend")
    expect(legend).to_contain_text("United States")
    labels = page.locator(".canvas").evaluate("canvas => canvas.guanxiView.data.nodes.map(({ label }) => label)")
    assert {label[-4:-1] for label in labels} == {" · "}
    page.get_by_text("Closeness to a company").click()
    expect(page.get_by_role("combobox", name="Closeness to")).to_be_visible()
    sizes = page.locator(".canvas").evaluate("canvas => canvas.guanxiView.data.nodes.map(({ size }) => size)")
    assert len(set(sizes)) > 1


def test_a_link_restores_the_view_after_reload_and_for_others(
    open_view: OpenView, browser: Browser, sample_url: str
) -> None:
    view = pin(expand(add(View(), ["catl"]), "catl", ["byd", "tesla"]), "byd")
    page = open_view(f"explore?lang=en&view={view_link(view)}")
    graph_settled(page)
    assert nodes(page) == {"catl", "byd", "tesla"}
    page.reload()
    graph_settled(page)
    assert nodes(page) == {"catl", "byd", "tesla"}
    page.mouse.click(*node_point(page, "tesla"))
    page.locator(".st-key-selected-card").get_by_role("button", name="Hide").click()
    wait_for_nodes(page, "ids.length === 2")
    page.wait_for_function(f"() => !location.search.includes('{view_link(view)}')")
    with browser.new_context(locale="en-US") as context:
        other = context.new_page()
        other.goto(page.url)
        graph_settled(other)
        assert nodes(other) == {"catl", "byd"}
    page.go_back()
    wait_for_nodes(page, "ids.length === 3")


@pytest.mark.thorough
def test_leaving_the_page_and_coming_back_keeps_the_table(open_view: OpenView) -> None:
    page = open_view(table("catl", "byd"))
    graph_settled(page)
    page.get_by_role("link", name="Data").click()
    expect(page.get_by_role("heading", name="Data", level=1)).to_be_visible()
    page.get_by_role("link", name="Explore").click()
    wait_for_nodes(page, "ids.length === 2")


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize(("language", "said"), [("en", "was cut or changed"), ("zh", "不完整或被改动过")])
def test_a_damaged_link_says_so(open_view: OpenView, language: str, said: str) -> None:
    whole = view_link(add(View(), ["catl", "byd"]))
    page = open_view(f"explore?lang={language}&view={whole[:-6]}")
    expect(page.get_by_text(said)).to_be_visible()
    page.locator("[class*=st-key-explore-example-] button").first.click()
    graph_settled(page)
    expect(page.get_by_text(said)).to_have_count(0)


@pytest.mark.thorough
def test_an_id_that_is_not_on_record_is_counted_and_not_drawn(open_view: OpenView) -> None:
    page = open_view(table("catl", "nobody-at-all"))
    graph_settled(page)
    assert nodes(page) == {"catl"}
    expect(page.get_by_text("Nodes no longer in the knowledge base, or merged into another: 1.")).to_be_visible()


@pytest.mark.thorough
def test_too_many_nodes_stand_in_clusters_that_open(open_view: OpenView, sample_pipeline: object) -> None:
    base = sample_pipeline.base.knowledge_base  # type: ignore[attr-defined]
    everything = [base.entity_ids[node] for node in range(base.graph.entities)]
    page = open_view(table(*everything))
    graph_settled(page)
    drawn = nodes(page)
    assert len(drawn) <= 300
    cluster = next(node for node in sorted(drawn) if node.startswith("cluster:"))
    expect(page.get_by_text("more nodes are not drawn one by one")).to_be_visible()
    page.mouse.click(*node_point(page, cluster))
    wait_for_nodes(page, f"ids.length <= 300 && !ids.includes('{cluster}')")
    assert len(nodes(page) - drawn) > 10


def test_a_view_is_saved_by_name_and_opened_again(open_view: OpenView) -> None:
    page = open_view(table("catl", "byd"))
    graph_settled(page)
    page.get_by_role("button", name="Save and share").click()
    page.get_by_label("Name of the view").fill("Two **rivals**")
    page.get_by_role("button", name="Save", exact=True).click()
    saved = page.get_by_role("button", name="Two **rivals**", exact=True)
    expect(saved).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_text("Put companies on the table")).to_be_visible()
    page.get_by_role("button", name="Save and share").click()
    saved.click()
    wait_for_nodes(page, "ids.length === 2")
    page.get_by_role("button", name="Delete", exact=True).first.click()
    expect(saved).to_have_count(0)


@pytest.mark.thorough
def test_files_hold_what_is_drawn(open_view: OpenView, context: BrowserContext, tmp_path: Path) -> None:
    page = open_view(table("catl", "byd", "tesla"))
    graph_settled(page)
    for tool in ("png", "svg"):
        with page.expect_download() as waiting:
            page.locator(f".tools button[data-tool={tool}]").click()
        waiting.value.save_as(tmp_path / waiting.value.suggested_filename)
    assert (tmp_path / "guanxi-explore.png").read_bytes().startswith(b"\x89PNG")
    svg = ElementTree.parse(tmp_path / "guanxi-explore.svg").getroot()  # noqa: S314 - our own file
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(texts) == ["BYD", "CATL", "Tesla"]
    page.get_by_role("button", name="Download").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="GraphML").click()
    waiting.value.save_as(tmp_path / "view.graphml")
    drawn = ElementTree.parse(tmp_path / "view.graphml").getroot()  # noqa: S314 - our own file
    assert len(list(drawn.iter("{http://graphml.graphdrawing.org/xmlns}node"))) == 3
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Interactive HTML").click()
    waiting.value.save_as(tmp_path / "view.html")
    other = context.new_page()
    other.goto((tmp_path / "view.html").as_uri())
    expect(other.locator("canvas")).to_be_visible()
    assert other.evaluate("() => Object.keys(network.getPositions()).length") == 3


@pytest.mark.thorough
def test_the_keyboard_selects_and_expands(open_view: OpenView) -> None:
    page = open_view(table("catl", "byd"))
    graph_settled(page)
    picker = page.get_by_role("combobox", name="Selected node")
    picker.focus()
    page.keyboard.type("BYD")
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-selected-card")).to_contain_text("BYD")
    button = page.locator(".st-key-selected-card").get_by_role("button", name="Expand +").first
    button.focus()
    page.keyboard.press("Enter")
    wait_for_nodes(page, "ids.length > 2")
    page.locator(".tools button[data-tool=fit]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tools button[data-tool=fit]")).to_be_focused()


@pytest.mark.thorough
def test_full_screen_and_back(open_view: OpenView) -> None:
    page = open_view(table("catl", "byd"))
    graph_settled(page)
    page.locator(".tools button[data-tool=fullscreen]").click()
    page.wait_for_function("() => document.fullscreenElement !== null")
    page.locator(".tools button[data-tool=fullscreen]").click()
    page.wait_for_function("() => document.fullscreenElement === null")


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(("width", "locale"), [(390, "zh-CN"), (390, "en-US"), (1280, "zh-CN"), (2560, "en-US")])
def test_nothing_is_wider_than_the_window(browser: Browser, sample_url: str, width: int, locale: str) -> None:
    with browser.new_context(viewport={"width": width, "height": 900}, locale=locale) as context:
        page = context.new_page()
        page.goto(f"{sample_url}/explore?node=catl&view={view_link(add(View(), ['catl', 'byd', 'tesla']))}")
        graph_settled(page)
        assert page.evaluate(OVERFLOW) <= 0
        assert page.locator(".tools").evaluate("bar => bar.scrollWidth <= bar.parentElement.clientWidth")


SIDEWAYS = """() => Math.max(...[document.documentElement, ...document.querySelectorAll('[data-testid=stMain]')]
    .map(part => part.scrollWidth - part.clientWidth))"""
"""By how many pixels the page, or its main part, which scrolls by itself, is wider than what is seen of it."""


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_narrow_window_is_not_scrolled_sideways_whatever_is_open(
    browser: Browser, sample_url: str, language: Language
) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{sample_url}/explore?lang={language}")
        settled(page)
        assert page.evaluate(SIDEWAYS) <= 0, "nothing on the table"
        page.goto(f"{sample_url}/explore?lang={language}&node=catl&view={view_link(add(View(), ['catl', 'tesla']))}")
        graph_settled(page)
        for panel in page.get_by_test_id("stExpander").locator("summary").all():
            panel.click()
            settled(page)
            assert page.evaluate(SIDEWAYS) <= 0, panel.text_content()


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, sample_url: str, scheme: str) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-US", color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(f"{sample_url}/explore")
        settled(page)
        assert violations(page) == []
        page.goto(f"{sample_url}/explore?node=catl&view={view_link(add(View(), ['catl', 'nvidia', 'tesla']))}")
        graph_settled(page)
        page.get_by_text("The graph as a table").click()
        page.get_by_text("Path between two companies").click()
        settled(page)
        assert violations(page) == []
        for panel in ("Filters", "Look", "Download", "Save and share"):
            page.get_by_role("button", name=panel, exact=True).click()
            expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
            settled(page)
            assert violations(page) == []
            page.keyboard.press("Escape")
            expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
        page.mouse.dblclick(*node_point(page, "nvidia"))
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == []
