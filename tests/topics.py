"""Questions about a topic without a company, and how many of the first companies are described in its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import Arm
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings
from core.evaluation.rankings import ranked_companies
from core.messages import Language
from core.storage.knowledge_base import KnowledgeBase

LISTED = 10
WORDINGS: dict[Language, tuple[str, ...]] = {
    "en": (
        "{x} companies",
        "Which companies are in {x}?",
        "{x}",
        "Which companies make {x}?",
        "{x} operators",
        "Who sells {x}?",
    ),
    "zh": ("{x}公司", "哪些公司从事{x}业务？", "{x}", "哪些公司生产{x}？", "{x}厂商有哪些？", "谁销售{x}？"),
}


def weighed(*arms: Arm) -> FusionSettings:
    """These arms alone, all alike."""
    shares = {name: 0.0 for name in FusionSettings.model_fields if name.endswith("_share")}
    shares |= {FusionSettings.share_name(arm): 1.0 for arm in arms}
    return FusionSettings(graph_weight=0.0, vector_weight=1.0, **shares)


FUSIONS = {
    "adaptive": FusionSettings(mode=FusionMode.ADAPTIVE),
    "keywords": weighed("keyword"),
    "keywords and words": weighed("keyword", "words"),
}


@dataclass(frozen=True)
class Described:
    """Descriptions of all companies, in lower case, by id."""

    texts: dict[str, str]

    @classmethod
    def of(cls, knowledge_base: KnowledgeBase, language: Language) -> Described:
        nodes = knowledge_base.company_nodes.tolist()
        entities = (knowledge_base.entity_at(node) for node in nodes)
        return cls({entity.id: entity.description(language).casefold() for entity in entities})

    def holding(self, topic: str) -> set[str]:
        """Companies whose description holds every word of ``topic``, in the singular or with another ending."""
        words = [re.escape(word.removesuffix("s")) for word in topic.split()]
        patterns = [re.compile(rf"\b{word}" if word.isascii() else word) for word in words]
        return {company for company, text in self.texts.items() if all(each.search(text) for each in patterns)}


def shares_of_the_first_ten(
    pipeline: DiscoveryPipeline, topics: Sequence[str], language: Language
) -> dict[str, list[list[float]]]:
    """By fusion and wording, for every topic that a description holds: how many of the first ten hold its words, of as
    many as there can be."""
    described = Described.of(pipeline.base.knowledge_base, language)
    found: dict[str, list[list[float]]] = {name: [[] for _ in WORDINGS[language]] for name in FUSIONS}
    for topic in topics:
        holding = described.holding(topic)
        for place, wording in enumerate(WORDINGS[language]):
            searched = pipeline.retrieve(DiscoveryRequest(query=wording.format(x=topic), language=language))
            for name, fusion in FUSIONS.items():
                ranked = ranked_companies(searched, fusion, None)[:LISTED] if searched.answerable else ()
                if holding:
                    found[name][place].append(len(holding.intersection(ranked)) / min(LISTED, len(holding)))
    return found
