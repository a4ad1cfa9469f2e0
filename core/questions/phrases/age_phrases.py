"""Meanings of questions for who of several that are named is older: told by the recorded years of founding."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.plan import Companies, Entities, Filter, Minus, Plan, SetPlan, Top, Value, ValueOf, YesNo
from core.ontology import COMPANY
from core.questions.parsing.meanings import Args, Phrase, entities
from core.questions.phrases.fitting import ids_of
from core.questions.phrases.pair_phrases import PairPhrases
from core.questions.phrases.phrases import Which

_FOUNDED = "founded"
_OTHER: dict[Which, Which] = {"least": "most", "most": "least"}


class AgePhrases(PairPhrases):
    """As ``PairPhrases``, with who is older. Where a year is not on record, it is that year that is asked for: without
    it nobody is older."""

    def eldest(self, found: Phrase | None, which: Which) -> Plan | None:
        """Which is older, A or B."""
        several = None if found is None or found.conditions else found.base
        if not isinstance(several, Entities) or not self._are_companies(several.ids):
            return None
        return self._undated(several.ids) or Plan(answer=Companies(set=_top(several, which)))

    def is_older(self, one: Args, other: Args, which: Which) -> Plan | None:
        """Is A older than B: of two of one year neither is."""
        ids = (*ids_of(one), *ids_of(other))
        if len(set(ids)) != 2 or len(ids) != 2 or not self._are_companies(ids):
            return None
        two = entities(ids)
        first, last = _top(two, which), _top(two, _OTHER[which])
        asked: SetPlan = Minus(arg=first, without=(last,)) if self.have_in_common(first, last) else first
        return self._undated(ids) or Plan(answer=YesNo(entity=ids[0], set=asked))

    def _are_companies(self, ids: Sequence[str]) -> bool:
        return all(self.type_of(each) == COMPANY for each in ids)

    def _undated(self, ids: Sequence[str]) -> Plan | None:
        """The year that is not on record, as a question."""
        for each in ids:
            dated = Filter(arg=entities((each,)), attribute=_FOUNDED, operator=">=", values=(1,))
            if not self.have_in_common(dated, dated):
                return Plan(answer=Value(entity=each, attribute=_FOUNDED))
        return None


def _top(found: Entities, which: Which) -> Top:
    return Top(arg=found, by=ValueOf(attribute=_FOUNDED), which=which)
