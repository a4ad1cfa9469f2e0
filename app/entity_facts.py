"""The facts of an entity in one line."""

from __future__ import annotations

from core.domain.records import Entity
from core.messages import Language, translate
from core.pipeline import DiscoveryPipeline


def entity_facts(pipeline: DiscoveryPipeline, entity: Entity, reads: Language) -> str:
    """Type, tickers, country, industry and year, as far as they are known."""
    facts = [pipeline.ontology.entity_type(entity.type).label.text(reads), *entity.tickers, entity.country]
    if entity.industry in pipeline.knowledge_base.node_of:
        facts.append(pipeline.knowledge_base.entity(entity.industry).name(reads))
    if entity.founded:
        facts.append(translate("graph.founded", reads, year=entity.founded))
    return " · ".join(fact for fact in facts if fact)
