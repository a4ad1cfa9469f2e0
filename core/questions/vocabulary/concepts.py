"""Industries and products as people call them: everyday classes (carmakers, 药企), and parts of their names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from core.domain.function_words import NO_NAMES_ZH
from core.names.normalise import fold_characters
from core.ontology import Ontology
from core.questions.execution.columns import industries_in_words
from core.questions.vocabulary.industry_texts import IndustryTexts
from core.questions.vocabulary.lexicon import IndustryClass, industry_classes, other_words
from core.questions.vocabulary.stems import GENERIC, OF_ITS_OWN, SAYING_NOTHING, WORDS, stem_of, stems_of
from core.storage.knowledge_base import KnowledgeBase

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_RELATIVE = frozenset(("local", "domestic", "regional", "national", "foreign", "global", "international"))
"""Say where somebody is, seen from somebody else, and name no industry."""
_OF_SERVICES = frozenset(("service", "delivery", "life"))
_GENERIC_ZH = re.compile(r"(?:药物|药|机|系统|设备|产品|软件|服务|应用|平台|技术|类)$")
_OF_ITS_OWN_ZH = ("设备", "软件")
"""电池设备 are no batteries."""
_TOWN_WORD = re.compile(r"[^\W\d_\u3400-\u9fff][^\s\u3400-\u9fff,;:?!]*")
_TOWN = re.compile(rf"(?=[A-Z\u00c0-\u00de]){_TOWN_WORD.pattern}(?: {_TOWN_WORD.pattern}){{0,3}}")
_BRACKETS = re.compile(r"[(（][^)）]*[)）]")
_HYPHEN = re.compile(r"(?<=[a-z])[-\u2010\u2011](?=[a-z])")
_JOINING = re.compile(r"\band\b|\bor\b|[,/()（）、]|(?<=[\u3400-\u9fff])[与和及](?=[\u3400-\u9fff])")
_LEAST_OF_NAME = 0.5
_LEAST_OF_ONLY_NAME = 0.6
"""Of a Chinese name, the only one that ends in these words: 模型 may be any, 语言模型 is 大语言模型."""
_A_PART = 0.99
"""Of a name of several things, such as rare earths and magnets, one of them."""
_MOST = 5
_CONTRACT_MAKERS = ("foundry", "晶圆代工", "electronics manufacturing services", "电子制造服务")
_MOST_OF_GENERAL_WORD = 200
_MOST_OF_A_CLASS = 150


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
        self._bare_chinese_names, self._by_bare_chinese_name, self._parts, self._chinese_parts, self.texts  # noqa: B018

    def classes_in(self, folded: str) -> Iterator[tuple[int, int, tuple[str, ...], bool]]:
        """Where everyday words for companies of an industry stand, or for what they make, and which industries and
        products they mean; the last value: whether it is a word for companies."""
        for said in dict.fromkeys((folded, _HYPHEN.sub(" ", folded))):
            for start, end, word in self._class_words(said):
                if self._classes.get(word):
                    yield start, end, self._classes[word], True
                elif self._things.get(word):
                    yield start, end, self._things[word], False

    def called_in_class(self, words: str) -> tuple[str, ...]:
        """Of the industries that an everyday word for companies means, at the end of some words, those whose name has
        what stands before it: lithium miners."""
        folded = fold_characters(words)
        found = [(start, word) for start, end, word in self._class_words(folded) if end == len(folded) and start]
        for start, word in found:
            modifier, own = folded[:start].strip(), self._classes.get(word, ())
            if modifier.isascii():
                said = stems_of(modifier)
                ids = tuple(each for each in own if said and all(each in self._by_stem.get(one, ()) for one in said))
            else:
                ids = tuple(each for each in own if modifier in self._chinese_names.get(each, each))
            if ids:
                return ids
        return ()

    def class_called(self, word: str) -> tuple[str, ...]:
        """What an everyday word for companies, or for what they make, means, folded."""
        return self._classes.get(word) or self._things.get(word, ())

    @property
    def words_for_goods(self) -> dict[str, tuple[str, ...]]:
        """Every everyday word for what companies make, with what it means."""
        return {word: ids for word, ids in self._things.items() if word not in self._classes}

    def is_of_companies(self, word: str) -> bool:
        """Whether it is a word for companies of an industry: carmakers."""
        return fold_characters(word) in self._classes

    def family_of(self, ids: Iterable[str]) -> frozenset[str]:
        """Some industries and all that an everyday word means together with one of them: electric vehicles are cars."""
        own = frozenset(ids)
        return own.union(*(each for each in self._classes.values() if own.intersection(each)))

    def contract_makers(self) -> tuple[str, ...]:
        """Industries that make for others what those sell."""
        return self.industries_of(IndustryClass((), _CONTRACT_MAKERS, ()))

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

    @cached_property
    def texts(self) -> IndustryTexts:
        """Industries that only columns name: no node of the graph stands for them."""
        return IndustryTexts(industries_in_words(self._knowledge_base))

    def called(self, words: str) -> tuple[str, ...]:
        """Products and industries of whose names these words are the greatest part, and every one of which they are the
        head: cars are electric cars and hybrid cars. Nothing where they are little, or the head of a single longer
        name, as engines are of search engines: it is not said that those are meant. What only columns call so, too."""
        folded = fold_characters(words)
        known = self._known_as(folded)
        in_columns = self.texts.of_companies(folded) if known else self.texts.called(folded)
        return tuple(dict.fromkeys((*known, *in_columns)))

    def _known_as(self, folded: str) -> tuple[str, ...]:
        if len(folded) == 1:
            return self._by_whole_name.get(folded, ())
        if _CHINESE.search(folded):
            return self._called_chinese("".join(folded.split()))
        return self._called_english(folded)

    def _called_english(self, folded: str) -> tuple[str, ...]:
        stems = [self._known(stem_of(word)) for word in WORDS.findall(folded)]
        wanted = [stem for stem in stems if stem not in GENERIC]
        if not wanted or (set(wanted) <= _RELATIVE and not _OF_SERVICES.intersection(stems)):
            return ()
        common = frozenset.intersection(*(self._by_stem.get(stem, frozenset()) for stem in wanted))
        for kind in set(stems) & GENERIC - SAYING_NOTHING:  # cell therapies are no solar cells
            of_kind = frozenset(each for each in common if kind in self._all_stems[each])
            common = of_kind if kind in OF_ITS_OWN else of_kind or common
        found = {
            each: max(len(wanted) / max(self._stem_counts[each], 1), _A_PART * (frozenset(wanted) in self._parts[each]))
            for each in common
        }
        heads = {each: part for each, part in found.items() if part >= _A_PART or self._heads[each] == wanted[-1]}
        if not heads:  # car battery is no battery electric car
            return _best({each: part for each, part in found.items() if self._has_in_order(each, wanted)})
        sure = len(wanted) > 1 or max(heads.values()) >= _A_PART
        return self._headed(heads, sure=sure)  # batteries are EV batteries, not battery materials

    def is_of_kind(self, ids: Iterable[str], word: str) -> bool:
        """Whether a word such as equipment is part of the name of one of these: lithography machines."""
        known = (each for each in ids if each in self._all_stems)
        return any(stem_of(word) in self._all_stems[each] or word in self._chinese_names[each] for each in known)

    def _has_in_order(self, concept: str, wanted: list[str]) -> bool:
        stems = iter(map(stem_of, WORDS.findall(self._bare_names[concept])))
        return all(each in stems for each in wanted)

    def _known(self, stem: str) -> str:
        """A word that some name has: of one that none has, another word for the same thing."""
        others = () if stem in self._by_stem or stem in GENERIC else other_words().get(stem, ())
        return next((each for each in others if each in self._by_stem), stem)

    def called_but_for_its_kind(self, word: str) -> tuple[str, ...]:
        """Products and industries whose Chinese name is ``word`` but for a general last noun: 外卖 of 外卖服务."""
        return self._by_bare_chinese_name.get(word, ())

    def _called_chinese(self, wanted: str) -> tuple[str, ...]:
        found: dict[str, float] = {}
        heads: dict[str, float] = {}
        bare = wanted if wanted.endswith(_OF_ITS_OWN_ZH) else _GENERIC_ZH.sub("", wanted)
        for called in dict.fromkeys((wanted, bare)):
            if len(called) < 2:
                continue
            common = frozenset.intersection(*(self._by_character.get(each, frozenset()) for each in called))
            for each in common:
                name = self._chinese_names[each]
                if _in_order(called, name):
                    found[each] = max(found.get(each, 0.0), len(called) / len(name))
                    if called in self._chinese_parts[each]:
                        whole = called == _GENERIC_ZH.sub("", self._bare_chinese_names[each])
                        heads[each] = 1.0 if whole else _A_PART
                    elif self._bare_chinese_names[each].endswith(wanted):
                        heads[each] = found[each]
        if not heads:
            return _best(found)
        return self._headed(heads, sure=max(heads.values()) >= _LEAST_OF_ONLY_NAME)

    def _headed(self, heads: dict[str, float], *, sure: bool) -> tuple[str, ...]:
        """Those that are called so; else all that end so, one alone only where it is ``sure`` that it is meant."""
        called = [each for each, part in heads.items() if part == 1.0]
        ids = called or list(heads)
        names = {(self._bare_names[each], self._bare_chinese_names[each]) for each in ids}
        only_one = len({name for name, _ in names}) == 1 or len({name for _, name in names}) == 1
        if (only_one and not called and not sure) or len(ids) > _MOST_OF_GENERAL_WORD:
            return ()
        return tuple(sorted(ids))

    def _class_words(self, folded: str) -> Iterator[tuple[int, int, str]]:
        pattern = self._class_pattern
        position = 0
        while match := pattern.search(folded, position):
            yield match.start(), match.end(), match[0]
            position = match.start() + 1

    @cached_property
    def _class_pattern(self) -> re.Pattern[str]:
        words = sorted({**self._classes, **self._things}, key=len, reverse=True)
        return re.compile(
            "|".join(
                rf"(?<![a-z0-9]){re.escape(each)}(?![a-z0-9])" if each.isascii() else re.escape(each) for each in words
            )
        )

    @cached_property
    def _classes(self) -> dict[str, tuple[str, ...]]:
        """Word → industries."""
        found: dict[str, tuple[str, ...]] = {}
        for kind in industry_classes():
            found |= dict.fromkeys(map(fold_characters, kind.words), self.industries_of(kind))
        return found

    @cached_property
    def _things(self) -> dict[str, tuple[str, ...]]:
        """Word for what companies of a class make → their industries, and whatever is called so."""
        found: dict[str, tuple[str, ...]] = {}
        for kind in industry_classes():
            words = tuple(map(fold_characters, kind.things))
            if not words:
                continue
            ending = tuple(each if _CHINESE.search(each) else f" {each}" for each in words)
            headed = [
                each
                for each, name in self._bare_names.items()
                if f" {name}".endswith(ending) or self._bare_chinese_names[each].endswith(ending)
            ]
            ids = tuple(dict.fromkeys((*self.industries_of(kind), *sorted(headed))))
            if len(ids) <= _MOST_OF_GENERAL_WORD:
                found |= dict.fromkeys(words, ids)
        return found

    def industries_of(self, kind: IndustryClass) -> tuple[str, ...]:
        """The industries of a class, and those that only columns name, in its own words."""
        found = (
            each
            for each, name in self._industries
            if any(word in name for word in kind.named) and not any(word in name for word in kind.excluded)
        )
        own = (text for word in (*kind.words, *kind.things) for text in self.texts.of_companies(word))
        return tuple(islice(dict.fromkeys((*found, *own)), _MOST_OF_A_CLASS))

    @cached_property
    def _industries(self) -> list[tuple[str, str]]:
        """Each with its names; what the column of companies says that is the name of none stands for itself."""
        named = [
            (each.id, fold_characters(f"{each.name_en}\n{each.name_zh}"))
            for each in self._concepts
            if each.type == "industry"
        ]
        return [*named, *((text, fold_characters(text)) for text in self.texts)]

    @cached_property
    def _concepts(self) -> list[Concept]:
        read = self._knowledge_base.table("entities").batches(("id", "type", "name_zh", "name_en"))
        rows = (row for batch in read for row in batch.to_pylist())
        return [Concept(**row) for row in rows if row["type"] in ("industry", "product")]

    @cached_property
    def _by_stem(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for each in self._concepts:
            for stem in stems_of(each.name_en):
                found[stem].add(each.id)
        return {stem: frozenset(ids) for stem, ids in found.items()}

    @cached_property
    def _all_stems(self) -> dict[str, frozenset[str]]:
        """With general nouns."""
        return {
            each.id: frozenset(map(stem_of, WORDS.findall(fold_characters(each.name_en)))) for each in self._concepts
        }

    @cached_property
    def _stem_counts(self) -> dict[str, int]:
        return {each.id: len(stems_of(each.name_en)) for each in self._concepts}

    @cached_property
    def _bare_names(self) -> dict[str, str]:
        """English names without brackets."""
        return {each.id: fold_characters(_BRACKETS.sub("", each.name_en)).strip() for each in self._concepts}

    @cached_property
    def _heads(self) -> dict[str, str]:
        """The last word of each name, but for brackets and generic nouns."""
        found = {}
        for each, bare in self._bare_names.items():
            words = [stem for stem in map(stem_of, WORDS.findall(bare)) if stem not in GENERIC]
            found[each] = words[-1] if words else ""
        return found

    @cached_property
    def _parts(self) -> dict[str, frozenset[frozenset[str]]]:
        """What English names are made of, where they name several things: rare earths; magnets."""
        return {
            each.id: frozenset(map(stems_of, _JOINING.split(fold_characters(each.name_en)))) for each in self._concepts
        }

    @cached_property
    def _chinese_parts(self) -> dict[str, frozenset[str]]:
        """What Chinese names are made of, with and without generic nouns."""
        return {
            each: frozenset(
                said for part in (name, *_JOINING.split(name)) for said in (part, _GENERIC_ZH.sub("", part))
            )
            for each, name in self._chinese_names.items()
        }

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
    def _by_bare_chinese_name(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = defaultdict(list)
        for each, name in self._bare_chinese_names.items():
            bare = _GENERIC_ZH.sub("", name)
            if bare != name and len(bare) > 1 and bare not in NO_NAMES_ZH:
                found[bare].append(each)
        return {name: tuple(sorted(ids)) for name, ids in found.items()}

    @cached_property
    def _chinese_names(self) -> dict[str, str]:
        return {each.id: "".join(fold_characters(each.name_zh).split()) for each in self._concepts}

    @cached_property
    def _bare_chinese_names(self) -> dict[str, str]:
        """Without brackets, unless there is nothing else."""
        return {each: _BRACKETS.sub("", name) or name for each, name in self._chinese_names.items()}


def _best(found: dict[str, float]) -> tuple[str, ...]:
    """Those of whose names the words are the greatest part."""
    best = max(found.values(), default=0.0)
    ids = tuple(sorted(each for each, part in found.items() if part == best))
    return ids if best >= _LEAST_OF_NAME and len(ids) <= _MOST else ()


def _in_order(wanted: str, name: str) -> bool:
    """Whether all characters stand in the name, in this order."""
    letters = iter(name)
    return all(character in letters for character in wanted)
