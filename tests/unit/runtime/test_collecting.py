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
