from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from core.defaults import default_fusion, default_influence
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.ranking import answer
from core.domain.arms import ARMS, SEARCHES, Search
from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.domain.requests import BY_QUESTION, DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel, ScoreScale
from core.domain.results import RESTART, Discovery, RelatedCompany
from core.errors import EmbeddingModelUnavailableError, QueryEmptyError, QueryTooLongError
from core.exploring.neighbourhood import neighbourhood
from core.messages import LANGUAGES, Language, translate
from core.ontology import default_ontology
from core.retrieval import searches
from core.retrieval.arms import relation as relation_arm
from core.retrieval.pagerank.engines import engine_from
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank
from core.runtime.freed_memory import FREED_MEMORY
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data

GRAPH_ONLY = FusionSettings(graph_weight=1.0, vector_weight=0.0)
TEXT_ONLY = FusionSettings(graph_weight=0.0, vector_weight=1.0, relation_share=0.0, keyword_share=0.0, words_share=0.0)
LINKED_STAGES = {"link", "ask", "evidence", "retrieve", "fuse", "judge", *(f"retrieve.{arm}" for arm in SEARCHES)}
MENTIONS = {"PRIMARY", "SECONDARY", "PERIPHERAL"}


class CountingEncoder:
    def __init__(self, encoder: Encoder) -> None:
        self.name, self.dimension = encoder.name, encoder.dimension
        self._encoder = encoder
        self.texts: list[Sequence[str]] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.texts.append(texts)
        return self._encoder.encode(texts)


class BrokenEncoder(CountingEncoder):
    def encode(self, texts: Sequence[str]) -> Vectors:
        raise RuntimeError(f"cannot embed {len(texts)} texts")


class BrokenEngine(IgraphPersonalizedPageRank):
    def walk(self, *_: object, **__: object) -> object:  # type: ignore[override]
        raise RuntimeError("no walk")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("pipeline")
    data = write_data(
        folder / "data",
        companies=[
            company(
                "hub",
                "枢纽汽车",
                "Hub Motors",
                description_zh="枢纽汽车制造电动汽车。",
                description_en="Hub Motors builds electric cars.",
            ),
            company("rival", "对手汽车", "Rival Motors", description_en="Rival Motors builds electric cars."),
            company("seller", "电芯工厂", "Cell Works", description_en="Cell Works makes battery cells."),
            company("alone", "孤岛船厂", "Island Shipyard", description_en="Island Shipyard builds electric ferries."),
            company("maker", "同行汽车", "Peer Motors", description_en="Peer Motors builds electric vans."),
            company("acme-1", "顶点", "Acme Ltd", description_en="Acme makes brakes."),
            company("acme-2", "顶点股份有限公司", "ACME Co., Ltd.", description_en="Acme makes brakes for cars."),
            company("hub-again", "枢纽汽车有限公司", "Hub Automobile", description_en="Builds electric cars."),
        ],
        concepts=[{"id": "van", "type": "product", "name_zh": "电动货车", "name_en": "electric vans"}],
        relations=[
            relation("hub", "competitor", "rival", "Hub Motors and Rival Motors compete."),
            relation("seller", "supplies", "hub", "Cell Works supplies cells to Hub Motors."),
            relation("acme-1", "supplies", "hub", "Acme supplies brakes."),
            relation("acme-2", "competitor", "hub", "Acme wants to build cars too.", weight="0.1"),
            relation("hub-again", "partner", "hub", "A duplicate of the same firm."),
            relation("maker", "produces", "van"),
        ],
        passages=[{"id": "p", "language": "en", "title": "Hub Motors", "text": "Hub Motors buys from Cell Works."}],
    )
    return settings_for(data, folder / "kb")


@pytest.fixture(scope="module")
def knowledge_base(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    return build_and_open(settings, encoder)


@pytest.fixture
def counting(encoder: Encoder) -> CountingEncoder:
    return CountingEncoder(encoder)


@pytest.fixture
def pipeline(knowledge_base: KnowledgeBase, settings: Settings, counting: CountingEncoder) -> DiscoveryPipeline:
    return DiscoveryPipeline(knowledge_base, default_ontology(), settings, encoder=lambda: counting)


def small_pipeline(folder: Path, encoder: Encoder, **tables: object) -> DiscoveryPipeline:
    settings = settings_for(write_data(folder / "data", **tables), folder / "kb")  # type: ignore[arg-type]
    return DiscoveryPipeline(build_and_open(settings, encoder), default_ontology(), settings, encoder=lambda: encoder)


def found(discovery: Discovery, company_id: str) -> RelatedCompany:
    return next(each for each in discovery.related_companies if each.company_id == company_id)


def ids(discovery: Discovery) -> list[str]:
    return [each.company_id for each in discovery.related_companies]


def failed(*arms: Search) -> tuple[str, ...]:
    """The warnings of searches that failed."""
    return tuple(translate("warning.arm_failed", "en", arm=translate(f"arm.{arm}", "en")) for arm in arms)


def without_times(discovery: Discovery) -> dict[str, object]:
    return discovery.model_dump(exclude={"timings", "processing_time_ms"})


def test_a_question_is_embedded_in_one_call(pipeline: DiscoveryPipeline, counting: CountingEncoder) -> None:
    pipeline.discover(DiscoveryRequest(query="Who supplies brakes to Hub Motors?"))
    pipeline.discover(DiscoveryRequest(company="hub", query="谁给它供货？"))
    with_a_topic, without = counting.texts
    assert with_a_topic == ["枢纽汽车 Hub Motors Who supplies brakes to Hub Motors?", "brakes"]
    assert without == ["枢纽汽车 Hub Motors 谁给它供货？"]


def test_a_bare_company_is_not_embedded(pipeline: DiscoveryPipeline, counting: CountingEncoder) -> None:
    assert pipeline.discover(DiscoveryRequest(company="Hub Motors")).outcome == "found"
    assert counting.texts == []


def test_an_unknown_company_is_not_embedded(pipeline: DiscoveryPipeline, counting: CountingEncoder) -> None:
    pipeline.discover(DiscoveryRequest(query="Who supplies Nobody Anywhere?"))
    assert counting.texts == []


def test_the_asked_relation_is_high_and_first(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?"))
    assert discovery.asked_relation == "supplies"
    assert discovery.query_companies == ("hub",)
    assert found(discovery, "seller").judgement.level == "high"
    assert "asked for" in found(discovery, "seller").judgement.reason


def test_a_question_about_a_product_finds_its_makers(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Who makes electric vans?"))
    assert discovery.query_companies == ("van",)
    assert found(discovery, "maker").judgement.level == "high"


def test_the_timings_name_every_stage(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?"))
    assert {timing.stage for timing in discovery.timings} == LINKED_STAGES
    assert len(discovery.timings) == len(LINKED_STAGES)
    sizes = {timing.stage: timing.size for timing in discovery.timings}
    assert sizes["link"] == sizes["ask"] == 1
    assert sizes["judge"] == len(discovery.related_companies)
    assert [timing.stage for timing in discovery.timings[4:-2]] == [f"retrieve.{arm}" for arm in SEARCHES]
    outer = sum(timing.milliseconds for timing in discovery.timings if "." not in timing.stage)
    assert discovery.processing_time_ms == pytest.approx(outer)


def test_an_unlinked_question_names_only_its_one_stage(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="Hub Motorz"))
    assert [timing.stage for timing in discovery.timings] == ["link"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_company_is_explained_with_choices(language: Language, pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="Rivel Motors", language=language))
    assert discovery.outcome == "unknown_company"
    assert discovery.choices[0].company_id == "rival"
    assert discovery.explanation == translate("discover.unknown_company", language, name="Rivel Motors")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hopeless_name_is_explained_without_choices(language: Language, pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="????", language=language))
    assert discovery.choices == ()
    assert discovery.explanation == translate("discover.unknown_company_without_choices", language, name="????")


def test_a_name_of_two_companies_is_ambiguous(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="Acme"))
    assert discovery.outcome == "ambiguous_company"
    assert {choice.company_id for choice in discovery.choices} == {"acme-1", "acme-2"}


def test_a_long_name_is_cut_in_the_explanation(pipeline: DiscoveryPipeline) -> None:
    assert len(pipeline.discover(DiscoveryRequest(company="zq" * 900)).explanation) < 300


@pytest.mark.parametrize(
    "request_",
    [DiscoveryRequest(), DiscoveryRequest(company="  ", query="\n\t"), DiscoveryRequest(query="\u202e\u0000")],
)
def test_an_empty_question_is_refused(request_: DiscoveryRequest, pipeline: DiscoveryPipeline) -> None:
    with pytest.raises(QueryEmptyError):
        pipeline.discover(request_)


@pytest.mark.parametrize("field", ["company", "query"])
def test_a_question_that_is_too_long_is_refused(field: str, pipeline: DiscoveryPipeline) -> None:
    assert pipeline.discover(DiscoveryRequest(**{field: "x" * 2000})).outcome == "unknown_company"
    with pytest.raises(QueryTooLongError) as error:
        pipeline.discover(DiscoveryRequest(**{field: "x" * 2001}))
    assert "2000" in error.value.message("zh")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("place", "function", "arm", "left"),
    [
        (searches, "search_companies", "text", 0.0),
        (searches, "search_triplets", "relation", 0.5),  # what is recorded is known without a search
        (searches, "search_passages", "keyword", 0.0),
        (searches, "word_match", "words", 0.0),
        (relation_arm, "relation_match", "relation", 0.0),
    ],
)
def test_a_search_that_fails_degrades_with_a_warning(
    place: ModuleType,
    function: str,
    arm: Search,
    left: float,
    language: Language,
    pipeline: DiscoveryPipeline,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(place, function, fail)
    discovery = pipeline.discover(DiscoveryRequest(query="谁给枢纽汽车供货？", language=language))
    assert discovery.outcome == "found"
    assert discovery.warnings == (translate("warning.arm_failed", language, arm=translate(f"arm.{arm}", language)),)
    assert best_raw(discovery, arm) == left
    assert found(discovery, "seller").judgement.level == "high"


def best_raw(discovery: Discovery, arm: Search) -> float:
    return max(part.raw for each in discovery.related_companies for part in each.parts if part.arm == arm)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_failed_search_for_passages_by_meaning_is_said_and_leaves_the_profiles(
    language: Language, pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(searches, "search_passages_by_meaning", fail)
    discovery = pipeline.discover(DiscoveryRequest(query="谁给枢纽汽车供货？", language=language))
    named = "Passages by meaning" if language == "en" else "资料含义"
    assert discovery.warnings == (translate("warning.arm_failed", language, arm=named),)
    assert best_raw(discovery, "text") > 0


def test_an_encoder_that_fails_degrades_with_warnings(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    broken = BrokenEncoder(encoder)
    pipeline = DiscoveryPipeline(knowledge_base, default_ontology(), settings, encoder=lambda: broken)
    discovery = pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?"))
    assert discovery.outcome == "found"
    assert discovery.warnings == failed("text", "relation", "passages")
    assert found(discovery, "seller").judgement.level == "high"


def test_an_engine_that_fails_is_not_taken_for_a_company_without_relations(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    pipeline = DiscoveryPipeline(
        knowledge_base, default_ontology(), settings, encoder=lambda: encoder, engine=BrokenEngine()
    )
    discovery = pipeline.discover(DiscoveryRequest(company="hub"))
    assert discovery.outcome == "found"
    assert discovery.warnings == failed("graph", "peers")


def test_a_walk_that_did_not_converge_is_admitted(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    hurried = settings.model_copy(update={"ppr_max_iterations": 1, "ppr_engine": "conjugate_gradient"})
    pipeline = DiscoveryPipeline(knowledge_base, default_ontology(), hurried, encoder=lambda: encoder)
    for language in LANGUAGES:
        discovery = pipeline.discover(DiscoveryRequest(company="hub", language=language))
        assert discovery.warnings == (translate("warning.walk_not_converged", language),)
        assert discovery.related_companies


def test_the_graph_score_of_a_company_is_told_by_relation_type(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="hub"))
    shares = {share.type: share.share for share in found(discovery, "seller").graph_shares}
    assert max(shares, key=lambda kind: shares[kind]) == "supplies"
    assert set(shares) - {"supplies"} <= MENTIONS | {RESTART}
    assert shares[RESTART] < 0.1  # as an end of the triplets found
    assert sum(shares.values()) == pytest.approx(1.0)
    assert {share.type for share in found(discovery, "alone").graph_shares} <= MENTIONS


def test_a_company_the_walk_begins_at_owes_a_part_to_that(pipeline: DiscoveryPipeline) -> None:
    shares = pipeline.retrieve(DiscoveryRequest(company="hub")).explain("hub", "en").graph_shares
    assert 0 < next(share.share for share in shares if share.type == RESTART) < 1
    assert [share.share for share in shares] == sorted((share.share for share in shares), reverse=True)


def test_a_failed_walk_has_no_shares(knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder) -> None:
    pipeline = DiscoveryPipeline(
        knowledge_base, default_ontology(), settings, encoder=lambda: encoder, engine=BrokenEngine()
    )
    discovery = pipeline.discover(DiscoveryRequest(company="hub"))
    assert all(company.graph_shares == () for company in discovery.related_companies)


def test_influence_counts_where_the_request_carries_it(pipeline: DiscoveryPipeline) -> None:
    only_supply = RelationInfluence(families=FamilyInfluence(causality=1.0), roles=RoleInfluence(primary=1.0))
    plain, uniform, weighed = (
        pipeline.discover(DiscoveryRequest(company="hub", fusion=GRAPH_ONLY, influence=influence))
        for influence in (None, RelationInfluence(), only_supply)
    )
    assert without_times(plain) == without_times(uniform) != without_times(weighed)
    shares = {share.type for each in weighed.related_companies for share in each.graph_shares}
    assert "supplies" in shares
    assert "competitor" not in shares


SPATIAL = [kind.id for kind in default_ontology().types.values() if kind.family == "SPATIAL"]


@pytest.mark.parametrize(
    ("request_", "count"),
    [
        (DiscoveryRequest(company="byd"), False),
        (DiscoveryRequest(company="byd", query="Who competes with it?"), False),
        (DiscoveryRequest(company="byd", influence=BY_QUESTION), False),
        (DiscoveryRequest(company="byd", influence=RelationInfluence()), True),
        (DiscoveryRequest(company="place-shenzhen"), True),
        (DiscoveryRequest(query="Which companies are headquartered in Shenzhen?"), True),
        (DiscoveryRequest(query="总部位于深圳的有哪些公司？"), True),
    ],
)
def test_places_lead_the_walk_only_where_the_question_is_about_them(
    request_: DiscoveryRequest, count: bool, sample_pipeline: DiscoveryPipeline
) -> None:
    attribution = sample_pipeline.retrieve(request_).found.attribution
    assert attribution is not None
    edge_types = sample_pipeline.knowledge_base.manifest.edge_types
    influence = dict(zip(edge_types, attribution.influence.tolist(), strict=True))
    assert {influence[kind] > 0 for kind in SPATIAL} == {count}
    assert all(influence[kind] > 0 for kind in edge_types if kind not in SPATIAL)


def test_places_can_count_as_much_as_everything_else(sample_pipeline: DiscoveryPipeline) -> None:
    everything = sample_pipeline.settings.model_copy(update={"place_relation_emphasis": 1.0})
    request = DiscoveryRequest(company="byd")
    plain, by_default = (
        pipeline.retrieve(request).found.attribution
        for pipeline in (sample_pipeline.with_settings(everything), sample_pipeline)
    )
    assert plain is not None
    assert by_default is not None
    assert set(plain.influence.tolist()) == {1.0}
    assert not np.array_equal(plain.walk.scores, by_default.walk.scores)


def test_relations_are_weighed_by_default_only_where_it_is_configured(settings: Settings) -> None:
    configured = settings.model_copy(update={"use_relation_aware_retrieval": True})
    assert (default_influence(settings), default_influence(configured)) == (None, BY_QUESTION)


def test_the_walks_of_a_question_are_remembered(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    engine = engine_from(settings)
    pipeline = DiscoveryPipeline(knowledge_base, default_ontology(), settings, encoder=lambda: encoder, engine=engine)
    first, again = (pipeline.discover(DiscoveryRequest(company="hub", max_hops=2)) for _ in range(2))
    assert (engine.hits, engine.misses) == (2, 2)
    assert without_times(first) == without_times(again)
    for _ in range(2):
        neighbourhood(knowledge_base, pipeline.engine, ["hub"], hops=2)
    assert (engine.hits, engine.misses) == (3, 3)


def test_a_failure_never_looks_like_nothing_found(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    pipeline = DiscoveryPipeline(
        knowledge_base, default_ontology(), settings, encoder=lambda: encoder, engine=BrokenEngine()
    )
    walk_only = GRAPH_ONLY.model_copy(update={"peers_share": 0.0, "named_share": 0.0})
    discovery = pipeline.discover(DiscoveryRequest(company="hub", fusion=walk_only))
    assert (discovery.outcome, discovery.related_companies) == ("search_failed", ())
    assert discovery.explanation == translate("discover.search_failed", "en", company="Hub Motors")
    assert discovery.warnings == failed("graph", "peers")


def test_an_encoder_that_cannot_be_loaded_degrades(knowledge_base: KnowledgeBase, settings: Settings) -> None:
    def unavailable() -> Encoder:
        raise EmbeddingModelUnavailableError(model="m", detail="missing")

    pipeline = DiscoveryPipeline(knowledge_base, default_ontology(), settings, encoder=unavailable)
    assert pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?")).outcome == "found"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_isolated_company_gets_text_results_and_a_warning(language: Language, pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="alone", language=language))
    assert discovery.outcome == "found"
    name = "孤岛船厂" if language == "zh" else "Island Shipyard"
    assert discovery.warnings == (translate("warning.no_relations", language, company=name),)
    starts = {share.type for each in discovery.related_companies for share in each.graph_shares}
    assert starts & MENTIONS  # what reaches the graph does so through passages in like words
    for each in discovery.related_companies:
        assert each.judgement.level == "low"
        assert not any(source.kind == "relation" and "孤岛" in source.text for source in each.sources)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["Which companies build electric ferries?", "electric ferries"])
def test_a_question_that_names_nothing_known_is_answered_as_a_topic(
    query: str, language: Language, pipeline: DiscoveryPipeline
) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query=query, language=language))
    assert (discovery.outcome, discovery.query_companies) == ("found", ())
    assert discovery.warnings == (translate("warning.topic", language),)
    words = {
        each.company_id: part.rank for each in discovery.related_companies for part in each.parts if part.arm == "words"
    }
    assert words["alone"] == 1


def test_a_topic_with_a_relation_asked_for_says_nothing_of_a_company(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Which companies make battery cells?"))
    assert discovery.asked_relation == "produces"
    assert ids(discovery)[0] == "seller"
    assert discovery.warnings == (translate("warning.topic", "en"),)


@pytest.mark.parametrize("query", ["Who competes with Foobar Motors?", "Foobar Motors", "谁是福巴公司的竞争对手？"])
def test_a_question_about_an_unknown_company_is_no_topic(
    query: str, pipeline: DiscoveryPipeline, sample_pipeline: DiscoveryPipeline
) -> None:
    for asked in (pipeline, sample_pipeline):
        discovery = asked.discover(DiscoveryRequest(query=query))
        assert (discovery.outcome, discovery.related_companies) == ("unknown_company", ())


def test_only_companies_among_those_wanted_answer(pipeline: DiscoveryPipeline) -> None:
    wanted = ("rival", "alone", "hub", "nobody at all")
    discovery = pipeline.discover(DiscoveryRequest(company="hub", among=wanted))
    assert set(ids(discovery)) == {"rival", "alone"}
    everybody = pipeline.discover(DiscoveryRequest(company="hub"))
    assert found(discovery, "rival").judgement == found(everybody, "rival").judgement
    assert pipeline.discover(DiscoveryRequest(company="hub", among=("nobody at all",))).related_companies == ()


def test_what_is_wanted_twice_or_is_no_company_answers_once_or_not_at_all(pipeline: DiscoveryPipeline) -> None:
    question = DiscoveryRequest(query="Who makes electric vans?", among=("maker", "van", "seller", "maker"))
    assert ids(pipeline.discover(question)) == ["maker", "seller"]
    only_van = question.model_copy(update={"among": ("van",)})
    assert pipeline.discover(only_van).outcome == "nothing_related"


def test_every_company_among_those_wanted_is_scored(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    narrow = settings.model_copy(update={"candidate_limit": 1})
    pipeline = DiscoveryPipeline(knowledge_base, default_ontology(), narrow, encoder=lambda: encoder)
    scored = pipeline.retrieve(DiscoveryRequest(company="hub", among=("maker", "alone"))).found.candidates
    assert scored.company_ids == ("alone", "maker")
    assert np.isfinite(scored.raw[:, ARMS.index("text")]).all()


def test_a_company_with_relations_out_of_reach_is_not_said_to_have_none(pipeline: DiscoveryPipeline) -> None:
    assert pipeline.discover(DiscoveryRequest(company="maker", max_hops=1)).warnings == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_related_is_explained(language: Language, tmp_path: Path, encoder: Encoder) -> None:
    pipeline = small_pipeline(tmp_path, encoder, companies=[company("only", "独一", "Only One")])
    discovery = pipeline.discover(DiscoveryRequest(company="only", language=language))
    assert (discovery.outcome, discovery.candidates, discovery.related_companies) == ("nothing_related", 0, ())
    name = "独一" if language == "zh" else "Only One"
    assert discovery.explanation == translate("discover.nothing_related", language, company=name, hidden=0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_at_the_chosen_level_is_explained(language: Language, pipeline: DiscoveryPipeline) -> None:
    fusion = FusionSettings(min_relevance=RelevanceLevel.MEDIUM)
    discovery = pipeline.discover(DiscoveryRequest(company="alone", language=language, fusion=fusion))
    assert discovery.outcome == "nothing_related"
    assert discovery.hidden_by_relevance == discovery.candidates > 0
    assert str(discovery.hidden_by_relevance) in discovery.explanation


def test_what_is_below_the_chosen_level_is_hidden_and_counted(pipeline: DiscoveryPipeline) -> None:
    everything = pipeline.discover(DiscoveryRequest(company="hub"))
    high = pipeline.discover(DiscoveryRequest(company="hub", fusion=FusionSettings(min_relevance=RelevanceLevel.HIGH)))
    assert "rival" in ids(high)
    assert {each.judgement.level for each in high.related_companies} == {RelevanceLevel.HIGH}
    assert high.hidden_by_relevance == everything.candidates - 2  # rival and acme-2 compete


def test_no_more_results_than_asked_for(pipeline: DiscoveryPipeline) -> None:
    fusion = FusionSettings(max_results=2)
    discovery = pipeline.discover(DiscoveryRequest(company="hub", fusion=fusion))
    assert len(discovery.related_companies) == 2
    assert discovery.candidates > 2


def test_namesakes_appear_as_one_result_with_the_sources_of_both(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="hub"))
    (acme,) = [each for each in discovery.related_companies if each.company_id.startswith("acme")]
    texts = {source.text for source in acme.sources}
    assert {"Acme supplies brakes.", "Acme wants to build cars too."} <= texts


def test_namesakes_are_judged_by_the_evidence_of_both(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="hub", fusion=GRAPH_ONLY))
    assert found(discovery, "acme-1").judgement.level == "high"


def test_a_namesake_of_the_query_is_not_a_result(pipeline: DiscoveryPipeline) -> None:
    assert "hub-again" not in ids(pipeline.discover(DiscoveryRequest(company="hub")))


def test_two_query_companies_are_both_asked_about(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Hub Motors and Rival Motors"))
    assert discovery.query_companies == ("hub", "rival")
    assert not {"hub", "rival"} & set(ids(discovery))
    assert "Hub Motors, Rival Motors" in found(discovery, "maker").judgement.reason


def test_reasons_and_descriptions_are_in_the_asked_language(pipeline: DiscoveryPipeline) -> None:
    chinese = pipeline.discover(DiscoveryRequest(company="rival", language="zh"))
    english = pipeline.discover(DiscoveryRequest(company="rival", language="en"))
    assert found(chinese, "hub").description == "枢纽汽车制造电动汽车。"
    assert found(english, "hub").description == "Hub Motors builds electric cars."
    assert found(chinese, "hub").judgement.reason.startswith("对手汽车的竞争对手")


def test_an_indirect_result_names_its_stops(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="rival"))
    assert "connected through Hub Motors" in found(discovery, "seller").judgement.reason
    assert [step.to_id for step in found(discovery, "seller").paths[0].steps] == ["hub", "seller"]


def test_kept_scores_are_fused_again_without_searching(
    pipeline: DiscoveryPipeline, counting: CountingEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def counted(name: str) -> Callable[..., object]:
        original = getattr(searches, name)

        def call(*arguments: object, **options: object) -> object:
            calls.append(name)
            return original(*arguments, **options)

        return call

    for name in ("search_companies", "search_triplets", "search_passages", "search_passages_by_meaning"):
        monkeypatch.setattr(searches, name, counted(name))
    retrieval = pipeline.retrieve(DiscoveryRequest(query="Who supplies Hub Motors?"))
    searched = (len(calls), len(counting.texts))
    assert searched == (5, 1)
    for fusion in (GRAPH_ONLY, TEXT_ONLY, FusionSettings(mode=FusionMode.RRF)):
        for language in LANGUAGES:
            assert answer(retrieval, fusion, language).outcome == "found"
    assert (len(calls), len(counting.texts)) == searched


def test_fusing_again_gives_what_asking_again_would(pipeline: DiscoveryPipeline) -> None:
    kept = pipeline.retrieve(DiscoveryRequest(query="Who supplies Hub Motors?"))
    for fusion in (GRAPH_ONLY, TEXT_ONLY, FusionSettings()):
        again = pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?", fusion=fusion))
        assert without_times(answer(kept, fusion, "en")) == without_times(again)


def test_concurrent_questions_do_not_disturb_each_other(pipeline: DiscoveryPipeline) -> None:
    requests = [
        DiscoveryRequest(query="Who supplies Hub Motors?"),
        DiscoveryRequest(company="rival", language="zh"),
        DiscoveryRequest(company="alone"),
        DiscoveryRequest(query="谁生产电动货车？", language="zh"),
        DiscoveryRequest(company="nobody"),
    ] * 4
    one_by_one = [without_times(pipeline.discover(request)) for request in requests]
    with ThreadPoolExecutor(8) as pool:
        together = [without_times(discovery) for discovery in pool.map(pipeline.discover, requests)]
    assert together == one_by_one


def test_warming_up_loads_the_encoder(pipeline: DiscoveryPipeline, counting: CountingEncoder) -> None:
    pipeline.warm_up()
    assert len(counting.texts) == 1


def test_warming_up_without_companies_does_nothing(tmp_path: Path, encoder: Encoder) -> None:
    counting = CountingEncoder(encoder)
    pipeline = small_pipeline(tmp_path, encoder)
    pipeline._encoder = lambda: counting
    pipeline.warm_up()
    assert counting.texts == []
    assert pipeline.discover(DiscoveryRequest(company="anyone")).outcome == "unknown_company"


def test_without_a_given_encoder_the_configured_one_is_loaded(
    knowledge_base: KnowledgeBase, settings: Settings
) -> None:
    pipeline = DiscoveryPipeline(knowledge_base, default_ontology(), settings)
    discovery = pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?"))
    assert discovery.warnings == ()


def test_the_defaults_of_a_request_come_from_the_settings(settings: Settings) -> None:
    changed = settings.model_copy(
        update={
            "fusion_mode": "rrf",
            "fusion_scale": "adaptive",
            "rrf_k": 7,
            "hybrid_graph_weight": 0.3,
            "relationship_max_results": 4,
        }
    )
    fusion = default_fusion(changed)
    assert fusion.scale is ScoreScale.ADAPTIVE
    assert (fusion.mode, fusion.rrf_k, fusion.graph_weight, fusion.max_results) == (FusionMode.RRF, 7, 0.3, 4)
    assert default_fusion(settings) == FusionSettings(mode=FusionMode.ADAPTIVE)


@pytest.mark.parametrize("name", ["宁德时代", "CATL", "300750", "catl", "比亚迪", "Apple", "TSLA"])
def test_well_known_companies_of_the_sample_are_found(name: str, sample_pipeline: DiscoveryPipeline) -> None:
    discovery = sample_pipeline.discover(DiscoveryRequest(company=name))
    assert discovery.outcome == "found"
    assert discovery.related_companies[0].sources


@pytest.mark.parametrize(("large_from", "times"), [(1, 1), (100_000, 0)])
def test_after_a_question_about_a_large_graph_freed_memory_is_given_back(
    large_from: int, times: int, document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back: list[None] = []
    monkeypatch.setattr("core.discovery.pipeline._LARGE_GRAPH", large_from)
    monkeypatch.setattr(FREED_MEMORY, "give_back_soon", lambda: given_back.append(None))
    document_pipeline.retrieve(DiscoveryRequest(query="公司A"))
    assert len(given_back) == times
