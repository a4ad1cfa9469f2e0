"""Whether what is recorded of a supplier names the goods that a question asks for.

A plan for the battery suppliers of Tesla is for suppliers of Tesla that make batteries, since a relation has no field
for goods. Its row may name others: who makes batteries and supplies lithium is told apart. And a row may name goods
that nobody recorded its supplier to make.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol

from core.discovery.members import Members, executed, lines_of
from core.domain.goods_columns import names_goods
from core.domain.plan import And, Companies, Entities, Filter, Or, Related, RelationEnd, SetPlan
from core.domain.records import Attribute, Entity, Relation
from core.domain.requests import DiscoveryRequest
from core.ingestion.reading.sentences import sentences
from core.messages import Language
from core.names.normalise import fold_characters
from core.questions.execution.executor import Member
from core.questions.execution.outermost import outermost
from core.questions.plans.parsed import Parsed
from core.questions.vocabulary.words_for_goods import WordsForGoods, concepts_of, words_for_goods
from core.retrieval.base import Base
from core.storage.knowledge_base import KnowledgeBase

MOST_READ = 200
"""Companies whose records are read for the words of goods."""
_SUPPLIES, PRODUCES, _INDUSTRY = "supplies", "produces", "industry"
_SUPPLIERS_OF_OTHERS = re.compile(
    r"\b(?:its|their) (?:\w+ ){0,2}(?:suppliers?|makers?|manufacturers?|producers?)\b"
    r"|其[^，。；,;]{0,6}(?:供应商|厂商|制造商|生产商)"
)


class Asked(Protocol):
    """What is looked at of a question that was read; ``Understood`` is one, and puts its members in order with it."""

    @property
    def base(self) -> Base:
        """What is asked of."""

    @property
    def request(self) -> DiscoveryRequest:
        """As it came."""

    @property
    def parsed(self) -> Parsed:
        """Its plan, and where each part of it stands."""

    @property
    def day(self) -> int:
        """As of which day, as eight digits."""

    @property
    def members(self) -> Members:
        """Who is recorded to be what is asked for."""


@dataclass(frozen=True)
class Supplied:
    """Suppliers of somebody that make ``goods``, ids of products; ``whatever``: the same set, whatever they make."""

    relation: Related
    goods: tuple[str, ...]
    whatever: SetPlan


def supplied_goods(understood: Asked, asked: SetPlan, end: RelationEnd = "backward") -> Supplied | None:
    """The suppliers, or with ``end`` forward the customers, that a set is narrowed from to makers of goods; None of any
    other set, and where the question calls companies, not goods: carmakers."""
    if isinstance(asked, Filter):
        industries = asked.attribute == _INDUSTRY and asked.operator == "in" and _says_goods(understood)
        about = outermost(asked.arg) if industries else None
        if about is not None and (about.type, about.end) == (_SUPPLIES, end):
            return Supplied(about, tuple(map(str, asked.values)), asked.arg)
        inner = supplied_goods(understood, asked.arg, end)
        whatever = None if inner is None else asked.model_copy(update={"arg": inner.whatever})
        return None if inner is None or whatever is None else Supplied(inner.relation, inner.goods, whatever)
    if not isinstance(asked, And):
        return None
    supplied = [each for each in asked.args if isinstance(each, Related) and each.type == _SUPPLIES]
    goods = tuple(dict.fromkeys(each for part in asked.args for each in _made(part)))
    if len(supplied) != 1 or supplied[0].end != end or not goods:
        return None
    rest = tuple(part for part in asked.args if not any(_made(part)))
    return Supplied(supplied[0], goods, rest[0] if len(rest) == 1 else And(args=rest))


def words_called(understood: Asked, word: str) -> WordsForGoods:
    """How a row may name goods that are called by a word."""
    concepts, base = concepts_of(understood.base), understood.base.knowledge_base
    ids = concepts.class_called(fold_characters(word)) or concepts.called(word)
    return words_for_goods(understood.base, ids, (word,), _names_of(base, ids))


def rows_naming(understood: Asked, member: Member, words: WordsForGoods) -> tuple[int, ...]:
    """The relations of supply that make somebody a member and name goods in these words."""
    said = _supplies_of(understood, member)
    return tuple(row for row, text in said if _names(understood, text, words))


def _says_goods(understood: Asked) -> bool:
    """Whether the words that a question narrows with are goods, not companies."""
    concepts = concepts_of(understood.base)
    return not any(map(concepts.is_of_companies, goods_written(understood)))


def words_asked(understood: Asked, goods: Sequence[str]) -> WordsForGoods:
    """How a row may name some goods: as the question does, by their names and by everyday words."""
    named, concepts = _words(understood, goods, ()), concepts_of(understood.base)
    called = {each: named.stand_in(each.casefold()) for each in goods_written(understood)}
    own = [each for each in called if concepts.class_called(fold_characters(each)) or concepts.called(each)]
    return _words(understood, goods, [each for each, is_name in called.items() if is_name]).or_all_of(own)


def rows_name_goods(understood: Asked, member: Member, words: WordsForGoods) -> bool:
    """Whether a relation of supply that makes somebody a member names goods in these words."""
    return bool(rows_naming(understood, member, words))


def with_named_goods_first(understood: Asked, found: Members) -> Members:
    """The members of a set of suppliers of some goods, those whose records name the goods before the others."""
    plan = understood.parsed.plan
    asked = plan.answer.set if plan is not None and isinstance(plan.answer, Companies) else None
    supplied = supplied_goods(understood, asked) if asked is not None else None
    if supplied is None or not 1 < len(found.lines) <= MOST_READ:
        return found
    words = words_asked(understood, supplied.goods)
    ordered = sorted(found.lines.items(), key=lambda line: not rows_name_goods(understood, line[1], words))
    return replace(found, lines=MappingProxyType(dict(ordered)))


def named_besides(understood: Asked, supplied: Supplied) -> list[tuple[Member, tuple[int, ...]]]:
    """Suppliers, or customers, that are not on record as makers of the goods, each with the rows that name these;
    nobody where it is not asked who supplies, or buys from, somebody who is named: whose rows would have to be read?"""
    base, words = understood.base, _words_written(understood, supplied.goods)
    if words is None or not isinstance(supplied.relation.of, Entities):
        return []
    every = lines_of(executed(supplied.whatever, base, understood.day), base, understood.request.among)
    makers = {*understood.members.standing_for}
    found = []
    for member in every.lines.values():
        said = _supplies_of(understood, member) if member.entity_id not in makers else ()
        rows = tuple(row for row, text in said if _names(understood, text, words))
        if rows:
            found.append((member, rows))
    return found


def sold_rows(understood: Asked, entity: str, goods: Sequence[str]) -> tuple[int, ...]:
    """The relations of supply to anybody that name goods as the question does."""
    words = _words_written(understood, goods)
    customers = Related(type=_SUPPLIES, end="forward", of=Entities(ids=(entity,)))
    if words is None or _SUPPLIES not in understood.base.ontology:
        return ()
    return tuple(
        dict.fromkeys(
            row
            for member in executed(customers, understood.base, understood.day)
            for row, said in _supplies_of(understood, member)
            if _names(understood, said, words)
        )
    )


def described_goods(understood: Asked, entity: str, goods: Sequence[str], language: Language) -> str:
    """The sentence of a company's description that names goods as the question does; empty where none does."""
    words = _words_written(understood, goods)
    described = understood.base.knowledge_base.entity(entity).description(language)
    said = (described[span.start : span.end] for span in sentences(described)) if words is not None else iter(())
    return next((each for each in said if words and _names(understood, each.casefold(), words)), "")


def made_goods(asked: SetPlan) -> tuple[str, ...]:
    """The ids of the products whose makers a set is; empty of any other set."""
    return tuple(dict.fromkeys(_made(asked)))


def goods_written(understood: Asked) -> list[str]:
    """The parts of a question that are neither a name nor a relation, as they are written."""
    asked = understood.request.query
    parts = [part for part in understood.parsed.parts if part.kind not in ("name", "relation")]
    return [asked[part.start : part.end] for part in parts]


def _supplies_of(understood: Asked, member: Member) -> Iterator[tuple[int, str]]:
    """The relations of supply, or of one that depends on its supplier, that make somebody a member, with what they
    say."""
    base, types = understood.base.knowledge_base, understood.base.ontology.types
    for row in member.rows:
        relation = base.relation(row)
        if relation.type == _SUPPLIES or (relation.type in types and types[relation.type].reverse_of == _SUPPLIES):
            said = (relation.evidence("en"), relation.evidence("zh"), goods_in_columns(relation))
            yield row, " ".join(said).casefold()


def goods_in_columns(relation: Relation) -> str:
    """What columns of a table say of the goods, as ``供应产品: 激光雷达``; "" where none does."""
    return "; ".join(f"{name}: {value}" for name, value in goods_columns(relation))


def goods_columns(record: Relation | Entity) -> list[Attribute]:
    """The columns of goods that a row has, with what it says there."""
    return [each for each in record.attributes if names_goods(each.name)]


def _words_written(understood: Asked, goods: Sequence[str]) -> WordsForGoods | None:
    """As a question calls goods alone; None where its words are those of something else."""
    named = _words(understood, goods, ())
    written = [each for each in goods_written(understood) if named.stand_in(each.casefold())]
    return words_for_goods(understood.base, goods, written) if written else None


def _words(understood: Asked, goods: Sequence[str], written: Sequence[str]) -> WordsForGoods:
    base = understood.base.knowledge_base
    return words_for_goods(understood.base, goods, written, _names_of(base, goods))


def _names_of(base: KnowledgeBase, goods: Sequence[str]) -> list[str]:
    """What goods are called; an industry that only companies' own column names is called so."""
    known = [base.entity(each) for each in goods if each in base.node_of]
    named = [name for each in known for name in (each.name_zh, each.name_en, *each.aliases)]
    return [*named, *(each for each in goods if each not in base.node_of)]


def _names(understood: Asked, said: str, words: WordsForGoods) -> bool:
    """Whether a folded text names goods outside the names of companies, which are looked for only where it may."""
    return words.stand_in(said) and words.stand_in(_without_names(understood, said))


def _without_names(understood: Asked, said: str) -> str:
    """A text without names of companies, and without suppliers of others: 理想汽车 is no word for cars, and what goes
    to 其电池供应商, its cell suppliers, is no battery."""
    base, said = understood.base, _SUPPLIERS_OF_OTHERS.sub(" ", said)
    for match in reversed(base.names.find(said)):
        node = base.knowledge_base.node_of[match.entity_ids[0]]
        if base.knowledge_base.is_company[node]:
            said = f"{said[: match.start]} {said[match.end :]}"
    return said


def _made(asked: SetPlan) -> Iterator[str]:
    if isinstance(asked, Or):
        made = [one for each in asked.args for one in _made(each)]
        yield from made
        for each in asked.args if made else ():
            if isinstance(each, Filter) and each.attribute == _INDUSTRY:
                yield from map(str, each.values)
    elif isinstance(asked, Related) and asked.type == PRODUCES and isinstance(asked.of, Entities) and not asked.ended:
        yield from asked.of.ids
