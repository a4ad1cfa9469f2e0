"""How the kernels are compiled: without the interpreter lock, kept on disk between processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba

Kernel = Callable[..., Any]
# Sums may be reordered (what lets the processor add several terms at once); NaN and infinity keep their meaning.
_REORDER = {"reassoc", "contract", "nsz", "arcp"}


def compiled(kernel: Kernel) -> Kernel:
    """``kernel`` as machine code, made at its first call and read from numba's cache in later processes.

    Where numba finds no folder it may write to (a read-only installation without a home), each process compiles
    anew.
    """
    try:
        return cast(Kernel, numba.njit(kernel, cache=True, nogil=True, fastmath=_REORDER, error_model="numpy"))
    except RuntimeError:
        return cast(Kernel, numba.njit(kernel, nogil=True, fastmath=_REORDER, error_model="numpy"))


def inlined(kernel: Kernel) -> Kernel:
    """``kernel`` as a part of the kernels that call it: handing it a dozen arrays costs more than a short row."""
    return cast(Kernel, numba.njit(kernel, forceinline=True, nogil=True, fastmath=_REORDER, error_model="numpy"))
