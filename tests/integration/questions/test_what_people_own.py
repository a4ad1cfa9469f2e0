"""What a person owns, controls or simply has: shares, companies by the rules of control, what they founded or lead."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Controlled, Entities, Plan, Related
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.dossier.ownership.report import ownership
from core.questions.plans.changed_plan import without
from core.questions.plans.chips import chips
from core.questions.plans.sentences import PlanWords, names_in

LI = Entities(ids=("person-li-shufu",))
DAY = 20260101


def asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language="zh" if question > "\u3400" else "en")).answer


@pytest.mark.parametrize(
    "question",
    [
        "what does Li Shufu own",
        "Which companies does Li Shufu own?",
        "companies owned by Li Shufu",
        "companies Li Shufu owns",
        "李书福拥有哪些公司",
        "李书福拥有的公司",
        "李书福名下有哪些公司",
        "李书福名下的公司",
    ],
)
def test_people_own_what_they_hold_shares_in(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(sample_pipeline, question)
    assert answer.plan == Plan(answer=Companies(set=Related(type="shareholder_of", end="forward", of=LI)))
    assert set(answer.company_ids) == {"geely-holding", "polestar", "mercedes-benz"}


@pytest.mark.parametrize(
    "question",
    [
        "companies controlled by Li Shufu",
        "Which companies does Li Shufu control?",
        "what does Li Shufu control",
        "subsidiaries of Li Shufu",
        "李书福控制哪些公司",
        "李书福控制的公司",
        "李书福实际控制的公司",
        "李书福控股的公司",
        "李书福旗下有哪些公司",
        "李书福旗下的公司",
        "李书福的子公司",
    ],
)
def test_people_control_what_the_rules_of_control_say(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(sample_pipeline, question)
    assert answer.plan == Plan(answer=Companies(set=Controlled(of=LI))), question
    base = sample_pipeline.base
    below = ownership(base, "person-li-shufu", DAY, "en").holdings
    controlled = {
        each.id for each in below if any(one.id == LI.ids[0] for one in ownership(base, each.id, DAY, "en").controllers)
    }
    assert set(answer.company_ids) == controlled
    assert {"geely-holding", "geely", "volvo-cars"} <= controlled
    assert "mercedes-benz" not in controlled
    assert answer.sources


def test_what_is_controlled_can_be_a_step_of_a_chain(sample_pipeline: DiscoveryPipeline) -> None:
    for question in ("suppliers of the companies controlled by Li Shufu", "李书福控制的公司的供应商"):
        answer = asked(sample_pipeline, question)
        assert answer.plan == Plan(answer=Companies(set=Related(type="supplies", end="backward", of=Controlled(of=LI))))
        assert answer.company_ids


def test_conditions_narrow_what_is_controlled(sample_pipeline: DiscoveryPipeline) -> None:
    for question in ("Swedish companies controlled by Li Shufu", "李书福控制的瑞典公司"):
        answer = asked(sample_pipeline, question)
        assert answer.outcome == "answered", question
        assert "volvo-cars" in answer.company_ids
        assert "geely" not in answer.company_ids


@pytest.mark.parametrize(
    ("question", "yes"),
    [
        ("Does Li Shufu control Volvo Cars?", True),
        ("李书福控制沃尔沃汽车吗", True),
        ("Does Li Shufu control Mercedes-Benz?", False),
        ("李书福控制梅赛德斯-奔驰吗", False),
        ("Does Li Shufu own Polestar?", True),
        ("李书福拥有极星吗", True),
    ],
)
def test_yes_and_no_go_by_the_same_rules(sample_pipeline: DiscoveryPipeline, question: str, yes: bool) -> None:
    answer = asked(sample_pipeline, question)
    assert (answer.kind, answer.value) == ("yes_no", yes), answer.understood_as


@pytest.mark.parametrize(
    "question",
    ["Elon Musk's companies", "companies of Elon Musk", "马斯克的公司", "马斯克的企业有哪些", "马斯克有哪些公司"],
)
def test_the_companies_of_people_are_those_they_founded_lead_or_hold(
    sample_pipeline: DiscoveryPipeline, question: str
) -> None:
    answer = asked(sample_pipeline, question)
    assert set(answer.company_ids) == {"tesla", "openai", "xai"}, answer.understood_as


@pytest.mark.parametrize("question", ["the companies of Apple", "苹果的公司", "who is Lei Jun", "雷军是谁"])
def test_companies_of_companies_and_who_somebody_is_are_not_read_so(
    sample_pipeline: DiscoveryPipeline, question: str
) -> None:
    assert asked(sample_pipeline, question).outcome not in ("answered", "empty")


def test_what_is_controlled_in_words_and_as_a_part_that_can_be_taken_out(sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base
    plan = Plan(answer=Companies(set=Controlled(of=Related(type="founded_by", end="forward", of=LI))))
    words = {each: PlanWords(base.ontology, names_in(base.knowledge_base), each) for each in ("zh", "en")}
    assert words["en"].plan(plan).startswith("companies controlled by ")
    assert words["zh"].plan(plan).endswith("控制的公司")
    first = chips(plan, words["en"])[0]
    assert first.text == "companies controlled by"
    assert without(plan, first.key) == Plan(answer=Companies(set=plan.answer.set.of))


@pytest.mark.parametrize(
    ("question", "companies"),
    [
        ("What does Buffett own?", {"berkshire-hathaway"}),
        ("巴菲特持有哪些公司", {"berkshire-hathaway"}),
        ("Which boards does Buffett sit on?", {"berkshire-hathaway"}),
        ("Which company does Pichai lead?", {"alphabet"}),
        ("皮查伊是哪家公司的CEO", {"alphabet"}),
    ],
)
def test_family_names_of_those_who_hold_and_lead(
    sample_pipeline: DiscoveryPipeline, question: str, companies: set[str]
) -> None:
    """Relations start from them; founders are those that relations lead to."""
    assert set(asked(sample_pipeline, question).company_ids) == companies


@pytest.mark.parametrize("name", ["Buffett", "巴菲特", "Warren Buffett", "沃伦·巴菲特"])
def test_the_page_of_a_person_opens_by_the_last_name(sample_pipeline: DiscoveryPipeline, name: str) -> None:
    assert sample_pipeline.base.names.link_entity(name).entity_ids == ("person-warren-buffett",)


@pytest.mark.parametrize("request_", [DiscoveryRequest(query="Micro"), DiscoveryRequest(company="Micro")])
def test_the_beginning_of_a_name_comes_before_a_word_inside_one(
    sample_pipeline: DiscoveryPipeline, request_: DiscoveryRequest
) -> None:
    found = sample_pipeline.discover(request_)
    assert found.outcome == "ambiguous_company"
    assert [each.company_id for each in found.choices][:2] == ["microsoft", "micron"]
    assert "amd" in {each.company_id for each in found.choices}
