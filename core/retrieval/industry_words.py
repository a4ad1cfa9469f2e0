"""Industries by the words of what is asked for: "lithium miners" are in "lithium mining and salts"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np

from core.domain.records import Entity
from core.names.normalise import FUNCTION_WORDS, fold_characters
from core.ontology import Ontology
from core.storage.knowledge_base import KnowledgeBase

INDUSTRY = "industry"
_WORDS = re.compile(r"[a-z][a-z0-9+#]*|\d+[a-z]+")
_PARTS_ZH = re.compile(r"[与和及、/()（）·,，]")
_PLURAL = re.compile(r"(?<=[^s])s$")
_ENDING = re.compile(r"(?:ing|er|or|ed|e)$")
_LEAST_STEM = 3
_LEAST_WORDS = 2
_LEAST_CHARACTERS = 2


class IndustryWords:
    """Finds the industry in whose name all content words of a phrase stand."""

    def __init__(self, industries: Iterable[Entity]) -> None:
        self._stems: dict[str, frozenset[str]] = {}
        self._holding: dict[str, set[str]] = {}
        self._parts: dict[str, set[str]] = {}
        for entity in industries:
            stems = self._stems[entity.id] = _stems(entity.name_en)
            for stem in stems:
                self._holding.setdefault(stem, set()).add(entity.id)
            for part in _PARTS_ZH.split(fold_characters(entity.name_zh)):
                self._parts.setdefault(part, set()).add(entity.id)

    def called(self, phrase: str) -> str | None:
        """The id of the one industry that English words, or a whole part of a Chinese name, say; None where there is
        none or several. One word is to be the whole name: "equipment" is no industry of its own."""
        folded = fold_characters(phrase)
        if not folded.isascii():
            return _only(self._parts.get(folded, set()) if len(folded) >= _LEAST_CHARACTERS else set())
        stems = _stems(folded)
        holding = [self._holding.get(stem, set()) for stem in stems]
        found = set[str]() if not holding else set.intersection(*holding)
        if len(stems) < _LEAST_WORDS:
            found = {each for each in found if self._stems[each] == stems}
        fewest = min((len(self._stems[each]) for each in found), default=0)
        return _only({each for each in found if len(self._stems[each]) == fewest})


def ends_of_type(base: KnowledgeBase, ontology: Ontology, entity_type: str) -> Iterator[Entity]:
    """The industries, people or other entities of one type that relations lead to or start from."""
    kinds = [ontology[kind] for kind in base.manifest.edge_types]
    targets = [code for code, kind in enumerate(kinds) if kind.target == entity_type]
    sources = [code for code, kind in enumerate(kinds) if kind.source == entity_type]
    graph = base.graph
    ends = (graph.target[np.isin(graph.edge_type, targets)], graph.source[np.isin(graph.edge_type, sources)])
    nodes = np.unique(np.concatenate(ends))
    entities = (base.entity(base.entity_ids[node]) for node in nodes.tolist() if node < len(base.entity_ids))
    return (entity for entity in entities if entity.type == entity_type)


def _only(found: set[str]) -> str | None:
    return next(iter(found)) if len(found) == 1 else None


def _stems(text: str) -> frozenset[str]:
    words = _WORDS.findall(fold_characters(text))
    return frozenset(_stem(word) for word in words if word not in FUNCTION_WORDS)


def _stem(word: str) -> str:
    """A word without what makes it a plural, an agent or a gerund: miners, mining and mine are one."""
    single = re.sub(r"ies$", "y", word) if len(word) > _LEAST_STEM + 1 else word
    single = _PLURAL.sub("", single) if len(single) > _LEAST_STEM else single
    bare = _ENDING.sub("", single)
    return bare if len(bare) >= _LEAST_STEM else single
