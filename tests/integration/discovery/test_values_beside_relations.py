"""What a column or a relation to a person, product, industry or place answers: nothing beside it says the opposite."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.discovery.fact_answering import answer_fact
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import Discovery
from core.ingestion.mapping.table_mapping import ATTRIBUTE, TableMapping
from core.messages import LANGUAGES, Language, translate
from core.ontology import default_ontology
from core.reasoning.asked_value import ValueKind
from core.retrieval.base import Base
from core.retrieval.passages import PassageScores
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data

ONTOLOGY = default_ontology()
NAME: dict[Language, str] = {"zh": "甲电池", "en": "Alpha Cells"}
BARE: dict[Language, str] = {"zh": "乙汽车", "en": "Beta Cars"}
BRIDGES = {
    "founded_by": ("person", "李雷", "Li Lei"),
    "produces": ("product", "电芯", "battery cells"),
    "in_industry": ("industry", "动力电池", "traction batteries"),
    "located_in": ("place", "合肥", "Hefei"),
}
ASKED: dict[str, dict[Language, tuple[str, ...]]] = {
    "founded_by": {
        "zh": ("{x}的创始人是谁", "谁创立了{x}？", "{x}创始人"),
        "en": ("Who founded {x}?", "founders of {x}", "Who is the founder of {x}?"),
    },
    "in_industry": {"zh": ("{x}属于什么行业？",), "en": ("Which industry is {x} in?", "industry of {x}")},
    "located_in": {"zh": ("{x}的总部在哪里？", "{x}总部"), "en": ("Where is {x} based?", "headquarters of {x}")},
}


def _roles(language: Language) -> list[str]:
    """What the other end of each relation type is called, seen from a company: as such a column may be."""
    kinds = [kind for kind in ONTOLOGY.types.values() if kind.cues and not ONTOLOGY.is_bridge(kind.target)]
    roles = (
        kind.other_end_is(language, forward=way)
        for kind in kinds
        for way in (True, False)
        if not (way and ONTOLOGY.is_bridge(kind.source))
    )
    return list(dict.fromkeys(roles))


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("values")
    data = write_data(
        folder / "data",
        companies=[company("a", NAME["zh"], NAME["en"]), company("b", BARE["zh"], BARE["en"])],
        concepts=[{"id": key, "type": kind, "name_zh": zh, "name_en": en} for key, (kind, zh, en) in BRIDGES.items()],
        relations=[*(relation("a", key, key) for key in BRIDGES), relation("a", "partner", "b")],
        passages=[
            {"id": "p1", "language": "en", "title": "Beta Cars", "text": "Beta Cars is led by its CEO Han Mei."},
            {"id": "p2", "language": "zh", "title": "乙汽车", "text": "乙汽车的首席执行官是韩梅。"},
        ],
    )
    settings = settings_for(data, folder / "kb")
    build_and_open(settings, encoder)
    _import_columns(settings, [*_roles("zh"), *_roles("en")])
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
    return DiscoveryPipeline(Base.over(opened, ONTOLOGY, settings), encoder=lambda: encoder)


def _import_columns(settings: Settings, columns: list[str]) -> None:
    """Import a column of each name for the first company, as attributes that stay text."""
    cells = ",".join(f"Stated {number}" for number in range(len(columns)))
    table = f"id,name,{','.join(columns)}\na,{NAME['en']},{cells}\n"
    plan = plan_import([("stated.csv", table.encode())], settings)
    mapping = dict.fromkeys(columns, ATTRIBUTE)
    mapped = TableMapping(kind="companies", columns={"id": "id", "name": "name_en", **mapping})
    plan = replace(plan, mappings=dict.fromkeys(plan.mappings, mapped))
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    run_import(plan, check_import(plan, opened, ONTOLOGY), settings, ONTOLOGY)


def _ask(pipeline: DiscoveryPipeline, question: str, language: Language) -> Discovery:
    return pipeline.discover(DiscoveryRequest(query=question, language=language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_relation_that_answers_is_not_said_to_be_missing(pipeline: DiscoveryPipeline, language: Language) -> None:
    for kind, by_language in ASKED.items():
        for wording in by_language[language]:
            found = _ask(pipeline, wording.format(x=NAME[language]), language)
            value = BRIDGES[kind][1 if language == "zh" else 2]
            assert (found.answer.outcome, found.answer.value) == ("answered", value), wording
            assert found.warnings == (), wording


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_column_called_like_a_relation_is_not_said_to_be_missing(
    pipeline: DiscoveryPipeline, language: Language
) -> None:
    wordings = (
        ("{x}的{role}", "{x}的{role}是谁？") if language == "zh" else ("{role} of {x}", "Who is the {role} of {x}?")
    )
    for role in _roles(language):
        for wording in wordings:
            question = wording.format(x=NAME[language], role=role)
            found = _ask(pipeline, question, language)
            if found.answer.kind == "companies" and found.answer.company_ids:
                continue  # the one recorded partner
            assert (found.answer.kind, found.answer.outcome) == ("value", "answered"), question
            assert found.warnings == (), question


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_relation_without_row_and_column_is_said_to_be_missing_once(
    pipeline: DiscoveryPipeline, language: Language
) -> None:
    for kind, by_language in ASKED.items():
        for wording in by_language[language]:
            found = _ask(pipeline, wording.format(x=BARE[language]), language)
            assert (found.answer.kind, found.answer.outcome) == ("value", "empty"), (kind, wording)
            assert found.warnings == (), wording
    asked = f"{BARE[language]}的股东" if language == "zh" else f"shareholders of {BARE[language]}"
    question = (
        f"{BARE[language]}的股东有哪些？" if language == "zh" else f"Who are the shareholders of {BARE[language]}?"
    )
    missing = translate("warning.asked_not_recorded", language, set=asked)
    assert _ask(pipeline, question, language).warnings == (missing,)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", get_args(ValueKind))
def test_what_no_field_holds_is_not_said_to_be_nowhere(name: str, language: Language) -> None:
    said = translate(f"answer.no_value.{name}", language, company="X", attribute="Y")
    assert said.startswith("没有字段记录" if language == "zh" else "No field ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_passages_that_may_say_it_are_pointed_at_only_where_they_are_cited(
    pipeline: DiscoveryPipeline, language: Language
) -> None:
    question = f"{BARE[language]}的首席执行官是谁？" if language == "zh" else f"Who is the CEO of {BARE[language]}?"
    retrieval = pipeline.retrieve(DiscoveryRequest(query=question, language=language))
    may = "下面的段落可能写明答案" if language == "zh" else "the passages below may state it"
    cited = answer_fact(retrieval, None, pipeline.base.settings, language)
    assert cited.sources
    assert may in cited.explanation
    retrieval = replace(retrieval, found=replace(retrieval.found, passage_scores=PassageScores()))
    bare = answer_fact(retrieval, None, pipeline.base.settings, language)
    assert not bare.sources
    assert may not in bare.explanation
    assert translate("fact.no_passages", language) in bare.explanation


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("When did Microsoft buy GitHub and LinkedIn?", {"GitHub": "2018", "LinkedIn": "2016"}),
        ("微软什么时候收购了领英和GitHub", {"领英": "2016", "GitHub": "2018"}),
        ("When did CATL start supplying Tesla and Ford?", {"Tesla": "2020", "Ford": "2023"}),
        ("When did Alphabet acquire YouTube and Motorola Mobility?", {"YouTube": "2006", "Motorola": "2012"}),
        ("when did tencent invest in JD and Moonshot AI", {"JD.com": "2014", "Moonshot AI": "2024"}),
    ],
)
def test_of_several_it_is_told_when_of_each(
    sample_pipeline: DiscoveryPipeline, question: str, years: dict[str, str]
) -> None:
    language = "en" if question.isascii() else "zh"
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.value, len(answer.sentences)) == ("answered", None, len(years))
    for name, year in years.items():
        assert len([each for each in answer.sentences if name in each.text and year in each.text]) == 1
    assert all(each.source_ids for each in answer.sentences)


@pytest.mark.parametrize(
    ("question", "outcome", "value"),
    [
        ("丰田持有特斯拉股份到什么时候？", "answered", "2016"),
        ("丰田持有特斯拉股份到哪一年？", "answered", "2016"),
        ("Until when was Toyota a shareholder of Tesla?", "answered", "2016"),
        ("腾讯持有京东股份到何时", "empty", None),
    ],
)
def test_until_when_is_not_answered_with_since_when(
    sample_pipeline: DiscoveryPipeline, question: str, outcome: str, value: str | None
) -> None:
    language = "en" if question.isascii() else "zh"
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.value) == (outcome, value)
