"""What the result list shows, worded in the reader's language; plain data for the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from app.discover.relation_role import is_told_by_relation, is_without_relation
from core.domain.records import MentionRole
from core.domain.requests import FusionMode
from core.domain.results import (
    RESTART,
    Discovery,
    GraphPath,
    Judgement,
    RecordedFacts,
    RelatedCompany,
    RelationShare,
    ScorePart,
    Source,
    SourceKind,
)
from core.messages import Language, the_other, translate, translated_or_itself
from core.names.regions import country_name
from core.ontology import Ontology
from core.retrieval.linked_passages import link_sentence, linked_passages
from core.retrieval.terms import label_in_tense, recorded_in_words
from core.storage.knowledge_base import KnowledgeBase
from core.workspace.judgements import Thumb

_SHOWN_LINKS = 3
_ENDS = ".!?。！？…"

MENTION_ROLES: tuple[MentionRole, ...] = get_args(MentionRole)
_VISIBLE = 0.005  # what is less reads 0.00
_WORDS = (
    "why",
    "level_help",
    "select",
    "explore",
    "profile",
    "similarity",
    "score",
    "arm",
    "raw",
    "normalised",
    "rank",
    "weight",
    "contribution",
    "shares",
    "no_shares",
    "paths",
    "no_paths",
    "sources",
    "origin",
    "not_found",
    "thumb_up",
    "thumb_down",
)


def result_cards(
    discovery: Discovery,
    knowledge_base: KnowledgeBase,
    ontology: Ontology,
    language: Language,
    *,
    before: Mapping[str, int],
    mode: FusionMode,
    compare: bool = False,
    thumbs: Mapping[str, Thumb] | None = None,
) -> dict[str, Any]:
    """Cards best first plus the fixed words around them. ``before``: company id → rank before the last change;
    ``compare``: what the rules say beside what the model says; ``thumbs``: company id → thumb, None where none can be
    given."""
    related = bool(discovery.query_companies)
    maker = _CardMaker(knowledge_base, ontology, language, before, related=related, compare=compare)
    words = {word: translate(f"card.{word}", language) for word in _WORDS}
    words["open_source"] = translate("viewer.open", language)
    words["normalised"] = translate(f"card.normalised.{mode.value}", language)
    cards = [maker.card(company) for company in discovery.related_companies]
    if thumbs is not None:
        cards = [{**card, "thumb": thumbs.get(card["id"], "")} for card in cards]
    return {"cards": cards, "words": words}


def in_groups(discovery: Discovery) -> tuple[Discovery, Discovery]:
    """The list, and what stands apart from it: of a question that is answered, or has no answer on record, those that
    answer, and the others; of any other, all, and nobody."""
    if discovery.answer.outcome not in ("answered", "empty"):
        return discovery, discovery.model_copy(update={"related_companies": ()})
    members = tuple(each for each in discovery.related_companies if each.answers_question)
    others = tuple(each for each in discovery.related_companies if not each.answers_question)
    return (
        discovery.model_copy(update={"related_companies": members}),
        discovery.model_copy(update={"related_companies": others}),
    )


class _CardMaker:
    def __init__(
        self,
        knowledge_base: KnowledgeBase,
        ontology: Ontology,
        language: Language,
        before: Mapping[str, int],
        *,
        related: bool,
        compare: bool,
    ) -> None:
        self._knowledge_base = knowledge_base
        self._ontology = ontology
        self._language = language
        self._before = before
        self._related = related
        self._compare = compare

    def card(self, company: RelatedCompany) -> dict[str, Any]:
        """One company as the browser needs it."""
        chinese = self._language == "zh"
        name, other = (company.name_zh, company.name_en) if chinese else (company.name_en, company.name_zh)
        judgement, told = company.judgement, is_told_by_relation(company, about_companies=self._related)
        return {
            "id": company.company_id,
            "rank": company.rank,
            "change": self._change(company),
            "name": name,
            "other": "" if other == name else other,
            "where": self._where(company.company_id),
            "description": judgement.description or company.description,
            "tags": None if is_without_relation(company) or not told else self._tags(judgement),
            "similarity": f"{company.similarity:.2f}",
            "reason": judgement.reason if told else "",
            "lead": len(_lead(company)) if told else 0,
            "translated": company.translated.reason if company.translated is not None and told else "",
            "translatedLanguage": the_other(self._language),
            "reranker": self._reranker(company),
            "bar": [{"arm": part.arm, "share": part.contribution} for part in company.parts],
            "parts": [self._part(part) for part in _parts_that_say_something(company.parts)],
            "shares": self._shares(company.graph_shares),
            "paths": [self._path(path) for path in company.paths],
            "sources": self._sources(company.sources, judgement.citations),
            "rules": self._rules(company.rules_judgement),
            "judge": translate(f"card.judged_by_{judgement.judge}", self._language),
        }

    def _where(self, company_id: str) -> str:
        """Its first ticker and its country or region."""
        entity = self._knowledge_base.entity(company_id)
        return " · ".join(filter(None, (*entity.tickers[:1], country_name(entity.country, self._language))))

    def _rules(self, judgement: Judgement | None) -> str:
        """What the rules say of a company that the model has judged."""
        if judgement is None or not self._compare or not self._related:
            return ""
        tags = self._tags(judgement)
        relation, level = tags["relation"], tags["levelWord"]
        return translate("card.rules", self._language, relation=relation, level=level, reason=judgement.reason)

    def _tags(self, judgement: Judgement) -> dict[str, str]:
        """Relation and level, which hold between companies."""
        kind, level = self._ontology[judgement.relation_type], judgement.level.value
        role = kind.other_end_is(self._language, forward=judgement.forward)
        word = translate(f"level.{level}", self._language).lower()
        return {
            "relation": translate(f"card.relation.{judgement.tense}", self._language, role=role),
            "colour": kind.colour,
            "level": level,
            "levelWord": translate("card.level", self._language, level=word),
        }

    def _change(self, company: RelatedCompany) -> dict[str, str]:
        if not self._before:
            return {"text": "", "label": ""}
        previous = self._before.get(company.company_id)
        if previous is None:
            return {"text": translate("card.new", self._language), "label": translate("card.new_label", self._language)}
        climbed = previous - company.rank
        if climbed == 0:
            return {"text": "", "label": ""}
        key = "card.up" if climbed > 0 else "card.down"
        return {
            "text": f"{'▲' if climbed > 0 else '▼'}{abs(climbed)}",
            "label": translate(key, self._language, places=abs(climbed)),
        }

    def _reranker(self, company: RelatedCompany) -> str:
        if company.reranker_score is None:
            return ""
        return translate("card.reranker", self._language, score=f"{company.reranker_score:.2f}")

    def _part(self, part: ScorePart) -> dict[str, str | float | bool]:
        return {
            "arm": part.arm,
            "label": translate(f"arm.{part.arm}", self._language),
            "help": translate(f"arm.{part.arm}.help", self._language),
            "found": part.rank is not None,
            "raw": f"{part.raw:.4f}",
            "normalised": f"{part.normalised:.2f}",
            "rank": str(part.rank or "–"),
            "weight": f"{part.weight:.2f}",
            "contribution": f"{part.contribution:.2f}",
        }

    def _shares(self, shares: Sequence[RelationShare]) -> list[dict[str, str]]:
        """One line per kind of relation, all mentions together, largest first."""
        by_label: dict[str, float] = {}
        for share in shares:
            label = self._share_label(share.type)
            by_label[label] = by_label.get(label, 0.0) + share.share
        ordered = sorted(by_label.items(), key=lambda item: -item[1])
        return [{"label": label, "percent": f"{share:.0%}" if share >= 0.01 else "< 1%"} for label, share in ordered]

    def _share_label(self, kind: str) -> str:
        if kind in MENTION_ROLES:
            return translate("card.share.mentions", self._language)
        if kind == RESTART:
            return translate("card.share.restart", self._language)
        return self._ontology[kind].reads(self._language, forward=True)

    def _path(self, path: GraphPath) -> dict[str, Any]:
        steps: list[dict[str, str]] = [{"kind": "node", "text": self._name(path.steps[0].from_id)}]
        for step in path.steps:
            relation = self._ontology[step.relation_type]
            steps.append(
                {
                    "kind": "edge",
                    "text": label_in_tense(
                        relation.reads(self._language, forward=step.forward), step.tense, self._language
                    ),
                    "colour": relation.colour,
                }
            )
            steps.append({"kind": "node", "text": self._name(step.to_id)})
        return {"steps": steps, "strength": translate("card.strength", self._language, percent=f"{path.strength:.1%}")}

    def _name(self, entity_id: str) -> str:
        return self._knowledge_base.entity(entity_id).name(self._language)

    def _sources(self, sources: Sequence[Source], cited: Sequence[str]) -> list[dict[str, str]]:
        """What the model cites comes first, what it has set aside last."""
        ordered = sorted(
            sources, key=lambda source: (source.key not in cited, source.set_aside, -(source.quality or 0))
        )
        return [
            {
                "key": source.key,
                "kind": translate(f"source.{source.kind.value}", self._language),
                "title": source.title,
                "text": source.text,
                "detail": " · ".join(self._details(source, cited=source.key in cited)),
                "linked": self._linked(source),
            }
            for source in ordered
        ]

    def _linked(self, source: Source) -> str:
        """What the passage explains or is explained by, in other sources."""
        if source.kind == SourceKind.RELATION or not self._knowledge_base.has_passage(source.id):
            return ""
        found = linked_passages(self._knowledge_base, [source.id])[:_SHOWN_LINKS]
        return "\n".join(link_sentence(each, source.id, self._language) for each in found)

    def _details(self, source: Source, *, cited: bool) -> list[str]:
        known = f"source_kind.{source.source_kind}"
        details = [translate("source.cited", self._language)] if cited else []
        details += [translate(f"source.reached_by.{source.type}", self._language)]
        if source.quality is not None:
            quality, reason = f"{source.quality:.2f}", source.quality_reason
            details.append(translate("source.quality", self._language, quality=quality, reason=reason))
        if source.set_aside:
            details.append(translate("source.set_aside", self._language))
        if source.recorded is not None:
            details += _stated(source.recorded, self._language)
        if source.source_kind:
            details.append(translated_or_itself(known, source.source_kind, self._language))
        if source.date:
            details.append(translate("source.date", self._language, date=source.date))
        details.append(translate("source.score", self._language, score=f"{source.score:.2f}"))
        details.append(translate("source.origin", self._language, origin=source.origin))
        if source.document_id and source.end:
            place: dict[str, str | int] = {"document": source.document_id, "start": source.start, "end": source.end}
            details.append(translate("source.place", self._language, **place))
        return details


def brief_reason(company: RelatedCompany) -> str:
    """The reason without what the name of its relation says already."""
    return company.judgement.reason[len(_lead(company)) :]


def _lead(company: RelatedCompany) -> str:
    """The words of the reason before the first sentence that it quotes of a relation; empty where it quotes none."""
    reason = company.judgement.reason
    quoted = (each.text.rstrip(_ENDS) for each in company.sources if each.kind == SourceKind.RELATION)
    places = [reason.find(text) for text in quoted if text]
    return reason[: min((place for place in places if place > 0), default=0)]


def _stated(recorded: RecordedFacts, language: Language) -> list[str]:
    """What a row says beside the ends of a relation, who says it, and whether others disagree."""
    said = recorded_in_words(recorded, language)
    if recorded.stated_by is not None:
        source = recorded.stated_by
        title = ", ".join(filter(None, (source.title, source.publisher, source.date, source.url)))
        said.append(translate("source.stated_by", language, title=title))
    if recorded.disagrees:
        said.append(translate("source.headline" if recorded.headline else "source.disagrees", language))
    return said


def _parts_that_say_something(parts: Sequence[ScorePart]) -> list[ScorePart]:
    """Parts that found the company or whose missing score costs it something, the largest contribution first."""
    telling = [part for part in parts if part.rank is not None or part.weight >= _VISIBLE]
    return sorted(telling, key=lambda part: -part.contribution)
