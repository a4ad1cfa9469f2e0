"""Questions whose answer the graph itself records, made from a knowledge base.

Public tasks hide the relations they ask for. Learnt from those alone, fusion would never trust a recorded relation; so
these questions are learnt from as well. They measure nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from core.evaluation.tasks import LabelledQuestion
from core.messages import Language
from core.ontology import Ontology
from core.storage.knowledge_base import KnowledgeBase

MOST_ANSWERS = 30
_SHARED = {
    "same_industry": {"zh": "与{x}同行业的公司有哪些？", "en": "Which companies are in the same industry as {x}?"},
    "similar_product": {"zh": "哪些公司的产品与{x}的类似？", "en": "Which companies make similar products to {x}?"},
}
_DIRECT = {"zh": "{x}的{role}有哪些？", "en": "Who is a {role} of {x}?"}
_OPEN = {"zh": "哪些公司与{x}有关？", "en": "Which companies are related to {x}?"}


def recorded_questions(
    knowledge_base: KnowledgeBase, ontology: Ontology, language: Language, limit: int, seed: int
) -> list[LabelledQuestion]:
    """At most ``limit`` questions of each kind, with one to 30 answers each.

    Kinds: a direct relation, a shared industry, a shared product; and with the words that ask for any relation, or
    none at all, whom the company is directly related to, or else shares a product or an industry with.
    """
    nodes: list[int] = knowledge_base.company_nodes.tolist()
    Random(seed).shuffle(nodes)
    asked: dict[str, list[LabelledQuestion]] = {}
    for node in nodes[: 40 * limit]:
        for kind, text, answers in _about(knowledge_base, ontology, node, language):
            found = asked.setdefault(kind, [])
            if len(found) < limit and 0 < len(answers) <= MOST_ANSWERS:
                company = knowledge_base.entity_ids[node]
                relevant = dict.fromkeys((knowledge_base.entity_ids[answer] for answer in sorted(answers)), 1.0)
                found.append(
                    LabelledQuestion(
                        id=f"{kind}:{company}:{text}",
                        task=f"recorded {kind} {language}",
                        language=language,
                        company=company,
                        query=text,
                        relevant=relevant,
                    )
                )
    return [question for found in asked.values() for question in found]


def _about(
    knowledge_base: KnowledgeBase, ontology: Ontology, node: int, language: Language
) -> Iterator[tuple[str, str, set[int]]]:
    """Kind, text and answers (nodes) of the questions that can be asked about a company."""
    graph, is_company = knowledge_base.graph, knowledge_base.is_company
    types = knowledge_base.manifest.edge_types
    name = knowledge_base.entity_at(node).name(language)
    rows, others = knowledge_base.relations_of(node)
    direct: dict[tuple[str, bool], set[int]] = {}
    shared: dict[str, set[int]] = {}
    for row, other in zip(rows.tolist(), others.tolist(), strict=True):
        kind, forward = types[graph.edge_type[row]], int(graph.source[row]) == node
        if is_company[other]:
            direct.setdefault((kind, forward), set()).add(other)
        elif forward and ontology[kind].shared in _SHARED:
            shared.setdefault(str(ontology[kind].shared), set()).update(_sharing(knowledge_base, row, other, node))
    for (kind, forward), answers in direct.items():
        yield (
            kind,
            _DIRECT[language].format(x=name, role=ontology[kind].other_end_is(language, forward=forward)),
            answers,
        )
    for kind, answers in shared.items():
        yield kind, _SHARED[kind][language].format(x=name), answers
    related = set().union(*(direct or shared).values())
    yield "relations", _OPEN[language].format(x=name), related
    yield "relations unasked", "", related


def _sharing(knowledge_base: KnowledgeBase, row: int, bridge: int, node: int) -> set[int]:
    """Other companies with the same type of relation to ``bridge``; too many are none worth asking for."""
    graph = knowledge_base.graph
    rows, others = knowledge_base.relations_of(bridge)
    if len(rows) > 10 * MOST_ANSWERS:
        return set(range(MOST_ANSWERS + 1))
    same = (graph.edge_type[rows] == graph.edge_type[row]) & knowledge_base.is_company[others] & (others != node)
    return set(np.unique(others[same]).tolist())
