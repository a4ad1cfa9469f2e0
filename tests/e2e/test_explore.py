from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from core.exploring.view import View, add, expand
from core.exploring.view_link import view_link
from tests.e2e.conftest import choose, graph_settled, node_point, settled, watch
from tests.e2e.explore_view import CANVAS, POSITIONS, OpenView, nodes, table, wait_for_nodes


@pytest.mark.thorough
def test_an_empty_table_offers_three_examples(open_view: OpenView) -> None:
    page = open_view("explore?lang=en")
    expect(page.get_by_text("Add companies to the graph")).to_be_visible()
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


@pytest.mark.thorough
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
    expect(dialog).to_contain_text(re.compile(r"It has \d\d neighbours"))
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
    page.get_by_role("dialog").get_by_role("button", name="Expand").click()  # of many neighbours it is asked which
    wait_for_nodes(page, "ids.length > 4")
    after = page.locator(".canvas").evaluate(POSITIONS)
    assert all(after[node] == before[node] for node in before)


@pytest.mark.thorough
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
    expect(page.get_by_role("button", name="Add to the graph")).to_be_disabled()


@pytest.mark.thorough
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


@pytest.mark.thorough
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
