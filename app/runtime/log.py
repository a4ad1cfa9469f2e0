"""The log of this process: to standard error with request ids, and its last lines in memory for the page System."""

from __future__ import annotations

import logging

from core.monitoring.log_tail import LogTail
from core.monitoring.settings_in_force import secrets_of
from core.settings import Settings

LOG_TAIL = LogTail()
"""Of this process."""
_FORMAT = "%(asctime)s %(levelname)s %(request_id)s %(message)s"


def listen(settings: Settings) -> None:
    """Keep what is logged from now on, without the secrets of ``settings``.

    Warnings go to standard error unless whoever started the process wants them elsewhere.
    """
    log = logging.getLogger("guanxi")
    if not log.hasHandlers():
        shown = logging.StreamHandler()
        shown.setLevel(logging.WARNING)
        shown.setFormatter(logging.Formatter(_FORMAT))
        shown.addFilter(_with_request_id)
        log.addHandler(shown)
    if log.getEffectiveLevel() > logging.INFO:
        log.setLevel(logging.INFO)
    LOG_TAIL.hide(secrets_of(settings))
    log.addHandler(LOG_TAIL)


def _with_request_id(record: logging.LogRecord) -> bool:
    record.request_id = LOG_TAIL.identify() or "-"
    return True
