"""The answer in its graph: who answers, the relations that make them members, and what the conditions name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.graph.emphasis import Emphasis
from core.discovery.understood import Understood
from core.domain.plan import Entities, Filter, Plan, YesNo, nodes_of
from core.domain.records import Relation
from core.domain.results import Discovery, PathStep

_MOST_MEMBERS = 40


@dataclass(frozen=True)
class AnswerInGraph:
    """``wanted``: entities that are drawn before others. ``types``: of the relations that satisfy the plan.
    ``paths``: their steps, where the answer is how two are connected. ``day``: as of which, of eight digits."""

    emphasis: Emphasis
    day: int
    wanted: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    paths: tuple[tuple[PathStep, ...], ...] = ()


def answer_in_graph(discovery: Discovery, understood: Understood) -> AnswerInGraph:
    """What the graph shows of an answer; of an open question the ranks of all that are listed.

    Args:
        discovery: The answer with its list.
        understood: What was understood of the question, with the members of its plan.

    Returns:
        The members and paths with their relations; nothing is faded where nothing is answered.
    """
    answer, listed = discovery.answer, discovery.related_companies
    steps = [step for path in answer.paths for step in path.steps]
    members = answer.company_ids[:_MOST_MEMBERS]
    if not members and not steps:
        return AnswerInGraph(Emphasis(ranks={each.company_id: each.rank for each in listed}), understood.day)
    relations = list(_satisfying(members, understood))
    ends = [end for each in relations for end in (each.source, each.target)]
    ends += [end for step in steps for end in (step.from_id, step.to_id)]
    drawn = tuple(dict.fromkeys((*members, *ends)))
    edges = (*(each.id for each in relations), *(step.relation_id for step in steps))
    types = (*(each.type for each in relations), *(step.relation_type for step in steps))
    emphasis = Emphasis(
        ranks={each.company_id: each.rank for each in listed if each.answers_question},
        nodes=tuple(dict.fromkeys((*answer.company_ids, *drawn, *_named(answer.plan)))),
        edges=tuple(dict.fromkeys(edges)),
        fades=answer.kind != "comparison",
    )
    paths = tuple(path.steps for path in answer.paths if path.steps) if answer.kind == "path" else ()
    return AnswerInGraph(emphasis, understood.day, drawn, tuple(dict.fromkeys(types)), paths)


def _satisfying(members: tuple[str, ...], understood: Understood) -> Iterator[Relation]:
    """The relations by which companies are members, those of the best first."""
    knowledge_base = understood.base.knowledge_base
    for company_id in members:
        member = understood.members.of(company_id)
        yield from (knowledge_base.relation(row) for row in (member.rows if member else ()))


def _named(plan: Plan | None) -> Iterator[str]:
    """Ids in the conditions of a plan; what is no id is drawn nowhere."""
    if plan is None:
        return
    if isinstance(plan.answer, YesNo):
        yield plan.answer.entity
    for _, node in nodes_of(plan):
        if isinstance(node, Entities):
            yield from node.ids
        elif isinstance(node, Filter):
            yield from (str(value) for value in node.values)
