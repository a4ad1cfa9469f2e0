"""What answers the question is told apart from what is only related, and words that were not used are named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

OpenView = Callable[[str], Page]
CLAIM = "The relation you asked for"


def test_companies_that_answer_come_first_under_their_heading(open_view: OpenView) -> None:
    page = open_view("?q=Who+invested+in+Anthropic%3F")
    headings = page.locator("h3.group")
    expect(headings).to_have_count(2)
    expect(headings.first).to_have_text("On record as shareholder of Anthropic: 3.")
    expect(headings.last).to_have_text("Also related – not what was asked for")
    lists = page.locator("ol.cards")
    expect(lists.first.locator("li")).to_have_count(3)
    for reason in lists.first.locator(".reason").all_inner_texts():
        assert reason.startswith(CLAIM)
    for reason in lists.last.locator(".reason").all_inner_texts():
        assert CLAIM not in reason
    last_answer, first_other = lists.first.locator("button.name").last, lists.last.locator("button.name").first
    last_answer.focus()
    last_answer.press("ArrowDown")  # the keys go on from one list to the other
    expect(first_other).to_be_focused()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("?q=Japanese+companies+that+supply+Apple", "“Japanese” did not narrow the list"),
        ("?lang=zh&q=宁德时代的韩国对手有哪些", "“韩国” 没有用来筛选"),
        ("?q=suppliers+of+Apple+**x**+%3Cb%3Ey", "“x”, “b”, “y” did not narrow the list"),
    ],
)
def test_words_that_were_not_used_are_named_as_text(open_view: OpenView, address: str, said: str) -> None:
    page = open_view(address)
    expect(page.get_by_test_id("stAlert").filter(has_text=said)).to_be_visible()
    expect(page.locator("h3.group")).to_have_count(0)
    assert not any(CLAIM in text or "正是所问" in text for text in page.locator(".reason").all_inner_texts())


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("?q=When+was+NVIDIA+founded%3F", "NVIDIA was founded in 1993. [1]"),
        ("?lang=zh&q=比亚迪属于哪个行业？", "比亚迪所属行业：电动汽车"),
        ("?q=Who+founded+NVIDIA%3F", "Jensen Huang"),
    ],
)
def test_a_recorded_value_is_the_answer(open_view: OpenView, address: str, said: str) -> None:
    page = open_view(address)
    expect(page.locator(".st-key-fact")).to_contain_text(said)
