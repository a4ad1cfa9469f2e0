"""How soon a page can be read, and how soon a click is answered, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.benchmarks.test_slider import report
from tests.e2e.conftest import graph_settled, node_point, settled
from tests.pages import PAGE_PATHS

pytestmark = pytest.mark.benchmark
ROUNDS = 8
PAGES = {
    "discover, nothing asked": "",
    "discover, an answer": "?company=catl",
    **{path: f"{path}?id=catl" if path == "company" else path for path in PAGE_PATHS if path},
}

# When the heading (for an answer: the first company) had been painted, looked for in every frame, open shadow roots
# included. Asked for afterwards, a page that is busy drawing charts would tell when it was done with them.
PAINTED = """() => {
  const found = (root, wanted) => root.querySelector(wanted)
    ?? [...root.querySelectorAll("*")].some((each) => each.shadowRoot && found(each.shadowRoot, wanted));
  const look = () => {
    if (document.body && found(document, WANTED)) setTimeout(() => { window.painted = performance.now(); });
    else requestAnimationFrame(look);
  };
  look();
}"""
# From pressing the mouse until the first change of the page has been painted, open shadow roots included; the bar
# at the top is such a change.
WATCH = """() => {
  let pressed = null;
  const answered = () => {
    if (pressed === null) return;
    const since = pressed;
    pressed = null;
    requestAnimationFrame(() => setTimeout(() => window.answers.push(performance.now() - since)));
  };
  const seen = new WeakSet();
  const watch = (root) => {
    if (!root || seen.has(root)) return;
    seen.add(root);
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(answered).observe(root, everything);
  };
  window.answers = [];
  new MutationObserver(answered).observe(document.documentElement, { attributes: true });
  document.addEventListener("pointerdown", () => {
    watch(document.querySelector('[data-testid="stMain"]'));
    watch(document.querySelector('[data-testid="stHeader"]'));
    for (const element of document.querySelectorAll("*")) watch(element.shadowRoot);
    pressed = performance.now();
  }, true);
}"""


@pytest.mark.parametrize("name", PAGES)
def test_first_meaningful_paint(browser: Browser, sample_url: str, name: str) -> None:
    times = []
    with browser.new_context(viewport={"width": 1440, "height": 1000}, locale="en-US") as context:
        for _ in range(ROUNDS):
            page = context.new_page()
            wanted = ".cards > li" if "answer" in name else "h1"
            page.add_init_script(f"({PAINTED.replace('WANTED', repr(wanted))})()")
            page.goto(f"{sample_url}/{PAGES[name]}")
            settled(page)
            page.wait_for_function("() => window.painted")
            times.append(page.evaluate("window.painted"))
            page.close()
    report(f"first meaningful paint, {name}", times)


def a_card(page: Page) -> Locator:
    return page.locator("button.name").nth(1)


CLICKS: dict[str, tuple[str, Callable[[Page], Locator]]] = {
    "an example": ("", lambda page: page.locator(".st-key-example-tsmc button")),
    "a company in the list": ("?company=catl", a_card),
    "explore from here": ("?company=catl", lambda page: page.locator("button.explore").first),
    "another page": ("?company=catl", lambda page: page.get_by_role("link", name="Recommend", exact=True)),
    "the other language": ("?company=catl", lambda page: page.get_by_role("radio", name="中文")),
    "an example of the workbench": ("explore", lambda page: page.locator(".st-key-explore-example-supply button")),
    "compare": ("?company=catl", lambda page: page.get_by_text("Compare with other companies")),
    "a mode of fusion": ("tune", lambda page: page.get_by_role("radio", name="RRF")),
}


@pytest.mark.parametrize("name", CLICKS)
def test_a_click_is_answered(browser: Browser, sample_url: str, name: str) -> None:
    address, target = CLICKS[name]
    times = []
    with browser.new_context(viewport={"width": 1440, "height": 1000}, locale="en-US") as context:
        for _ in range(ROUNDS):
            page = context.new_page()
            page.goto(f"{sample_url}/{address}")
            settled(page)
            if "company" in address:
                graph_settled(page)
            if address == "tune":
                page.get_by_test_id("stVegaLiteChart").first.wait_for(timeout=120_000)
            page.wait_for_timeout(500)
            page.evaluate(WATCH)
            target(page).click()
            page.wait_for_function("() => window.answers.length > 0")
            times.append(page.evaluate("window.answers[0]"))
            page.close()
    report(f"a click on {name} is answered", times)


def test_a_node_is_answered(browser: Browser, sample_url: str) -> None:
    times = []
    with browser.new_context(viewport={"width": 1440, "height": 1000}, locale="en-US") as context:
        page = context.new_page()
        page.goto(f"{sample_url}/?company=catl&lang=en")
        graph_settled(page)
        page.evaluate(WATCH)
        for count, node in enumerate(("tesla", "byd", "bmw", "xiaomi", "catl", "ford"), start=1):
            page.mouse.click(*node_point(page, node))
            page.wait_for_function("count => window.answers.length >= count", arg=count)
            settled(page)
        times = page.evaluate("window.answers")
    report("a click on a node is answered", times)
