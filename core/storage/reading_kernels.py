"""Compiled reading of many parts of a file with one call: a thread that reads a thousand rows one by one lets go of the
interpreter lock, and waits for it again, a thousand times."""
# mypy: disable-error-code="no-untyped-def"
# numba infers the types of the arguments

from __future__ import annotations

import ctypes
from typing import Any

import numba
import numpy as np
from numba import types

from core.runtime.compiling import compiled


def _read() -> Any:
    """pread(2): file, address, bytes, place in the file → bytes read."""
    if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]  # numba sets it while it is imported
        return types.ExternalFunction("pread", types.intp(types.intc, types.uintp, types.uintp, types.int64))
    plain = ctypes.CDLL(None).pread
    plain.argtypes, plain.restype = (ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64), ctypes.c_ssize_t
    return lambda *arguments: plain(*map(int, arguments))


_READ = _read()


@compiled
def read_parts(file, places, sizes, found):
    """Fill ``found`` (bytes) with ``sizes`` bytes from each of the ``places`` of an open file, one after the other;
    whether all of them could be read. ``file`` is its descriptor (pread(2), so threads do not disturb each other)."""
    address = np.uint64(found.ctypes.data)
    for part in range(len(places)):
        size = np.uint64(sizes[part])
        if _READ(np.int32(file), address, size, places[part]) != sizes[part]:
            return False
        address += size
    return True
