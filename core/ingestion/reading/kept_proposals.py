"""What was read of the passages of a knowledge base: derived, local, and read again where it is lost."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from pydantic import ValidationError

from core.domain.read_relations import ReadRelation
from core.errors import GuanxiError, first_line

FILE_NAME = "read_relations.sqlite3"
_FORMAT = 1
_WAIT = 10.0  # seconds for another process that is writing
_TABLES = (
    "CREATE TABLE passages (passage_id TEXT NOT NULL PRIMARY KEY, read_as TEXT NOT NULL)",
    "CREATE TABLE proposals (id TEXT NOT NULL PRIMARY KEY, passage_id TEXT NOT NULL, content TEXT NOT NULL)",
    "CREATE INDEX proposals_of_passages ON proposals (passage_id)",
)
_log = logging.getLogger(__name__)


class ProposalsUnavailableError(GuanxiError):
    """What was read of the texts cannot be read or written."""


class KeptProposals:
    """The proposals in the file below a knowledge base folder. Shared between processes and threads.

    Every method raises ProposalsUnavailableError where the file cannot be read or written. One that is damaged, or of
    another format, is begun anew: the texts count as not read then.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE_NAME

    def read_as(self) -> dict[str, str]:
        """By the id of a passage the digest of what was read of it."""
        if not self._file.exists():
            return {}
        with self._open() as database:
            return dict(database.execute("SELECT passage_id, read_as FROM passages"))

    def all(self) -> tuple[ReadRelation, ...]:
        """Every proposal, by passage."""
        if not self._file.exists():
            return ()
        with self._open() as database:
            rows = database.execute("SELECT content FROM proposals ORDER BY passage_id, rowid").fetchall()
        return tuple(_parsed(row[0] for row in rows))

    def keep(self, read: Mapping[str, tuple[str, Sequence[ReadRelation]]]) -> None:
        """Keep what was read of passages, (digest, proposals) by id, in place of what was before; all or nothing."""
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")
            _forget(database, read)
            for passage_id, (digest, proposals) in read.items():
                database.execute("INSERT INTO passages VALUES (?, ?)", (passage_id, digest))
                rows = ((each.id, passage_id, each.model_dump_json()) for each in proposals)
                database.executemany("INSERT OR REPLACE INTO proposals VALUES (?, ?, ?)", rows)
            database.execute("COMMIT")

    def forget(self, passage_ids: Iterable[str]) -> None:
        """Forget what was read of passages that are gone."""
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")
            _forget(database, passage_ids)
            database.execute("COMMIT")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._begin_anew_if_damaged()
            with closing(sqlite3.connect(self._file, timeout=_WAIT, isolation_level=None)) as database:
                if not _is_of_this_format(database):
                    _create(database)
                yield database
        except (OSError, sqlite3.Error) as error:
            raise ProposalsUnavailableError(file=str(self._file), detail=first_line(error)) from error

    def _begin_anew_if_damaged(self) -> None:
        if not self._file.exists():
            return
        try:
            with closing(sqlite3.connect(self._file, timeout=_WAIT)) as database:
                sound = _is_of_this_format(database) or not database.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            return  # locked, or the disk: opening it says why
        except sqlite3.DatabaseError:
            sound = False
        if not sound:
            _log.warning("%s is damaged or of another format: the texts count as not read", self._file.name)
            self._file.unlink(missing_ok=True)


def _is_of_this_format(database: sqlite3.Connection) -> bool:
    return bool(database.execute("PRAGMA user_version").fetchone()[0] == _FORMAT)


def _create(database: sqlite3.Connection) -> None:
    database.execute("BEGIN IMMEDIATE")
    if not _is_of_this_format(database):  # unless another process was first
        for statement in _TABLES:
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {_FORMAT}")
    database.execute("COMMIT")


def _forget(database: sqlite3.Connection, passage_ids: Iterable[str]) -> None:
    ids = [(each,) for each in passage_ids]
    database.executemany("DELETE FROM proposals WHERE passage_id = ?", ids)
    database.executemany("DELETE FROM passages WHERE passage_id = ?", ids)


def _parsed(contents: Iterable[str]) -> Iterator[ReadRelation]:
    for content in contents:
        try:
            yield ReadRelation.model_validate_json(content)
        except ValidationError:
            _log.warning("a proposal that this program did not write is left out")
