"""A language model judges while the page is looked at."""

from __future__ import annotations

import json
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ranking, settled
from tests.llm_server import Asked, Reaction, Script

HOSTILE = (
    "<img src=x onerror=\"console.error('run')\"> ![](http://198.51.100.1/x.png) **bold** [link](http://198.51.100.1)"
)


def judging(pause: float = 0.0, hostile: bool = False, **change: Any) -> Any:
    """A model that calls every company a partner, in a stream with pauses."""

    def react(asked: Asked) -> Reaction:
        lines = [json.loads(line) for line in asked.texts[-1].splitlines() if line.startswith('{"company"')]
        items = [
            {
                "company": line["company"],
                "citations": [fact["key"] for fact in line["facts"][:1]],
                "reason": f"{HOSTILE} {line['company']}" if hostile else f"Model says {line['company']}.",
                "relation": "partner",
                "level": "medium",
                "description": "Described by the model.",
                **change,
            }
            for line in lines
        ]
        return Reaction(json.dumps({"companies": items}), pause=pause)

    return react


def open_answer(page: Page, url: str, query: str) -> None:
    for _ in range(60):
        page.goto(f"{url}/{query}")
        settled(page)
        if page.locator(".cards > li").count():
            return
        page.wait_for_timeout(500)


@pytest.mark.thorough
def test_judgements_arrive_while_the_list_is_read(page: Page, judged_url: str, endpoint: Script) -> None:
    looked = Event()

    def once_looked_at(asked: Asked) -> Reaction:
        looked.wait(30)
        return judging()(asked)

    endpoint.plan(once_looked_at)
    open_answer(page, judged_url, "?company=catl&lang=en&n=5")
    expect(page.get_by_text("test-model is judging")).to_be_visible()
    looked.set()
    before = ranking(page)
    cards = page.locator(".cards > li")
    expect(cards.nth(0).locator(".reason")).to_have_text("Model says C1.", timeout=30_000)
    expect(page.get_by_text("judged by the language model test-model").first).to_be_visible(timeout=30_000)
    expect(cards.nth(4).locator(".reason")).to_have_text("Model says C5.")
    expect(cards.nth(4)).to_contain_text("Described by the model.")
    assert ranking(page) == before
    cards.nth(0).locator("summary").click()
    expect(cards.nth(0).locator(".why")).to_contain_text("cited by the model")
    page.get_by_text("Compare with rules").click()
    expect(cards.nth(0).locator(".rules")).to_contain_text("Rules: ")
    page.get_by_role("button", name="How it was found").click()
    expect(page.get_by_text("100 tokens read, 20 written · cost 0.0004")).to_be_visible()


@pytest.mark.thorough
def test_who_comes_later_is_judged_when_the_model_is_asked(page: Page, judged_url: str, endpoint: Script) -> None:
    endpoint.plan(judging())
    open_answer(page, judged_url, "?company=byd&lang=zh&n=3")
    expect(page.get_by_text("由语言模型 test-model 评判").first).to_be_visible(timeout=30_000)
    slider = page.get_by_role("slider", name="结果数量")
    slider.focus()
    slider.press("ArrowRight")
    ask = page.get_by_role("button", name="请语言模型评判其余 1 家")
    expect(ask).to_be_visible()
    expect(page.locator(".cards > li").nth(3).locator(".reason")).not_to_contain_text("Model says")
    ask.click()
    expect(page.locator(".cards > li").nth(3).locator(".reason")).to_have_text("Model says C1.", timeout=30_000)
    expect(ask).not_to_be_visible()


@pytest.mark.thorough
def test_a_model_that_fails_leaves_the_rules_and_says_so(page: Page, judged_url: str, endpoint: Script) -> None:
    endpoint.plan(Reaction(status=401))
    open_answer(page, judged_url, "?company=tesla&lang=en")
    expect(page.get_by_text("refused the request (HTTP 401)")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("judged by rules", exact=False).first).to_be_visible()
    assert len(ranking(page)) == 10
    endpoint.plan(judging())
    page.get_by_role("button", name="Ask the model about the other 10").click()
    expect(page.get_by_text("judged by the language model test-model").first).to_be_visible(timeout=30_000)
    expect(page.get_by_text("refused the request")).not_to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the endpoint sent no chat completion"),
        pytest.param("zh", "该服务返回的不是对话补全", marks=pytest.mark.thorough),
    ],
)
def test_a_page_in_place_of_a_model_is_said_above_the_list(
    language: str, said: str, page: Page, judged_url: str, endpoint: Script
) -> None:
    endpoint.plan(Reaction(body=b"<!doctype html><title>Sign in</title>", content_type="text/html"))
    open_answer(page, judged_url, f"?company=samsung-sdi&lang={language}")
    warning = page.get_by_test_id("stAlert").filter(has_text=said)
    expect(warning).to_be_visible(timeout=30_000)
    expect(warning).to_contain_text("GUANXI_LLM_BASE_URL")
    assert len(ranking(page)) == 10


def test_what_a_model_writes_is_only_text(page: Page, judged_url: str, endpoint: Script) -> None:
    endpoint.plan(judging(description=HOSTILE, hostile=True))
    open_answer(page, judged_url, "?company=tsmc&lang=en&n=3")
    reason = page.locator(".cards > li").nth(0).locator(".reason")
    expect(reason).to_contain_text("<img src=x", timeout=30_000)
    expect(reason).to_contain_text("**bold** [link]")
    assert page.locator(".cards img, .cards a[href*='198']").count() == 0


@pytest.mark.thorough
def test_nobody_is_waited_for(page: Page, judged_url: str, endpoint: Script) -> None:
    endpoint.hung_up.clear()
    endpoint.plan(judging(pause=0.5))
    open_answer(page, judged_url, "?company=nvidia&lang=en&n=5")
    expect(page.get_by_text("test-model is judging")).to_be_visible()
    page.goto("about:blank")
    assert endpoint.hung_up.wait(30)


@pytest.mark.thorough
def test_reasons_in_both_languages(page: Page, judged_url: str, endpoint: Script) -> None:
    endpoint.plan(judging())
    open_answer(page, judged_url, "?company=huawei&lang=zh&n=2")
    expect(page.get_by_text("由语言模型 test-model 评判").first).to_be_visible(timeout=30_000)
    page.get_by_text("双语理由").click()
    second = page.locator(".cards > li").nth(0).locator(".translated")
    expect(second).to_have_text("Model says C1.", timeout=30_000)
    expect(second).to_have_attribute("lang", "en")
    page.wait_for_url("**both=on**")


@pytest.mark.thorough
def test_facts_that_bear_on_the_question_come_first(page: Page, judged_url: str, endpoint: Script) -> None:
    def react(asked: Asked) -> Reaction:
        facts = [json.loads(line) for line in asked.texts[-1].splitlines() if line.startswith('{"key"')]
        if not facts:
            return judging(citations=[])(asked)
        kept = [{"fact": facts[0]["key"], "quality": 0.8, "reason": HOSTILE}]
        return Reaction(json.dumps({"facts": kept}))

    endpoint.plan(react)
    open_answer(page, judged_url, "?q=Who+competes+with+SMIC%3F&lang=en&n=2")
    card = page.locator(".cards > li").nth(0)
    card.locator("summary").click()
    expect(card.locator(".source").first).to_contain_text("relevance to the question 0.80: <img src=x", timeout=30_000)
    expect(card.locator(".source").last).to_contain_text("not relevant to the question, according to the model")
    page.get_by_role("button", name="How it was found").click()
    expect(page.get_by_text("Fact filter · test-model")).to_be_visible()
