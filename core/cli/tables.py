"""Answers as text, one line for each thing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from core.domain.partial_dates import today
from core.dossier.ownership.report import Ownership
from core.messages import Language, translate
from core.operations.context import Context
from core.operations.duplicates import DuplicatesAnswer
from core.operations.nearest import NearestAnswer
from core.retrieval.base import Base
from core.retrieval.company_text import sentence_as_of
from core.retrieval.relationship_search import SearchHit
from core.statistics.figures import CountName, Statistics
from core.statistics.wording import in_words, labelled_counts

_WIDTH = 12


def found_table(found: NearestAnswer, context: Context, language: Language) -> str:
    """One line per hit: place, score, what it is, and last, because of any length, its text."""
    hits, base = found.hits, context.base
    if not hits:
        return translate("found.nothing", language)
    kinds = {kind: translate(f"found.{kind}", language) for kind in ("object", "relationship")}
    width = max(map(len, kinds.values()))
    return "\n".join(
        f"{place:>3}  {hit.score:.4f}  {kinds[hit.type]:<{width}}  {_text(hit, base, language)}"
        for place, hit in enumerate(hits, start=1)
    )


def _text(hit: SearchHit, base: Base, language: Language) -> str:
    """Both names of a company; a relation read as a sentence, with its evidence."""
    knowledge_base = base.knowledge_base
    if hit.type == "object":
        entity = knowledge_base.entity(hit.id)
        return " · ".join(name for name in (entity.name(language), entity.other_name(language)) if name)
    row = knowledge_base.relation_row(hit.id)
    sentence = sentence_as_of(knowledge_base, base.ontology, row, today(), language)
    evidence = knowledge_base.relation(row).evidence(language)
    return translate("found.evidence", language, sentence=sentence, evidence=evidence) if evidence else sentence


def statistics_table(figures: Statistics, context: Context, language: Language) -> str:
    """One line per figure: counts before what they count, so that they stand below one another in any script."""

    def called(entity_id: str) -> str:
        return context.base.knowledge_base.entity(entity_id).name(language)

    counts = figures.counts.model_dump()
    totals = ((count, translate(f"statistics.count.{name}", language)) for name, count in counts.items())
    blocks = [_block(translate("statistics.counts", language), totals)]
    for kind in get_args(CountName):
        listed = labelled_counts(figures, kind, context.base.ontology, language)
        if listed:
            rows = ((each.count, each.label) for each in listed)
            blocks.append(_block(translate(f"statistics.{kind}", language), rows))
    bins = ((each.companies, each.limits) for each in figures.degrees.histogram)
    blocks.append(_block(translate("statistics.degree_histogram", language), bins))
    said = [f"  {phrase.label}: {phrase.text}" for phrase in in_words(figures, called, language)]
    return "\n\n".join([*blocks, "\n".join([translate("statistics.in_words", language), *said])])


def ownership_table(found: Ownership, _: Context, language: Language) -> str:
    """Owners and holdings with their shares, who controls it and by which rule, and circles, each under its heading."""
    blocks = [translate("ownership.as_of", language, name=found.name, day=found.day)]
    for part, holders in (("owners", found.owners), ("holdings", found.holdings)):
        lines = (f"{_bounds(each.direct):>15} {_bounds(each.told):>15}  {each.name} [{each.id}]" for each in holders)
        blocks.append("\n".join([translate(f"ownership.{part}", language), *lines]))
    controllers = (
        f"  {each.name} [{each.id}]: {translate(f'ownership.rule.{each.rule}', language)} · {' > '.join(each.path)}"
        for each in found.controllers
    )
    ultimate = (
        f"{_bounds(each.told):>15}  {each.name} [{each.id}] · {' > '.join(each.path)}" for each in found.ultimate
    )
    circles = (f"  {' > '.join((*ids, ids[0]))}" for ids in found.circular)
    for part, lines in (("controllers", controllers), ("ultimate", ultimate), ("circular", circles)):
        blocks.append("\n".join([translate(f"ownership.{part}", language), *lines]))
    return "\n\n".join(blocks)


def _bounds(share: tuple[float, float]) -> str:
    low, high = (f"{each:.4g}" for each in share)
    return f"{low} %" if low == high else f"{low}–{high} %"


def duplicates_table(found: DuplicatesAnswer, _: Context, language: Language) -> str:
    """Proposals with the command that merges each and the reasons for and against, then what was decided."""
    lines = []
    for each in found.proposals:
        ids = (each.first, each.second)
        names = (
            f"{(zh if language == 'zh' else en) or zh or en} [{company}]"
            for company, (zh, en) in zip(ids, each.names, strict=True)
        )
        other = each.second if each.kept == each.first else each.first
        lines.append(f"{each.score:.2f}  {' ~ '.join(names)}  (--merge {each.kept} {other})")
        lines += [f"      {'+' if why.log_odds >= 0 else '-'} {why.text}" for why in each.reasons]
    lines += [f"merged: {each.other} -> {each.kept}{'' if each.decided else ' (by rule)'}" for each in found.merges]
    lines += [f"different: {first}, {second}" for first, second in found.different]
    return "\n".join(lines)


def _block(title: str, rows: Iterable[tuple[int, str]]) -> str:
    return "\n".join([title, *(f"{count:>{_WIDTH},}  {label}" for count, label in rows)])
