"""Whether what is recorded of a supplier names the goods that a question asks for.

A plan for the battery suppliers of Tesla is for suppliers of Tesla that make batteries, since a relation has no field
for goods. Its row may name others: who makes batteries and supplies lithium is told apart. And a row may name goods
that nobody recorded its supplier to make.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.discovery.members import executed, lines_of
from core.discovery.understood import Understood
from core.domain.plan import And, Entities, Filter, Or, Related, SetPlan
from core.ingestion.reading.sentences import sentences
from core.messages import Language
from core.questions.execution.executor import Member

_SUPPLIES, _PRODUCES = "supplies", "produces"
_LEAST_STEM = 3
_LATIN, _HAN = re.compile(r"[A-Za-z0-9]+"), re.compile("[\u4e00-\u9fff]+")


@dataclass(frozen=True)
class Supplied:
    """Suppliers of somebody that make ``goods``, ids of products; ``whatever``: the same set, whatever they make."""

    relation: Related
    goods: tuple[str, ...]
    whatever: SetPlan


def supplied_goods(asked: SetPlan) -> Supplied | None:
    """The suppliers that a set is narrowed from to makers of goods; None of any other set."""
    if isinstance(asked, Filter):
        inner = supplied_goods(asked.arg)
        whatever = None if inner is None else asked.model_copy(update={"arg": inner.whatever})
        return None if inner is None or whatever is None else Supplied(inner.relation, inner.goods, whatever)
    if not isinstance(asked, And):
        return None
    supplied = [each for each in asked.args if isinstance(each, Related) and each.type == _SUPPLIES]
    goods = tuple(dict.fromkeys(each for part in asked.args for each in _made(part)))
    if len(supplied) != 1 or supplied[0].end != "backward" or not goods:
        return None
    rest = tuple(part for part in asked.args if not any(_made(part)))
    return Supplied(supplied[0], goods, rest[0] if len(rest) == 1 else And(args=rest))


def rows_name_goods(understood: Understood, member: Member, goods: Sequence[str]) -> bool:
    """Whether a relation of supply that makes somebody a member names one of these goods, or what they are made as."""
    base = understood.base.knowledge_base
    named = [name for each in map(base.entity, goods) for name in (each.name_zh, each.name_en, *each.aliases)]
    stems = {stem for each in (*goods_written(understood), *named) for stem in _stems(each)}
    return any(stem in said for _, said in _supplies_of(understood, member) for stem in stems)


def named_besides(understood: Understood, supplied: Supplied) -> list[tuple[Member, tuple[int, ...]]]:
    """Suppliers that are not on record as makers of the goods, each with the rows that name these as the question
    does, a type of goods or one of its makers' industry alike."""
    base = understood.base
    written = _written_names(understood, supplied.goods)
    every = lines_of(executed(supplied.whatever, base, understood.day), base, understood.request.among)
    makers = {*understood.members.standing_for}
    found = []
    for member in every.lines.values() if written else ():
        rows = tuple(row for row, said in _supplies_of(understood, member) if _any_stands_in(written, said))
        if rows and member.entity_id not in makers:
            found.append((member, rows))
    return found


def sold_rows(understood: Understood, entity: str, goods: Sequence[str]) -> tuple[int, ...]:
    """The relations of supply to anybody that name goods as the question does."""
    written = _written_names(understood, goods)
    customers = Related(type=_SUPPLIES, end="forward", of=Entities(ids=(entity,)))
    if not written or _SUPPLIES not in understood.base.ontology:
        return ()
    return tuple(
        dict.fromkeys(
            row
            for member in executed(customers, understood.base, understood.day)
            for row, said in _supplies_of(understood, member)
            if _any_stands_in(written, _without_names(understood, said))
        )
    )


def described_goods(understood: Understood, entity: str, goods: Sequence[str], language: Language) -> str:
    """The sentence of a company's description that names goods as the question does; empty where none does."""
    written = _written_names(understood, goods)
    described = understood.base.knowledge_base.entity(entity).description(language)
    said = (described[span.start : span.end] for span in sentences(described))
    return next((each for each in said if _any_stands_in(written, _without_names(understood, each).casefold())), "")


def made_goods(asked: SetPlan) -> tuple[str, ...]:
    """The ids of the products whose makers a set is; empty of any other set."""
    return tuple(dict.fromkeys(_made(asked)))


def goods_written(understood: Understood) -> list[str]:
    """The parts of a question that are neither a name nor a relation, as they are written."""
    asked = understood.request.query
    parts = [part for part in understood.parsed.parts if part.kind not in ("name", "relation")]
    return [asked[part.start : part.end] for part in parts]


def _supplies_of(understood: Understood, member: Member) -> Iterator[tuple[int, str]]:
    """The relations of supply that make somebody a member, with what they say."""
    base = understood.base.knowledge_base
    for row in member.rows:
        relation = base.relation(row)
        if relation.type == _SUPPLIES:
            yield row, f"{relation.evidence('en')} {relation.evidence('zh')}".casefold()


def _written_names(understood: Understood, goods: Sequence[str]) -> list[str]:
    """The words of the question that a name of one of the goods ends in: batteries of EV traction batteries."""
    base = understood.base.knowledge_base
    names = [name for each in map(base.entity, goods) for name in (each.name_zh, each.name_en, *each.aliases)]
    stems = {stem for name in names for stem in _stems(name)}
    return [each.casefold() for each in goods_written(understood) if not stems.isdisjoint(_stems(each))]


def _any_stands_in(written: Sequence[str], said: str) -> bool:
    """Whether a text holds any of these words, at the beginning of a word where they are Latin."""
    return any(
        each in said if _HAN.search(each) else any(re.search(rf"\b{re.escape(stem)}", said) for stem in _stems(each))
        for each in written
    )


def _without_names(understood: Understood, said: str) -> str:
    """A text without names of companies: 理想汽车 is no word for cars."""
    base = understood.base
    for match in reversed(base.names.find(said)):
        node = base.knowledge_base.node_of[match.entity_ids[0]]
        if base.knowledge_base.is_company[node]:
            said = f"{said[: match.start]} {said[match.end :]}"
    return said


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
