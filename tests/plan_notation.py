"""Plans written in one line, for tables of questions: ``supplies<(apple)[country in JP] - partner=(bmw)``.

``<`` leads to the sources of a relation (suppliers), ``>`` to its targets (customers), ``=`` to both ends; ``@2018-``
dates it, ``$>1e+10USD`` asks for an amount. ``[…]`` filters, ``{…}`` keeps the most or the least, ``*`` is every
company.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.domain.plan import (
    All,
    And,
    Companies,
    Compare,
    Controlled,
    Controllers,
    Count,
    CountOf,
    Entities,
    Filter,
    Like,
    Minus,
    Money,
    Or,
    Path,
    Plan,
    Related,
    SetPlan,
    Top,
    Value,
    ValueOf,
    When,
    YesNo,
)

_ENDS = {"forward": ">", "backward": "<", "either": "="}


def written(plan: Plan) -> str:
    """A plan in one line."""
    answer = plan.answer
    match answer:
        case Companies():
            text = _set(answer.set)
        case Count():
            text = f"count {_set(answer.set)}"
        case YesNo():
            text = f"{answer.asks} {answer.entity} in {_set(answer.set)}"
        case Value():
            text = f"value {answer.entity} {answer.attribute}"
        case Path():
            text = f"path {' '.join(answer.ids)}"
        case Compare():
            text = f"compare {' '.join(answer.ids)}"
    return text


def _set(found: SetPlan) -> str:
    match found:
        case Entities(ids=ids):
            text = " ".join(ids)
        case All(type=kind):
            text = "*" if kind == "company" else f"*{kind}"
        case Related(type=kind, end=end, of=inner, when=when, money=money):
            text = f"{kind}{_ENDS[end]}{_when(when)}{_money(money)}({_set(inner)})"
        case Controllers() | Controlled() | Like():
            text = f"{_step(found)}({_set(found.of)})"
        case And(args=args):
            text = " & ".join(map(_part, args))
        case Or(args=args):
            text = " | ".join(map(_part, args))
        case Minus(arg=arg, without=without):
            text = " - ".join(map(_part, (arg, *without)))
        case Filter(arg=arg, attribute=attribute, operator=operator, values=values):
            listed = " ".join(sorted(str(each).removeprefix("industry-") for each in values))
            text = f"{_part(arg)}[{attribute} {operator} {listed}]"
        case Top(arg=arg, by=by, which=which, n=n):
            text = f"{_part(arg)}{{{which}{'' if n == 1 else f' {n}'} {_by(by)}}}"
    return text


def _step(found: Controllers | Controlled | Like) -> str:
    return "roots" if isinstance(found, Controllers) and found.ultimate else found.op


def _part(found: SetPlan) -> str:
    several = isinstance(found, And | Or | Minus) or (isinstance(found, Entities) and len(found.ids) > 1)
    return f"({_set(found)})" if several else _set(found)


def _by(by: object) -> str:
    match by:
        case CountOf(type=kind, end=end, within=within):
            return f"{kind}{_ENDS[end]}" + (f" in {_set(within)}" if within is not None else "")
        case ValueOf(attribute=attribute):
            return attribute
    return "date"


def _when(when: When | None) -> str:
    return "" if when is None else f"@{'~' if when.held else ''}{when.first or ''}-{when.last or ''}"


def _money(money: Money | None) -> str:
    return "" if money is None else f"${money.operator}{money.amount:g}{money.currency}"


def by_question(*tables: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Each question with the plan that it means."""
    return [(question, plan) for table in tables for plan, questions in table.items() for question in questions]
