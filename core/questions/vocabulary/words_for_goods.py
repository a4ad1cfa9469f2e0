"""How a text may name goods: as a question does, by their names and by everyday words for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.names.normalise import fold_characters
from core.questions.execution.columns import INDUSTRY
from core.questions.vocabulary.concepts import Concepts
from core.questions.vocabulary.lexicon import industry_classes
from core.retrieval.base import Base

_LEAST_STEM = 3
_LATIN, _HAN = re.compile(r"[A-Za-z0-9]+"), re.compile("[\u4e00-\u9fff]+")
_HEAD_ZH = 2  # characters
_ANY_GOODS = frozenset(("service", "services", "product", "products", "solutions", "服务", "产品", "业务"))
"""Heads that name nothing by themselves."""


def concepts_of(base: Base) -> Concepts:
    """The industries and products of a base, read once."""
    return base.once(_concepts)


def _concepts(base: Base) -> Concepts:
    return Concepts(base.knowledge_base, base.ontology)


@dataclass(frozen=True)
class WordsForGoods:
    """``heads``: stems, each enough alone. ``wholes``: stems that must all occur, where the head names other goods too:
    chips of memory chips. ``part_of``: stems of which one must occur besides, where any is given: phone of screens."""

    heads: frozenset[str]
    wholes: frozenset[tuple[str, ...]]
    part_of: frozenset[str] = frozenset()

    def or_all_of(self, words: Iterable[str]) -> WordsForGoods:
        """Also where all words of one of these stand: battery cells."""
        return replace(self, wholes=self.wholes | frozenset(filter(None, map(_whole, words))))

    def stand_in(self, said: str) -> bool:
        """Whether a folded text names the goods: as whole words where they are Latin, and not as what others are fit
        for: battery-grade lithium, 电池级."""
        if self.part_of and not any(part in said for part in self.part_of):
            return False
        return any(_stands(head, said) for head in self.heads) or any(
            all(_stands(part, said) for part in whole) for whole in self.wholes
        )


def words_for_goods(base: Base, ids: Sequence[str], written: Iterable[str], names: Iterable[str] = ()) -> WordsForGoods:
    """``written``: the words of the question. ``names``: names of the goods; with any, everyday words count, too."""
    own, names, written = frozenset(ids), tuple(names), tuple(written)
    everyday = _everyday(base, own) if names else ()
    heads: set[str] = set()
    wholes: set[tuple[str, ...]] = set()
    for word in (*written, *names, *everyday):
        for head in _heads(word):
            if (
                fold_characters(head) in _ANY_GOODS or _is_broader(base, head, own) or head == word
            ):  # services of cloud services
                wholes.add(_whole(word))
            elif len(head) >= (_HEAD_ZH if _HAN.search(head) else _LEAST_STEM):
                heads.add(_stem(head))
        heads |= {each.casefold() for each in _LATIN.findall(word) if each.isupper() and len(each) >= _LEAST_STEM}
    return WordsForGoods(frozenset(filter(None, heads)), frozenset(filter(None, wholes)), frozenset(_part_of(written)))


def _part_of(written: Iterable[str]) -> Iterator[str]:
    """What goods are parts of, in both languages."""
    words = frozenset(map(fold_characters, written))
    for kind in industry_classes():
        if any(part in words for part, _ in kind.part_of):
            yield from {whole for _, whole in kind.part_of}


def _everyday(base: Base, ids: frozenset[str]) -> Iterator[str]:
    for word, meant in concepts_of(base).words_for_goods.items():
        if len(word) > 1 and meant and ids.issuperset(meant):
            yield word


def _heads(word: str) -> Iterator[str]:
    """What a name ends in: batteries of EV batteries, 电池 of 动力电池."""
    latin, han = _LATIN.findall(word), _HAN.findall(word)
    yield from latin[-1:]
    for run in han:
        yield run[-_HEAD_ZH:]


def _is_broader(base: Base, head: str, ids: frozenset[str]) -> bool:
    """Whether a head is also that of other industries: chips are not only memory chips."""
    folded, concepts = fold_characters(head), concepts_of(base)
    meant = concepts.class_called(folded) or concepts.called(folded)
    known = base.knowledge_base
    others = (each for each in meant if each not in ids)
    return any(each not in known.node_of or known.entity(each).type == INDUSTRY for each in others)


def _whole(word: str) -> tuple[str, ...]:
    return (*(_stem(each) for each in _LATIN.findall(word)), *_HAN.findall(word))


def _stem(word: str) -> str:
    if _HAN.search(word):
        return word
    stem = word.casefold().removesuffix("s").removesuffix("ie").removesuffix("y")
    return stem if len(stem) >= _LEAST_STEM else word.casefold()


def _stands(stem: str, said: str) -> bool:
    if _HAN.search(stem):
        return re.search(rf"{re.escape(stem)}(?!级)", said) is not None
    return re.search(rf"(?<![a-z0-9]){re.escape(stem)}(?:e?s|ys?|ies)?(?![a-z0-9]|-[a-z])", said) is not None
