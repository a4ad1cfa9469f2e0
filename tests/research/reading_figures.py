"""How well relations are read: between two given mentions, and from raw sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.metrics import f1_score

from core.ingestion.reading.classifier_reader import NONE, class_meaning
from core.names.normalise import normalise_name
from tests.research.reading_models import SYMMETRIC
from tests.research.relation_texts import LabelledText

KNOWN_TO_BOTH = ("acquired", "competitor", "merged_with", "partner", "shareholder_of", "subsidiary_of")
"""The types that CORE and FinRE both label."""
ANNOTATED: Mapping[str, Collection[str]] = {
    "fire": ("acquired", "divested", "merged_with", "subsidiary_of"),
    "fewfc": ("acquired", "shareholder_of", "divested", "pledge", "litigation"),
}
_FEW = 20
_SHARES = frozenset(("acquired", "shareholder_of"))


@dataclass(frozen=True)
class Read:
    """A relation that was read: names as written, and how sure it is."""

    source: str
    relation_type: str
    target: str
    confidence: float


def type_scores(truth: Sequence[str], said: Sequence[str]) -> dict[str, float]:
    """F1 of each type (direction apart) and their means: of ``both``, ``all`` types, with ``directed`` classes."""
    true_types = np.array([class_meaning(each)[0] for each in truth])
    said_types = np.array([class_meaning(each)[0] for each in said])
    types = sorted(set(true_types) - {NONE})
    scores = dict(
        zip(types, f1_score(true_types, said_types, labels=types, average=None, zero_division=0), strict=True)
    )
    both = [scores[each] for each in KNOWN_TO_BOTH if each in scores]
    classes = sorted(set(truth) - {NONE})
    stated = true_types != NONE
    only = f1_score(true_types[stated], said_types[stated], labels=types, average="macro", zero_division=0)
    return {
        **{name: float(score) for name, score in scores.items()},
        "macro, both": float(np.mean(both)),
        "macro, all": float(np.mean(list(scores.values()))),
        "macro, all, pairs with a relation": float(only),
        "macro, directed": float(f1_score(truth, said, labels=classes, average="macro", zero_division=0)),
    }


def is_right(read: Read, text: LabelledText, *, shares_alike: bool) -> bool:
    """Whether the text states it; ``shares_alike``: buying shares and buying the company count as the same."""
    return any(_same(read, each, shares_alike=shares_alike) for each in text.stated)


def _same(read: Read, stated: tuple[str, str, str], *, shares_alike: bool) -> bool:
    source, kind, target = stated
    alike = read.relation_type == kind or (shares_alike and {read.relation_type, kind} <= _SHARES)
    ahead = _named(read.source, source) and _named(read.target, target)
    back = kind in SYMMETRIC and _named(read.source, target) and _named(read.target, source)
    return alike and (ahead or back)


def _named(read: str, stated: str) -> bool:
    """Whether two names are one, legal forms apart, or one is a part of the other (with its short form in brackets)."""
    one, other = normalise_name(read), normalise_name(stated)
    return bool(one and other) and (one in other or other in one)


def raw_scores(
    texts: Sequence[LabelledText], read: Sequence[Sequence[Read]], types: Collection[str], *, shares_alike: bool
) -> dict[str, tuple[float, float, int]]:
    """Type → precision, recall and number of stated relations; ``all`` of ``types`` together."""
    right, wrong, found, stated = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for text, of_text in zip(texts, read, strict=True):
        counted = [each for each in of_text if each.relation_type in types]
        for each in counted:
            (right if is_right(each, text, shares_alike=shares_alike) else wrong)[each.relation_type] += 1
        for known in text.stated:
            stated[known[1]] += 1
            found[known[1]] += any(_same(each, known, shares_alike=shares_alike) for each in counted)
    for counter in (right, wrong, found, stated):
        counter["all"] = sum(counter.values())
    return {
        kind: (right[kind] / max(1, right[kind] + wrong[kind]), found[kind] / max(1, stated[kind]), stated[kind])
        for kind in sorted({*stated, *right, *wrong})
    }


def least_confidences(
    texts: Sequence[LabelledText], read: Sequence[Sequence[Read]], types: Iterable[str], precision: float
) -> dict[str, float]:
    """Type → confidence from which it is proposed, such that ``precision`` of all that is proposed is right and as much
    as possible is found: a wrong one costs the same number of right ones whatever its type. Types of which little was
    read are left out."""
    every = {kind: _judged(texts, read, kind) for kind in types}
    judged = {kind: of_type for kind, of_type in every.items() if len(of_type) >= _FEW}
    for cost in np.arange(0.0, 20.0, 0.25):
        cuts = {kind: _best_cut(of_type, float(cost)) for kind, of_type in judged.items()}
        kept = [right for kind, of_type in judged.items() for confidence, right in of_type if confidence >= cuts[kind]]
        if kept and sum(kept) / len(kept) >= precision:
            break
    return {kind: round(cut, 3) for kind, cut in cuts.items()}


def _judged(texts: Sequence[LabelledText], read: Sequence[Sequence[Read]], kind: str) -> list[tuple[float, bool]]:
    """Confidence of everything read of a type, the surest first, and whether it is right."""
    found = (
        (each.confidence, is_right(each, text, shares_alike=True))
        for text, of_text in zip(texts, read, strict=True)
        for each in of_text
        if each.relation_type == kind
    )
    return sorted(found, reverse=True)


def _best_cut(judged: Sequence[tuple[float, bool]], cost: float) -> float:
    """The confidence from which right ones less ``cost`` for each wrong one are most; 1.0 where none is worth it."""
    total, most, cut = 0.0, 0.0, 1.0
    for confidence, right in judged:
        total += 1.0 if right else -cost
        if total > most:
            most, cut = total, confidence
    return cut
