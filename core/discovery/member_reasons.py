"""Why a company is a member of what is asked for: the relations and conditions that satisfy each part, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.domain.plan import Controlled, Controllers, Filter, Minus, Plan, Related, SetPlan, Top, nodes_of, sets_of
from core.domain.requests import RelevanceLevel
from core.domain.results import Judgement, Tense
from core.messages import Language, translate
from core.ontology import FALLBACK_TYPE
from core.questions.execution.executor import Member
from core.retrieval.company_text import stated_as_of
from core.retrieval.disagreement import disagreements
from core.retrieval.tenses import tense_of
from core.retrieval.terms import share_and_term

if TYPE_CHECKING:
    from core.discovery.understood import Understood

_OWN, _BEFORE = 3, 2
_ENDS = ".!?。！？…"


def judge_member(member: Member, understood: Understood, language: Language) -> Judgement:
    """High, with the relation that says most, and a reason that names each part."""
    own, before = _rows(member, understood)
    parts = [_relation_in_words(row, member, understood, language) for row in own[:_OWN]]
    parts += [_stated(row, understood, language) for row in before[:_BEFORE]]
    if understood.parsed.plan is not None:
        parts += _conditions(understood.parsed.plan, member, understood, language)
    key = "reason.asked" if own or before else "reason.asked_for"
    reason = _joined(list(dict.fromkeys(parts)) or [understood.understood_as(language)], language)
    relation_type, forward = _relation(own, member, understood)
    return Judgement(
        level=RelevanceLevel.HIGH,
        relation_type=relation_type,
        forward=forward,
        tense=_tense(own[0], understood) if own else "now",
        reason=translate(key, language, reason=reason),
    )


def _rows(member: Member, understood: Understood) -> tuple[list[int], list[int]]:
    """The member's own relations, those of the outermost part first, and those of the steps before it."""
    base = understood.base.knowledge_base
    plan = understood.parsed.plan
    order = [node.type for _, node in nodes_of(plan) if isinstance(node, Related)] if plan else []
    own: list[tuple[int, int]] = []
    before: list[tuple[int, int]] = []
    for row in member.rows:
        relation_type = base.manifest.edge_types[base.graph.edge_type[row]]
        place = order.index(relation_type) if relation_type in order else len(order)
        is_own = member.node in (int(base.graph.source[row]), int(base.graph.target[row]))
        (own if is_own else before).append((place, row))
    differing = disagreements(base, understood.base.ontology, [row for _, row in own]) if len(own) > 1 else {}
    if any(differing.values()):  # what a newer source contradicts is told among the sources
        own = [each for each in own if differing.get(each[1], True)]
    return [row for _, row in sorted(own, key=lambda each: each[0])], [row for _, row in before]


def _relation(own: list[int], member: Member, understood: Understood) -> tuple[str, bool]:
    if not own:
        return FALLBACK_TYPE, True
    graph = understood.base.knowledge_base.graph
    relation_type = understood.base.knowledge_base.manifest.edge_types[graph.edge_type[own[0]]]
    return relation_type, int(graph.target[own[0]]) == member.node


def _relation_in_words(row: int, member: Member, understood: Understood, language: Language) -> str:
    """What the member is by one relation: supplier of Apple, and the sentence that says so."""
    base, ontology = understood.base.knowledge_base, understood.base.ontology
    relation, forward = base.relation(row), int(base.graph.target[row]) == member.node
    role = ontology[relation.type].other_end_is(language, forward=forward)
    other = base.entity(relation.source if forward else relation.target).name(language)
    evidence = relation.evidence(language)
    tense = _tense(row, understood)
    said = share_and_term(relation, ontology[relation.type], tense, understood.day, language)
    key = f"reason.{tense}{'_direct' if evidence else ''}"
    return translate(key, language, role=role, query=other, evidence=evidence, term=said)


def _stated(row: int, understood: Understood, language: Language) -> str:
    return stated_as_of(understood.base.knowledge_base, understood.base.ontology, row, understood.day, language)


def _tense(row: int, understood: Understood) -> Tense:
    return tense_of(understood.base.knowledge_base, understood.base.ontology, row, understood.day)


def _conditions(plan: Plan, member: Member, understood: Understood, language: Language) -> list[str]:
    """What the columns of the member fulfil, in the order in which it is said."""
    words = understood.words(language)
    told = []
    for node in _not_left_out(plan):
        if isinstance(node, Filter):
            told.append(words.condition(node))
        elif isinstance(node, Top):
            figure = "" if member.figure is None else f" ({member.figure:g})"
            told.append(words.order(node) + figure)
    return told[::-1]


def _not_left_out(plan: Plan) -> Iterator[SetPlan]:
    waiting = [plan.answer.set] if hasattr(plan.answer, "set") else []
    while waiting:
        node = waiting.pop(0)
        yield node
        inner = sets_of(node)
        # what a step before it fulfils says nothing of the member
        chain = isinstance(node, Related | Controllers | Controlled)
        waiting += [] if chain else inner[:1] if isinstance(node, Minus | Top) else inner


def _joined(parts: list[str], language: Language) -> str:
    if len(parts) == 1:
        return parts[0]
    separator = translate("reason.part_separator", language)
    return separator.join(part.rstrip(_ENDS) for part in parts) + translate("reason.full_stop", language)
