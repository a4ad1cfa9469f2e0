"""Named API keys. Only their hashes are kept; a file of them is read again when it changes, which revokes at once."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from core.errors import SettingsInvalidError
from core.settings import Settings

_log = logging.getLogger("guanxi")
_ENTRY = re.compile(r"(?P<name>[\w.-]{1,64})\s+(?P<digest>[0-9a-f]{64})(?P<ingest>\s+ingest)?", re.ASCII)
INGEST = "ingest"


@dataclass(frozen=True)
class ApiKey:
    """A key by its name and the SHA-256 of its text, in hexadecimal. ``may_ingest``: it may bring data."""

    name: str
    digest: str
    may_ingest: bool = False

    @property
    def line(self) -> str:
        """How it is written into the settings or the file."""
        return " ".join([self.name, self.digest, *([INGEST] if self.may_ingest else [])])


def new_key(name: str, *, may_ingest: bool = False) -> tuple[str, ApiKey]:
    """A random key of 256 bits, to be shown once, and what is kept of it.

    So many random bits need no slow hash: there is no word list to try. Raises SettingsInvalidError for a name that
    is not 1 to 64 letters, digits, dots, dashes or underscores.
    """
    text = f"guanxi_{secrets.token_urlsafe(32)}"
    key = ApiKey(name, _digest(text), may_ingest)
    if _ENTRY.fullmatch(key.line) is None:
        raise SettingsInvalidError(detail=f"name of a key: {name!r}")
    return text, key


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def parsed(text: str, where: str) -> tuple[ApiKey, ...]:
    """Keys, one per line or separated by semicolons; ``#`` begins a remark.

    Raises SettingsInvalidError, which names ``where`` and the number of the entry, but nothing of what stands there.
    """
    found = []
    for number, line in enumerate(re.split(r"[;\n]", text), start=1):
        entry = line.split("#", 1)[0].strip()
        if not entry:
            continue
        match = _ENTRY.fullmatch(entry)
        if match is None:
            raise SettingsInvalidError(detail=f"{where}, entry {number}: name, SHA-256 and perhaps `ingest` are wanted")
        found.append(ApiKey(match["name"], match["digest"], match["ingest"] is not None))
    return tuple(found)


class ApiKeys:
    """The keys in force. Raises SettingsInvalidError at once if they cannot be read. Thread-safe."""

    def __init__(self, settings: Settings) -> None:
        self._fixed = parsed(settings.api_keys, "GUANXI_API_KEYS")
        self._file = settings.api_keys_file
        self._lock = Lock()
        self._seen: tuple[int, int] | None = None
        self._from_file: tuple[ApiKey, ...] = ()
        if self._file is not None:
            self._from_file, self._seen = _read(self._file), _state(self._file)

    def in_force(self) -> tuple[ApiKey, ...]:
        """All keys. While the file cannot be read or does not fit, none of its keys counts, and the log says so."""
        if self._file is None:
            return self._fixed
        with self._lock:
            state = _state(self._file)
            if state != self._seen:
                self._seen = state
                try:
                    self._from_file = _read(self._file)
                except SettingsInvalidError as error:
                    _log.error("none of the keys in GUANXI_API_KEYS_FILE counts: %s", error)
                    self._from_file = ()
            return self._fixed + self._from_file

    def find(self, presented: str) -> ApiKey | None:
        """The key whose text is ``presented``. Compares with every key, in a time that does not depend on the text."""
        digest = _digest(presented)
        found = None
        for key in self.in_force():
            if hmac.compare_digest(key.digest, digest):
                found = key
        return found


def _state(file: Path) -> tuple[int, int] | None:
    try:
        seen = file.stat()
    except OSError:
        return None
    return seen.st_mtime_ns, seen.st_size


def _read(file: Path) -> tuple[ApiKey, ...]:
    try:
        return parsed(file.read_text(encoding="utf-8"), "GUANXI_API_KEYS_FILE")
    except (OSError, ValueError) as error:
        raise SettingsInvalidError(detail=f"GUANXI_API_KEYS_FILE: {type(error).__name__}") from error
