"""Industries and products as people call them: everyday classes (carmakers, 药企), and parts of their names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from core.names.normalise import fold_characters
from core.ontology import Ontology
from core.questions.lexicon import industry_classes
from core.storage.knowledge_base import KnowledgeBase

_WORDS = re.compile(r"[a-z0-9]+")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_GENERIC = frozenset(
    {
        "drug",
        "machine",
        "system",
        "equipment",
        "product",
        "software",
        "service",
        "therapy",
        "device",
        "tool",
        "technology",
        "solution",
        "platform",
        "app",
        "maker",
        "company",
        "and",
        "of",
        "the",
        "for",
    }
)
_GENERIC_ZH = re.compile(r"(?:药物|药|机|系统|设备|产品|软件|服务|应用|平台|技术|类)$")
_TOWN_WORD = re.compile(r"[^\W\d_\u3400-\u9fff][^\s\u3400-\u9fff,;:?!]*")
_TOWN = re.compile(rf"(?=[A-Z\u00c0-\u00de]){_TOWN_WORD.pattern}(?: {_TOWN_WORD.pattern}){{0,3}}")
_BRACKETS = re.compile(r"[(（][^)）]*[)）]")
_LEAST_OF_NAME = 0.33
_MOST = 5


class Concept(NamedTuple):
    """An industry or a product."""

    id: str
    type: str
    name_zh: str
    name_en: str


class Concepts:
    """Industries and products of one knowledge base by everyday words and by parts of their names."""

    def __init__(self, knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
        self._knowledge_base = knowledge_base
        self._ontology = ontology

    def warm_up(self) -> None:
        """Read all names that a question may be compared with."""
        self._class_pattern, self._towns, self._by_stem, self._stem_counts, self._heads, self._by_character  # noqa: B018

    def classes_in(self, folded: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """Where everyday words for companies of an industry stand, and which industries they mean."""
        for start, end, word in self._class_words(folded):
            ids = self._classes[word]
            if ids:
                yield start, end, ids

    def towns_in(self, question: str) -> Iterator[tuple[int, int, str]]:
        """Where towns stand that the data know with their country ("Omaha, United States"), of one meaning and with a
        capital letter."""
        for match in _TOWN.finditer(question):
            words = list(_TOWN_WORD.finditer(question, match.start(), match.end()))
            for first in range(len(words)):
                for last in range(len(words) - 1, first - 1, -1):
                    start, end = words[first].start(), words[last].end()
                    town = self._towns.get(fold_characters(question[start:end]))
                    if town is not None:
                        yield start, end, town

    @cached_property
    def _towns(self) -> dict[str, str]:
        """Name without its country → the only place of that name."""
        found: dict[str, set[str]] = defaultdict(set)
        read = self._knowledge_base.table("entities").batches(("id", "type", "name_en"))
        for row in (row for batch in read for row in batch.to_pylist()):
            if row["type"] == "place" and "," in row["name_en"]:
                found[fold_characters(row["name_en"].split(",")[0].strip())].add(row["id"])
        return {name: next(iter(ids)) for name, ids in found.items() if len(ids) == 1}

    def called(self, words: str) -> tuple[str, ...]:
        """Products and industries of whose names these words are the greatest part; nothing where they are little."""
        folded = fold_characters(words)
        if len(folded) == 1:
            return self._by_whole_name.get(folded, ())
        if _CHINESE.search(folded):
            return self._best(self._called_chinese(folded))
        return self._best(self._called_english(folded))

    def _called_english(self, folded: str) -> dict[str, float]:
        stems = [_stem(word) for word in _WORDS.findall(folded)]
        wanted = [stem for stem in stems if stem not in _GENERIC]
        if not wanted:
            return {}
        holding = [self._by_stem.get(stem, frozenset()) for stem in wanted]
        common = frozenset.intersection(*holding)
        found = {each: len(wanted) / max(self._stem_counts[each], 1) for each in common}
        heads = {each: part for each, part in found.items() if self._heads[each] == wanted[-1]}
        return heads or found  # batteries are EV batteries, not battery materials

    def _called_chinese(self, folded: str) -> dict[str, float]:
        wanted = "".join(folded.split())
        found: dict[str, float] = {}
        for called in dict.fromkeys((wanted, _GENERIC_ZH.sub("", wanted))):
            if len(called) < 2:
                continue
            common = frozenset.intersection(*(self._by_character.get(each, frozenset()) for each in called))
            for each in common:
                name = self._chinese_names[each]
                if _in_order(called, name):
                    found[each] = max(found.get(each, 0.0), len(called) / len(name))
        heads = {each: part for each, part in found.items() if self._chinese_names[each].endswith(wanted)}
        return heads or found

    def _best(self, found: dict[str, float]) -> tuple[str, ...]:
        best = max(found.values(), default=0.0)
        if best < _LEAST_OF_NAME:
            return ()
        ids = tuple(sorted(each for each, part in found.items() if part == best))
        return ids if len(ids) <= _MOST else ()

    def _class_words(self, folded: str) -> Iterator[tuple[int, int, str]]:
        pattern = self._class_pattern
        position = 0
        while match := pattern.search(folded, position):
            yield match.start(), match.end(), match[0]
            position = match.start() + 1

    @cached_property
    def _class_pattern(self) -> re.Pattern[str]:
        words = sorted(self._classes, key=len, reverse=True)
        return re.compile(
            "|".join(
                rf"(?<![a-z0-9]){re.escape(each)}(?![a-z0-9])" if each.isascii() else re.escape(each) for each in words
            )
        )

    @cached_property
    def _classes(self) -> dict[str, tuple[str, ...]]:
        """Word → industries."""
        industries = [
            (each.id, fold_characters(f"{each.name_en}\n{each.name_zh}"))
            for each in self._concepts
            if each.type == "industry"
        ]
        found: dict[str, tuple[str, ...]] = {}
        for kind in industry_classes():
            ids = tuple(
                each
                for each, name in industries
                if any(word in name for word in kind.named) and not any(word in name for word in kind.excluded)
            )
            found |= {fold_characters(word): ids for word in kind.words}
        return found

    @cached_property
    def _concepts(self) -> list[Concept]:
        read = self._knowledge_base.table("entities").batches(("id", "type", "name_zh", "name_en"))
        rows = (row for batch in read for row in batch.to_pylist())
        return [Concept(**row) for row in rows if row["type"] in ("industry", "product")]

    @cached_property
    def _by_stem(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for each in self._concepts:
            for stem in _stems(each.name_en):
                found[stem].add(each.id)
        return {stem: frozenset(ids) for stem, ids in found.items()}

    @cached_property
    def _stem_counts(self) -> dict[str, int]:
        return {each.id: len(_stems(each.name_en)) for each in self._concepts}

    @cached_property
    def _heads(self) -> dict[str, str]:
        """The last word of each name, but for brackets and generic nouns."""
        found = {}
        for each in self._concepts:
            bare = fold_characters(_BRACKETS.sub("", each.name_en))
            words = [stem for stem in map(_stem, _WORDS.findall(bare)) if stem not in _GENERIC]
            found[each.id] = words[-1] if words else ""
        return found

    @cached_property
    def _by_character(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for each, name in self._chinese_names.items():
            for character in name:
                found[character].add(each)
        return {character: frozenset(ids) for character, ids in found.items()}

    @cached_property
    def _by_whole_name(self) -> dict[str, tuple[str, ...]]:
        """Names of one character, such as copper is in Chinese: part of a word anywhere else, they are looked up where
        nothing else is known."""
        found: dict[str, list[str]] = defaultdict(list)
        for each, name in self._chinese_names.items():
            if len(name) == 1:
                found[name].append(each)
        return {name: tuple(sorted(ids)) for name, ids in found.items()}

    @cached_property
    def _chinese_names(self) -> dict[str, str]:
        return {each.id: "".join(fold_characters(each.name_zh).split()) for each in self._concepts}


def _stems(name: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in _WORDS.findall(fold_characters(name))) - _GENERIC


def _stem(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def _in_order(wanted: str, name: str) -> bool:
    """Whether all characters stand in the name, in this order."""
    letters = iter(name)
    return all(character in letters for character in wanted)
