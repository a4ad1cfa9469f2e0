"""What adaptive fusion looks at: what the question is, and what the arms themselves say about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations

import numpy as np

from core.domain.arms import Arm
from core.domain.text import CHINESE_CHARACTER
from core.retrieval.fusion import Matrix
from core.retrieval.question import HybridQuestion
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray

_TOP = 20
_PEER_RELATIONS = ("competitor", "similar_product", "same_industry")
_AGREEMENTS: tuple[tuple[Arm, Arm], ...] = (
    ("graph", "text"),
    ("graph", "relation"),
    ("graph", "keyword"),
    ("text", "words"),
    ("text", "keyword"),
)
_PASSAGE_AGREEMENTS = tuple(combinations(("graph", "text", "keyword"), 2))
_PEAKED = ("graph", "peers", "text", "words", "relation", "keyword")


def known_of(knowledge_base: KnowledgeBase, question: HybridQuestion) -> dict[str, float]:
    """What is known of a question before anything is searched, as named numbers in [0, 1]."""
    nodes = [knowledge_base.node_of[query_id] for query_id in question.query_ids]
    asked = question.asked.type if question.asked else ""
    degree = sum(len(knowledge_base.graph.edges_of(node)) for node in nodes)
    recorded = bool(question.recorded_answers)
    companies = sum(_related_companies(knowledge_base, node) for node in nodes)
    return {
        "asks about a company": float(any(knowledge_base.is_company[node] for node in nodes)),
        "asks about a topic": float(bool(question.topic)),
        "names something besides": float(bool(question.named_ids)),
        "asks for competitors": float(asked == "competitor"),
        "asks for similar companies": float(asked == "similar_product"),
        "asks for the same industry": float(asked == "same_industry"),
        "asks for another relation": float(bool(asked) and asked not in _PEER_RELATIONS),
        "asked relation is recorded": float(recorded),
        "asked relation is not recorded": float(bool(asked) and not recorded),
        "relations of the company": min(1.0, float(np.log1p(degree)) / 10.0),
        "relations to companies": min(1.0, float(np.log1p(companies)) / 3.0),
        "is in Chinese": float(CHINESE_CHARACTER.search(question.text) is not None),
    }


def is_topic_alone(knowledge_base: KnowledgeBase, question: HybridQuestion) -> bool:
    """Whether a question in English is about a topic, perhaps one that is here as a product or an industry, and neither
    names a company nor asks for a relation."""
    named = [knowledge_base.node_of[entity_id] for entity_id in (*question.query_ids, *question.named_ids)]
    return (
        bool(question.topic)
        and question.asked is None
        and CHINESE_CHARACTER.search(question.text) is None
        and not any(knowledge_base.is_company[node] for node in named)
    )


def _related_companies(knowledge_base: KnowledgeBase, node: int) -> int:
    _, others = knowledge_base.relations_of(node)
    return len(np.unique(others[knowledge_base.is_company[others]]))


def company_features(known: Mapping[str, float], normalised: Matrix, arms: Sequence[str]) -> dict[str, float]:
    """Named numbers in [0, 1]: what is ``known`` of the question, how peaked each arm is, how far arms agree.

    ``normalised``: shape (candidates, arms), in [0, 1], 0 where an arm says nothing.
    """
    return _features(known, normalised, arms, _PEAKED, _AGREEMENTS)


def passage_features(known: Mapping[str, float], normalised: Matrix, arms: Sequence[str]) -> dict[str, float]:
    """The same for passages."""
    return _features(known, normalised, arms, arms, _PASSAGE_AGREEMENTS)


def _features(
    known: Mapping[str, float],
    normalised: Matrix,
    arms: Sequence[str],
    peaked: Sequence[str],
    agreements: Sequence[tuple[str, str]],
) -> dict[str, float]:
    columns = {arm: normalised[:, place] for place, arm in enumerate(arms)}
    features = {"bias": 1.0, **known}
    features |= {f"{arm} is peaked": _peakedness(columns[arm]) for arm in peaked}
    features |= {f"{arm} speaks": float(columns[arm].any()) for arm in peaked}
    best = {arm: _best(columns[arm]) for arm in {*chain.from_iterable(agreements)}}
    features |= {f"{one} agrees with {other}": _agreement(best[one], best[other]) for one, other in agreements}
    return features


def _peakedness(scores: FloatArray) -> float:
    """1 − mean of the best 20 scores after the first: near 1 where one candidate stands out, 0 where many tie or none
    scores."""
    if not scores.any():
        return 0.0
    others = np.sort(scores)[::-1][1 : _TOP + 1]
    return float(1.0 - others.mean()) if len(others) else 1.0


def _best(scores: FloatArray) -> set[int]:
    """Places of the best 20 scores (of equal ones the first), as far as they are more than 0."""
    places = np.argsort(-scores, kind="stable")[:_TOP]
    return set(places[scores[places] > 0].tolist())


def _agreement(first: set[int], second: set[int]) -> float:
    """Share of the best 20 candidates of one arm that are among those of the other."""
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller else 0.0
