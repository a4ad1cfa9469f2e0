"""Questions of different kinds one after another in one tab: a list, a single fact, a list again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from core.messages import Language
from tests.e2e.conftest import settled

OpenView = Callable[[str], Page]
IN_TURN: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("Who supplies Apple?", "27 suppliers of Apple"),
        ("When was Huawei founded?", "1987"),
        ("Who owns Arm?", "SoftBank"),
        ("Is Foxconn a supplier of Apple?", "Yes"),
        ("Who is the CEO of Novo Nordisk?", "Novo Nordisk"),
        ("Who are the competitors of Tesla?", "competitors of Tesla"),
    ),
    "zh": (
        ("特斯拉的供应商", "特斯拉的供应商"),
        ("特斯拉是哪一年成立的", "2003"),
        ("特斯拉的竞争对手", "特斯拉的竞争对手"),
    ),
}


@pytest.mark.matrix()
@pytest.mark.parametrize("language", IN_TURN)
def test_each_is_answered(language: Language, open_view: OpenView) -> None:
    page = open_view(f"?lang={language}")
    for question, said in IN_TURN[language]:
        field = page.locator(".st-key-q input")
        field.fill(question)
        field.press("Enter")
        expect(page.locator(".answer")).to_contain_text(said, timeout=60_000)
        settled(page)
        expect(page.locator("[data-testid=stException], [data-testid=stAlertContentError]")).to_have_count(0)
