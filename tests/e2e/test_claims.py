"""What answers the question is told apart from what is only related, and words that were not used are named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import on_record

OpenView = Callable[[str], Page]
CLAIM = "The relation you asked for"


def test_companies_that_answer_are_listed_and_the_others_stand_apart(open_view: OpenView) -> None:
    page = open_view("?q=Who+invested+in+Anthropic%3F")
    count = on_record(page)
    assert 1 < count < 10
    expect(page.locator("ol.cards")).to_have_count(1)
    expect(page.locator("ol.cards > li")).to_have_count(count)
    for reason in page.locator("ol.cards .reason").all_inner_texts():
        assert reason.startswith(CLAIM)
    names = page.locator("ol.cards button.name")
    names.first.focus()
    names.first.press("ArrowDown")
    expect(names.nth(1)).to_be_focused()
    apart = page.locator(".st-key-also-related")
    apart.locator("summary").click()
    expect(apart.locator("ol.cards > li")).to_have_count(10 - count)
    for reason in apart.locator(".reason").all_inner_texts():
        assert CLAIM not in reason


@pytest.mark.matrix()
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("?q=suppliers+of+Apple+with+nice+carpets", "did not narrow the list"),
        ("?lang=zh&q=苹果的漂亮供应商", "没有用来筛选"),
        ("?q=suppliers+of+Apple+**x**+%3Cb%3Ey", "“x”, “b”, “y” did not narrow the list"),
    ],
)
def test_words_that_were_not_used_are_named_as_text(open_view: OpenView, address: str, said: str) -> None:
    page = open_view(address)
    expect(page.locator(".answer").filter(has_text=said)).to_be_visible()
    expect(page.locator(".st-key-also-related")).to_have_count(0)
    assert not any(CLAIM in text or "正是所问" in text for text in page.locator(".reason").all_inner_texts())


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("?q=When+was+NVIDIA+founded%3F", "NVIDIA was founded in 1993 [1]."),
        ("?lang=zh&q=比亚迪属于哪个行业？", "比亚迪所属行业：电动汽车"),
        ("?q=Who+founded+NVIDIA%3F", "Jensen Huang"),
    ],
)
def test_a_recorded_value_is_the_answer(open_view: OpenView, address: str, said: str) -> None:
    page = open_view(address)
    expect(page.locator(".answer")).to_contain_text(said)
    expect(page.locator(".st-key-fact")).to_have_count(0)
