from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.discovery.answering import answer
from core.discovery.judged import Answering
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.planned import asked_about
from core.discovery.searched import Searched
from core.domain.arms import ARMS
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel, ScoreScale
from core.domain.results import Discovery, Source, SourceKind
from core.messages import Language
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, examples, relation, settings_for, write_data

LETTERS = "ABCDEFGHIJKL"
PRODUCTS = [{"id": f"p{n}", "type": "product", "name_zh": f"产品{n}", "name_en": f"Product {n}"} for n in range(3)]
KINDS = ("competitor", "supplies", "partner", "shareholder_of", "similar_product", "depends_on", "acquired")
TEMPLATES = (
    "{a}",
    "谁给{a}供货？",
    "Who competes with {a}?",
    "{a}和{b}有什么关系？",
    "Who depends on {a}?",
    "谁生产产品1？",
    "{a} 天气",
)
shares = st.floats(0.0, 4.0)
fusions = st.builds(
    FusionSettings,
    mode=st.sampled_from(FusionMode),
    scale=st.sampled_from(ScoreScale),
    graph_weight=st.floats(0.0, 1.0),
    vector_weight=st.floats(0.0, 1.0),
    **{FusionSettings.share_name(arm): shares for arm in ARMS},
    rrf_k=st.integers(1, 120),
    max_results=st.integers(1, 15),
    min_relevance=st.sampled_from(RelevanceLevel),
)
names = st.sampled_from([f"{kind}{letter}" for letter in LETTERS for kind in ("公司", "Company ")])
questions = st.builds(lambda template, a, b: template.format(a=a, b=b), st.sampled_from(TEMPLATES), names, names)
requests = st.builds(
    DiscoveryRequest,
    query=questions,
    company=st.just("") | names,
    damping=st.floats(0.0, 0.95),
    max_hops=st.integers(1, 6),
)
languages: st.SearchStrategy[Language] = st.sampled_from(["zh", "en"])


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> DiscoveryPipeline:
    """Twelve companies in a ring with chords, three products, five passages and a pair of namesakes."""
    folder = tmp_path_factory.mktemp("answers")
    ring = [(LETTERS[n], KINDS[n % len(KINDS)], LETTERS[(n + step) % 10]) for step in (1, 3) for n in range(10)]
    chosen = settings_for(
        write_data(
            folder / "data",
            companies=[
                company(f"id-{letter}", f"公司{letter}", f"Company {letter}", description_en=f"Firm {n} of many.")
                for n, letter in enumerate(LETTERS)
            ]
            + [company("twin", "公司B有限公司", "Company B Ltd", description_zh="公司B的重复记录。")],
            concepts=PRODUCTS,
            relations=[
                relation(f"id-{a}", kind, f"id-{b}", f"{a} {kind} {b}", weight=str(0.2 + n / 40))
                for n, (a, kind, b) in enumerate(ring)
            ]
            + [relation(f"id-{letter}", "produces", f"p{n % 3}", f"{letter} makes") for n, letter in enumerate("ACEGI")]
            + [relation("twin", "partner", "id-A", "the twin works with A")],
            passages=[
                {"id": f"t{n}", "language": "zh", "text": f"公司{LETTERS[n]}和公司{LETTERS[n + 2]}签约。"}
                for n in range(5)
            ],
        ),
        folder / "kb",
    )
    made = DiscoveryPipeline(
        Base.over(build_and_open(chosen, encoder), default_ontology(), chosen), encoder=lambda: encoder
    )
    made.warm_up()  # compiling is not part of any answer
    return made


def source_exists(knowledge_base: KnowledgeBase, source: Source) -> bool:
    if source.kind is SourceKind.RELATION:
        stored = knowledge_base.relation(knowledge_base.relation_row(source.id))
        return source.text in (stored.evidence_zh, stored.evidence_en)
    if source.kind is SourceKind.PASSAGE:
        return source.text == knowledge_base.passage(source.id).text
    profile = knowledge_base.entity(source.id)
    return source.text in (profile.description_zh, profile.description_en)


def assert_cited_from(knowledge_base: KnowledgeBase, discovery: Discovery) -> None:
    companies = {knowledge_base.entity_ids[node] for node in knowledge_base.company_nodes}
    for found in discovery.related_companies:
        assert found.company_id in companies
        assert found.judgement.relation_type in default_ontology()
        assert all(source_exists(knowledge_base, source) for source in found.sources)
        assert len({(source.kind, source.id) for source in found.sources}) == len(found.sources)
        for path in found.paths:
            assert path.steps[0].from_id in discovery.query_companies
            assert path.steps[-1].to_id == found.company_id
            for step in path.steps:
                stored = knowledge_base.relation(knowledge_base.relation_row(step.relation_id))
                ends = (step.from_id, step.to_id) if step.forward else (step.to_id, step.from_id)
                assert (stored.source, stored.target, stored.type) == (*ends, step.relation_type)


def assert_ranked(discovery: Discovery, fusion: FusionSettings) -> None:
    results = discovery.related_companies
    assert [found.rank for found in results] == list(range(1, len(results) + 1))
    answering = [found for found in results if found.answers_question]
    others = [found for found in results if not found.answers_question]
    assert results == (*answering, *others)
    assert [found.company_id for found in answering] == list(discovery.answer.company_ids)[: len(answering)]
    assert all(a.similarity >= b.similarity for a, b in pairwise(others))
    assert len(results) <= fusion.max_results
    assert len({found.company_id for found in results}) == len(results)
    query = set(discovery.query_companies)
    assert not {found.company_id for found in others} & query
    if {found.company_id for found in answering} & query:  # I is chosen, and a supplier of B, whose are asked for
        assert discovery.answer.plan is not None
        assert set(asked_about(discovery.answer.plan)) - query
    assert all(found.judgement.level.order >= fusion.min_relevance.order for found in others)  # members always stay
    assert len(others) + discovery.hidden_by_relevance <= discovery.candidates


def assert_adds_up(discovery: Discovery) -> None:
    for found in discovery.related_companies:
        assert tuple(part.arm for part in found.parts) == ARMS
        assert math.isclose(sum(part.contribution for part in found.parts), found.similarity, abs_tol=1e-9)
        for part in found.parts:
            assert math.isclose(part.contribution, part.weight * part.normalised, abs_tol=1e-9)
            assert part.rank is not None or part.contribution == 0.0


def assert_outcome(discovery: Discovery) -> None:
    if discovery.outcome == "found":
        assert discovery.related_companies
        assert discovery.explanation == ""
    else:
        assert discovery.related_companies == ()
        assert discovery.explanation


@settings(max_examples=examples(60))
@given(requests, fusions, languages)
def test_every_answer_holds_what_it_promises(
    pipeline: DiscoveryPipeline, request_: DiscoveryRequest, fusion: FusionSettings, language: Language
) -> None:
    searched = pipeline.retrieve(request_)
    discovery, explained = answer(searched, fusion, language), Answering(searched)
    assert all(
        found.judgement.level == explained.level(found.company_id, language) for found in discovery.related_companies
    )
    assert_outcome(discovery)
    assert_cited_from(pipeline.base.knowledge_base, discovery)
    assert_ranked(discovery, fusion)
    assert_adds_up(discovery)


@pytest.fixture(scope="module")
def kept(pipeline: DiscoveryPipeline) -> Searched:
    return pipeline.retrieve(DiscoveryRequest(query="公司A和公司B的供应商"))


@given(fusions, languages)
def test_every_slider_position_holds_it_too(
    pipeline: DiscoveryPipeline, kept: Searched, fusion: FusionSettings, language: Language
) -> None:
    discovery = answer(kept, fusion, language)
    assert_outcome(discovery)
    assert_cited_from(pipeline.base.knowledge_base, discovery)
    assert_ranked(discovery, fusion)
    assert_adds_up(discovery)


@given(fusions, st.sampled_from(RelevanceLevel))
def test_a_stricter_level_only_takes_away(kept: Searched, fusion: FusionSettings, level: RelevanceLevel) -> None:
    everything = fusion.model_copy(update={"min_relevance": RelevanceLevel.LOW, "max_results": 100})
    stricter = everything.model_copy(update={"min_relevance": level})
    every, fewer = (answer(kept, each, "en").related_companies for each in (everything, stricter))
    expected = [found.company_id for found in every if found.judgement.level.order >= level.order]
    assert [found.company_id for found in fewer] == expected


@given(fusions, st.integers(1, 15))
def test_fewer_results_are_the_first_of_more(kept: Searched, fusion: FusionSettings, fewer: int) -> None:
    more = answer(kept, fusion.model_copy(update={"max_results": 15}), "en").related_companies
    less = answer(kept, fusion.model_copy(update={"max_results": fewer}), "en").related_companies
    assert less == more[:fewer]


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("company_id", ["catl", "byd", "apple", "tesla"])
@pytest.mark.parametrize("mode", FusionMode)
def test_answers_over_the_sample_hold_it_too(
    company_id: str, mode: FusionMode, sample_pipeline: DiscoveryPipeline
) -> None:
    fusion = FusionSettings(mode=mode, max_results=100)
    discovery = sample_pipeline.discover(DiscoveryRequest(company=company_id, fusion=fusion))
    assert_outcome(discovery)
    assert_cited_from(sample_pipeline.base.knowledge_base, discovery)
    assert_ranked(discovery, fusion)
    assert_adds_up(discovery)
