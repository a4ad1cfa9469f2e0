"""Plans of random shape, for property tests."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st
from pydantic import ValidationError

from core.domain.plan import (
    All,
    And,
    Companies,
    Compare,
    Count,
    CountOf,
    DateOf,
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

_ENDS = st.sampled_from(["forward", "backward", "either"])
_YEARS = st.integers(1980, 2030)


def sets(ids: Sequence[str], relation_types: Sequence[str], industries: Sequence[str]) -> st.SearchStrategy[SetPlan]:
    """Sets over these entities and types."""
    whens = st.one_of(st.none(), st.builds(When, first=st.none() | _YEARS, last=st.none() | _YEARS))
    money = st.builds(
        Money,
        operator=st.sampled_from(["<", "<=", "=", ">=", ">"]),
        amount=st.sampled_from([0.0, 1500.0, 7.5e9, 1e12]),
        currency=st.sampled_from(["", "USD", "CNY", "XAU"]),
    )
    kinds = st.sampled_from(relation_types)
    named = st.builds(Entities, ids=st.lists(st.sampled_from(ids), min_size=1, max_size=3, unique=True).map(tuple))

    def larger(inner: st.SearchStrategy[SetPlan]) -> st.SearchStrategy[SetPlan]:
        some = st.lists(inner, min_size=2, max_size=3).map(tuple)
        by = st.one_of(
            st.builds(CountOf, type=kinds, end=_ENDS, within=st.none() | inner),
            st.builds(ValueOf, attribute=st.sampled_from(["founded", "size"])),
            st.just(DateOf()),
        )
        return st.one_of(
            st.builds(Related, type=kinds, end=_ENDS, of=inner, when=whens, money=st.none() | money),
            st.builds(Like, of=inner),
            st.builds(And, args=some),
            st.builds(Or, args=some),
            st.builds(Minus, arg=inner, without=st.lists(inner, min_size=1, max_size=2).map(tuple)),
            _filters(inner, industries),
            st.builds(Top, arg=inner, by=by, which=st.sampled_from(["most", "least"]), n=st.integers(1, 3)),
        )

    return st.recursive(st.one_of(named, st.just(All())), larger, max_leaves=5)


def plans(ids: Sequence[str], relation_types: Sequence[str], industries: Sequence[str]) -> st.SearchStrategy[Plan]:
    """Whole plans; those that are too large are left out."""
    asked, one = sets(ids, relation_types, industries), st.sampled_from(ids)
    several = st.lists(one, min_size=2, max_size=4, unique=True).map(tuple)
    attributes = st.sampled_from(["founded", "ticker", "country", "industry", "headquarters", "员工数"])
    answers = st.one_of(
        st.builds(Companies, set=asked),
        st.builds(Count, set=asked),
        st.builds(YesNo, entity=one, set=asked),
        st.builds(Value, entity=one, attribute=attributes),
        st.builds(Path, ids=several),
        st.builds(Compare, ids=several),
    )
    return answers.map(_plan).filter(lambda plan: plan is not None)  # type: ignore[return-value]


def _plan(answer: object) -> Plan | None:
    try:
        return Plan.model_validate({"answer": answer})
    except ValidationError:
        return None


def _filters(inner: st.SearchStrategy[SetPlan], industries: Sequence[str]) -> st.SearchStrategy[SetPlan]:
    whether = st.sampled_from(["in", "not_in"])
    compared = st.sampled_from(["<", "<=", "=", ">=", ">"])

    def some(values: Sequence[str]) -> st.SearchStrategy[tuple[str, ...]]:
        return st.lists(st.sampled_from(values), min_size=1, max_size=2, unique=True).map(tuple)

    return st.one_of(
        st.builds(
            Filter,
            arg=inner,
            attribute=st.just("country"),
            operator=whether,
            values=some(["JP", "CN", "US", "150", "142"]),
        ),
        st.builds(Filter, arg=inner, attribute=st.just("industry"), operator=whether, values=some(industries)),
        st.builds(Filter, arg=inner, attribute=st.just("ticker"), operator=whether, values=some(["300*", "*.HK"])),
        st.builds(Filter, arg=inner, attribute=st.just("founded"), operator=compared, values=st.tuples(_YEARS)),
        st.builds(Filter, arg=inner, attribute=st.just("size"), operator=compared, values=st.tuples(st.floats(0, 1e6))),
    )
