"""The members of a set, their number, or whether one is among them, in sentences with footnotes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from core.discovery.ages import ages_asked, told_ages
from core.discovery.amount_answers import told_of_each
from core.discovery.counts import counts_asked, told_counts
from core.discovery.footnotes import NAMED, SOURCES_EACH, Footnotes
from core.discovery.members import executed, lines_of, only_reported
from core.discovery.nearest_plan import nearest_plan
from core.discovery.not_compared import told_not_compared
from core.discovery.others_of_a_name import told_of_others
from core.discovery.recorded_places import answer_place
from core.discovery.recorded_values import column_source
from core.discovery.searched import Searched
from core.discovery.told_beside import (
    member_term,
    told_beside,
)
from core.discovery.told_goods import answer_own_goods, told_goods_made, told_goods_sold, told_untold_goods
from core.discovery.told_left_in import told_left_in
from core.discovery.understood import Understood
from core.discovery.whose_value import whose_values
from core.domain.plan import (
    And,
    Companies,
    Count,
    Entities,
    Filter,
    Minus,
    Or,
    Related,
    RelationEnd,
    SetPlan,
    ShareOf,
    Top,
    nodes_of,
)
from core.domain.results import AnswerSentence, QuestionAnswer
from core.messages import Language, translate
from core.questions.execution.columns import INDUSTRY, LOCATED_IN
from core.questions.execution.executor import Member
from core.questions.execution.outermost import outermost
from core.questions.plans.sentences import PlanWords
from core.reasoning.asked_relation import AskedRelation, recorded_answer_to
from core.retrieval.tenses import tense_of
from core.retrieval.terms import in_brackets, share_as_of

EmptyKind = Literal["companies", "count", "value"]
_SEAT = "headquarters"
_PERSON = "person"
_PEOPLE_NAMED = 2
_LOOKED_AT = 200


def answer_companies(searched: Searched, asked: Companies, language: Language) -> QuestionAnswer:
    """Who the members are; a value, where a relation leads to products, people or places."""
    understood = searched.understood
    members, notes = understood.members, Footnotes(searched.base, understood.day, language)
    if members.others and not members.lines:
        return _answer_others(understood, asked.set, notes, language)
    if not members.lines:
        kind: EmptyKind = "companies" if _leads_to_companies(asked.set, understood) else "value"
        return answer_empty(understood, kind, asked.set, language)
    ages = ages_asked(asked.set)
    if ages is not None:
        names = understood.words(language).names(tuple(members.lines), "plan.and")
        sentence = told_ages(f"answer.ages.{ages.which}", ages, understood, notes, names=names)
        return _answered(members.lines, [sentence], notes)
    plainly = [each for each in members.lines.values() if not each.by_reverse_only]
    reversed_only = [each for each in members.lines.values() if each.by_reverse_only]
    sentences = []
    if plainly:
        told = (*plainly, *members.others)
        sentences.append(_listed("answer.companies", told, understood, asked.set, notes, language))
    if reversed_only:
        key = "answer.also_reversed" if plainly else "answer.only_reversed"
        sentences.append(_listed(key, reversed_only, understood, asked.set, notes, language))
    counts = counts_asked(asked.set)
    sentences += [told_counts("answer.counts", counts, understood, notes)] if counts is not None else []
    sentences += told_untold_goods(understood, asked.set, notes)
    sentences += told_not_compared(understood, asked.set, notes)
    sentences += _also_are(understood, asked.set, notes, language)
    sentences += told_left_in(understood, asked.set, notes)
    sentences += told_beside(understood, asked.set, notes)
    return _answered(members.lines, sentences, notes)


def _answered(members: Iterable[str], sentences: Sequence[AnswerSentence], notes: Footnotes) -> QuestionAnswer:
    return QuestionAnswer(
        outcome="answered",
        kind="companies",
        company_ids=tuple(members),
        sentences=tuple(sentences),
        sources=notes.sources,
    )


def answer_count(searched: Searched, asked: Count, language: Language) -> QuestionAnswer:
    """How many, by the type asked for alone; what a relation that says about the same adds is a sentence of its own."""
    understood = searched.understood
    notes = Footnotes(searched.base, understood.day, language)
    counted = (*understood.members.lines.values(), *understood.members.others)
    if not counted:
        return answer_empty(understood, "count", asked.set, language).model_copy(update={"value": 0})
    sentences = [_listed("answer.companies", counted, understood, asked.set, notes, language)]
    every = lines_of(executed(asked.set, understood.base, understood.day), understood.base, understood.request.among)
    more = len(every.lines) + len(every.others) - len(counted)
    if more > 0:
        roles = reversed_roles(understood, language, one=more == 1)
        sentences.append(notes.sentence("answer.not_counted", more=more, roles=roles))
    sentences += told_untold_goods(understood, asked.set, notes)
    sentences += told_goods_sold(understood, notes)
    sentences += told_left_in(understood, asked.set, notes)
    sentences += told_beside(understood, asked.set, notes)
    return QuestionAnswer(
        outcome="answered",
        kind="count",
        value=len(counted),
        company_ids=tuple(understood.members.lines),
        sentences=tuple(sentences),
        sources=notes.sources,
    )


def answer_empty(understood: Understood, kind: EmptyKind, asked: SetPlan, language: Language) -> QuestionAnswer:
    """That nobody satisfies all of it, and who would satisfy a little less."""
    notes, words = Footnotes(understood.base, understood.day, language), understood.words(language)
    beside = [*told_beside(understood, asked, notes), *told_untold_goods(understood, asked, notes)]
    answers = (answer_place, answer_own_goods) if not beside else ()
    for answer in answers:
        if (told := answer(understood, asked, notes)) is not None:
            return told
    nearest = nearest_plan(understood, language)
    if nearest is None:
        sentence = notes.sentence("answer.empty", set=words.set(asked))
    else:
        fits = nearest.own and nearest.kind in ("condition", "negation")
        key = "answer.none_fits" if fits else "answer.empty_but"
        sentence = notes.sentence(
            key,
            set=words.set(asked),
            count=nearest.count,
            part=nearest.left_out,
            near=words.set(nearest.asked, one=nearest.count == 1),
        )
    return QuestionAnswer(
        outcome="empty",
        kind=kind,
        sentences=(sentence, *beside, *told_of_others(understood, notes)[0]),
        sources=notes.sources,
        nearest=nearest and nearest.result(words),
    )


def _listed(
    key: str, found: Sequence[Member], understood: Understood, asked: SetPlan, notes: Footnotes, language: Language
) -> AnswerSentence:
    """How many they are, and the first of them by name with a footnote each."""
    words = understood.words(language)
    base = understood.base.knowledge_base
    people = sum(not base.is_company[each.node] for each in found)
    named, cited = [], []
    for member in _some_of_both(found, people)[:NAMED]:
        keys = [notes.relation(row) for row in member.rows[:SOURCES_EACH]] or columns_cited(
            member, asked, notes, understood
        )
        figure = _figure(member, asked, understood, language)
        report = only_reported(member, understood.base, understood.day)
        said = translate("source.status.reported", language) if report else member_term(member, understood, language)
        until = in_brackets(said, language)
        named.append(f"{words.name(member.entity_id)}{figure}{until}{notes.marks(keys)}")
        cited += keys
    others = [each for each in found if not base.is_company[each.node]] if people else []
    mixed = key == "answer.companies" and 0 < people < len(found)
    mixed = mixed and all(base.entity(each.entity_id).type == _PERSON for each in others)
    told = words.set(asked, one=len(found) == 1 and key == "answer.companies")
    if isinstance(asked, Top) and key == "answer.companies" and not mixed:
        key, told = "answer.ranked", f"{told[:1].upper()}{told[1:]}"
    return notes.sentence(
        "answer.companies_and_others" if mixed else key,
        cited,
        companies=len(found) - people,
        others=people,
        count=len(found),
        set=told,
        names=notes.names(named, len(found)),
        roles=reversed_roles(understood, language, one=len(found) == 1),
    )


def _figure(member: Member, asked: SetPlan, understood: Understood, language: Language) -> str:
    """What a member was chosen by, or the share, the date or the amount that is asked for, in brackets."""
    if beside := told_of_each(member, understood, language):
        return beside
    about = outermost(asked)
    by_share = isinstance(asked, Top) and isinstance(asked.by, ShareOf)
    if member.rows and (by_share or (about is not None and about.share is not None)):
        relation = understood.base.knowledge_base.relation(member.rows[0])
        return in_brackets(share_as_of(relation, understood.day, language), language)
    return "" if member.figure is None else f" ({member.figure:g})"


def _some_of_both(found: Sequence[Member], people: int) -> list[Member]:
    """Companies first, people behind them; of many, two people are among those that are named."""
    first = max(1, NAMED - min(people, _PEOPLE_NAMED))
    companies, others = found[: len(found) - people], found[len(found) - people :]
    return [*companies[:first], *others, *companies[first:]]


def columns_cited(member: Member, asked: SetPlan, notes: Footnotes, understood: Understood) -> list[str]:
    """The columns that make a company a member where no relation does."""
    while isinstance(asked, Minus | Top):
        asked = asked.arg
    column: str = asked.attribute if isinstance(asked, Filter) else ""
    if column == "town" or (isinstance(asked, Related) and asked.type == LOCATED_IN):
        column = _SEAT
    base = understood.base.knowledge_base
    if isinstance(asked, Filter) and column == INDUSTRY and base.entity(member.entity_id).industry not in asked.values:
        rows = _rows_to(understood, member.node, frozenset(map(str, asked.values)))
        if rows:
            return [notes.relation(rows[0])]  # a further industry of the company
    row = column_source(base, member.entity_id, column, notes.language) if column else None
    return [notes.cite(row)] if row else []


def _rows_to(understood: Understood, node: int, ends: frozenset[str]) -> list[int]:
    """The relations of an entity to some others."""
    base = understood.base.knowledge_base
    rows, others = base.relations_of(node)
    return [row for row, other in zip(rows.tolist(), others.tolist(), strict=True) if base.entity_ids[other] in ends]


def _seat_cited(asked: SetPlan, notes: Footnotes, understood: Understood) -> list[str]:
    """The column that names the place of the one company whose place is asked for."""
    if not isinstance(asked, Related) or asked.type != LOCATED_IN or not isinstance(asked.of, Entities):
        return []
    row = column_source(understood.base.knowledge_base, asked.of.ids[0], _SEAT, notes.language)
    return [notes.cite(row)] if row and len(asked.of.ids) == 1 else []


def reversed_roles(understood: Understood, language: Language, *, one: bool = False) -> str:
    """What those are who are related by a type that says about the same: key providers."""
    words, ontology = understood.words(language), understood.base.ontology
    roles = []
    for _, node in nodes_of(understood.parsed.plan) if understood.parsed.plan else ():
        if isinstance(node, Related) and node.type in ontology:
            also = recorded_answer_to(AskedRelation(node.type, node.end), ontology).also
            roles += [words.role(kind, end) if one else words.roles(kind, end) for kind, end in also]
    return translate("plan.or", language).join(dict.fromkeys(roles))


def _also_are(understood: Understood, asked: SetPlan, notes: Footnotes, language: Language) -> list[AnswerSentence]:
    """What several members of one relation of one entity are to it besides."""
    if not isinstance(asked, Related) or not isinstance(asked.of, Entities) or len(asked.of.ids) > 1 or asked.share:
        return []
    answering = recorded_answer_to(AskedRelation(asked.type, asked.end), understood.base.ontology)
    counted: Counter[tuple[str, bool]] = Counter()
    rows: dict[tuple[str, bool], list[int]] = {}
    base = understood.base
    for member in list(understood.members.lines)[:_LOOKED_AT]:
        others = {
            (each.type, each.forward or base.ontology[each.type].symmetric): each.row
            for each in understood.recorded_relations(member)
            if each.type not in answering.types
            and tense_of(base.knowledge_base, base.ontology, each.row, understood.day) == "now"
        }
        counted.update(others.keys())
        for kind, row in others.items():
            rows.setdefault(kind, []).append(row)
    if not counted:
        return []
    (relation_type, forward), count = min(counted.items(), key=lambda each: (-each[1], each[0]))
    words: PlanWords = understood.words(language)
    end: RelationEnd = "forward" if forward else "backward"
    roles = words.role(relation_type, end) if count == 1 else words.roles(relation_type, end)
    of = words.name(asked.of.ids[0])
    keys = [notes.relation(row) for row in rows[relation_type, forward][:NAMED]]
    return [
        notes.sentence("answer.also_are", keys, count=count, roles=words.roles_of(roles, of), marks=notes.marks(keys))
    ]


def _leads_to_companies(asked: SetPlan, understood: Understood) -> bool:
    """Whether the members, if there were any, would be companies, not people, products, industries or places."""
    ontology = understood.base.ontology
    match asked:
        case Related(type=kind, end=end):
            return end == "either" or not ontology.is_bridge(ontology.found_at(kind, end))
        case And(args=args) | Or(args=args):
            return all(_leads_to_companies(each, understood) for each in args)
        case Filter(arg=arg) | Minus(arg=arg) | Top(arg=arg):
            return _leads_to_companies(arg, understood)
    return True


def _answer_others(understood: Understood, asked: SetPlan, notes: Footnotes, language: Language) -> QuestionAnswer:
    words = understood.words(language)
    found = understood.members.others
    cited: dict[str, list[str]] = {}
    whose = whose_values(understood, asked, language)
    for member in found:
        said = f"{whose.get(member.entity_id, '')}{told_of_each(member, understood, language)}"
        name = f"{words.name(member.entity_id)}{said}"
        keys = [notes.relation(row) for row in member.rows[:SOURCES_EACH]] or _seat_cited(asked, notes, understood)
        cited.setdefault(name, []).extend(keys)
    names, separator = list(cited), translate("reason.separator", language)
    keys = [key for each in cited.values() for key in each]
    value, marked = separator.join(names), separator.join(f"{name}{notes.marks(cited[name])}" for name in names)
    sentences = [notes.sentence("answer.value.set", keys, set=words.set(asked, one=len(names) == 1), value=marked)]
    sentences += told_goods_made(understood, notes)
    sentences += told_beside(understood, asked, notes)
    return QuestionAnswer(
        outcome="answered", kind="value", value=value, sentences=tuple(sentences), sources=notes.sources
    )
