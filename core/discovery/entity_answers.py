"""What is recorded of entities that a plan names: a value, how they are connected, how they compare."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from core.discovery.footnotes import Footnotes
from core.discovery.not_compared import told_passed_over
from core.discovery.offices import offices_held
from core.discovery.recorded_between import all_on_record
from core.discovery.recorded_values import held_in_words, recorded_value
from core.discovery.searched import Searched
from core.domain.asked_figures import A_TIME, PEOPLE
from core.domain.plan import Compare, Path
from core.domain.results import AnswerSentence, GraphPath, QuestionAnswer
from core.dossier.comparison import Compared, compare_companies
from core.exploring.paths import RelationPaths
from core.messages import Language, translate
from core.names.normalise import fold_characters
from core.ontology import Ontology
from core.questions.plans.sentences import PlanWords
from core.reasoning.asked_value import AskedValue
from core.retrieval.base import Base
from core.retrieval.paths import PathFinder
from core.retrieval.terms import label_in_tense
from core.storage.knowledge_base import KnowledgeBase

_DIRECT = 3
_YEAR = 4  # digits
_OF_A_TIME = re.compile(rf"(?<![a-z0-9])(?:{A_TIME})(?![a-z0-9])")


def answer_value(searched: Searched, language: Language) -> QuestionAnswer:
    """A column of a row, or what relations say in its place."""
    understood, base = searched.understood, searched.base
    asked = understood.asked_value
    assert asked is not None  # made with the plan
    about = understood.link.entity_ids[0]
    attribute = translate(f"figure.{asked.attribute}", language) if asked.kind == "figure" else asked.attribute
    words = {"company": understood.query_name(language), "attribute": attribute}
    time = _OF_A_TIME.search(fold_characters(understood.question)) if asked.attribute in PEOPLE else None
    if time is not None and asked.kind == "figure":
        return _answer_in_office(searched, asked, time[0], words, language)
    found = recorded_value(base.knowledge_base, base.ontology, about, asked, understood.day, language)
    others = replace(asked, tickers=()) if asked.tickers else None
    if not found.names and others is not None:
        return _answer_other_tickers(searched, others, language)
    if not found.names:
        return _answer_formerly(searched, asked, words, language)
    value, notes = translate("reason.separator", language).join(found.names), Footnotes(base, understood.day, language)
    keys = [notes.cite(source) for source in found.sources]
    sentence = notes.sentence(f"answer.value.{asked.kind}", keys, value=f"{value}{notes.marks(keys)}", **words)
    return QuestionAnswer(outcome="answered", kind="value", value=value, sentences=(sentence,), sources=notes.sources)


def _answer_in_office(
    searched: Searched, asked: AskedValue, time: str, words: Mapping[str, str], language: Language
) -> QuestionAnswer:
    """Who held an office at a time: known only where a record says from when until when; else who is on record."""
    understood, base = searched.understood, searched.base
    about, notes = understood.link.entity_ids[0], Footnotes(base, understood.day, language)
    every = offices_held(base.knowledge_base, base.ontology, about, asked.attribute, understood.day)
    then = [each for each in every if time[:_YEAR].isdigit() and each.in_year(int(time[:_YEAR]))]
    found = held_in_words(base.knowledge_base, base.ontology, then or every, understood.day, language, dated=True)
    if not every:  # a column may say who holds it now
        found = recorded_value(base.knowledge_base, base.ontology, about, asked, understood.day, language)
    if not found.names:
        return _answer_formerly(searched, asked, words, language)
    keys = [notes.cite(source) for source in found.sources]
    names = f"{translate('reason.separator', language).join(found.names)}{notes.marks(keys)}"
    key = "answer.office_at_a_time" if then else "answer.office_at_no_time"
    sentence = notes.sentence(key, keys, time=time, names=names, **words)
    value = translate("reason.separator", language).join(each.person.name(language) for each in then) or None
    return QuestionAnswer(
        outcome="answered" if then else "empty", kind="value", value=value, sentences=(sentence,), sources=notes.sources
    )


def _answer_formerly(
    searched: Searched, asked: AskedValue, words: Mapping[str, str], language: Language
) -> QuestionAnswer:
    """That no value is recorded; of an office who held it before, if that is."""
    understood, base = searched.understood, searched.base
    about, notes = understood.link.entity_ids[0], Footnotes(base, understood.day, language)
    is_office = asked.attribute in PEOPLE
    held = offices_held(base.knowledge_base, base.ontology, about, asked.attribute, understood.day) if is_office else []
    found = held_in_words(base.knowledge_base, base.ontology, held, understood.day, language, dated=True)
    keys = [notes.cite(source) for source in found.sources]
    if keys:
        names = f"{translate('reason.separator', language).join(found.names)}{notes.marks(keys)}"
        sentence = notes.sentence("answer.formerly_in_office", keys, names=names, **words)
    else:
        sentence = AnswerSentence(text=translate(f"answer.no_value.{asked.kind}", language, **words))
    return QuestionAnswer(outcome="empty", kind="value", sentences=(sentence,), sources=notes.sources)


def _answer_other_tickers(searched: Searched, asked: AskedValue, language: Language) -> QuestionAnswer:
    """That no ticker of a market is recorded, and which ones are."""
    understood, base = searched.understood, searched.base
    about, notes = understood.link.entity_ids[0], Footnotes(base, understood.day, language)
    found = recorded_value(base.knowledge_base, base.ontology, about, asked, understood.day, language)
    keys = [notes.cite(source) for source in found.sources]
    value = translate("reason.separator", language).join(found.names)
    words = {"company": understood.query_name(language), "value": f"{value}{notes.marks(keys)}"}
    key = "answer.no_value.ticker_there" if found.names else "answer.no_value.ticker"
    sentence = notes.sentence(key, keys, **words)
    return QuestionAnswer(outcome="empty", kind="value", sentences=(sentence,), sources=notes.sources)


def answer_path(searched: Searched, asked: Path, language: Language) -> QuestionAnswer:
    """How the first entity is connected with each of the others: all that is on record between the two, then the
    strongest short path of more relations; without the former the shortest one. Where the shortest is asked for, that
    alone."""
    base, day = searched.base, searched.understood.day
    words, notes = searched.understood.words(language), Footnotes(base, day, language)
    first, others = asked.ids[0], asked.ids[1:]
    sentences: list[AnswerSentence] = []
    paths: list[GraphPath] = []
    for other in others:
        found = paths_between(base, first, other, day, shortest=asked.shortest)
        names = {"first": words.name(first), "second": words.name(other)}
        direct = [] if asked.shortest else all_on_record(base, first, other, day, notes)
        sentences += direct
        further = [each for each in found if not (direct and each.is_in_force and len(each.steps) == 1)]
        paths += found
        if not further:
            sentences += [] if direct else [notes.sentence("answer.no_path", **names)]
            continue
        best = further[0]
        keys = [notes.relation(base.knowledge_base.relation_row(step.relation_id)) for step in best.steps]
        drawn = _drawn(best, base.knowledge_base, base.ontology, language)
        key = "answer.path_besides" if direct else "answer.path"
        key = key if best.is_in_force else "answer.path_not_now"
        sentences.append(notes.sentence(key, keys, count=len(keys), path=drawn, marks=notes.marks(keys), **names))
    return QuestionAnswer(
        outcome="answered" if paths else "empty",
        kind="path",
        sentences=tuple(sentences),
        sources=notes.sources,
        paths=tuple(paths),
    )


def paths_between(base: Base, first: str, second: str, day: int, *, shortest: bool = False) -> tuple[GraphPath, ...]:
    """At most three of at most three relations in force on a ``day`` of eight digits, the strongest first; where there
    are none, and where it is asked for, the shortest one; only where nothing in force connects them, those of what has
    ended or is still to begin."""
    found = () if shortest else PathFinder(base.knowledge_base, base.ontology, (first,), day).to(second)
    now = tuple(each for each in found if each.is_in_force)
    if now:
        return now
    path = base.once(_relation_paths).find(first, second, "shortest", day=day)
    shortest_one = () if path is None else (GraphPath(steps=path.steps, strength=path.strength),)
    return shortest_one if any(each.is_in_force for each in shortest_one) else found or shortest_one


def _relation_paths(base: Base) -> RelationPaths:
    """For paths of more than three relations."""
    return RelationPaths(base.knowledge_base, base.ontology)


def answer_comparison(searched: Searched, asked: Compare, language: Language) -> QuestionAnswer:
    """How the companies are related to each other, and how much they share."""
    base, notes = searched.base, Footnotes(searched.base, searched.understood.day, language)
    words, members = searched.understood.words(language), searched.understood.members
    day = searched.understood.day
    compared = compare_companies(base.knowledge_base, base.ontology, asked.ids, shared=_DIRECT, own=0, day=day)
    relations = {each.relation_id: each.tense for other in compared.direct for own in other.relations for each in own}
    rows, not_now = (
        sorted(base.knowledge_base.relation_row(each) for each, tense in relations.items() if (tense == "now") is now)
        for now in (True, False)
    )
    keys = [notes.relation(row) for row in rows[:_DIRECT]]
    names = words.names(asked.ids, "plan.and")
    sentences = [
        *told_passed_over("answer.not_ranked", searched.understood, notes),
        notes.sentence("answer.compared", keys, names=names, count=len(rows), marks=notes.marks(keys)),
    ]
    if not_now:
        keys = [notes.relation(row) for row in not_now[:_DIRECT]]
        sentences.append(notes.sentence("answer.compared_not_now", keys, count=len(not_now), marks=notes.marks(keys)))
    sentences += _told_shared(compared, words, notes)
    return QuestionAnswer(
        outcome="answered",
        kind="comparison",
        company_ids=tuple(members.lines),
        sentences=tuple(sentences),
        sources=notes.sources,
    )


def _told_shared(compared: Compared, words: PlanWords, notes: Footnotes) -> list[AnswerSentence]:
    """Which neighbours all of them share; of more than two companies, how many only some do."""
    separator = translate("reason.separator", notes.language)
    by_all, by_some = compared.shared_by_all, compared.shared_count - compared.shared_by_all
    shared = separator.join(words.name(each.entity_id) for each in compared.shared[:by_all])
    sentences = [notes.sentence("answer.share", shared=shared, count=by_all)] if by_all else []
    return [*sentences, notes.sentence("answer.share_some", count=by_some)] if by_some else sentences


def _drawn(path: GraphPath, base: KnowledgeBase, ontology: Ontology, language: Language) -> str:
    """Names with what leads from one to the next: CATL → supplies → Tesla."""
    arrow = translate("reason.arrow", language)
    words = [base.entity(path.steps[0].from_id).name(language)]
    for step in path.steps:
        label = ontology[step.relation_type].reads(language, forward=step.forward)
        words += [label_in_tense(label, step.tense, language), base.entity(step.to_id).name(language)]
    return arrow.join(words)
