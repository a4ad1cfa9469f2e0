"""Meanings of phrases that say how large companies are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.domain.plan import ValueOf
from core.ontology import COMPANY
from core.questions.parsing.meanings import Conditions, FilterCondition, Phrase, RelationNoun, TopCondition
from core.questions.phrases.office_phrases import OfficePhrases
from core.questions.phrases.phrases import Which
from core.questions.vocabulary.size_words import Extreme


class SizePhrases(OfficePhrases):
    """As ``OfficePhrases``, with sizes."""

    def several(self, each: Extreme, number: int) -> Extreme:
        """The ten largest."""
        return replace(each, number=number)

    def measured(self, each: Extreme, by: str) -> Extreme | None:
        """Largest by revenue."""
        return replace(each, measure=by) if each.measure in ("", by) else None

    def extreme(self, found: Phrase | None, each: Extreme | None, which: Which) -> Phrase | None:
        """The largest banks."""
        top, companies = self._top(each, which), self._companies_of(found)
        plan = None if companies is None or top is None else companies.plan()
        if companies is None or top is None or plan is None or COMPANY not in self.result_types(plan):
            return None
        return companies.under(top)

    def noun_extreme(self, noun: RelationNoun, each: Extreme, which: Which) -> RelationNoun | None:
        """The biggest suppliers."""
        return self.noun_under(noun, self._top(each, which))

    def of_size(self, found: Phrase, each: FilterCondition) -> Phrase | None:
        """Small banks."""
        companies = self._companies_of(found)
        return None if companies is None else self.under(companies, self.being_of_size(each))

    def noun_of_size(self, noun: RelationNoun, each: FilterCondition) -> RelationNoun | None:
        """Small suppliers."""
        return self.noun_filtered(noun, self.being_of_size(each))

    def being_of_size(self, each: FilterCondition) -> Conditions | None:
        """To be small, where the data have classes of size."""
        return None if np.isnan(self._sizes().classes).all() else (each,)

    def _companies_of(self, found: Phrase | None) -> Phrase | None:
        """Companies have a size: of an industry alone its companies are meant, of a product alone nobody."""
        if found is None or not found.topic:
            return found
        industries = all(isinstance(each, FilterCondition) for each in found.conditions)
        return replace(found, topic=False) if industries else None

    def _top(self, each: Extreme | None, which: Which) -> TopCondition | None:
        if each is None:
            return None
        sizes = self._sizes()
        known = bool(np.isfinite(sizes.ranked).any())
        fits = known and each.measure in ("", sizes.measure)
        return TopCondition(ValueOf(attribute="size"), which, each.number) if fits else None
