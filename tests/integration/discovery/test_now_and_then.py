"""Questions as of today, as of another day and about the past, on data that say when relations ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Entities, Plan, Related, YesNo
from core.domain.requests import DiscoveryRequest
from core.domain.results import Discovery, RelatedCompany
from core.messages import Language, translate
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, dated_example, relation, settings_for, write_data


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> DiscoveryPipeline:
    folder = tmp_path_factory.mktemp("dated")
    settings = settings_for(dated_example(folder / "data"), folder / "kb")
    return DiscoveryPipeline(
        Base.over(build_and_open(settings, encoder), default_ontology(), settings), encoder=lambda: encoder
    )


def asked(pipeline: DiscoveryPipeline, question: str, as_of: str = "", language: Language = "en") -> Discovery:
    found = pipeline.discover(DiscoveryRequest(query=question, as_of=as_of, language=language))
    assert found.answer.not_understood == ()
    return found


def said(found: Discovery) -> str:
    return " ".join(sentence.text for sentence in found.answer.sentences)


def line_of(found: Discovery, company_id: str) -> RelatedCompany:
    return next(each for each in found.related_companies if each.company_id == company_id)


OF_ALPHA: dict[Language, str] = {
    "en": "Who are the shareholders of Alpha Cells?",
    "zh": "阿尔法电芯的股东有哪些",
}


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("as_of", "members"),
    [
        ("2026-11-25", {"south", "east", "west"}),
        ("2027-01-01", {"south", "west"}),
        ("2026", {"south", "east", "west"}),
        ("2021-06-30", {"north", "south", "east", "west"}),
        ("2021-07-01", {"south", "east", "west"}),
        ("2012", {"north", "east"}),
        ("2010", {"north", "east", "west"}),
        ("2010-12-31", {"north", "east", "west"}),
        ("2011-01", {"north", "east"}),
        ("2007", {"west"}),
    ],
)
def test_as_of_a_day_those_answer_who_were_so_then(
    pipeline: DiscoveryPipeline, language: Language, as_of: str, members: set[str]
) -> None:
    found = asked(pipeline, OF_ALPHA[language], as_of, language)
    assert set(found.answer.company_ids) == members
    counted = {"en": "How many shareholders does Alpha Cells have?", "zh": "阿尔法电芯有多少家股东"}[language]
    assert asked(pipeline, counted, as_of, language).answer.value == len(members)


def test_what_has_ended_stands_apart_in_the_past_tense(pipeline: DiscoveryPipeline) -> None:
    found = asked(pipeline, OF_ALPHA["en"], "2026-11-25")
    assert "Formerly among shareholders of Alpha Cells, and no longer counted: North Capital (until 2021-06) [" in said(
        found
    )
    assert "East Capital (ended in 2026)" in said(found)
    north = line_of(found, "north")
    assert (north.answers_question, north.judgement.tense, north.judgement.level) == (False, "past", "low")
    assert north.judgement.reason == "Former shareholder of Alpha Cells (at least 20 % as of 2010, until 2021-06)"
    assert (
        north.sources[0].text
        == "Formerly (until 2021-06): North Capital is a shareholder of and investor in Alpha Cells"
    )
    chinese = asked(pipeline, OF_ALPHA["zh"], "2026-11-25", "zh")
    assert "曾属于阿尔法电芯的股东，不再计入：北方资本（至 2021-06）" in said(chinese)
    assert line_of(chinese, "north").judgement.reason == "曾经是阿尔法电芯的股东（截至 2010 年 至少 20%，至 2021-06）"


def test_what_had_not_begun_is_not_said_in_the_present(pipeline: DiscoveryPipeline) -> None:
    south = line_of(asked(pipeline, OF_ALPHA["en"], "2012"), "south")
    assert (south.judgement.tense, south.judgement.level) == ("later", "low")
    assert south.judgement.reason == "Not yet shareholder of Alpha Cells (30 %, since 2015-03-01)"


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("former shareholders of Alpha Cells", ["north"]),
        ("Alpha Cells' ex-shareholders", ["north"]),
        ("Who formerly invested in Alpha Cells?", ["north"]),
        ("Who used to supply Alpha Cells?", ["mills"]),
        ("Who no longer supplies Alpha Cells?", ["mills"]),
        ("Who was previously a supplier of Alpha Cells?", ["mills"]),
        ("Which companies did Mills Mining formerly supply?", ["alpha"]),
        ("former suppliers of Beta Works", ["smith"]),
        ("阿尔法电芯的前股东", ["north"]),
        ("阿尔法电芯以前的股东有哪些", ["north"]),
        ("谁曾经投资过阿尔法电芯", ["north"]),
        ("谁曾是阿尔法电芯的供应商", ["mills"]),
        ("谁不再给阿尔法电芯供货", ["mills"]),
        ("米尔斯矿业曾给谁供货", ["alpha"]),
        ("阿尔法电芯原来的供应商", ["mills"]),
    ],
)
def test_questions_about_the_past_are_answered_by_what_has_ended(
    pipeline: DiscoveryPipeline, question: str, members: list[str]
) -> None:
    found = asked(pipeline, question, "2026-11-25", "zh" if question > "z" else "en")
    assert found.answer.outcome == "answered"
    assert list(found.answer.company_ids) == members


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Is North Capital a shareholder of Alpha Cells?",
            "Not any more: North Capital was on record among shareholders of Alpha Cells (from 2010 until 2021-06) "
            "[1].",
        ),
        ("北方资本是阿尔法电芯的股东吗", "已经不是：北方资本曾属于阿尔法电芯的股东（2010 年至 2021-06） [1]。"),
        (
            "Is Mills Mining a shareholder of Alpha Cells?",
            "Mills Mining is not on record among shareholders of Alpha Cells. On record between them: Formerly "
            "(until 2019): Mills Mining supplies Alpha Cells [1].",
        ),
        (
            "米尔斯矿业是阿尔法电芯的股东吗",
            "没有记录表明米尔斯矿业属于阿尔法电芯的股东。 两者之间有记录的是：曾经（至 2019 年）："
            "米尔斯矿业向阿尔法电芯供货，是其供应商 [1]。",
        ),
        ("Is East Capital a supplier of West Capital?", "East Capital is not on record among suppliers"),
    ],
)
def test_yes_or_no_says_what_is_no_more(pipeline: DiscoveryPipeline, question: str, text: str) -> None:
    found = asked(pipeline, question, language="zh" if question > "z" else "en")
    assert (found.answer.value, found.answer.company_ids) == (False, ())
    assert said(found).startswith(text)
    assert bool(found.answer.sources) == ("[1]" in said(found))
    assert "On record" not in said(found) or "On record" in text


def test_whether_it_was_so_is_answered_yes(pipeline: DiscoveryPipeline) -> None:
    for question in ("Is North Capital a former shareholder of Alpha Cells?", "北方资本曾是阿尔法电芯的股东吗"):
        assert asked(pipeline, question).answer.value is True
    assert asked(pipeline, "Is South Capital a former shareholder of Alpha Cells?").answer.value is False


def test_nobody_any_more_is_told_with_who_was(pipeline: DiscoveryPipeline) -> None:
    found = asked(pipeline, "suppliers of Beta Works")
    assert (found.answer.outcome, found.answer.company_ids) == ("empty", ())
    assert "Formerly among suppliers of Beta Works, and no longer counted: Smith Lithium" in said(found)


def test_events_do_not_end(pipeline: DiscoveryPipeline) -> None:
    found = asked(pipeline, "Who acquired Smith Lithium?")
    assert found.answer.company_ids == ("mills",)
    assert "ormer" not in said(found)
    assert asked(pipeline, "Who acquired Smith Lithium?", "2012").answer.outcome == "empty"


@pytest.mark.parametrize("question", ["shareholders of Alpha Cells as of 2012", "截至2012年底阿尔法电芯的股东有哪些"])
def test_the_words_may_say_as_of_when(pipeline: DiscoveryPipeline, question: str) -> None:
    found = asked(pipeline, question, "2026", "zh" if question > "z" else "en")
    assert set(found.answer.company_ids) == {"north", "east"}
    assert found.answer.plan is not None
    assert found.answer.plan.as_of == "2012"
    assert said(found).startswith(("As of 2012: ", "截至 2012 年："))


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Who were the shareholders of Alpha Cells in 2012?", {"north", "east"}),
        ("Who held shares in Alpha Cells in 2012?", {"north", "east"}),
        ("Which companies owned a stake in Alpha Cells in 2012?", {"north", "east"}),
        ("2012年阿尔法电芯的股东有哪些", {"north", "east"}),
        ("阿尔法电芯2012年的股东", {"north", "east"}),
        ("2012年谁持有阿尔法电芯的股份", {"north", "east"}),
        ("Who supplied Alpha Cells in 2014?", {"mills"}),
        ("2014年谁给阿尔法电芯供货", {"mills"}),
        ("Who owned Beta Works in 2007?", set()),
    ],
)
def test_who_was_so_in_a_year_had_begun_by_then_and_not_ended(
    pipeline: DiscoveryPipeline, question: str, members: set[str]
) -> None:
    found = asked(pipeline, question)
    assert found.answer.plan is not None
    assert found.answer.plan.as_of in ("2007", "2012", "2014")
    assert set(found.answer.company_ids) == members


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Who invested in Alpha Cells in 2015?", {"south"}),
        ("2015年谁投资了阿尔法电芯", {"south"}),
        ("shareholders of Alpha Cells since 2015", {"south", "west"}),
    ],
)
def test_who_began_in_a_year_is_asked_by_words_of_beginnings(
    pipeline: DiscoveryPipeline, question: str, members: set[str]
) -> None:
    found = asked(pipeline, question)
    assert found.answer.plan is not None
    assert found.answer.plan.as_of is None
    assert set(found.answer.company_ids) == members


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many shareholders did Alpha Cells have in 2012?", 2),
        ("2012年阿尔法电芯有几家股东", 2),
    ],
)
def test_a_count_of_a_year(pipeline: DiscoveryPipeline, question: str, answer: int) -> None:
    assert asked(pipeline, question).answer.value == answer


def test_the_plan_of_an_answer_gives_the_same_answer(pipeline: DiscoveryPipeline) -> None:
    for question in (OF_ALPHA["en"], "former shareholders of Alpha Cells"):
        found = asked(pipeline, question, "2012")
        again = pipeline.discover(DiscoveryRequest(plan=found.answer.plan))
        assert again.answer.company_ids == found.answer.company_ids
        assert again.answer.sentences == found.answer.sentences


def test_a_plan_may_ask_for_the_past_and_as_of_a_day(pipeline: DiscoveryPipeline) -> None:
    of = Related(type="shareholder_of", end="backward", of=Entities(ids=("alpha",)), ended=True)
    found = pipeline.discover(DiscoveryRequest(plan=Plan(answer=Companies(set=of), as_of="2012")))
    assert found.answer.company_ids == ("west",)
    asks = Plan(answer=YesNo(entity="north", set=of.model_copy(update={"ended": None})), as_of="2015")
    assert pipeline.discover(DiscoveryRequest(plan=asks)).answer.value is True


def test_sources_that_disagree_are_both_shown_and_the_newer_one_counts(pipeline: DiscoveryPipeline) -> None:
    found = asked(pipeline, "Who are the shareholders of Beta Works?")
    grand = line_of(found, "grand")
    assert "shareholder of Beta Works (35 %)" in grand.judgement.reason
    told = [each.recorded for each in grand.sources if each.recorded is not None]
    assert [(each.share_low, each.disagrees, each.headline) for each in told] == [(35, True, True), (51, True, False)]
    assert [each.stated_by.title for each in told if each.stated_by] == ["Annual report 2024", "Annual report 2019"]


def test_a_newer_source_that_says_it_has_ended_counts(pipeline: DiscoveryPipeline) -> None:
    found = asked(pipeline, "Who are the shareholders of Beta Works?")
    assert found.answer.company_ids == ("grand",)
    assert "Formerly among shareholders of Beta Works, and no longer counted: East Capital (until 2022)" in said(found)
    east = line_of(found, "east")
    assert east.judgement.reason == "Former shareholder of Beta Works (until 2022)"
    told = [(each.recorded.status, each.recorded.headline) for each in east.sources if each.recorded]
    assert told == [("ended", True), ("current", False)]
    before = asked(pipeline, "Who are the shareholders of Beta Works?", "2021")
    assert set(before.answer.company_ids) == {"grand", "east"}


def test_two_spells_are_no_disagreement(pipeline: DiscoveryPipeline) -> None:
    west = line_of(asked(pipeline, OF_ALPHA["en"], "2026"), "west")
    assert not any(each.recorded and each.recorded.disagrees for each in west.sources)


def test_without_any_end_words_of_the_past_stay_not_understood(tmp_path: Path, encoder: Encoder) -> None:
    write_data(
        tmp_path / "data",
        companies=[company("tesla", "特斯拉", "Tesla"), company("catl", "宁德时代", "CATL")],
        relations=[relation("catl", "supplies", "tesla")],
    )
    settings = settings_for(tmp_path / "data", tmp_path / "kb")
    base = Base.over(build_and_open(settings, encoder), default_ontology(), settings)
    found = DiscoveryPipeline(base, encoder=lambda: encoder).discover(
        DiscoveryRequest(query="former suppliers of Tesla")
    )
    assert found.answer.outcome == "partly_understood"
    assert found.answer.not_understood == ("former",)


@pytest.mark.parametrize(
    ("question", "undated"),
    [
        ("Which suppliers do CATL and LG Energy Solution share?", ("Yunnan Energy New Material", "BTR New Material")),
        ("Chinese suppliers of both CATL and LG Energy Solution", ("Yunnan Energy New Material", "BTR New Material")),
        ("哪些公司同时供应宁德时代和三星SDI？", ("贝特瑞",)),
        ("Who supplies CATL or LG Energy Solution?", ("Yunnan Energy New Material",)),
    ],
)
def test_undated_parts_of_an_answer_are_told_of_an_earlier_day(
    question: str, undated: tuple[str, ...], sample_pipeline: DiscoveryPipeline
) -> None:
    language: Language = "en" if question.isascii() else "zh"
    request = DiscoveryRequest(query=question, as_of="2023", language=language)
    answer = sample_pipeline.discover(request).answer
    said = translate("answer.undated", language, names="").rstrip("：:。. ")
    (told,) = [each.text for each in answer.sentences if each.text.startswith(said)]
    for name in undated:
        assert name in told
