"""Compiled reading of many parts of a file with one call: a thread that reads a thousand rows one by one lets go of the
interpreter lock, and waits for it again, a thousand times."""
# mypy: disable-error-code="no-untyped-def"
# numba infers the types of the arguments

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from core.compiling import compiled

_READ: Any = types.ExternalFunction("pread", types.intp(types.intc, types.uintp, types.uintp, types.int64))


@compiled
def read_parts(file, places, sizes, found):
    """Fill ``found`` (bytes) with ``sizes`` bytes from each of the ``places`` of an open file, one after the other;
    whether all of them could be read. ``file`` is its descriptor (pread(2), so threads do not disturb each other)."""
    address = np.uint64(found.ctypes.data)
    for part in range(len(places)):
        if _READ(np.int32(file), address, np.uint64(sizes[part]), places[part]) != sizes[part]:
            return False
        address += np.uint64(sizes[part])
    return True
