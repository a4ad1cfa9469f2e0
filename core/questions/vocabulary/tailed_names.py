"""Names that end in a word for a relation: 吉利控股 is a company, and 吉利控股了谁 asks whom Geely controls.

The longest recorded name is read first, be it recorded with the place where it is from (浙江吉利控股集团). Where that
leaves no relation to ask for, but words that ask for companies, the shorter name is read, and the rest as a verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.names.name_finder import NameMatch
from core.names.normalise import normalise_name
from core.questions.vocabulary.lexicon import Lexicon, words_file
from core.retrieval.base import Base

_FORM = re.compile("(?:投资)?控股(?:集团)?|投资集团|投资")
_LONGEST_TAIL, _SHORTEST = 4, 2


class TailedNames:
    """Of one base."""

    def __init__(self, base: Base, lexicon: Lexicon) -> None:
        self._base = base
        self._lexicon = lexicon
        self._places = ("中国", *words_file("operators.yaml")["locality"]["zh"])

    def lengthened(self, folded: str, names: Sequence[NameMatch]) -> list[NameMatch]:
        """The names, and those that a form of company belongs to: 吉利控股, 浙江吉利控股."""
        return [*names, *(longer for each in names for longer in self._with_form(folded, each))]

    def shortened(self, folded: str, names: Sequence[NameMatch]) -> list[NameMatch]:
        """The names, without a word for a relation that they end in."""
        return [self._without_tail(folded, each) or each for each in names]

    def _with_form(self, folded: str, name: NameMatch) -> Iterator[NameMatch]:
        form = _FORM.match(folded, name.end)
        if form is None:
            return
        known = self._base.knowledge_base.names.companies
        written = normalise_name(folded[name.start : form.end()])
        before = next((each for each in self._places if folded[: name.start].endswith(each)), "")
        for place in (before, "", *self._places):
            at = known.place(f"{place}{written}")
            if at is not None:
                ids = tuple(self._base.knowledge_base.entity_ids[each] for each in known.bearers(at))
                yield NameMatch(name.start - len(before), form.end(), ids)
                return

    def _without_tail(self, folded: str, name: NameMatch) -> NameMatch | None:
        for length in range(_LONGEST_TAIL, _SHORTEST - 1, -1):
            end = name.end - length
            if end <= name.start or not {"verb", "noun"} & set(self._lexicon[folded[end : name.end]] or ()):
                continue
            whole = (each for each in self._base.names.find(folded[name.start : end]) if each.start == 0)
            found = next((each for each in whole if name.start + each.end == end), None)
            if found is not None:
                return replace(found, start=name.start, end=end)
        return None
