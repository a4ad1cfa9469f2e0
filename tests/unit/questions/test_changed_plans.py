"""Parts of plans by the keys of chips: what stands there, what takes its place, and keys of which there is no part."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.domain.plan import (
    All,
    And,
    Companies,
    Compare,
    CountOf,
    Entities,
    Filter,
    Minus,
    Path,
    Plan,
    Related,
    SetPlan,
    Top,
    Value,
    When,
    YesNo,
)
from core.questions.plans.changed_plan import part_at, with_name, with_relation, with_time, with_values, without

SUPPLIERS = Related(type="supplies", end="backward", of=Entities(ids=("apple", "tesla")))
FROM_JAPAN = Filter(arg=SUPPLIERS, attribute="country", operator="in", values=("JP",))
VALUE = Plan(answer=Value(entity="apple", attribute="founded"))


def those(asked: SetPlan) -> Plan:
    return Plan(answer=Companies(set=asked), as_of="2020")


def test_an_entity_is_another_in_every_kind_of_answer() -> None:
    assert with_name(VALUE, "entity", "tesla") == Plan(answer=Value(entity="tesla", attribute="founded"))
    whether = Plan(answer=YesNo(entity="byd", set=SUPPLIERS), as_of="2020")
    assert with_name(whether, "answer", "catl") == Plan(answer=YesNo(entity="catl", set=SUPPLIERS), as_of="2020")
    for kind in (Path, Compare):
        assert with_name(Plan(answer=kind(ids=("a", "b"))), "ids.1", "c") == Plan(answer=kind(ids=("a", "c")))
    other = SUPPLIERS.model_copy(update={"of": Entities(ids=("apple", "bmw"))})
    assert with_name(those(SUPPLIERS), "set/of/ids.1", "bmw") == those(other)


def test_what_stands_at_a_key() -> None:
    plan = those(Minus(arg=FROM_JAPAN, without=(Entities(ids=("byd",)), SUPPLIERS)))
    assert part_at(plan, "set/without.1") == SUPPLIERS
    assert part_at(plan, "set/without.0/ids.0") == "byd"
    assert part_at(plan, "set/without.1/when") == SUPPLIERS
    assert part_at(plan, "set/arg") == FROM_JAPAN
    assert part_at(plan, "as_of") is None
    assert part_at(VALUE, "entity") == "apple"
    assert part_at(VALUE, "answer") is None
    with pytest.raises(KeyError):
        part_at(plan, "set/nothing")


COUNTED = Top(arg=All(), by=CountOf(type="supplies", end="forward", within=FROM_JAPAN), which="most")
UNCOUNTED = COUNTED.model_copy(update={"by": CountOf(type="supplies", end="forward")})


def test_an_order_among_some_is_one_among_all() -> None:
    assert without(those(COUNTED), "set/within") == those(UNCOUNTED)


@pytest.mark.parametrize(
    "change",
    [
        lambda: without(those(UNCOUNTED), "set/within"),
        lambda: without(those(Entities(ids=("apple",))), "set"),  # nothing stands for names alone
        lambda: without(those(And(args=(SUPPLIERS, FROM_JAPAN))), "set/args.2"),
        lambda: with_time(those(FROM_JAPAN), "set", When(first=2020)),
        lambda: with_name(those(SUPPLIERS), "set/ids.0", "byd"),
        lambda: with_name(Plan(answer=Path(ids=("a", "b"))), "ids.2", "c"),
        lambda: with_values(VALUE, "set", ("DE",)),
        lambda: with_relation(those(SUPPLIERS), "answer", "partner", "either"),
    ],
)
def test_keys_of_which_there_is_no_such_part(change: Callable[[], object]) -> None:
    with pytest.raises(KeyError):
        change()


def test_a_value_without_its_stock_market_is_that_of_any_market() -> None:
    there = Plan(answer=Value(entity="apple", attribute="tickers", tickers=(".HK",)))
    assert without(there, "tickers") == Plan(answer=Value(entity="apple", attribute="tickers"))
    with pytest.raises(KeyError):
        without(VALUE, "tickers")
