"""Every request as one JSON object a line: who, what, how it ended, how long it took; never a key or a question."""

from __future__ import annotations

import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TextIO

from pydantic import BaseModel, ConfigDict

_AGAIN_AFTER = 10.0  # seconds until a file that could not be written is tried again


class Access(BaseModel):
    """One request. ``path`` is that of the route (``/api/v1/companies/{company_id}``), not what was asked for."""

    model_config = ConfigDict(frozen=True)

    request_id: str
    key: str
    method: str
    path: str
    status: int
    outcome: str
    milliseconds: float
    cached: bool = False


class AccessLog:
    """Writes to a file or to standard error. A line that cannot be written is counted, and no request fails for it."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._lock = Lock()
        self._stream: TextIO | None = None
        self._tried = -_AGAIN_AFTER
        self.failures = 0

    def write(self, access: Access) -> bool:
        """Whether the line was written."""
        line = json.dumps({"time": datetime.now(UTC).isoformat(timespec="milliseconds"), **access.model_dump()})
        with self._lock:
            try:
                stream = self._opened()
                stream.write(line + "\n")
                stream.flush()
            except (OSError, ValueError):
                self._stream = None
                self.failures += 1
                return False
        return True

    def _opened(self) -> TextIO:
        if self._file is None:
            return sys.stderr
        if self._stream is None:
            if time.monotonic() - self._tried < _AGAIN_AFTER:
                raise OSError("tried a moment ago")
            self._tried = time.monotonic()
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self._file.open("a", encoding="utf-8")
            self._tried = -_AGAIN_AFTER
        return self._stream
