"""A component whose data arrive out of order, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from app.runtime.browser_component import newest_only

SCRIPT = "export default function ({ data, parentElement }) { return (parentElement.textContent = data.text); }"
CALLED = """
async ([script, numbers]) => {
  const module = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const parents = [document.createElement("div"), document.createElement("div")];
  const returned = numbers.map((number, place) =>
    module.default({ data: { number, text: String(number) }, parentElement: parents[0] }) ?? null);
  module.default({ data: { number: 1, text: "other" }, parentElement: parents[1] });
  return [returned, ...parents.map((parent) => parent.textContent)];
}
"""


@pytest.mark.parametrize(
    ("numbers", "returned"),
    [([1, 2], ["1", "2"]), ([2, 1], ["2", None]), ([2, 2], ["2", "2"]), ([1, 3, 2], ["1", "3", None])],
)
def test_the_newest_data_stay(page: Page, numbers: list[int], returned: list[str | None]) -> None:
    called, shown, other = page.evaluate(CALLED, [newest_only(SCRIPT), numbers])
    assert (called, shown, other) == (returned, str(max(numbers)), "other")
