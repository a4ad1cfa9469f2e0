"""The judge without a model: level, relation type and reason from recorded relations, never from scores.

The business hierarchy: direct competitors > similar products > upstream/downstream. Each ontology type states its
tier. A company that answers the question is judged in core/discovery/member_reasons.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.requests import RelevanceLevel
from core.domain.results import Judgement, Tense
from core.messages import Language, translate
from core.ontology import FALLBACK_TYPE, Ontology
from core.reasoning.asked_relation import AskedRelation

_ENDS = tuple(".!?。！？…")


@dataclass(frozen=True)
class RelationEvidence:
    """One recorded fact about the pair, in words.

    ``query`` names the query company it is about; ``sentence`` is the stored evidence sentence, empty where the data
    gives none; for a bridge shared by both, ``bridge`` is its name instead. ``tense``: whether it is so by then,
    ``term`` says until or since when.
    """

    type: str
    forward: bool
    weight: float
    query: str = ""
    sentence: str = ""
    bridge: str = ""
    bridge_type: str = ""
    tense: Tense = "now"
    term: str = ""


@dataclass(frozen=True)
class PairEvidence:
    """All that is known about the query and one company. ``via`` names the stops of the strongest path between
    them where no relation joins them directly."""

    query_name: str
    facts: Sequence[RelationEvidence] = ()
    via: Sequence[str] = ()


def judge_by_rules(
    pair: PairEvidence, wanted: AskedRelation | None, ontology: Ontology, language: Language
) -> Judgement:
    """Level, type and one-sentence reason for a company of which nothing is claimed. ``wanted``: what is told first."""
    ranked = _ranked(pair.facts, wanted, ontology)
    if not ranked:
        return Judgement(level=RelevanceLevel.LOW, relation_type=FALLBACK_TYPE, reason=_indirect(pair, language))
    best = ranked[0]
    return Judgement(
        level=level_by_rules(ranked, ontology),
        relation_type=best.type,
        forward=best.forward,
        tense=best.tense,
        reason=_reason(pair, ranked, ontology, language),
    )


def level_by_rules(facts: Sequence[RelationEvidence], ontology: Ontology) -> RelevanceLevel:
    """The level alone: the highest tier of what is so, low without any."""
    return max(
        (ontology[fact.type].tier for fact in facts if fact.tense == "now"),
        key=lambda tier: tier.order,
        default=RelevanceLevel.LOW,
    )


def _ranked(
    facts: Sequence[RelationEvidence], wanted: AskedRelation | None, ontology: Ontology
) -> list[RelationEvidence]:
    """What is so first, of it what is wanted, then recorded before implied, then by tier, stronger before
    weaker."""
    return sorted(
        facts,
        key=lambda fact: (
            fact.tense != "now",
            not _is_wanted(fact, wanted, ontology),
            bool(fact.bridge),
            -ontology[fact.type].tier.order,
            -fact.weight,
        ),
    )


def _is_wanted(fact: RelationEvidence, wanted: AskedRelation | None, ontology: Ontology) -> bool:
    symmetric = ontology[fact.type].symmetric
    return wanted is not None and wanted.matches(fact.type, forward=fact.forward, symmetric=symmetric)


def _reason(pair: PairEvidence, ranked: Sequence[RelationEvidence], ontology: Ontology, language: Language) -> str:
    best = ranked[0]
    if best.bridge:
        reason = _shared(best, pair, ranked, language)
    else:
        role = ontology[best.type].other_end_is(language, forward=best.forward)
        reason = translate(
            f"reason.{best.tense}{'_direct' if best.sentence else ''}",
            language,
            role=role,
            evidence=best.sentence,
            query=best.query or pair.query_name,
            term=best.term,
        )
        higher = [
            fact
            for fact in ranked
            if fact.tense == "now" and ontology[fact.type].tier.order > ontology[best.type].tier.order
        ]
        if higher and higher[0].bridge:  # the level comes from what both make: say so
            second = _shared(higher[0], pair, ranked, language)
            reason = translate("reason.also", language, first=_ended(reason, language), second=second)
    return _sentence(reason)


def _shared(best: RelationEvidence, pair: PairEvidence, ranked: Sequence[RelationEvidence], language: Language) -> str:
    alike = [fact.bridge for fact in ranked if fact.bridge and fact.bridge_type == best.bridge_type]
    bridges = translate("reason.separator", language).join(list(dict.fromkeys(alike))[:3])
    kind = best.bridge_type if best.bridge_type in ("produces", "in_industry") else "other"
    return translate(f"reason.shared.{kind}", language, bridges=bridges, query=best.query or pair.query_name)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _ended(text: str, language: Language) -> str:
    """``text`` with a full stop, unless it has an end of its own."""
    return text if text.endswith(_ENDS) else text + translate("reason.full_stop", language)


def _indirect(pair: PairEvidence, language: Language) -> str:
    if not pair.query_name:
        return translate("reason.topic", language)
    if pair.via:
        stops = translate("reason.arrow", language).join(pair.via)
        return _sentence(translate("reason.path", language, query=pair.query_name, stops=stops))
    return _sentence(translate("reason.text", language, query=pair.query_name))
