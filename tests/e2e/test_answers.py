"""The answer above the list: each outcome told apart in words, footnotes, figures, paths, and the plan as chips."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ranking, settled
from tests.e2e.test_looks import OVERFLOW

OpenView = Callable[[str], Page]
OUTCOMES = {
    "answered": (
        ("Japanese companies that supply Apple", "Answer", "4 suppliers of Apple from Japan are on record"),
        ("给苹果供货的日本公司有哪些", "答案", "4 家——"),
    ),
    "empty": (
        ("Korean competitors of Meituan", "Understood, but nothing is on record", "none fits “from South Korea”"),
        ("美团的韩国竞争对手有哪些", "问题已理解，但没有记录", "其中没有符合“来自韩国”的"),
    ),
    "unknown_name": (
        ("competitors of Appel", "A name that is not in the data", "No company in the knowledge base matches “Appel”"),
        ("Zorblatt 的竞争对手", "数据中没有这个名称", "没有找到“Zorblatt”"),
    ),
    "ambiguous_name": (
        ("competitors of Samsung", "Several companies have this name", "“Samsung” can mean several companies"),
        ("三星的竞争对手", "这个名称对应多家公司", "“三星”可以指多家公司"),
    ),
    "partly_understood": (
        ("suppliers of Apple with nice carpets", "Only partly understood", "did not narrow the list"),
        ("苹果的漂亮供应商", "只理解了一部分", "没有用来筛选"),
    ),
}
CLAIM = re.compile("asked for –|正是所问")


@pytest.mark.matrix()
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_each_outcome_is_told_apart_in_words(outcome: str, language: str, open_view: OpenView) -> None:
    question, heading, sentence = OUTCOMES[outcome][language == "zh"]
    page = open_view(f"?q={question}&lang={language}")
    box = page.locator(".answer")
    expect(box).to_have_attribute("data-outcome", outcome)
    expect(box.locator(".outcome")).to_contain_text(heading)
    expect(box).to_contain_text(sentence)
    claimed = page.locator(".cards .reason").filter(has_text=CLAIM)
    expect(claimed).to_have_count(4 if outcome == "answered" else 0)
    assert page.evaluate(OVERFLOW) <= 0


def test_exactly_the_members_are_listed_and_the_others_stand_apart_and_closed(open_view: OpenView) -> None:
    page = open_view("?q=Japanese companies that supply Apple&lang=en")
    members = ranking(page)
    assert len(members) == 4
    box = page.locator(".st-key-also-related")
    expect(box.get_by_text("Also related – not what you asked for (6)")).to_be_visible()
    expect(box.locator(".cards")).to_have_count(0)
    box.locator("summary").click()
    expect(box.locator(".cards > li")).to_have_count(6)
    expect(box.locator(".reason").filter(has_text=CLAIM)).to_have_count(0)
    expect(box.locator(".rank").first).to_have_text("5")


@pytest.mark.thorough
def test_a_slider_ranks_the_others_anew_and_the_members_keep_their_order(open_view: OpenView) -> None:
    before = ranking(open_view("?q=Who are the competitors of CATL%3F&lang=en"))
    assert before[0] == "byd"
    assert ranking(open_view("?q=Who are the competitors of CATL%3F&lang=en&wg=0.0&wv=1.0")) == before


@pytest.mark.thorough
def test_a_long_list_shows_how_many_there_are_and_the_rest_at_a_click(open_view: OpenView) -> None:
    page = open_view("?q=How many suppliers does Apple have%3F&lang=en")
    count = page.locator(".answer .figure").inner_text()
    assert int(count) > 20
    assert len(ranking(page)) == 10
    page.get_by_role("button", name=f"10 of {count} listed: show all").click()
    expect(page.locator(".cards > li")).to_have_count(int(count))
    expect(page.locator(".st-key-show-all")).to_have_count(0)


@pytest.mark.matrix()
@pytest.mark.parametrize(
    ("address", "figure", "sources"),
    [
        ("?q=Is LG Energy Solution a supplier of Tesla%3F&lang=en", "Yes", 1),
        ("?q=LG新能源是特斯拉的供应商吗&lang=zh", "是", 1),
        ("?q=Is BYD a supplier of Apple%3F&lang=en", "Not on record", 0),
        ("?q=苹果有多少家供应商&lang=zh", "27", 1),
    ],
)
def test_yes_no_and_a_number_are_read_first(open_view: OpenView, address: str, figure: str, sources: int) -> None:
    page = open_view(address)
    expect(page.locator(".answer .figure")).to_have_text(figure)
    assert (page.locator(".answer button.note").count() > 0) == bool(sources)


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("?q=What connects Apple and CATL%3F&lang=en", "Path on Explore: Apple – CATL"),
        ("?q=苹果和宁德时代之间有什么联系&lang=zh", "在探索页查看路径：苹果公司—宁德时代"),
    ],
)
def test_a_path_is_drawn_and_leads_to_explore(open_view: OpenView, address: str, link: str) -> None:
    page = open_view(address)
    path = page.locator(".answer .path").first
    expect(path.locator("b").first).to_have_text(re.compile("Apple|苹果公司"))
    expect(path.locator("b").last).to_have_text(re.compile("CATL|宁德时代"))
    page.get_by_role("link", name=link).click()
    page.wait_for_url("**/explore**from=apple**")
    settled(page)
    expect(page.locator(".st-key-explore-hop-0")).to_be_visible()


@pytest.mark.thorough
def test_a_comparison_is_opened(open_view: OpenView) -> None:
    page = open_view("?q=Compare CATL and BYD&lang=en")
    expect(page.locator(".answer")).to_contain_text("CATL and BYD compared")
    expect(page.get_by_role("heading", name="What they share")).to_be_visible()
    assert set(ranking(page)) == {"catl", "byd"}


@pytest.mark.thorough
def test_the_nearest_plan_is_one_click_away(open_view: OpenView) -> None:
    page = open_view("?q=Korean competitors of Meituan&lang=en")
    page.get_by_role("button", name="Ask instead: competitors of Meituan (7)").click()
    expect(page.locator(".answer")).to_contain_text("7 competitors of Meituan are on record")
    assert len(ranking(page)) == 7


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("address", "remove", "left", "before"),
    [
        (
            "?q=Japanese companies that supply Apple&lang=en",
            "Remove: from Japan",
            "suppliers of Apple",
            "4 suppliers of Apple from Japan",
        ),
        ("?q=给苹果供货的日本公司有哪些&lang=zh", "去掉：来自日本", "苹果公司的供应商", "（来自日本）"),
    ],
)
def test_a_part_is_taken_out_and_the_address_keeps_it(
    open_view: OpenView, address: str, remove: str, left: str, before: str
) -> None:
    page = open_view(address)
    expect(page.locator(".answer")).to_contain_text(before)
    page.get_by_role("button", name=remove).click()
    page.wait_for_url("**plan=**")
    settled(page)
    field = page.locator(".st-key-q input")
    expect(field).to_have_value(left)
    expect(page.locator(".answer")).not_to_contain_text(before)
    said = page.locator(".answer .text").inner_text()
    page.reload()
    settled(page)
    expect(page.locator(".answer .text")).to_have_text(re.compile(re.escape(said[:20])))
    expect(field).to_have_value(left)
    page.go_back()
    expect(page.locator(".answer")).to_contain_text(before)
    assert "plan=" not in page.url


@pytest.mark.thorough
def test_a_part_is_changed_and_new_words_count_again(open_view: OpenView) -> None:
    page = open_view("?q=Japanese companies that supply Apple&lang=en")
    page.locator(".st-key-plan-chips").get_by_role("button", name="from Japan").first.click()
    box = page.get_by_role("combobox", name="Another country")
    box.click()
    box.fill("South Korea")
    page.get_by_role("option", name="South Korea").click()
    expect(page.locator(".answer")).to_contain_text("of Apple from South Korea")
    expect(page.locator(".st-key-q input")).to_have_value(re.compile("from South Korea"))
    page.locator(".st-key-plan-chips").get_by_role("button", name="suppliers of").first.click()
    box = page.get_by_role("combobox", name="Another relation")
    box.click()
    page.get_by_role("option", name="competitors", exact=True).click()
    expect(page.locator(".st-key-q input")).to_have_value(re.compile("^competitors of Apple"))
    settled(page)  # words typed while the page is still drawn may be replaced by its own
    page.locator(".st-key-q input").fill("Who are the competitors of CATL?")
    page.locator(".st-key-q input").press("Enter")
    expect(page.locator(".answer")).to_contain_text("competitors of CATL are on record")
    page.wait_for_url(lambda url: "plan=" not in url)


@pytest.mark.thorough
def test_words_that_were_not_understood_are_marked_as_text(open_view: OpenView) -> None:
    page = open_view("?q=suppliers of Apple **x** %3Cb%3Ey&lang=en")
    chips = page.locator(".st-key-plan-chips")
    expect(chips).to_contain_text("Not understood")
    expect(chips.get_by_text("x", exact=True)).to_be_visible()
    expect(chips.locator("b, strong")).to_have_count(0)
    page.get_by_role("button", name="Ask only for: suppliers of Apple").click()
    expect(page.locator(".answer")).to_have_attribute("data-outcome", "answered")
    expect(chips).not_to_contain_text("Not understood")


@pytest.mark.thorough
def test_a_plan_of_what_is_not_here_is_refused_in_words(open_view: OpenView) -> None:
    of = '{"op":"entities","ids":["nobody"]}'
    asked = f'{{"op":"related","type":"supplies","end":"backward","of":{of}}}'
    plan = f'{{"answer":{{"kind":"companies","set":{asked}}}}}'
    page = open_view(f"?plan={plan}&lang=en")
    expect(page.get_by_test_id("stAlert").filter(has_text="nobody")).to_be_visible()
    expect(page.locator(".cards")).to_have_count(0)


@pytest.mark.thorough
def test_a_question_of_another_company_than_the_chosen_one_is_asked_of_it_by_a_click(open_view: OpenView) -> None:
    page = open_view("?company=catl&q=Who%20supplies%20Apple%3F&lang=en")
    page.get_by_role("button", name="Ask about Apple instead").click()
    page.wait_for_url(lambda url: "company=" not in url)
    expect(page.get_by_role("heading", name="Suppliers of Apple")).to_be_visible()
    expect(page.get_by_role("button", name="Ask about Apple instead")).to_have_count(0)
