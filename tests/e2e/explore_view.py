"""A view of the page Explore in the browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from core.exploring.view import View, add
from core.exploring.view_link import view_link
from tests.e2e.conftest import graph_settled

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
