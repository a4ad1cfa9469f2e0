"""What an answer tells beside its members: who was one, who holds by another relation, what is only reported."""

from __future__ import annotations

from collections.abc import Iterable

from core.discovery.ended_otherwise import ended_otherwise
from core.discovery.footnotes import NAMED, SOURCES_EACH, Footnotes
from core.discovery.members import executed, only_reported
from core.discovery.no_country import without_country
from core.discovery.other_amounts import told_other_amounts
from core.discovery.told_acquisitions import other_holders, told_acquired_shares, told_acquisitions
from core.discovery.told_members import recorded_term, told_members
from core.discovery.undated import undated
from core.discovery.understood import Understood
from core.domain.plan import (
    And,
    Entities,
    Related,
    RelationEnd,
    SetPlan,
    When,
    YesNo,
)
from core.domain.results import AnswerSentence, Tense
from core.messages import Language, translate
from core.questions.execution.executor import Member
from core.questions.execution.held_shares import ways_of_holding_besides, ways_of_majority
from core.questions.execution.outermost import outermost, with_outermost
from core.questions.execution.roots import roots
from core.retrieval.company_text import sentence_as_of
from core.retrieval.tenses import tense_of
from core.retrieval.terms import date_in_words, in_brackets, term

_DIVESTED = "divested"
_YEAR_DIGITS = 4
_NAMED = 5


def told_beside(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Those who were members, or may not have been by then, and those on record as holders of another type, as
    acquirers, only reported or planned."""
    return [
        *_told_formerly(understood, asked, notes),
        *told_other_amounts(understood, asked, notes),
        *told_members("answer.no_country", without_country(understood, asked), understood, notes),
        *_told_ended_otherwise(understood, asked, notes),
        *told_members("answer.undated", undated(understood, asked), understood, notes),
        *_told_holders(understood, asked, notes),
        *told_acquisitions(understood, asked, notes),
        *told_acquired_shares(understood, asked, notes),
        *_told_ended_holdings(understood, asked, notes),
        *_told_roots(understood, asked, notes),
        *_told_reported(understood, asked, notes),
        *_told_not_so(understood, asked, notes, "planned"),
        *_told_not_so(understood, asked, notes, "denied"),
    ]


def _told_formerly(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """The first of those who were members, by name, with until when; nothing where there is nobody."""
    language, words = notes.language, understood.words(notes.language)
    found = (*understood.former.lines.values(), *understood.former.others)
    if not found:
        return []
    named, cited = [], []
    for member in found[:NAMED]:
        keys = [notes.relation(row) for row in member.rows[:SOURCES_EACH]]
        until = in_brackets(member_term(member, understood, language), language)
        named.append(f"{words.name(member.entity_id)}{until}{notes.marks(keys)}")
        cited += keys
    return [notes.sentence("answer.formerly", cited, set=words.set(asked), names=notes.names(named, len(found)))]


def _told_ended_otherwise(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Of whom another record says until when they were: members, and, where former ones are asked for, those who are
    none as they are on record without an end, too."""
    about = outermost(asked)
    if about is None or about.when:
        return []
    members: Iterable[Member] = understood.members.lines.values()
    if about.ended:
        without_end = with_outermost(asked, about.model_copy(update={"ended": False}))
        members = executed(without_end, understood.base, understood.day, strict=True)
    return told_members("answer.members_ended_otherwise", ended_otherwise(members, understood), understood, notes)


def former_member(understood: Understood) -> Member | None:
    """The entity that a yes-or-no question is about, if it was a member and is no longer."""
    return next(iter((*understood.former.lines.values(), *understood.former.others)), None)


def told_no_more(
    understood: Understood, asked: YesNo, notes: Footnotes, key: str = "answer.no_more"
) -> AnswerSentence | None:
    """That an entity was a member, from when until when; nothing where it was not. ``key``: the sentence."""
    found = former_member(understood)
    if found is None:
        return None
    words, keys = understood.words(notes.language), [notes.relation(row) for row in found.rows[:NAMED]]
    said = in_brackets(member_term(found, understood, notes.language, with_start=True), notes.language)
    return notes.sentence(
        key,
        keys,
        entity=words.name(asked.entity),
        set=words.set(asked.set),
        term=said,
        marks=notes.marks(keys),
    )


def member_term(member: Member, understood: Understood, language: Language, *, with_start: bool = False) -> str:
    """Until when a member of the outermost relation was one: by its own relations, of which the last one to end counts,
    with its own beginning; nothing where one of them has no end."""
    base, ontology = understood.base.knowledge_base, understood.base.ontology
    source, target = base.graph.source, base.graph.target
    own = [row for row in member.rows if member.node in (int(source[row]), int(target[row]))]
    if not own:
        return ""
    others: dict[int, list[int]] = {}
    for row in own:
        others.setdefault(int(target[row]) if int(source[row]) == member.node else int(source[row]), []).append(row)
    over = [rows for rows in others.values() if all(base.relation(each).end for each in rows)]
    if not over or (len(over) < len(others) and not _asks_for_all(understood)):
        return ""
    last_rows = [max(rows, key=lambda each: base.relation(each).end) for rows in over]
    first_to_end = min if _asks_for_all(understood) else max
    row = first_to_end(last_rows, key=lambda each: base.relation(each).end)
    last, tense = base.relation(row), tense_of(base, ontology, row, understood.day)
    said = term(last, ontology[last.type], tense, understood.day, language)
    first = last.start or str(last.year or "")
    if not with_start or not first or not said:
        return said
    day, began = date_in_words(last.end, language), date_in_words(first, language)
    return translate("term.from_until", language, first=began, day=day)


def _asks_for_all(understood: Understood) -> bool:
    """Whether a set is asked for whose members meet several parts: they are no more once the first has ended."""
    plan = understood.plan
    return plan is not None and isinstance(getattr(plan.answer, "set", None), And)


def told_as_recorded(understood: Understood, asked: YesNo, row: int, notes: Footnotes) -> AnswerSentence | None:
    """Yes, where another type of relation says so: "SoftBank is on record as parent of Arm (86–91 %)"; nothing where
    the type asked for does."""
    base, words = understood.base.knowledge_base, understood.words(notes.language)
    relation, about = base.relation(row), outermost(asked.set)
    ontology = understood.base.ontology
    besides = [] if about is None else [*ways_of_holding_besides(ontology, about), *ways_of_majority(ontology, about)]
    if relation.type not in [kind for kind, _ in besides]:
        return None
    is_target = relation.target in {asked.entity, *base.namesakes(asked.entity)}
    key = notes.relation(row)
    return notes.sentence(
        "answer.yes_recorded_as",
        [key],
        entity=words.name(asked.entity),
        role=words.role(relation.type, "forward" if is_target else "backward"),
        of=words.name(relation.source if is_target else relation.target),
        term=recorded_term(understood, row, notes),
        marks=notes.marks([key]),
    )


def told_report(understood: Understood, asked: YesNo, notes: Footnotes) -> AnswerSentence | None:
    """That it is only reported to be so; nothing where it is not."""
    bearers = {asked.entity, *understood.base.knowledge_base.namesakes(asked.entity)}
    rows = [row for each, row in in_tense(understood, asked.set, "reported").items() if each in bearers]
    if not rows:
        return None
    base, key = understood.base, notes.relation(rows[0])
    sentence = sentence_as_of(base.knowledge_base, base.ontology, rows[0], understood.day, notes.language)
    return notes.sentence("answer.one_report", [key], sentence=sentence, marks=notes.marks([key]))


def _told_holders(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Parents that are not on record as shareholders, too; shareholders of whom no parent is; of a company whose
    subsidiaries are asked for, what it holds more than half of."""
    sentences = []
    for kind, end, rows in other_holders(understood, asked):
        sentences += told_members("answer.recorded_as", rows, understood, notes, kind, end)
    return sentences


def _told_roots(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Of a chain of owners that leads back to the company it starts from: that this is one, and by whom; it is no
    member of its own chain. Who owns the suppliers of Huawei: Huawei itself owns HiSilicon."""
    about, base = asked, understood.base
    if not isinstance(about, Related) or isinstance(about.of, Entities) or about.ended:
        return []
    if base.ontology[about.type].holding is None:
        return []
    back: RelationEnd = "backward" if about.end == "forward" else "forward"
    words, sentences = understood.words(notes.language), []
    for root in sorted(roots(about.of)):
        own = Related(type=about.type, end=back, of=Entities(ids=(root,)), when=about.when, share=about.share)
        found = executed(And(args=(own, about.of)), base, understood.day, strict=True)
        if not found:
            continue
        keys = [notes.relation(row) for each in found[:NAMED] for row in each.rows[:1]]
        names = notes.names([words.name(each.entity_id) for each in found[:NAMED]], len(found))
        told = {"root": words.name(root), "names": names, "marks": notes.marks(keys)}
        sentences.append(notes.sentence("answer.root_itself", keys, **told))
    return sentences


def _told_ended_holdings(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Holdings that have ended, within the years that the question says, other than the members.

    Of what somebody divested, and of who divested a company, holdings of every type; of former holders, and of what
    they held, those of the types that ``ways_of_holding_besides`` adds to the type asked for.
    """
    about = outermost(asked)
    if about is None:
        return []
    known = {*understood.members.standing_for, *(each.entity_id for each in understood.members.others)}
    rows: dict[str, tuple[int, ...]] = {}
    for kind, end in _ways_of_having_held(understood, about):
        ended = with_outermost(asked, Related(type=kind, end=end, of=about.of, ended=True))
        for member in executed(ended, understood.base, understood.day, strict=True):
            own = tuple(row for row in member.rows if _ended_within(understood, row, about.when))[:SOURCES_EACH]
            if own and member.entity_id not in known:
                rows.setdefault(member.entity_id, own)
    return told_members("answer.ended_holdings", rows, understood, notes)


def _ways_of_having_held(understood: Understood, about: Related) -> list[tuple[str, RelationEnd]]:
    """The relation types of which ended rows are told, each with the end asked for; none for other questions."""
    ontology = understood.base.ontology
    if about.ended:
        return ways_of_holding_besides(ontology, about, anybody=bool(understood.members.lines))
    if about.type != _DIVESTED:
        return []
    ways: list[tuple[str, RelationEnd]] = []
    for kind in ontology.types.values():
        if kind.holding is not None:
            held = (kind.holding.owner == "source") == (about.end == "forward")
            ways.append((kind.id, "forward" if held else "backward"))
    return ways


def _ended_within(understood: Understood, row: int, when: When | None) -> bool:
    relation = understood.base.knowledge_base.relation(row)
    year = int(relation.end[:_YEAR_DIGITS] or 0)
    first, last = (when.first, when.last) if when else (None, None)
    return bool(year) and (first is None or year >= first) and (last is None or year <= last)


def _told_reported(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Who of them is only reported to be one; whoever is no member fails another part of the set."""
    members = understood.members
    every = {each.entity_id: each for each in (*members.lines.values(), *members.others)}
    rows = {
        each: (row,)
        for each, row in in_tense(understood, asked, "reported").items()
        if each in every and only_reported(every[each], understood.base, understood.day)
    }
    return told_members("answer.only_reported", rows, understood, notes)


def _told_not_so(understood: Understood, asked: SetPlan, notes: Footnotes, tense: Tense) -> list[AnswerSentence]:
    """Whom a relation that is planned, or was called off or denied, would make a member, of a set that nothing but that
    relation makes."""
    if not isinstance(asked, Related) or asked.share or asked.when or asked.ended:
        return []
    rows = {each: (row,) for each, row in in_tense(understood, asked, tense).items()}
    return told_members(f"answer.{tense}", rows, understood, notes)


def in_tense(understood: Understood, asked: SetPlan, tense: Tense) -> dict[str, int]:
    """Whom a relation of a tense leads to from what is named, with that relation, the strongest first."""
    about, base, ontology = outermost(asked), understood.base.knowledge_base, understood.base.ontology
    if about is None or not isinstance(about.of, Entities):
        return {}
    found: dict[int, str] = {}
    symmetric = about.end == "either" or ontology[about.type].symmetric
    for each in about.of.ids:
        node = base.node_of[each]
        for row, other in zip(*(array.tolist() for array in base.relations_of(node)), strict=True):
            is_source = int(base.graph.source[row]) == node
            fits = base.manifest.edge_types[base.graph.edge_type[row]] == about.type
            fits = fits and (symmetric or is_source == (about.end == "forward"))
            if fits and tense_of(base, ontology, row, understood.day) == tense:
                found[row] = base.entity_ids[other]
    ordered = sorted(found, key=lambda row: (-float(base.graph.weight[row]), row))
    return {found[row]: row for row in reversed(ordered)}
