"""Names the deals that an amount in a question was not compared with: without an amount, or in another currency."""

from __future__ import annotations

from collections.abc import Sequence

from core.discovery.footnotes import NAMED, Footnotes
from core.discovery.members import executed
from core.discovery.understood import Understood
from core.domain.plan import And, Filter, Minus, Or, Related, SetPlan, sets_within
from core.domain.records import Relation
from core.domain.results import AnswerSentence
from core.retrieval.terms import in_brackets, money_in_words

_Deal = tuple[str, int, Relation]
"""Who is asked for, and the relation, with its row."""


def told_other_amounts(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """The members of a set without its condition on the amount that the condition cannot judge; empty where the set
    has none."""
    money = next((node.money for _, node in sets_within(asked) if isinstance(node, Related) and node.money), None)
    if money is None:
        return []
    fitting = set(executed(asked, understood.base, understood.day, strict=True).ids)
    unknown, others = list[_Deal](), list[_Deal]()
    for member in executed(_of_any_amount(asked), understood.base, understood.day, strict=True):
        deals = [(row, understood.base.knowledge_base.relation(row)) for row in member.rows if row >= 0]
        stated = [each for each in deals if each[1].amount is not None]
        compared = any(not money.currency or each.currency == money.currency for _, each in stated)
        if deals and member.entity_id not in fitting and not compared:
            (others if stated else unknown).append((member.entity_id, *(stated or deals)[0]))
    told = (("answer.other_currency", others), ("answer.amount_unknown", unknown))
    return [_told(key, deals, understood, notes) for key, deals in told if deals]


def _told(key: str, deals: Sequence[_Deal], understood: Understood, notes: Footnotes) -> AnswerSentence:
    """The first of them, each with the amount of its deal."""
    words, language = understood.words(notes.language), notes.language
    named, cited = [], []
    for entity, row, relation in deals[:NAMED]:
        cited.append(notes.relation(row))
        amount = "" if relation.amount is None else money_in_words(relation.amount, relation.currency, language)
        named.append(f"{words.name(entity)}{in_brackets(amount, language)}{notes.marks(cited[-1:])}")
    return notes.sentence(key, cited, names=notes.names(named, len(deals)))


def _of_any_amount(asked: SetPlan) -> SetPlan:
    """The same set, of deals of any amount or of none."""
    match asked:
        case Related():
            return asked.model_copy(update={"money": None, "of": _of_any_amount(asked.of)})
        case Filter(arg=arg) | Minus(arg=arg):
            return asked.model_copy(update={"arg": _of_any_amount(arg)})
        case Or(args=args) | And(args=args):
            return asked.model_copy(update={"args": tuple(map(_of_any_amount, args))})
    return asked
