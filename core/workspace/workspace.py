"""What people decided about a knowledge base: one SQLite file beside its versions and in none of them, so that rebuilds
and restores leave it as it is. It is local to the machine: a shared knowledge base has one on each."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from core.errors import GuanxiError, first_line
from core.messages import Language, catalogue, translate
from core.workspace.copies import keep_part, last_whole, put_back
from core.workspace.old_files import any_old_files, bring_old_files
from core.workspace.opening import FAULTS, opened
from core.workspace.parts import Content, Part, Row, Value, insert, note_checksum, put, require_as_written, rows_of

FILE_NAME = "workspace.sqlite3"
_ONE_AT_A_TIME = Lock()
_log = logging.getLogger(__name__)


class WorkspaceUnavailableError(GuanxiError):
    """A part of what people decided cannot be read or written."""

    def message(self, language: Language) -> str:
        """Says in words which ``part`` it is."""
        return translate(f"error.{self.code}", language, **{**self.parameters, "detail": self.detail(language)})

    def detail(self, language: Language) -> str:
        """The part, and what is wrong with it."""
        words = catalogue().get(f"workspace.part.{self.parameters['part']}", {}).get(language, "")
        return ": ".join(filter(None, (words, str(self._said(language)["detail"]))))


class Workspace:
    """The workspace file ``file``, which the first change creates. Thread-safe, and shared between processes.

    Every method raises WorkspaceUnavailableError if the file cannot be read or written, is damaged, is the database of
    another program or of a newer one (it is then left as it is), or stays locked by another process for 5 seconds.
    Whoever opens it brings in the files that there were before it (core/workspace/old_files.py).
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    @classmethod
    def beside(cls, knowledge_base_folder: Path) -> Workspace:
        """That of a knowledge base."""
        return cls(knowledge_base_folder / FILE_NAME)

    def rows(self, part: Part[Value], condition: str = "", values: tuple[str, ...] = ()) -> tuple[Value, ...]:
        """What ``part`` holds, or the rows that meet ``condition``. Creates nothing."""
        if not self._is_there(part):
            return ()
        with self._open(part) as database:
            database.execute("BEGIN")
            return rows_of(database, part, condition, values)

    def value(self, part: Part[Value]) -> Value | None:
        """The one value of ``part``, if there is one."""
        found = self.rows(part)
        return found[0] if found else None

    @contextmanager
    def change(self, part: Part[Value]) -> Iterator[sqlite3.Connection]:
        """A transaction that changes ``part``; it is on disk at its end, and rolled back if it does not reach it."""
        with _ONE_AT_A_TIME, self._open(part) as database:
            database.execute("BEGIN IMMEDIATE")  # two that had both begun to read could not wait for each other
            require_as_written(database, part)
            yield database
            note_checksum(database, part.name)
            database.execute("COMMIT")
        with _ONE_AT_A_TIME:
            keep_part(self._file, part.name)

    def insert(self, part: Part[Value], row: Row) -> None:
        """Add a row, in place of one with the same key."""
        with self.change(part) as database:
            insert(database, part, row)

    def delete(self, part: Part[Value], condition: str, values: tuple[str, ...]) -> None:
        """Remove the rows that meet ``condition``, if there are any."""
        if self._is_there(part):
            with self.change(part) as database:
                database.execute(f"DELETE FROM {part.name} {condition}", values)  # noqa: S608 - constants

    def put(self, part: Part[Value], content: Content | None) -> None:
        """Keep one value in place of what ``part`` held; None: forget that."""
        if content is not None or self._is_there(part):
            with self.change(part) as database:
                put(database, part, content)

    def _is_there(self, part: Part[Value]) -> bool:
        try:
            self._file.stat()
        except FileNotFoundError:
            return any_old_files(self._file.parent) or last_whole(self._file).exists()
        except OSError as error:
            raise self._unavailable(part, first_line(error)) from error
        return True

    @contextmanager
    def _open(self, part: Part[Value]) -> Iterator[sqlite3.Connection]:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            put_back(self._file)
            bring_old_files(self._file)
            with opened(self._file) as database:
                yield database
        except FAULTS as error:
            raise self._unavailable(part, first_line(error)) from error

    def _unavailable(self, part: Part[Value], detail: str) -> WorkspaceUnavailableError:
        folder, detail = str(self._file.parent), f"{self._file.name}: {detail}"
        return WorkspaceUnavailableError(part=part.name, folder=folder, detail=detail)
