"""Files that a person names, read only where they are regular ones: a pipe or a device may never end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

NOT_REGULAR = "a pipe, a device or a socket, not a regular file"
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read_regular(file: Path) -> bytes:
    """All bytes of a regular file. Raises OSError, also for a pipe, a device or a socket, which is not waited for."""
    descriptor = os.open(file, _FLAGS)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
        if not stat.S_ISREG(mode):
            raise OSError(NOT_REGULAR)
        with open(descriptor, "rb", closefd=False) as content:
            return content.read()
    finally:
        os.close(descriptor)


def read_regular_text(file: Path, encoding: str = "utf-8") -> str:
    """The text of such a file, its lines ended by \\n. Also raises UnicodeDecodeError."""
    return read_regular(file).decode(encoding).replace("\r\n", "\n")
