"""Named API keys. Only their hashes are kept; a file of them is read again when it changes, which revokes at once."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from core.errors import RefusedError
from core.runtime.regular_files import read_regular
from core.settings import Settings, SettingsInvalidError


class KeyNameInvalidError(RefusedError):
    """A key cannot be called so."""


_log = logging.getLogger("guanxi")
_ENTRY = re.compile(r"(?P<name>[\w.-]{1,64})\s+(?P<digest>[0-9a-f]{64})(?P<rights>(?:\s+(?:ingest|curate))*)", re.ASCII)
INGEST, CURATE = "ingest", "curate"


@dataclass(frozen=True)
class ApiKey:
    """A key by its name and the SHA-256 of its text, in hexadecimal. ``may_ingest``: it may bring data.
    ``may_curate``: it may take away, restore and decide."""

    name: str
    digest: str
    may_ingest: bool = False
    may_curate: bool = False

    @property
    def line(self) -> str:
        """How it is written into the settings or the file."""
        rights = [name for name, has in ((INGEST, self.may_ingest), (CURATE, self.may_curate)) if has]
        return " ".join([self.name, self.digest, *rights])


def new_key(name: str, *, may_ingest: bool = False, may_curate: bool = False) -> tuple[str, ApiKey]:
    """A random key of 256 bits, to be shown once, and what is kept of it.

    So many random bits need no slow hash: there is no word list to try. Raises KeyNameInvalidError for a name that
    is not 1 to 64 letters, digits, dots, dashes or underscores.
    """
    text = f"guanxi_{secrets.token_urlsafe(32)}"
    key = ApiKey(name, _digest(text), may_ingest, may_curate)
    if _ENTRY.fullmatch(key.line) is None:
        raise KeyNameInvalidError(name=name[:80])
    return text, key


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def parsed(text: str, where: str, *, by_line: bool = False) -> tuple[ApiKey, ...]:
    """Keys, one per line or separated by semicolons; ``#`` begins a remark.

    Raises SettingsInvalidError, which names ``where`` and the number of the entry (of its line if ``by_line``), but
    nothing of what stands there.
    """
    found = []
    for number, (line, written) in enumerate(_entries(text), start=1):
        entry = written.split("#", 1)[0].strip()
        if not entry:
            continue
        match = _ENTRY.fullmatch(entry)
        if match is None:
            if by_line:
                raise SettingsInvalidError(fault="key_line", where=where, line=line)
            raise SettingsInvalidError(fault="key_entry", where=where, number=number)
        rights = match["rights"].split()
        found.append(ApiKey(match["name"], match["digest"], INGEST in rights, CURATE in rights))
    return tuple(found)


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """Each entry with the number of its line."""
    for number, line in enumerate(text.split("\n"), start=1):
        yield from ((number, entry) for entry in line.split(";"))


class ApiKeys:
    """The keys in force. Raises SettingsInvalidError at once if they cannot be read. Thread-safe.

    While the file cannot be read or does not fit, the keys that it held last stay in force, and ``fault`` says why.
    """

    def __init__(self, settings: Settings) -> None:
        self._fixed = parsed(settings.api_keys, "GUANXI_API_KEYS")
        self._file = settings.api_keys_file
        self.configured = bool(settings.api_keys.strip()) or self._file is not None
        """Whether keys are asked for at all: also where a file that is named holds none."""
        self._lock = Lock()
        self._seen: _State | None = None
        self._from_file: tuple[ApiKey, ...] = ()
        self._fault: SettingsInvalidError | None = None
        if self._file is not None:
            self._seen, self._from_file = _state(self._file), _read(self._file)

    def in_force(self) -> tuple[ApiKey, ...]:
        """All keys, those of the file as it is now."""
        with self._lock:
            self._look()
            return self._fixed + self._from_file

    @property
    def fault(self) -> SettingsInvalidError | None:
        """Why the file as it is now is not followed: what is wanted where, and nothing that it holds."""
        with self._lock:
            self._look()
            return self._fault

    def _look(self) -> None:
        if self._file is None:
            return
        state = _state(self._file)
        if state == self._seen and self._fault is None:
            return
        self._seen = state
        try:
            self._from_file = _read(self._file)
        except SettingsInvalidError as error:
            if self._fault is None or str(self._fault) != str(error):
                _log.error("the keys read before from GUANXI_API_KEYS_FILE stay in force: %s", error.detail("en"))
            self._fault = error
        else:
            if self._fault is not None:
                _log.info("GUANXI_API_KEYS_FILE can be read again: %d keys", len(self._from_file))
            self._fault = None

    def find(self, presented: str) -> ApiKey | None:
        """The key whose text is ``presented``. Compares with every key, in a time that does not depend on the text."""
        digest = _digest(presented)
        found = None
        for key in self.in_force():
            if hmac.compare_digest(key.digest, digest):
                found = key
        return found


_State = tuple[int, int, int]


def _state(file: Path) -> _State | None:
    try:
        seen = file.stat()
    except OSError:
        return None
    return seen.st_mtime_ns, seen.st_size, seen.st_ino


def _read(file: Path) -> tuple[ApiKey, ...]:
    where = "GUANXI_API_KEYS_FILE"
    try:
        written = read_regular(file)
        text = written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        raise SettingsInvalidError(fault="key_bytes", where=where, line=line) from None  # its cause holds the bytes
    except OSError as error:
        raise _unreadable(error, where) from error
    return parsed(text, where, by_line=True)


def _unreadable(error: OSError, where: str) -> SettingsInvalidError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return SettingsInvalidError(fault="key_file_missing", where=where)
    if isinstance(error, PermissionError):
        return SettingsInvalidError(fault="key_file_forbidden", where=where)
    if isinstance(error, IsADirectoryError):
        return SettingsInvalidError(fault="key_file_folder", where=where)
    return SettingsInvalidError(fault="key_file_unreadable", where=where, reason=error.strerror or str(error) or "?")
