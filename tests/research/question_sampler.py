"""Draws parts of plans by chance from the graph of a knowledge base: relations, companies, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import numpy as np

from core.domain.plan import Entities, Related, RelationEnd, SetPlan
from core.messages import Language
from core.names.regions import country_code
from core.ontology import Ontology
from core.questions.execution.executor import Executor
from core.storage.knowledge_base import KnowledgeBase
from tests.research.question_names import Names
from tests.research.question_words import Way, Words

_LIKE = {"competitor", "similar_product"}
_NO_QUESTION = {"related", "synonym", "same_industry", "in_industry"}
_FEWEST_TO_CHOOSE_FROM = 3
_MOST_TO_CHOOSE_FROM = 60
_BACK: dict[RelationEnd, RelationEnd] = {"forward": "backward", "backward": "forward", "either": "either"}
Option = TypeVar("Option")


class UndrawableError(Exception):
    """What was drawn by chance makes no question."""


class Sampler:
    """Draws in one language; every name is the same all over one question. Methods raise UndrawableError where chance
    has led to nothing."""

    def __init__(
        self,
        base: KnowledgeBase,
        ontology: Ontology,
        executor: Executor,
        names: Names,
        language: Language,
        random: Random,
    ) -> None:
        self._turn = 0
        self._base, self._executor, self._names = base, executor, names
        self._language: Language = language
        self._random, self._words = random, Words(ontology, random)
        codes = base.graph.edge_type[: base.graph.relations]
        self._rows = {
            kind: np.flatnonzero(codes == code)
            for code, kind in enumerate(base.manifest.edge_types)
            if kind not in _NO_QUESTION and kind in ontology and (codes == code).any()
        }
        both = base.is_company[base.graph.source[: len(codes)]] & base.is_company[base.graph.target[: len(codes)]]
        ways = [way for kind in self._rows for way in self._words.ways(kind)]
        self._to_bridges = [way for way in ways if ontology.is_bridge(ontology[way[0]].target) and way[1] == "backward"]
        self._ways = [
            way for way in ways if not ontology.is_bridge(ontology[way[0]].target) and both[self._rows[way[0]]].any()
        ]

    def _two(self) -> tuple[Way, str, str]:
        """Two companies that a third is related to in the same way."""
        way, x = self._root()
        member = self._choice(self._members(related(way, x)))
        others = [each for each in self._members(related(back(way), member)) if each != x]
        return way, x, self._choice(others)

    def _two_ways(self) -> tuple[Way, str, Way, str]:
        """A way from a company, and another from another by which a member of the first is reached."""
        way, x = self._root()
        member = self._choice(self._members(related(way, x)))
        other = self._choice([*self._ways, *self._to_bridges])
        others = [each for each in self._members(related(back(other), member)) if each != x]
        if other == way:
            raise UndrawableError
        return way, x, other, self._choice(others)

    def _root(self, way: Way | None = None) -> tuple[Way, str]:
        """A way and whom it starts from, who has a name of his own."""
        way = way or self._way()
        rows = self._rows[way[0]]
        row = int(rows[self._random.randrange(len(rows))])
        graph = self._base.graph
        ends = [graph.source[row], graph.target[row]]
        node = int(self._choice(ends) if way[1] == "either" else ends[way[1] == "backward"])
        x = self._base.entity_ids[node]
        self._name(x)
        return way, x

    def _way(self) -> Way:
        return self._choice(self._ways)

    def _said(self, way: Way, x: str, number: str = "", *, y: str = "") -> dict[str, str]:
        """The words of a relation; without a number, of the one that the question begins with."""
        named = {"y": self._name(y)} if y else {}
        return self._words.relation(way, self._language, self._name(x), number, **named) | named

    def _counted(self, way: Way) -> dict[str, str]:
        return self._words.relation(way, self._language, "", "2") | {"firm": self._either("公司", "company")}

    def _name(self, entity_id: str) -> str:
        """The same all over a question."""
        name = self._names.draw(self._base.entity(entity_id), self._language, Random(f"{entity_id}{self._turn}"))
        if name is None:
            raise UndrawableError
        return name

    def next_question(self) -> None:
        """Names may be others from now on."""
        self._turn += 1

    def _members(self, plan: SetPlan) -> list[str]:
        return list(self._executor.members(plan, strict=True).members.ids)

    def _some(self, plan: SetPlan) -> None:
        if not _FEWEST_TO_CHOOSE_FROM <= len(self._members(plan)) <= _MOST_TO_CHOOSE_FROM:
            raise UndrawableError

    def _any_company(self) -> str:
        nodes = self._base.company_nodes
        return self._base.entity_ids[int(nodes[self._random.randrange(len(nodes))])]

    def _liked(self) -> str:
        ways = [way for way in self._ways if way[0] in _LIKE]
        return self._root(self._choice(ways))[1]

    def _country(self, entity_id: str) -> str:
        code = country_code(self._base.entity(entity_id).country)
        if not code:
            raise UndrawableError
        return code

    def _either(self, zh: str, en: str) -> str:
        return zh if self._language == "zh" else en

    def _choice(self, options: Sequence[Option]) -> Option:
        if not options:
            raise UndrawableError
        return self._random.choice(options)


def related(way: Way, of: str | SetPlan) -> Related:
    """Whoever a way leads to, from a company or from a set."""
    inner = Entities(ids=(of,)) if isinstance(of, str) else of
    return Related(type=way[0], end=way[1], of=inner)


def back(way: Way) -> Way:
    """The same relation from its other end."""
    return way[0], _BACK[way[1]]
