"""How the walk weighs relations, and how its score is told."""

from __future__ import annotations

import numpy as np
import pytest

from core.defaults import default_influence
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.domain.requests import BY_QUESTION, DiscoveryRequest
from core.domain.results import RESTART
from core.exploring.neighbourhood import neighbourhood
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.retrieval.pagerank.engines import engine_from
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.integration.discovery.pipeline.small_market import GRAPH_ONLY, MENTIONS, found, without_times


def test_the_graph_score_of_a_company_is_told_by_relation_type(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="hub"))
    shares = {share.type: share.share for share in found(discovery, "seller").graph_shares}
    assert max(shares, key=lambda kind: shares[kind]) == "supplies"
    assert set(shares) - {"supplies"} <= MENTIONS | {RESTART}
    assert shares[RESTART] < 0.1  # as an end of the triplets found
    assert sum(shares.values()) == pytest.approx(1.0)
    assert {share.type for share in found(discovery, "alone").graph_shares} <= MENTIONS


def test_a_company_the_walk_begins_at_owes_a_part_to_that(pipeline: DiscoveryPipeline) -> None:
    shares = pipeline.retrieve(DiscoveryRequest(company="hub")).rules.of("hub", "en").graph_shares
    assert 0 < next(share.share for share in shares if share.type == RESTART) < 1
    assert [share.share for share in shares] == sorted((share.share for share in shares), reverse=True)


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
    edge_types = sample_pipeline.base.knowledge_base.manifest.edge_types
    influence = dict(zip(edge_types, attribution.influence.tolist(), strict=True))
    assert {influence[kind] > 0 for kind in SPATIAL} == {count}
    assert all(influence[kind] > 0 for kind in edge_types if kind not in SPATIAL)


def test_places_can_count_as_much_as_everything_else(sample_pipeline: DiscoveryPipeline) -> None:
    everything = sample_pipeline.base.settings.model_copy(update={"place_relation_emphasis": 1.0})
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
    pipeline = DiscoveryPipeline(
        Base.over(knowledge_base, default_ontology(), settings), encoder=lambda: encoder, engine=engine
    )
    first, again = (pipeline.discover(DiscoveryRequest(company="hub", max_hops=2)) for _ in range(2))
    assert (engine.hits, engine.misses) == (2, 2)
    assert without_times(first) == without_times(again)
    for _ in range(2):
        neighbourhood(knowledge_base, pipeline.engine, ["hub"], hops=2)
    assert (engine.hits, engine.misses) == (3, 3)
