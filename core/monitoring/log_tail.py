"""The last log lines in memory, to be shown on a page: whose request they belong to, and nothing that must not be seen.

A message is shown as it was worded; of an error only its type, code and place, because what an error says may repeat a
question. The log of the server has it in full.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.errors import GuanxiError
from core.monitoring.request_ids import current_request_id

_LONGEST = 500  # characters of a message
_CAUSES = 3
_HIDDEN = "•••"
_SIGNED_IN = re.compile(r"(?<=://)[^/@\s]+(?=@)")


def without_sign_in(text: str) -> str:
    """``text`` in which what stands before the @ of an address is not to be read."""
    return _SIGNED_IN.sub(_HIDDEN, text)


@dataclass(frozen=True)
class LoggedLine:
    """One record of the log; ``level`` as ``logging`` counts (WARNING is 30)."""

    at: datetime
    level: int
    request_id: str
    message: str


class LogTail(logging.Handler):
    """Keeps the last ``kept`` records. Thread-safe, as every handler is.

    ``identify`` says whose request a record belongs to; it is called in the thread that logs, and may be replaced.
    """

    def __init__(self, kept: int = 200, *, identify: Callable[[], str] = current_request_id) -> None:
        super().__init__(logging.INFO)
        self.kept = kept
        self._lines: deque[LoggedLine] = deque(maxlen=kept)
        self.identify = identify
        self._secrets: tuple[str, ...] = ()

    def hide(self, secrets: Iterable[str]) -> None:
        """Texts that no line shows from now on."""
        self._secrets = tuple(sorted(filter(None, secrets), key=len, reverse=True))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record; one that cannot be worded costs nobody anything."""
        try:
            self._lines.append(self._line(record))
        except Exception:  # noqa: BLE001 - as every handler does: what is logged must not stop who logs
            self.handleError(record)

    def _line(self, record: logging.LogRecord) -> LoggedLine:
        parts = [_worded(record)]
        if record.exc_info and record.exc_info[1] is not None:
            parts += [_described(error) for error in _chain(record.exc_info[1])]
        message = without_sign_in(" ← ".join(parts))
        for secret in self._secrets:
            message = message.replace(secret, _HIDDEN)
        at = datetime.fromtimestamp(record.created, UTC)
        return LoggedLine(at, record.levelno, self.identify(), message[:_LONGEST])

    def lines(self, least: int = logging.INFO) -> tuple[LoggedLine, ...]:
        """Records of at least this level, the last one first."""
        with self.lock:  # type: ignore[union-attr]  # it has one since it was made
            return tuple(line for line in reversed(self._lines) if line.level >= least)


def _worded(record: logging.LogRecord) -> str:
    """The message; errors among its arguments are named, not quoted."""
    arguments = record.args if isinstance(record.args, tuple) else ()
    if not arguments:
        return record.getMessage()
    shown = tuple(_named(each) if isinstance(each, BaseException) else each for each in arguments)
    return str(record.msg) % shown


def _named(error: BaseException) -> str:
    code = f" ({error.code})" if isinstance(error, GuanxiError) else ""
    return f"{type(error).__name__}{code}"


def _described(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return _named(error)
    file = Path(frames[-1].filename)
    return f"{_named(error)}, {'/'.join(file.parts[-2:])}:{frames[-1].lineno} {frames[-1].name}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what caused it."""
    cause: BaseException | None = error
    for _ in range(_CAUSES):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__ or cause.__context__
