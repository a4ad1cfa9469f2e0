from __future__ import annotations

import gc
from contextlib import ExitStack

import pytest

from core.runtime.garbage_collection import rare_garbage_collection


def test_the_collector_is_as_before_afterwards() -> None:
    before = gc.get_threshold()
    with pytest.raises(RuntimeError), rare_garbage_collection():
        assert gc.get_threshold() > before
        raise RuntimeError
    assert gc.get_threshold() == before


def test_of_work_that_overlaps_the_last_to_end_restores_it() -> None:
    before = gc.get_threshold()
    first, second = ExitStack(), ExitStack()
    first.enter_context(rare_garbage_collection())
    rarely = gc.get_threshold()
    second.enter_context(rare_garbage_collection())
    first.close()
    assert gc.get_threshold() == rarely
    second.close()
    assert gc.get_threshold() == before
