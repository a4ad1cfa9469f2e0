from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from core.domain.model_use import ModelUse, StageName
from core.monitoring.model_usage import ModelUsage, all_stages

uses = st.builds(
    ModelUse,
    stage=st.sampled_from(get_args(StageName)),
    model=st.just("m"),
    input_tokens=st.integers(0, 1000),
    output_tokens=st.integers(0, 1000),
    cost=st.none() | st.floats(0.0, 10.0),
    milliseconds=st.floats(0.0, 1e5),
    from_cache=st.booleans(),
)


@given(st.lists(st.tuples(uses, st.booleans())))
def test_what_is_summed_is_what_was_asked(events: list[tuple[ModelUse, bool]]) -> None:
    usage = ModelUsage()
    for use, failed in events:
        usage.record(use, failed=failed and not use.from_cache)
    asked = [(use, failed) for use, failed in events if not use.from_cache]
    whole = all_stages(usage.by_stage())
    assert (whole.asked, whole.kept) == (len(asked), len(events) - len(asked))
    assert whole.failed == sum(failed for _, failed in asked)
    assert whole.input_tokens == sum(use.input_tokens for use, _ in asked)
    assert whole.output_tokens == sum(use.output_tokens for use, _ in asked)
    costs = [use.cost for use, _ in asked if use.cost is not None]
    assert (whole.cost is None) == (not costs)
    assert math.isclose(whole.cost or 0.0, sum(costs), abs_tol=1e-9)
    assert len(usage.by_stage()) == len({use.stage for use, _ in events})


def test_without_prices_there_is_no_cost_and_with_them_it_is_kept() -> None:
    usage = ModelUsage()
    usage.record(ModelUse(stage="route", model="m", cost=0.5))
    usage.record(ModelUse(stage="route", model="m"))
    assert [each.cost for each in usage.by_stage()] == [0.5]


def test_many_threads_record_at_once() -> None:
    usage = ModelUsage()
    one = ModelUse(stage="synthesis", model="m", input_tokens=1)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: usage.record(one), range(2000)))
    assert usage.by_stage()[0].input_tokens == 2000
