"""What the graph itself records between the query and a company: direct relations and shared bridges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.ontology import Ontology
from core.runtime.top_k import not_among
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

LISTED_PER_HUB = 1_000


@dataclass(frozen=True)
class DirectRelation:
    """A relation between the query (source if ``forward``) and the company; ``row`` numbers the relation."""

    row: int
    type: str
    forward: bool
    weight: float


@dataclass(frozen=True)
class SharedBridge:
    """Both companies relate to the same product, industry, person or place in the same way.

    ``type`` is the bridge's relation type (produces…), ``implied_type`` what the pair is therefore said to have.
    """

    type: str
    implied_type: str
    bridge_id: str
    query_row: int
    company_row: int
    weight: float


@dataclass(frozen=True)
class Evidence:
    """All recorded evidence for one company, strongest first."""

    relations: tuple[DirectRelation, ...] = ()
    bridges: tuple[SharedBridge, ...] = ()


class AnsweringRelation(Protocol):
    """The relation a question asks for."""

    def answers(self, relation_type: str, *, forward: bool) -> bool:
        """Whether a relation of this type, with the query at its source (``forward``) or target, is asked for."""
        ...


@dataclass(frozen=True)
class _Lead:
    """A relation (``row``) of type ``code`` from the query to a bridge: whoever has the same shares the bridge."""

    row: int
    bridge: int
    code: int


class RecordedEvidence(Mapping[str, Evidence]):
    """Company id → evidence, read from the graph when asked for.

    Any company that is directly related to the query or shares a bridge with it is contained. Iteration lists them all
    too, except at a hub: of a query or a bridge with more than 1,000 relations the 1,000 strongest are listed.
    """

    def __init__(self, knowledge_base: KnowledgeBase, ontology: Ontology, query_ids: Sequence[str]) -> None:
        self._knowledge_base = knowledge_base
        self._graph = knowledge_base.graph
        self._types = knowledge_base.manifest.edge_types
        self._implied = {code: ontology[name].shared for code, name in enumerate(self._types) if name in ontology}
        self._queries = [knowledge_base.node_of[query_id] for query_id in query_ids]
        self._leads: dict[tuple[int, int], list[_Lead]] = {}
        for query in self._queries:
            for lead in self._leads_of(query):
                self._leads.setdefault((lead.bridge, lead.code), []).append(lead)
        self._found: dict[int, Evidence] = {}

    @cached_property
    def relations_read(self) -> int:
        """How many relations of the query evidence starts from: those to companies, and those to bridges."""
        directly = sum(len(self._related(query)[0]) for query in self._queries)
        return directly + sum(map(len, self._leads.values()))

    def _leads_of(self, query: int) -> Iterator[_Lead]:
        rows, others = self._knowledge_base.relations_of(query)
        codes = self._graph.edge_type[rows]
        shared = np.isin(codes, [code for code, implied in self._implied.items() if implied])
        outward = shared & (self._graph.source[rows] == query) & ~self._knowledge_base.is_company[others]
        for row, bridge, code in zip(*(part[outward].tolist() for part in (rows, others, codes)), strict=True):
            yield _Lead(row, bridge, code)

    def __getitem__(self, company_id: str) -> Evidence:
        """All evidence of one company. Raises KeyError if nothing is recorded."""
        node = self._knowledge_base.node_of[company_id]
        if node not in self._found:
            known = self._knowledge_base.is_company[node] and node not in self._queries
            self._found[node] = self._evidence_of(node) if known else Evidence()
        if self._found[node] == Evidence():
            raise KeyError(company_id)
        return self._found[node]

    def _evidence_of(self, company: int) -> Evidence:
        graph = self._graph
        rows, others = self._knowledge_base.relations_of(company)
        concerned = self._concerned[others]
        rows, others = rows[concerned], others[concerned]
        relations: list[DirectRelation] = []
        bridges: list[SharedBridge] = []
        parts = (rows, others, graph.source[rows], graph.edge_type[rows], graph.weight[rows])
        for row, other, source, code, weight in zip(*(part.tolist() for part in parts), strict=True):
            if other in self._queries:
                relations.append(DirectRelation(row, self._types[code], source == other, weight))
            if source == company:
                bridges += [self._shared(lead, row, weight) for lead in self._leads.get((other, code), ())]
        return Evidence(
            tuple(sorted(relations, key=lambda found: (-found.weight, found.row))),
            tuple(sorted(bridges, key=lambda found: (-found.weight, found.company_row))),
        )

    @cached_property
    def _concerned(self) -> NDArray[np.bool_]:
        """Per entity node, whether it is a query or a bridge that a query leads to."""
        flags = np.zeros(self._graph.entities, dtype=bool)
        flags[self._queries] = True
        flags[[bridge for bridge, _ in self._leads]] = True
        return flags

    def _shared(self, lead: _Lead, row: int, weight: float) -> SharedBridge:
        return SharedBridge(
            self._types[lead.code],
            self._implied[lead.code] or "",
            self._knowledge_base.entity_ids[lead.bridge],
            lead.row,
            row,
            float(self._graph.weight[lead.row]) * weight,
        )

    def __iter__(self) -> Iterator[str]:
        return map(self._knowledge_base.entity_ids.__getitem__, self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    @cached_property
    def _listed(self) -> list[int]:
        """Companies to list, in the order in which the query's relations lead to them."""
        directly = [self._strongest(*self._related(query)) for query in self._queries]
        by_bridges = [self._strongest(*self._sharing(bridge, code)) for bridge, code in self._leads]
        return list(dict.fromkeys(chain.from_iterable(directly + by_bridges)))

    def matches(self, asked: AnsweringRelation) -> dict[int, float]:
        """How the listed companies, by node, answer what is asked for: 1 if a recorded relation does, ½ if only a
        relation implied by a shared bridge does; others are left out."""
        found: dict[int, float] = {}
        for query in self._queries:
            found.update(dict.fromkeys(self._strongest(*self._answering(query, asked)), 1.0))
        for bridge, code in self._leads:
            if asked.answers(self._implied[code] or "", forward=True):
                for company in self._strongest(*self._sharing(bridge, code)):
                    found.setdefault(company, 0.5)
        return found

    def _answering(self, query: int, asked: AnsweringRelation) -> tuple[IntArray, IntArray]:
        """Those of the relations between ``query`` and other companies that are asked for, and those companies."""
        rows, companies = self._related(query)
        forward = self._graph.source[rows] == query
        answers = np.zeros(len(rows), dtype=bool)
        for code, ahead in {*zip(self._graph.edge_type[rows].tolist(), forward.tolist(), strict=True)}:
            if asked.answers(self._types[code], forward=ahead):
                answers |= (self._graph.edge_type[rows] == code) & (forward == ahead)
        return rows[answers], companies[answers]

    def _related(self, query: int) -> tuple[IntArray, IntArray]:
        """Relations between ``query`` and companies outside the query, and those companies."""
        rows, others = self._knowledge_base.relations_of(query)
        chosen = self._knowledge_base.is_company[others] & not_among(others, self._queries)
        return rows[chosen], others[chosen]

    def _sharing(self, bridge: int, code: int) -> tuple[IntArray, IntArray]:
        """Relations of type ``code`` from companies outside the query to ``bridge``, and those companies."""
        rows, companies = self._related(bridge)
        chosen = (self._graph.edge_type[rows] == code) & (self._graph.source[rows] == companies)
        return rows[chosen], companies[chosen]

    def _strongest(self, rows: IntArray, companies: IntArray) -> list[int]:
        if len(rows) > LISTED_PER_HUB:
            companies = companies[np.argsort(-self._graph.weight[rows], kind="stable")[:LISTED_PER_HUB]]
        nodes: list[int] = companies.tolist()
        return nodes
