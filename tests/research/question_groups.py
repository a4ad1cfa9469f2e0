"""Groups of companies that a question may ask for: of a country, a place, an industry, a product, a market."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from core.domain.plan import And, Attribute, Entities, Filter, Operator, Related, SetPlan
from core.domain.records import Entity
from core.messages import Language
from core.names.normalise import normalise_name
from core.names.regions import country_code
from core.questions.execution.hops import IN_INDUSTRY
from core.runtime.package_files import parse_yaml
from core.storage.knowledge_base import KnowledgeBase
from tests.research.question_words import Words

WORDINGS: dict[str, Any] = parse_yaml(Path(__file__).with_name("concept_wordings.yaml").read_text(encoding="utf-8"))
MADE, PLACED = "produces", "located_in"
_SAYABLE = re.compile(r"[\w&,.()（）/\- ]{2,60}")
_LETTER = re.compile(r"[A-Za-z\u4e00-\u9fff]{2}")
_INDUSTRY = re.compile(r"行业|industry|sector")
_NO_NAME = re.compile(
    r"^(?:销售|提供|从事|生产|自产|主营|出租|自营)|(?:销售|购销|批发)$|公司|产品|其他|其它|服务$|业务$|系列$|以下|[等和及、]|\d"
)


@dataclass(frozen=True)
class Group:
    """``x``: what it is called by. ``fits``: what tells its companies, and ``also`` what else does. ``land``: the words
    of a country. ``ambiguous``: an industry that a product is called like."""

    kind: str
    x: str
    fits: Filter | Related
    land: dict[str, str] | None = None
    also: Filter | None = None
    ambiguous: bool = False

    def among(self, arg: SetPlan) -> SetPlan:
        """Its companies that are in a set."""
        if isinstance(self.fits, Related):
            return And(args=(arg, self.fits))
        inner = self.also.model_copy(update={"arg": arg}) if self.also else arg
        return self.fits.model_copy(update={"arg": inner})

    def said(self, random: Random, language: Language, end: str, y: str = "") -> dict[str, str]:
        """The words for it, as slots that end in ``end``."""
        forms = WORDINGS["groups"][self.kind]
        slots = {}
        for form, every in forms.items():
            texts = [text for text in every if _INDUSTRY.search(text)] if self.ambiguous else every
            if texts and form.startswith("zh") == (language == "zh"):
                slots[f"{form}_{end}"] = random.choice(texts).replace("{x}", self.x).replace("{y}", y)
        for form, text in (self.land or {}).items():
            slots[f"zhpre_{end}" if language == "zh" and form == "pre" else f"{form}_{end}"] = text
        if self.kind == "industry" and language == "zh":
            slots[f"zhpre_{end}"] = f"{self.x}行业的"
        return slots


class Groups:
    """The groups that companies of a knowledge base are in, by what they are called."""

    def __init__(self, base: KnowledgeBase) -> None:
        self._base = base
        self._known_ends: dict[tuple[str, bool], list[int]] = {}

    def of(self, entity: Entity, words: Words, language: Language, universe: SetPlan) -> list[Group]:
        """The groups that a company is in, in a language."""
        found = [
            *self._country(entity, words, language, universe),
            *self._market(entity, language, universe),
            *self._size(entity, language, universe),
        ]
        for kind, relation in (("product", MADE), ("place", PLACED), ("industry", IN_INDUSTRY)):
            for other in self.ends_of(entity.id, relation):
                name = self.called(other, kind, language)
                if name is None:
                    continue
                if kind == "industry":
                    fits: Filter | Related = _filter(universe, "industry", self.ids_of(kind, name))
                else:
                    fits = Related(type=relation, end="backward", of=Entities(ids=(other,)))
                twice = kind == "industry" and bool(self.ids_of("product", name))
                found.append(Group(kind, name, fits, ambiguous=twice))
        return found

    def called(self, entity_id: str, kind: str, language: Language) -> str | None:
        """What a product, a place or an industry is called, where nothing else of its type is called so."""
        entity = self._base.entity(entity_id)
        name = entity.name_zh if language == "zh" else entity.name_en
        if kind == "place":
            name = name.split(",")[0].strip()
            if country_code(name):
                return None
        fits = _SAYABLE.fullmatch(name) and _LETTER.search(name) and not (kind == "product" and _NO_NAME.search(name))
        alike = self.ids_of(kind, name)
        if not fits or (kind != "industry" and len(alike) > 1) or normalise_name(name) in self._companies:
            return None
        return name

    def ids_of(self, kind: str, name: str) -> tuple[str, ...]:
        """Whatever of a type is called so."""
        return tuple(sorted(self._of_type[kind].get(normalise_name(name), ())))

    def ends(self, relation: str, *, forward: bool) -> list[int]:
        """Nodes that relations of a type lead from, or, backward, to."""
        if (relation, forward) not in self._known_ends:
            self._known_ends[relation, forward] = self._all_ends(relation, forward)
        return self._known_ends[relation, forward]

    def _all_ends(self, relation: str, forward: bool) -> list[int]:
        graph = self._base.graph
        rows = self._rows(relation)
        ends = (graph.source if forward else graph.target)[rows]
        return [int(node) for node in np.unique(ends).tolist() if not self._base.is_company[node]]

    def _rows(self, relation: str) -> Any:
        types = self._base.manifest.edge_types
        code = types.index(relation) if relation in types else -1
        return np.flatnonzero(self._base.graph.edge_type[: self._base.graph.relations] == code)

    def ends_of(self, entity_id: str, relation: str) -> list[str]:
        """Whatever relations of a type lead to from a company."""
        graph, node = self._base.graph, self._base.node_of[entity_id]
        rows, others = self._base.relations_of(node)
        kinds = self._base.manifest.edge_types
        return [
            self._base.entity_ids[int(other)]
            for row, other in zip(rows.tolist(), others.tolist(), strict=True)
            if kinds[graph.edge_type[row]] == relation and graph.source[row] == node
        ]

    @cached_property
    def _of_type(self) -> dict[str, dict[str, set[str]]]:
        found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for entity in self._base.all_entities():
            for name in {entity.name_zh, entity.name_en}:
                called = name.split(",")[0].strip() if entity.type == "place" else name
                found[entity.type][normalise_name(called)].add(entity.id)
        return found

    @cached_property
    def _companies(self) -> frozenset[str]:
        return frozenset(self._of_type["company"])

    def _country(self, entity: Entity, words: Words, language: Language, universe: SetPlan) -> list[Group]:
        code = country_code(entity.country)
        if not code:
            return []
        land = words.land(code, language)
        return [Group("country", land["land"], _filter(universe, "country", (code,)), land)]

    def _market(self, entity: Entity, language: Language, universe: SetPlan) -> list[Group]:
        found = []
        for ending, places in WORDINGS["markets"].items():
            if any(ticker.endswith(ending) for ticker in entity.tickers):
                found.append(Group("market", places[language], _filter(universe, "ticker", (f"*{ending}",))))
        if language == "zh" and entity.country == "CN":
            inland = _filter(universe, "country", ("CN",))
            for prefixes, names in WORDINGS["boards"].items():
                starts = tuple(prefixes.split())
                if any(ticker.startswith(tuple(each[:-1] for each in starts)) for ticker in entity.tickers):
                    found.append(Group("market", names[0], _filter(universe, "ticker", starts), also=inland))
        return found

    def _size(self, entity: Entity, language: Language, universe: SetPlan) -> list[Group]:
        sizes = [attribute.value for attribute in entity.attributes if attribute.name == "market cap"]
        said = [WORDINGS["sizes"][each] for each in sizes if each in WORDINGS["sizes"]]
        if not said or language == "zh":
            return []
        return [Group("size", said[0][language], _filter(universe, "size", (sizes[0],), "="))]


def _filter(arg: SetPlan, attribute: Attribute, values: tuple[str, ...], operator: Operator = "in") -> Filter:
    return Filter(arg=arg, attribute=attribute, operator=operator, values=values)
