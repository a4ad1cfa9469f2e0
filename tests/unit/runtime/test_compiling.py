from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import pytest

from core.runtime.compiling import compiled


def twice(number: int) -> int:
    return 2 * number


def test_a_kernel_is_compiled_and_gives_what_the_function_gives() -> None:
    assert compiled(twice)(21) == 42


def test_without_a_folder_for_its_cache_a_kernel_is_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = numba.njit

    def nowhere_to_write(kernel: Callable[..., Any], *, cache: bool = False, **options: Any) -> Callable[..., Any]:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return genuine(kernel, **options)

    monkeypatch.setattr(numba, "njit", nowhere_to_write)
    assert compiled(twice)(21) == 42
