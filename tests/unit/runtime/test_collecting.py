from __future__ import annotations

import gc

import pytest

from core.runtime.collecting import rarely_collecting


def test_the_collector_is_as_before_afterwards() -> None:
    before = gc.get_threshold()
    with pytest.raises(RuntimeError), rarely_collecting():
        assert gc.get_threshold() > before
        raise RuntimeError
    assert gc.get_threshold() == before


def test_of_several_that_overlap_the_last_puts_it_back() -> None:
    before = gc.get_threshold()
    first, second = rarely_collecting(), rarely_collecting()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold() > before
    second.__exit__(None, None, None)
    assert gc.get_threshold() == before
