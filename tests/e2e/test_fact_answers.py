"""A question about a fact gets an answer with numbered sources above the companies."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ranking, settled
from tests.llm_server import Asked, Reaction, Script

OpenView = Callable[[str], Page]
HOSTILE = "<img src=x onerror=\"console.error('run')\"> **bold** ![](http://example.invalid/x.png)"


def answering(text: str) -> Callable[[Asked], Reaction]:
    """Answers questions about facts with ``text`` and judges nobody."""

    def react(asked: Asked) -> Reaction:
        is_fact = any(line.startswith('{"key"') for line in asked.texts[-1].splitlines())
        facts = {"answerable": True, "sentences": [{"text": text, "citations": ["P1"]}]}
        return Reaction(json.dumps(facts if is_fact else {"companies": []}), seconds=0.5)

    return react


@pytest.mark.thorough
def test_without_a_model_the_nearest_passages_are_shown(open_view: OpenView) -> None:
    page = open_view("?company=li-auto&q=When+did+Li+Auto+go+public%3F&lang=en")
    box = page.locator(".st-key-fact")
    expect(box).to_contain_text("No language model answered", timeout=30_000)
    expect(box).to_contain_text("[1] ")
    expect(page.locator(".answer")).to_contain_text("The texts say")
    page.locator(".st-key-also-related summary").first.click()
    expect(page.locator(".cards > li")).to_have_count(10)


@pytest.mark.thorough
def test_the_nearest_passages_that_do_not_say_it_are_no_answer(open_view: OpenView) -> None:
    page = open_view("?company=catl&q=When+did+CATL+go+public%3F&lang=en")  # no text says when
    box = page.locator(".st-key-fact")
    expect(box).to_contain_text("No language model answered", timeout=30_000)
    expect(box).to_contain_text("[1] ")
    expect(page.locator(".answer")).to_contain_text("nothing below is an answer")
    expect(page.locator(".answer")).not_to_contain_text("The texts say")
    expect(page.locator(".cards > li")).to_have_count(10)


@pytest.mark.thorough
def test_a_question_about_relations_has_no_such_box(open_view: OpenView) -> None:
    page = open_view("?company=catl&q=Who+competes+with+CATL%3F&lang=en")
    ranking(page)
    expect(page.locator(".st-key-fact")).to_have_count(0)


def test_a_model_answers_with_numbered_sources(page: Page, judged_url: str, endpoint: Script) -> None:
    endpoint.plan(answering(f"它在福建宁德。{HOSTILE}"))
    page.goto(f"{judged_url}/?company=catl&q=宁德时代是哪一年上市的？&lang=zh")
    settled(page)
    box = page.locator(".st-key-fact")
    expect(box).to_contain_text("它在福建宁德。<img src=x", timeout=30_000)
    expect(box).to_contain_text("[1]")
    expect(box).to_contain_text("模型作答 · test-model")
    assert box.locator("img").count() == 0
    box.get_by_text("出处 1").click()
    expect(box.get_by_text("出处", exact=False).last).to_be_visible()
