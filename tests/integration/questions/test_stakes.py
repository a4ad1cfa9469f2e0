"""How large a stake is, whether something is still so, and who holds what, over the bundled sample."""

from __future__ import annotations

from datetime import date

import pytest

from core.discovery import standing_answers
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Entities, Plan, Related, Share, YesNo
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.messages import Language
from core.questions.reading.parser import Parser
from tests.plan_notation import written

ARM, AUDI, CMOC = ("softbank", "arm"), ("volkswagen", "audi"), ("catl", "cmoc")
STAKES = [
    ("How large is SoftBank's stake in Arm?", ARM),
    ("What is SoftBank's stake in Arm?", ARM),
    ("SoftBank's stake in Arm", ARM),
    ("How much of Arm does SoftBank own?", ARM),
    ("Could you tell me how much of Arm SoftBank owns?", ARM),
    ("What share of Arm does SoftBank hold?", ARM),
    ("what percentage of Arm is owned by SoftBank", ARM),
    ("How large a stake does SoftBank hold in Arm?", ARM),
    ("what percentage of Audi does Volkswagen own", AUDI),
    ("how many shares of Audi does Volkswagen hold", AUDI),
    ("How big is CATL's stake in CMOC?", CMOC),
    ("软银持有Arm多少股份", ARM),
    ("请问软银目前在Arm占多少股份？", ARM),
    ("Arm的股份软银占了多少", ARM),
    ("大众持有奥迪多少股份", AUDI),
    ("大众在奥迪的持股比例是多少", AUDI),
    ("大众对奥迪的持股比例", AUDI),
    ("宁德时代持有洛阳钼业多大比例的股份", CMOC),
]


def _answer(pipeline: DiscoveryPipeline, question: str, chosen: str = "") -> QuestionAnswer:
    language: Language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(company=chosen, query=question, language=language)).answer


@pytest.mark.parametrize(("question", "pair"), STAKES)
def test_a_stake_is_told_as_it_is_recorded(
    question: str, pair: tuple[str, str], sample_pipeline: DiscoveryPipeline
) -> None:
    answer = _answer(sample_pipeline, question)
    holder, held = pair
    stated = Related(
        type="shareholder_of", end="backward", of=Entities(ids=(held,)), share=Share(operator=">=", percent=0)
    )
    assert answer.plan == Plan(answer=YesNo(entity=holder, set=stated, asks="share"))
    assert (answer.outcome, answer.kind, answer.company_ids) == ("answered", "value", ())
    assert "%" in str(answer.value) and str(answer.value) in answer.sentences[0].text
    assert answer.sentences[0].source_ids and "20" in answer.sentences[0].text


def test_the_newest_row_that_states_a_share_is_told(sample_pipeline: DiscoveryPipeline) -> None:
    answer = _answer(sample_pipeline, "How much of it does SoftBank own?", chosen="Arm")
    assert (answer.value, len(answer.sources)) == ("86–91 %", 1)  # of the acquisition of 2016 it was 100 %


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How large is Apple's stake in Tesla?", "No stake of Apple in Tesla is on record."),
        ("How much of Tesla does CATL own?", "On record between them: CATL supplies Tesla [1]."),
        ("苹果持有特斯拉多少股份", "没有记录表明苹果公司持有特斯拉的股份。"),
    ],
)
def test_where_no_stake_is_recorded_it_is_said(question: str, said: str, sample_pipeline: DiscoveryPipeline) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.outcome, answer.kind, answer.value) == ("empty", "value", None)
    assert said in [each.text for each in answer.sentences]


def test_a_stake_of_which_no_share_is_stated_is_told_as_such(sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base.knowledge_base
    kind = base.manifest.edge_types.index("shareholder_of")
    rows = (row for row in range(base.graph.relations) if base.graph.edge_type[row] == kind)
    relations = [base.relation(row) for row in rows]
    stated = {(each.source, each.target) for each in relations if each.share_low is not None}
    now = (each for each in relations if not each.end and each.status in ("", "current"))
    pair = next((each.source, each.target) for each in now if (each.source, each.target) not in stated)
    names = [base.entity(each).name_en for each in pair]

    answer = _answer(sample_pipeline, f"How large is {names[0]}'s stake in {names[1]}?")

    assert (answer.outcome, answer.value) == ("empty", None)
    assert "the size of its stake is not recorded" in answer.sentences[0].text
    assert answer.sentences[0].source_ids


@pytest.mark.parametrize(
    "question",
    [
        "How large is Arm?",
        "How much did SoftBank pay for Arm?",
        "What connects SoftBank, Arm and Intel?",
        "软银持有多少家公司",
    ],
)
def test_other_questions_ask_for_no_stake(question: str, sample_pipeline: DiscoveryPipeline) -> None:
    plan = _answer(sample_pipeline, question).plan
    assert plan is None or not isinstance(plan.answer, YesNo) or plan.answer.asks != "share"


@pytest.mark.parametrize(
    "question", ["Does Intel still own ASML shares?", "英特尔还持有阿斯麦的股份吗", "英特尔仍是阿斯麦的股东吗"]
)
def test_an_old_record_tells_neither_yes_nor_no(question: str, sample_pipeline: DiscoveryPipeline) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.outcome, answer.kind, answer.value, answer.company_ids) == ("answered", "yes_no", None, ())
    assert "2018" in answer.sentences[0].text and answer.sentences[0].source_ids


@pytest.mark.parametrize(
    "question",
    [
        "Does SoftBank still own Arm?",
        "软银还是Arm的股东吗",
        "软银仍然持有Arm的股份吗",
        "Is TSMC still a supplier of Apple?",
    ],
)
def test_a_new_record_tells_as_of_when_it_is_so(question: str, sample_pipeline: DiscoveryPipeline) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", True)
    assert "20" in answer.sentences[0].text


def test_nothing_is_told_of_today_by_a_record_without_a_date(
    sample_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing_answers, "dated", lambda *_: "")
    answer = _answer(sample_pipeline, "Does SoftBank still own Arm?")
    assert (answer.value, "but without a date" in answer.sentences[0].text) == (None, True)
    assert date.today().year > 2025  # what is recent is counted from today


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("Did Intel still own ASML in 2015?", None),
        ("Is Intel still a carmaker?", "whether intel in *[industry in automobiles electric-vehicles]"),
    ],
)
def test_still_changes_nothing_where_no_relation_is_asked_or_a_time_is(
    parser: Parser, question: str, plan: str | None
) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or not isinstance(parsed.plan.answer, YesNo) or parsed.plan.answer.asks == "whether"
    assert plan is None or (parsed.plan and written(parsed.plan)) == plan


@pytest.mark.parametrize(
    ("question", "said"),
    [("Is Tesla a supplier of CATL?", "CATL supplies Tesla"), ("特斯拉是宁德时代的供应商吗", "供货")],
)
def test_a_no_tells_what_is_on_record(question: str, said: str, sample_pipeline: DiscoveryPipeline) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.value, len(answer.sentences)) == (False, 2)
    assert said in answer.sentences[1].text and answer.sentences[1].source_ids


def test_a_no_to_several_tells_what_is_on_record_with_each(sample_pipeline: DiscoveryPipeline) -> None:
    answer = _answer(sample_pipeline, "Is Tesla a supplier of both CATL and BYD?")
    assert (answer.value, len(answer.sentences)) == (False, 2)
    assert "CATL" in answer.sentences[1].text and "BYD" in answer.sentences[1].text


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("Who owns Ferrari?", "shareholder_of<(ferrari)"),
        ("法拉利是谁的", "shareholder_of<(ferrari)"),
        ("Who owns Audi?", "subsidiary_of>(audi)"),
        ("parents of Ferrari", "subsidiary_of>(ferrari)"),
        ("Is SoftBank a shareholder of Arm?", "whether softbank in shareholder_of<(arm)"),
    ],
)
def test_who_owns_a_company_is_whoever_is_recorded(
    question: str, plan: str, sample_pipeline: DiscoveryPipeline
) -> None:
    answer = _answer(sample_pipeline, question)
    assert answer.plan is not None and written(answer.plan) == plan


@pytest.mark.parametrize(("question", "word"), [("小米汽车的供应商", "汽车"), ("华为手机的供应商", "手机")])
def test_whose_goods_a_supplier_is_for_is_not_recorded(parser: Parser, question: str, word: str) -> None:
    assert parser.parse(question).not_understood == (word,)


@pytest.mark.parametrize("question", ["谁会破产", "哪家公司会破产", "which company will go under"])
def test_what_is_to_come_is_no_topic(question: str, sample_pipeline: DiscoveryPipeline) -> None:
    assert _answer(sample_pipeline, question).outcome in ("partly_understood", "unknown_name")
