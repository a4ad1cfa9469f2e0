"""The state of a relation in people's words: Pending, 进行中, Terminated, 已完成; of a deal they say something else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from core.ingestion.cells.column_words import folded_name
from core.names.normalise import fold_characters
from core.runtime.package_files import read_package_yaml

_DEALS = frozenset({"acquired", "merged_with", "divested"})
_STAKES = frozenset({"shareholder_of", "subsidiary_of", "joint_venture"})
_IN_BRACKETS = re.compile(r"[(（\[【].*")
_WORD = re.compile(r"[^\W\d_]+")
_IDEOGRAPH = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def status_in(text: str, relation_type: str) -> str | None:
    """The status that a cell of a relation of this type says; None of what is not known, or may be several.

    A deal that was terminated did not come about, a supply did and ended. Of "Pending regulatory approval" the words
    that are known count, unless a negation stands beside them.
    """
    known = _statuses("deals" if relation_type in _DEALS else "others", relation_type in _STAKES)
    folded = folded_name(text)
    if (found := known.get(folded) or known.get(folded_name(_IN_BRACKETS.sub("", text)))) is not None:
        return found
    words = _WORD.findall(fold_characters(text))
    negated = _negations().intersection(map(folded_name, words)) or any(
        each in folded for each in _negations() if _IDEOGRAPH.search(each)
    )
    said = {status for word, status in known.items() if _stands_in(word, folded, words)}
    return said.pop() if len(said) == 1 and not negated else None


def _stands_in(word: str, folded: str, words: list[str]) -> bool:
    return len(word) > 1 and word in folded if _IDEOGRAPH.search(word) else word in map(folded_name, words)


@cache
def _shipped() -> Mapping[str, Mapping[str, list[str]]]:
    """status_words.yaml."""
    shipped: Mapping[str, Mapping[str, list[str]]] = read_package_yaml("core.ingestion.cells", "status_words.yaml")
    return shipped


@cache
def _statuses(group: str, of_stakes: bool) -> Mapping[str, str]:
    """Folded word → status; what a group says of its own counts before what all say."""
    listed = [*_shipped()["any"].items(), *_shipped()[group].items()]
    listed += [("current", _shipped()["deals"]["current"])] if of_stakes else []
    told = [(word, status) for status, words in listed for word in words]
    return {status: status for _, status in told} | {folded_name(word): status for word, status in told}


@cache
def _negations() -> frozenset[str]:
    return frozenset(map(folded_name, _shipped()["negations"]))
