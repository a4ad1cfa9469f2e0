"""Whether what is recorded of a supplier names the goods that a question asks for.

A plan for the battery suppliers of Tesla is for suppliers of Tesla that make batteries, since a relation has no field
for goods. Its row may name others: who makes batteries and supplies lithium is told apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.discovery.understood import Understood
from core.domain.plan import And, Entities, Or, Related, SetPlan
from core.questions.execution.executor import Member

_SUPPLIES, _PRODUCES = "supplies", "produces"
_LEAST_STEM = 3
_LATIN, _HAN = re.compile(r"[A-Za-z0-9]+"), re.compile("[\u4e00-\u9fff]+")


def supplied_goods(asked: SetPlan) -> tuple[Related, tuple[str, ...]] | None:
    """The relation of suppliers that a set is narrowed from to makers of goods, and these; None of any other set."""
    if not isinstance(asked, And):
        return None
    supplied = [each for each in asked.args if isinstance(each, Related) and each.type == _SUPPLIES]
    goods = tuple(dict.fromkeys(each for part in asked.args for each in _made(part)))
    return (supplied[0], goods) if len(supplied) == 1 and supplied[0].end == "backward" and goods else None


def rows_name_goods(understood: Understood, member: Member, goods: Sequence[str]) -> bool:
    """Whether a relation of supply that makes somebody a member names one of these goods, or what they are made as."""
    base = understood.base.knowledge_base
    said = [
        f"{relation.evidence('en')} {relation.evidence('zh')}".casefold()
        for relation in map(base.relation, member.rows)
        if relation.type == _SUPPLIES
    ]
    asked = understood.request.query
    written = [
        asked[part.start : part.end] for part in understood.parsed.parts if part.kind not in ("name", "relation")
    ]
    named = [name for each in map(base.entity, goods) for name in (each.name_zh, each.name_en, *each.aliases)]
    stems = {stem for each in (*written, *named) for stem in _stems(each)}
    return any(stem in text for text in said for stem in stems)


def _made(asked: SetPlan) -> Iterator[str]:
    if isinstance(asked, Or):
        for each in asked.args:
            yield from _made(each)
    elif isinstance(asked, Related) and asked.type == _PRODUCES and isinstance(asked.of, Entities):
        yield from asked.of.ids


def _stems(name: str) -> Iterator[str]:
    """The head of a name and its abbreviations, as they stand in a sentence: batter of EV traction batteries, 电池 of
    动力电池, hbm of high-bandwidth memory (HBM)."""
    latin, han = _LATIN.findall(name), _HAN.findall(name)
    for word in (*latin[-1:], *(each for each in latin if each.isupper())):
        stem = word.casefold().removesuffix("s").removesuffix("ie").removesuffix("y")
        if len(stem) >= _LEAST_STEM:
            yield stem
    for run in han:
        yield run[-2:] if len(run) > 1 else run
