"""What an answer tells beside its members: who was one, who holds by another relation, what is only reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.discovery.footnotes import Footnotes
from core.discovery.members import executed, lines_of, only_reported
from core.discovery.past_answers import told_formerly
from core.discovery.understood import Understood
from core.domain.plan import DateOf, Entities, Related, RelationEnd, SetPlan, ShareOf, Top, When, YesNo
from core.domain.results import AnswerSentence
from core.messages import translate
from core.questions.held_shares import holding_ways, ways_of_holding_besides
from core.questions.outermost import outermost, with_outermost
from core.retrieval.company_text import sentence_as_of
from core.retrieval.tenses import tense_of
from core.retrieval.terms import share_and_term

_NAMED = 5
_SOURCES_EACH = 2


def told_beside(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Those who were members, those who are on record as holders of another type, and those who are only reported."""
    return [
        *told_formerly(understood, asked, notes),
        *_told_holders(understood, asked, notes),
        *_told_reported(understood, asked, notes),
    ]


def told_as_recorded(understood: Understood, asked: YesNo, row: int, notes: Footnotes) -> AnswerSentence | None:
    """Yes, where another type of relation says so: "SoftBank is on record as parent of Arm (86–91 %)"; nothing where
    the type asked for does."""
    base, words = understood.base.knowledge_base, understood.words(notes.language)
    relation, about = base.relation(row), outermost(asked.set)
    ways = [] if about is None else [kind for kind, _ in ways_of_holding_besides(understood.base.ontology, about)]
    if relation.type not in ways:
        return None
    is_target = relation.target in {asked.entity, *base.namesakes(asked.entity)}
    key = notes.relation(row)
    return notes.sentence(
        "answer.yes_recorded_as",
        [key],
        entity=words.name(asked.entity),
        role=words.role(relation.type, "forward" if is_target else "backward"),
        of=words.name(relation.source if is_target else relation.target),
        term=_term(understood, row, notes),
        marks=notes.marks([key]),
    )


def told_report(understood: Understood, asked: YesNo, notes: Footnotes) -> AnswerSentence | None:
    """That it is only reported to be so; nothing where it is not."""
    bearers = {asked.entity, *understood.base.knowledge_base.namesakes(asked.entity)}
    rows = [row for each, row in _reported(understood, asked.set).items() if each in bearers]
    if not rows:
        return None
    base, key = understood.base, notes.relation(rows[0])
    sentence = sentence_as_of(base.knowledge_base, base.ontology, rows[0], understood.day, notes.language)
    return notes.sentence("answer.one_report", [key], sentence=sentence, marks=notes.marks([key]))


def told_not_compared(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Words such as largest that were not used; of the largest by share, those of whom no share is recorded; of the
    first or last to begin, those of whom it is not recorded when."""
    language, passed_over = notes.language, understood.parsed.passed_over
    if passed_over:
        separator = translate("reason.separator", language)
        words = separator.join(translate("answer.quoted", language, words=each) for each in passed_over)
        return [notes.sentence("answer.passed_over", words=words)]
    if isinstance(asked, Top) and isinstance(asked.by, DateOf):
        return _named("answer.beginning_unknown", _undated(understood, asked), understood, notes)
    about = outermost(asked.arg) if isinstance(asked, Top) and isinstance(asked.by, ShareOf) else None
    if about is None or not isinstance(asked, Top):
        return []
    rows: dict[str, tuple[int, ...]] = {}
    for kind, end in holding_ways(understood.base.ontology, about):
        every = with_outermost(asked.arg, Related(type=kind, end=end, of=about.of))
        for member in executed(every, understood.base, understood.day, strict=True):
            rows[member.entity_id] = (*rows.get(member.entity_id, ()), *member.rows[:_SOURCES_EACH])
    for member in executed(asked.arg, understood.base, understood.day, strict=True):
        rows.pop(member.entity_id, None)
    return _named("answer.not_compared", rows, understood, notes)


def _undated(understood: Understood, asked: Top) -> dict[str, tuple[int, ...]]:
    """Those that a set chooses the first or last of, ended or not, by relations of which no beginning is recorded."""
    about = outermost(asked.arg)
    if about is None or about.when is not None or about.ended:
        return {}
    now, ended, dated = (
        executed(
            with_outermost(asked.arg, about.model_copy(update=changed)), understood.base, understood.day, strict=True
        )
        for changed in ({}, {"ended": True}, {"when": When()})
    )
    known = frozenset(dated.ids)
    return {each.entity_id: each.rows[:_SOURCES_EACH] for each in (*now, *ended) if each.entity_id not in known}


def _told_holders(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Parents that are not on record as shareholders, too; shareholders of whom no parent is."""
    about = outermost(asked)
    if about is None or about.ended or about.when is not None or about.share is not None:
        return []
    members = understood.members
    sentences = []
    for kind, end in ways_of_holding_besides(understood.base.ontology, about, anybody=bool(members.lines)):
        otherwise = with_outermost(asked, Related(type=kind, end=end, of=about.of))
        found = lines_of(executed(otherwise, understood.base, understood.day, strict=True), understood.base)
        known = {*members.standing_for, *(each.entity_id for each in members.others)}
        every = [each for each in (*found.lines.values(), *found.others) if each.entity_id not in known]
        rows = {each.entity_id: each.rows[:_SOURCES_EACH] for each in every}
        sentences += _named("answer.recorded_as", rows, understood, notes, kind, end)
    return sentences


def _told_reported(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Who of them is only reported to be one; whoever is no member fails another part of the set."""
    members = understood.members
    every = {each.entity_id: each for each in (*members.lines.values(), *members.others)}
    rows = {
        each: (row,)
        for each, row in _reported(understood, asked).items()
        if each in every and only_reported(every[each], understood.base, understood.day)
    }
    return _named("answer.only_reported", rows, understood, notes)


def _named(
    key: str,
    rows: Mapping[str, Iterable[int]],
    understood: Understood,
    notes: Footnotes,
    kind: str = "",
    end: RelationEnd = "either",
) -> list[AnswerSentence]:
    """The first of some, each with what is recorded of its relation; nothing of nobody."""
    words = understood.words(notes.language)
    named, cited = [], []
    for each, own in list(rows.items())[:_NAMED]:
        keys = [notes.relation(row) for row in own]
        named.append(f"{words.name(each)}{_term(understood, next(iter(own)), notes)}{notes.marks(keys)}")
        cited += keys
    if not named:
        return []
    names = translate("reason.separator", notes.language).join(named)
    if len(rows) > _NAMED:
        names = translate("answer.and_more", notes.language, names=names, more=len(rows) - _NAMED)
    role = words.role(kind, end) if kind and len(rows) == 1 else words.roles(kind, end) if kind else ""
    return [notes.sentence(key, cited, names=names, role=role)]


def _term(understood: Understood, row: int, notes: Footnotes) -> str:
    base, ontology = understood.base.knowledge_base, understood.base.ontology
    relation = base.relation(row)
    tense = tense_of(base, ontology, row, understood.day)
    return share_and_term(relation, ontology[relation.type], tense, understood.day, notes.language)


def _reported(understood: Understood, asked: SetPlan) -> dict[str, int]:
    """Whom a relation that is only reported leads to from what is named, with that relation, the strongest first."""
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
            if fits and tense_of(base, ontology, row, understood.day) == "reported":
                found[row] = base.entity_ids[other]
    ordered = sorted(found, key=lambda row: (-float(base.graph.weight[row]), row))
    return {found[row]: row for row in reversed(ordered)}
