"""Companies of which it is unknown whether they belong to a set that asks for a time: their relations record none."""

from __future__ import annotations

from itertools import islice

import numpy as np

from core.discovery.footnotes import SOURCES_EACH
from core.discovery.members import executed, lines_of
from core.discovery.understood import Understood
from core.domain.partial_dates import today
from core.domain.plan import And, Companies, Count, Filter, Minus, Or, Related, SetPlan, When
from core.questions.execution.executor import Member
from core.questions.execution.outermost import outermost

_LOOKED_AT = 200


def undated(understood: Understood, asked: SetPlan) -> dict[str, tuple[int, ...]]:
    """As ``undated_members``; where a question asks which relations began in some years, the companies with such a
    relation without a date, which the answer does not list.

    Maps each to some of these relations.
    """
    return undated_members(understood, asked) or _left_out_by_time(understood, asked)


def _left_out_by_time(understood: Understood, asked: SetPlan) -> dict[str, tuple[int, ...]]:
    whenever = _whenever(asked)
    listing = understood.plan is not None and isinstance(understood.plan.answer, Companies | Count)
    if whenever == asked or not listing:
        return {}
    listed = {*understood.members.lines, *(each.entity_id for each in understood.members.others)}
    found = lines_of(executed(whenever, understood.base, understood.day), understood.base)
    first = islice((*found.lines, *(each.entity_id for each in found.others)), _LOOKED_AT)
    looked_at = [each for each in first if each not in listed]
    rows = _possible(understood, asked, frozenset(looked_at)) if looked_at else {}
    return {each: rows[each] for each in looked_at if rows.get(each)}


def _whenever(asked: SetPlan) -> SetPlan:
    """The set without its times: of each part to be satisfied, and of each of several of which one is enough."""
    match asked:
        case Related(when=When(), ended=None):
            return asked.model_copy(update={"when": None})
        case Filter(arg=arg) | Minus(arg=arg):
            return asked.model_copy(update={"arg": _whenever(arg)})
        case And(args=args) | Or(args=args):
            return asked.model_copy(update={"args": tuple(map(_whenever, args))})
    return asked


def _possible(understood: Understood, asked: SetPlan, among: frozenset[str]) -> dict[str, tuple[int, ...]]:
    """Of some companies those that are members, without relations, or may be, with the relations without a date of
    which it depends."""
    match asked:
        case Related(when=When(), ended=None):
            sure = among.intersection(executed(asked, understood.base, understood.day).ids)
            found = executed(_whenever(asked), understood.base, understood.day)
            rows = {each.entity_id: _undated_rows(understood, each) for each in found if each.entity_id in among}
            return {each: () if each in sure else own for each, own in rows.items() if each in sure or own}
        case Filter(arg=arg) | Minus(arg=arg):
            fitting = executed(_whenever(asked), understood.base, understood.day).ids
            return _possible(understood, arg, among.intersection(fitting))
        case And(args=args):
            parts = [_possible(understood, each, among) for each in args]
            inside = [each for each in parts[0] if all(each in part for part in parts)]
            return {each: tuple(row for part in parts for row in part[each])[:SOURCES_EACH] for each in inside}
        case Or(args=args):
            either: dict[str, tuple[int, ...]] = {}
            for part in (_possible(understood, each, among) for each in args):
                either |= {each: own if own and either.get(each, own) else () for each, own in part.items()}
            return either
    return dict.fromkeys(among.intersection(executed(asked, understood.base, understood.day).ids), ())


def undated_members(understood: Understood, asked: SetPlan) -> dict[str, tuple[int, ...]]:
    """Members that may not have been members on a past day: a part of the plan rests on undated relations only.

    Maps each to some of these relations; empty where the day is today or later."""
    if understood.day >= today():
        return {}
    base, parts = understood.base, _each_to_satisfy(asked)
    listed = {*understood.members.lines, *(each.entity_id for each in understood.members.others)}
    rows: dict[str, tuple[int, ...]] = {}
    for part in parts:
        if not _begins_by_its_rows(part):
            continue
        alone = len(parts) == 1
        found = understood.members if alone else lines_of(executed(part, base, understood.day), base)
        for member in islice((*found.lines.values(), *found.others), _LOOKED_AT):
            undated = _undated_rows(understood, member)
            if undated and (alone or member.entity_id in listed):
                rows.setdefault(member.entity_id, undated)
    return rows


def _each_to_satisfy(asked: SetPlan) -> tuple[SetPlan, ...]:
    """The sets to all of which a member belongs."""
    match asked:
        case And(args=args):
            return tuple(each for arg in args for each in _each_to_satisfy(arg))
        case Filter(arg=arg) | Minus(arg=arg):
            return _each_to_satisfy(arg)
    return (asked,)


def _begins_by_its_rows(part: SetPlan) -> bool:
    """Whether the dates of its relations decide when a set has a member: the plan itself gives no time."""
    if isinstance(part, Or):
        return all(map(_begins_by_its_rows, part.args))
    about = outermost(part)
    return about is not None and about.when is None


def _undated_rows(understood: Understood, member: Member) -> tuple[int, ...]:
    """Some of the relations that make it a member, where none of them is known to have begun by the day."""
    base = understood.base.knowledge_base
    own = [row for row in member.rows if member.node in (int(base.graph.source[row]), int(base.graph.target[row]))]
    facts = base.relation_facts.at(np.array(own, dtype=np.int64))
    dated = (facts.start > 0) | ((facts.as_of > 0) & (facts.as_of <= understood.day))
    return () if dated.any() else tuple(own[:SOURCES_EACH])
