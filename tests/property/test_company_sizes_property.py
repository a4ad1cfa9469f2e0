from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Attribute, Entity
from core.ingestion.mapping.company_sizes import company_sizes

COLUMNS = ["Market cap (USD m)", "市值", "revenue", "营业收入（万元）", "Employees", "size", "currency", "Founded"]
VALUES = st.one_of(
    st.floats(allow_nan=False).map(str),
    st.integers(0, 10**15).map("{:,}".format),
    st.sampled_from(["Mid Cap", "大型", "1001-5000", "3.2bn USD", "35亿元", "CNY", "n/a", "1e400"]),
    st.text(min_size=1, max_size=12),
).filter(lambda value: bool(value.strip()))
TOLD = st.dictionaries(
    st.sampled_from(COLUMNS) | st.text("市值capm ($亿)", min_size=1, max_size=12), VALUES, max_size=4
)


def entity(row: int, told: dict[str, str], type_: str = "company") -> Entity:
    attributes = tuple(Attribute(name, value) for name, value in told.items())
    return Entity.model_construct(id=f"c{row}", type=type_, name_en=f"C {row}", attributes=attributes)


@given(st.lists(st.tuples(TOLD, st.booleans()), max_size=8))
def test_sizes_are_between_none_and_all_for_companies_and_none_for_others(
    told: list[tuple[dict[str, str], bool]],
) -> None:
    flags = np.array([is_company for _, is_company in told], dtype=bool)
    sizes = company_sizes([entity(row, each) for row, (each, _) in enumerate(told)], flags)
    assert sizes.shape == flags.shape
    assert not sizes[~flags].any()
    assert not sizes.any() or ((sizes[flags] > 0) & (sizes[flags] <= 1)).all()


@given(st.lists(TOLD, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_neither_the_order_of_columns_nor_of_companies_matters(told: list[dict[str, str]], chance: Random) -> None:
    entities = [entity(row, each) for row, each in enumerate(told)]
    everyone = np.ones(len(told), dtype=bool)
    order = list(range(len(told)))
    chance.shuffle(order)
    turned = [entity(row, dict(reversed(told[row].items()))) for row in order]
    expected = company_sizes(entities, everyone)[order]
    assert company_sizes(turned, everyone) == pytest.approx(expected, abs=1e-6)


@given(st.lists(st.integers(1, 10**12), min_size=2, max_size=30))
def test_who_has_more_is_no_smaller(amounts: list[int]) -> None:
    sizes = company_sizes(
        [entity(row, {"Employees": str(amount)}) for row, amount in enumerate(amounts)], np.ones(len(amounts), bool)
    )
    in_order = np.argsort(amounts, kind="stable")
    assert (np.diff(sizes[in_order]) >= 0).all()


@given(
    st.lists(st.integers(1, 10**9), min_size=2, max_size=20),
    st.sampled_from(["亿元", "（万元）", " (USD bn)", "，日元"]),
)
def test_a_unit_that_all_share_changes_nothing(amounts: list[int], unit: str) -> None:
    everyone = np.ones(len(amounts), dtype=bool)
    plain, in_unit = (
        company_sizes([entity(row, {f"市值{said}": str(each)}) for row, each in enumerate(amounts)], everyone)
        for said in ("", unit)
    )
    assert in_unit == pytest.approx(plain, abs=1e-5)
