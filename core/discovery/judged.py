"""What a language model said about the companies and facts of one question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from core.domain.model_use import StageReport
from core.domain.results import Judgement
from core.errors import GuanxiError
from core.messages import Language
from core.reasoning.fact_filter import FilteredFacts


@dataclass(frozen=True)
class JudgedInLanguage:
    """In one language: judgements by company id, which facts bear on the question, who judged, what failed."""

    judgements: Mapping[str, Judgement] = field(default_factory=lambda: MappingProxyType({}))
    facts: FilteredFacts | None = None
    report: StageReport | None = None
    fault: GuanxiError | None = None


_NOTHING = JudgedInLanguage()


@dataclass(frozen=True)
class Judged:
    """By language; another walk or another position of the sliders leaves it as it is."""

    by_language: Mapping[Language, JudgedInLanguage] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, language: Language) -> JudgedInLanguage:
        """What was said in ``language``; nothing where no model was asked."""
        return self.by_language.get(language, _NOTHING)

    def changed(self, language: Language, **changes: Any) -> Judged:
        """With other fields in one language."""
        return Judged({**self.by_language, language: replace(self.of(language), **changes)})


NOTHING_JUDGED = Judged()
