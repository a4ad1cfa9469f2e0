"""Addresses, saved views and files of the page Explore."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from core.exploring.view import View, add, expand, pin
from core.exploring.view_link import view_link
from tests.e2e.conftest import choose, graph_settled, node_point, settled
from tests.e2e.explore_view import OpenView, nodes, table, wait_for_nodes


@pytest.mark.thorough
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


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("named", ["catl", "宁德时代"])
def test_an_address_that_names_a_node_alone_starts_with_it(open_view: OpenView, named: str) -> None:
    page = open_view(f"explore?node={named}&lang=en")
    wait_for_nodes(page, "ids.includes('catl') && ids.length === 16")
    expect(page.locator(".st-key-selected-card")).to_contain_text("CATL")
    page.wait_for_url("**view=**")


@pytest.mark.thorough
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
    expect(page.get_by_text("Add companies to the graph")).to_be_visible()
    page.get_by_role("button", name="Save and share").click()
    saved.click()
    wait_for_nodes(page, "ids.length === 2")
    page.get_by_role("button", name="Delete", exact=True).first.click()
    expect(saved).to_have_count(0)


@pytest.mark.thorough
def test_a_saved_view_keeps_its_search_for_a_path(open_view: OpenView) -> None:
    page = open_view("explore?path=on&from=volvo-cars&to=nvidia&notby=competitor&lang=en")
    expect(page.locator(".st-key-explore-hop-0")).to_be_visible()
    page.get_by_role("button", name="Save and share").click()
    name = page.get_by_label("Name of the view")
    name.fill("Volvo to NVIDIA")
    name.press("Enter")
    expect(page.get_by_role("button", name="Volvo to NVIDIA", exact=True)).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}?lang=en")
    expect(page.locator(".st-key-explore-hop-0")).to_have_count(0)
    page.get_by_role("button", name="Save and share").click()
    page.get_by_role("button", name="Volvo to NVIDIA", exact=True).click()
    expect(page.locator(".st-key-explore-hop-0")).to_be_visible()
    page.wait_for_function(
        "() => location.search.includes('notby=competitor&') || location.search.endsWith('notby=competitor')"
    )
    assert "from=volvo-cars&to=nvidia" in page.url


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
def test_undo_and_start_over_take_a_path_away(open_view: OpenView) -> None:
    """A path that is drawn by itself is not drawn once more where it was just taken away."""
    page = open_view("explore?lang=en")
    page.get_by_role("button", name="How are Moderna and CATL connected?").click()
    wait_for_nodes(page, "ids.includes('moderna') && ids.includes('catl')")
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_text("Add companies to the graph")).to_be_visible()
    page.get_by_role("button", name="CATL's supply chain").click()
    wait_for_nodes(page, "ids.length > 10 && ids.includes('catl')")
    chain = nodes(page)
    page.get_by_role("button", name="Add to the graph").click()
    wait_for_nodes(page, "ids.includes('moderna')")
    page.get_by_role("button", name="Undo").click()
    wait_for_nodes(page, f"ids.length === {len(chain)}")
    assert nodes(page) == chain
