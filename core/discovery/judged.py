"""How far an answer has come: what was found, what a language model said of it, and else the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from core.discovery.intention import open_stages
from core.discovery.searched import Searched
from core.domain.model_use import StageName, StageReport
from core.domain.requests import RelevanceLevel
from core.domain.results import Judgement
from core.errors import GuanxiError
from core.messages import LANGUAGES, Language, translate
from core.reasoning.fact_filter import FilteredFacts


@dataclass(frozen=True)
class JudgedInLanguage:
    """In one language: judgements by company id, which facts bear on the question, who judged, what failed."""

    judgements: Mapping[str, Judgement] = field(default_factory=dict)
    facts: FilteredFacts | None = None
    report: StageReport | None = None
    fault: GuanxiError | None = None


_NOTHING = JudgedInLanguage()


@dataclass(frozen=True)
class Judged:
    """By language; another walk or another position of the sliders leaves it as it is."""

    by_language: Mapping[Language, JudgedInLanguage] = field(default_factory=dict)

    def of(self, language: Language) -> JudgedInLanguage:
        """What was said in ``language``; nothing where no model was asked."""
        return self.by_language.get(language, _NOTHING)

    def changed(self, language: Language, **changes: Any) -> Judged:
        """With other fields in one language."""
        return Judged({**self.by_language, language: replace(self.of(language), **changes)})


NOTHING_JUDGED = Judged()


@dataclass(frozen=True)
class Answering:
    """How far the answer to a question has come: what was found, and what a language model said of it by now.

    ``reached``: `searched`, by rules alone; `understood`, once a model, if there is one, has read the question;
    `judged`, once it has judged companies.
    """

    searched: Searched
    judged: Judged = NOTHING_JUDGED
    reached: Literal["searched", "understood", "judged"] = "searched"

    @property
    def awaits_reading(self) -> bool:
        """Whether a model, if there is one, still has to read the question."""
        return bool(self.to_read)

    @property
    def to_read(self) -> tuple[StageName, ...]:
        """What a model, if there is one, still has to say of the question; another walk may leave more to it."""
        understood = self.searched.understood
        return open_stages(understood.request, understood.intention) if understood.answerable else ()

    def judgement(self, company_id: str, language: Language) -> Judgement:
        """The model's judgement where there is one, else the rules'; theirs too where the model's reason claims, in
        the words that the rules use for it, that a company answers the question although it does not."""
        judged = self.judged.of(language).judgements.get(company_id)
        if judged is None or (_claims(judged.reason) and not self.searched.understood.answers_question(company_id)):
            return self.searched.rules.of(company_id, language).judgement
        return judged.model_copy(update={"level": self._level_by_model(company_id, judged)})

    def level(self, company_id: str, language: Language) -> RelevanceLevel:
        """The level of any candidate: the model's where it has judged the company, else the rules'."""
        judged = self.judged.of(language).judgements.get(company_id)
        return self._level_by_model(company_id, judged) if judged else self.searched.rules.level(company_id)

    def _level_by_model(self, company_id: str, judged: Judgement) -> RelevanceLevel:
        """What the model says; the relation asked for lifts only companies that answer the question."""
        understood = self.searched.understood
        kind, asked = understood.base.ontology[judged.relation_type], understood.ranking_relation
        if asked is None or not asked.matches(kind.id, forward=judged.forward, symmetric=kind.symmetric):
            return judged.level
        lifted = understood.answers_question(company_id) or judged.level.order <= kind.tier.order
        return judged.level if lifted else kind.tier


def _claims(reason: str) -> bool:
    """Whether a reason says that what is asked for is recorded."""
    keys = ("reason.asked", "reason.asked_for")
    said = (translate(key, language, reason="").strip(" –—") for language in LANGUAGES for key in keys)
    return any(words.casefold() in reason.casefold() for words in said)
