"""What is said about each company of a list: by the language model where it was asked, else by the rules."""

from __future__ import annotations

from dataclasses import dataclass

from core.discovery.judged import NOTHING_JUDGED, Judged
from core.discovery.searched import Searched
from core.domain.requests import RelevanceLevel
from core.domain.results import Judgement
from core.messages import LANGUAGES, Language, translate


@dataclass(frozen=True)
class Explained:
    """A search with what rules and a language model say about its companies."""

    searched: Searched
    judged: Judged = NOTHING_JUDGED

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
