"""A plan through the whole chain, on the bundled sample: who is claimed, in which order, in which words."""

from __future__ import annotations

import csv
import re

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.planned import asked_about, industries_asked_about
from core.domain.plan import (
    All,
    And,
    Answer,
    Companies,
    Compare,
    Count,
    CountOf,
    Entities,
    Filter,
    Like,
    Minus,
    Path,
    Plan,
    Related,
    SetPlan,
    Top,
    Value,
    YesNo,
)
from core.domain.requests import DiscoveryRequest, FusionSettings, RelevanceLevel
from core.domain.results import Discovery, QuestionAnswer
from core.errors import EntityUnknownError
from core.messages import Language
from core.questions.plans.checking import PlanInvalidError
from tests.support import ROOT

CLAIMS = ("The relation you asked for", "What you asked for")


def rows(name: str) -> list[dict[str, str]]:
    with (ROOT / "data" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def recorded(kind: str, *, source: str = "", target: str = "") -> set[str]:
    found = [row for row in rows("relations.csv") if row["type"] == kind]
    return {row["target"] for row in found if row["source"] == source} | {
        row["source"] for row in found if row["target"] == target
    }


def related(kind: str, end: str, of: str | SetPlan) -> Related:
    inner = Entities(ids=(of,)) if isinstance(of, str) else of
    return Related.model_validate({"type": kind, "end": end, "of": inner})


SUPPLIERS = related("supplies", "backward", "apple")
RIVALS = related("competitor", "either", "catl")
COUNTRY = {row["id"]: row["country"] for row in rows("companies.csv")}
FOUNDED = {row["id"]: int(row["founded"] or 0) for row in rows("companies.csv")}


def ask(pipeline: DiscoveryPipeline, answer: Answer, language: Language = "en", **fusion: object) -> Discovery:
    request = DiscoveryRequest(
        plan=Plan(answer=answer), language=language, fusion=FusionSettings.model_validate(fusion)
    )
    return pipeline.discover(request)


def in_country(asked: SetPlan, *codes: str) -> Filter:
    return Filter(arg=asked, attribute="country", operator="in", values=codes)


def check_footnotes(answer: QuestionAnswer) -> None:
    """Numbers in the sentences are places in the sources, and each sentence names its own."""
    keys = [source.key for source in answer.sources]
    assert len(set(keys)) == len(keys)
    for sentence in answer.sentences:
        numbers = {int(number) for number in re.findall(r"\[(\d+)\]", sentence.text)}
        if numbers:
            assert {keys[number - 1] for number in numbers} == set(sentence.source_ids)


@pytest.mark.parametrize(
    ("asked", "members"),
    [
        (in_country(SUPPLIERS, "JP"), {each for each in recorded("supplies", target="apple") if COUNTRY[each] == "JP"}),
        (
            And(args=(SUPPLIERS, related("supplies", "backward", "tesla"))),
            (recorded("supplies", target="apple") | recorded("depends_on", source="apple"))
            & (recorded("supplies", target="tesla") | recorded("depends_on", source="tesla")),
        ),
        (
            Minus(arg=RIVALS, without=(Entities(ids=("byd",)),)),
            recorded("competitor", source="catl", target="catl") - {"byd"},
        ),
        (related("located_in", "backward", "place-hefei"), recorded("located_in", target="place-hefei")),
        (
            Like(of=Entities(ids=("nvidia",))),
            recorded("competitor", source="nvidia", target="nvidia")
            | recorded("similar_product", source="nvidia", target="nvidia"),
        ),
        (
            Filter(arg=All(), attribute="founded", operator=">", values=(2019,)),
            {each for each, year in FOUNDED.items() if year > 2019},
        ),
    ],
)
@pytest.mark.parametrize("level", [RelevanceLevel.LOW, RelevanceLevel.HIGH])
def test_exactly_the_members_are_listed_first(
    sample_pipeline: DiscoveryPipeline, asked: SetPlan, members: set[str], level: RelevanceLevel
) -> None:
    found = ask(sample_pipeline, Companies(set=asked), max_results=100, min_relevance=level)
    answer = found.answer
    assert (answer.outcome, answer.kind, set(answer.company_ids)) == ("answered", "companies", members)
    first = found.related_companies[: len(members)]
    assert [each.company_id for each in first] == list(answer.company_ids)
    assert [each.answers_question for each in found.related_companies] == [
        each.company_id in members for each in found.related_companies
    ]
    for each in found.related_companies:
        assert each.judgement.reason.startswith(CLAIMS) == each.answers_question
        assert each.sources
    assert all(each.judgement.level is RelevanceLevel.HIGH for each in first)
    assert answer.plan == Plan(answer=Companies(set=asked))
    assert answer.understood_as
    assert not any("Conditions such as" in warning for warning in found.warnings)
    check_footnotes(answer)


def test_a_member_that_no_search_finds_is_listed_with_its_relations(sample_pipeline: DiscoveryPipeline) -> None:
    asked = related("supplies", "backward", related("competitor", "either", "catl"))
    found = ask(sample_pipeline, Companies(set=asked), max_results=100, graph_weight=0.0, vector_weight=1.0)
    ids = found.answer.company_ids
    assert [each.company_id for each in found.related_companies[: len(ids)]] == list(ids)
    unscored = [each for each in found.related_companies[: len(ids)] if each.similarity == 0.0]
    for each in unscored:
        assert all(part.contribution == 0.0 for part in each.parts)
        assert "supplier of" in each.judgement.reason
    assert all("supplier of" in each.judgement.reason for each in found.related_companies[: len(ids)])


def test_a_topic_without_any_name_is_answered(sample_pipeline: DiscoveryPipeline) -> None:
    asked = Top(arg=in_country(All(), "CN"), by=CountOf(type="supplies", end="forward"), which="most", n=1)
    found = ask(sample_pipeline, Companies(set=asked))
    supplied = {each: len(recorded("supplies", source=each)) for each, country in COUNTRY.items() if country == "CN"}
    best = {each for each, count in supplied.items() if count == max(supplied.values())}
    assert set(found.answer.company_ids) == best
    assert str(max(supplied.values())) in found.answer.sentences[0].text


def test_a_count_is_by_the_type_asked_for(sample_pipeline: DiscoveryPipeline) -> None:
    suppliers, needed = recorded("supplies", target="apple"), recorded("depends_on", source="apple")
    answer = ask(sample_pipeline, Count(set=SUPPLIERS)).answer
    assert (answer.kind, answer.value, set(answer.company_ids)) == ("count", len(suppliers), suppliers)
    assert answer.sentences[1].text.startswith(f"{len(needed - suppliers)} more")
    check_footnotes(answer)


@pytest.mark.parametrize(
    ("entity", "value", "begins"), [("tsmc", True, ("Yes", "是")), ("byd", False, ("BYD is not on record", "没有"))]
)
def test_yes_or_no(sample_pipeline: DiscoveryPipeline, entity: str, value: bool, begins: tuple[str, str]) -> None:
    for language, word in zip(("en", "zh"), begins, strict=True):
        found = ask(sample_pipeline, YesNo(entity=entity, set=SUPPLIERS), language)  # type: ignore[arg-type]
        answer = found.answer
        assert (answer.outcome, answer.kind, answer.value) == ("answered", "yes_no", value)
        assert answer.company_ids == ((entity,) if value else ())
        assert answer.sentences[0].text.startswith(word)
        assert bool(answer.sources) == value
        check_footnotes(answer)


def test_an_empty_answer_offers_the_nearest_plan(sample_pipeline: DiscoveryPipeline) -> None:
    asked = in_country(related("competitor", "either", "meituan"), "KR")
    answer = ask(sample_pipeline, Companies(set=asked)).answer
    rivals = recorded("competitor", source="meituan", target="meituan")
    assert (answer.outcome, answer.kind, answer.company_ids) == ("empty", "companies", ())
    assert answer.nearest is not None
    assert answer.nearest.plan == Plan(answer=Companies(set=asked.arg))
    assert (answer.nearest.count, answer.nearest.left_out) == (len(rivals), "from South Korea")
    said = f"Of the {len(rivals)} on record as competitors of Meituan, none fits “from South Korea”."
    assert answer.sentences[0].text == said
    counted = ask(sample_pipeline, Count(set=asked)).answer
    assert (counted.outcome, counted.kind, counted.value) == ("empty", "count", 0)


def test_a_path_is_drawn_with_its_relations(sample_pipeline: DiscoveryPipeline) -> None:
    for ends in (("catl", "tesla"), ("meituan", "asml")):
        answer = ask(sample_pipeline, Path(ids=ends)).answer
        assert (answer.outcome, answer.kind) == ("answered", "path")
        for path in answer.paths:
            assert (path.steps[0].from_id, path.steps[-1].to_id) == ends
        assert {f"relation:{step.relation_id}" for step in answer.paths[0].steps} == set(answer.sentences[0].source_ids)
        check_footnotes(answer)


def test_companies_compared(sample_pipeline: DiscoveryPipeline) -> None:
    found = ask(sample_pipeline, Compare(ids=("catl", "byd")))
    assert (found.answer.kind, found.answer.company_ids) == ("comparison", ("catl", "byd"))
    assert [each.company_id for each in found.related_companies[:2]] == ["catl", "byd"]
    check_footnotes(found.answer)


def test_a_value_and_what_is_no_company(sample_pipeline: DiscoveryPipeline) -> None:
    year = ask(sample_pipeline, Value(entity="apple", attribute="founded")).answer
    assert (year.kind, year.value) == ("value", str(FOUNDED["apple"]))
    founders = ask(sample_pipeline, Companies(set=related("founded_by", "forward", "tesla"))).answer
    assert (founders.kind, founders.company_ids) == ("value", ())
    assert "Elon Musk" in str(founders.value)
    chief = ask(sample_pipeline, Companies(set=related("chief_executive_of", "backward", "nvidia"))).answer
    assert (chief.kind, chief.company_ids, chief.outcome) == ("value", (), "answered")
    assert "Jensen Huang" in str(chief.value)
    nobody = ask(sample_pipeline, Companies(set=related("chief_executive_of", "backward", "telkomsel"))).answer
    assert (nobody.kind, nobody.outcome) == ("value", "empty")
    led = ask(sample_pipeline, Companies(set=related("chief_executive_of", "forward", "person-elon-musk"))).answer
    assert led.company_ids == ("tesla",)


def test_a_question_beside_a_plan_is_only_searched_for(sample_pipeline: DiscoveryPipeline) -> None:
    plan = Plan(answer=Companies(set=RIVALS))
    found = sample_pipeline.discover(DiscoveryRequest(plan=plan, query="who supplies Apple?"))
    assert set(found.answer.company_ids) == recorded("competitor", source="catl", target="catl")
    assert found.query_companies == ("catl",)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (Entities(ids=("nobody",)), EntityUnknownError),
        (related("no_such_type", "forward", "apple"), PlanInvalidError),
        (All(type="galaxy"), PlanInvalidError),
        (in_country(All(), "ZZZ"), PlanInvalidError),
        (Filter(arg=All(), attribute="founded", operator=">", values=("old",)), PlanInvalidError),
        (Filter(arg=All(), attribute="country", operator=">", values=("JP",)), PlanInvalidError),
    ],
)
def test_what_is_not_there_is_refused(
    sample_pipeline: DiscoveryPipeline, asked: SetPlan, error: type[Exception]
) -> None:
    with pytest.raises(error):
        ask(sample_pipeline, Companies(set=asked))


@pytest.mark.parametrize("kind", [Path, Compare])
def test_nothing_is_compared_or_connected_with_itself(
    sample_pipeline: DiscoveryPipeline, kind: type[Path] | type[Compare]
) -> None:
    with pytest.raises(PlanInvalidError):
        ask(sample_pipeline, kind(ids=("catl", "byd", "catl")))


@pytest.mark.parametrize("question", ["competitors of Samsung", "三星的竞争对手有哪些"])
@pytest.mark.parametrize("chosen", ["samsung-electronics", "samsung-sdi"])
def test_a_name_of_several_means_the_one_that_is_chosen(
    question: str, chosen: str, sample_pipeline: DiscoveryPipeline
) -> None:
    alone = sample_pipeline.discover(DiscoveryRequest(company=chosen, query="Who are its competitors?"))
    named = sample_pipeline.discover(DiscoveryRequest(company=chosen, query=question))
    assert named.answer.outcome == "answered"
    assert named.answer.company_ids == alone.answer.company_ids


def test_only_a_set_starts_from_the_companies_of_an_industry() -> None:
    carmakers = Filter(arg=All(), attribute="industry", operator="in", values=("industry-automobiles",))
    assert industries_asked_about(Plan(answer=Companies(set=carmakers))) == ("industry-automobiles",)
    between = Plan(answer=Path(ids=("industry-automobiles", "industry-steel")))
    assert asked_about(between) == ("industry-automobiles", "industry-steel")
    assert industries_asked_about(between) == ()


@pytest.mark.parametrize(("language", "value"), [("en", "Elon Musk"), ("zh", "埃隆·马斯克")])
def test_a_member_that_nothing_recorded_makes_one_is_told_without_a_source(
    sample_pipeline: DiscoveryPipeline, language: Language, value: str
) -> None:
    """A plan of another program may name it itself."""
    answer = ask(sample_pipeline, Companies(set=Entities(ids=("person-elon-musk",))), language).answer
    assert (answer.outcome, answer.kind, answer.value, answer.sources) == ("answered", "value", value, ())
    assert value in answer.sentences[0].text
