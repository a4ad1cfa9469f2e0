"""One kind of what people decided: a table of the workspace, read, checked and copied by itself."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from core.errors import first_line
from core.workspace.opening import UnreadableError

Value = TypeVar("Value")
Row = dict[str, Any]
Content = str | bytes
"""Bytes where a file was brought in that is no text."""


@dataclass(frozen=True)
class Part(Generic[Value]):
    """The table ``name``, whose rows ``read`` makes values of; it raises ValueError for what this program never wrote.

    ``needed``: without it things that a person took out would come back; where it is damaged and no copy is there, it
    is refused and not left out.
    """

    name: str
    read: Callable[[Row], Value]
    order: str = "rowid"
    needed: bool = False


def value_part(name: str, read: Callable[[Content], Value], *, needed: bool = False) -> Part[Value]:
    """A part that is one value, kept as a text."""
    return Part(name, lambda row: read(row["content"]), needed=needed)


def as_text(content: Content) -> str:
    """Raises ValueError for what is no text, or nothing."""
    text = content.decode() if isinstance(content, bytes) else content
    if not text.strip():
        raise ValueError("there is nothing in it")
    return text


def rows_of(
    database: sqlite3.Connection, part: Part[Value], condition: str = "", values: tuple[str, ...] = ()
) -> tuple[Value, ...]:
    """Raises UnreadableError for a row that cannot be read and, if all are asked for, for others than were written."""
    cursor = database.execute(f"SELECT * FROM {part.name} {condition} ORDER BY {part.order}", values)  # noqa: S608
    columns = [column[0] for column in cursor.description]
    try:
        found = tuple(part.read(dict(zip(columns, row, strict=True))) for row in cursor)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(fault_of(error)) from error
    if not condition:
        require_as_written(database, part)
    return found


def insert(database: sqlite3.Connection, part: Part[Value], row: Row) -> None:
    """Add a row, in place of one with the same key."""
    marks = ", ".join(f":{column}" for column in row)
    database.execute(f"INSERT OR REPLACE INTO {part.name} ({', '.join(row)}) VALUES ({marks})", row)  # noqa: S608


def put(database: sqlite3.Connection, part: Part[Value], content: Content | None) -> None:
    """Write the one value of ``part``; None: none."""
    database.execute(f"DELETE FROM {part.name}")  # noqa: S608 - names of tables are constants
    if content is not None:
        database.execute(f"INSERT INTO {part.name} VALUES (?)", (content,))  # noqa: S608


def require_as_written(database: sqlite3.Connection, part: Part[Value]) -> None:
    """Raises UnreadableError where rows changed, went or came without this program."""
    noted = database.execute("SELECT sha256 FROM checksums WHERE part = ?", (part.name,)).fetchone()
    if (noted[0] if noted else _digest(())) != checksum(database, part.name):
        raise UnreadableError("not what was written")


def note_checksum(database: sqlite3.Connection, part: str) -> None:
    """To be called in the transaction that changes the rows of ``part``."""
    database.execute("INSERT OR REPLACE INTO checksums VALUES (?, ?)", (part, checksum(database, part)))


def checksum(database: sqlite3.Connection, part: str) -> str:
    """Of the rows, in whatever order."""
    return _digest(raw_rows(database, part)[1])


def raw_rows(database: sqlite3.Connection, part: str) -> tuple[list[str], tuple[tuple[Any, ...], ...]]:
    """The names of the columns, and the rows; texts as bytes, which need be no UTF-8."""
    before, database.text_factory = database.text_factory, bytes
    try:
        cursor = database.execute(f"SELECT * FROM {part}")  # noqa: S608 - names of tables are constants
        return [column[0] for column in cursor.description], tuple(cursor)
    finally:
        database.text_factory = before


def dumped(database: sqlite3.Connection, part: str) -> bytes:
    """What a part holds, for a person to look at: its one text, or an object a line."""
    columns, rows = raw_rows(database, part)
    if columns == ["content"]:
        return b"\n".join(bytes(row[0]) if isinstance(row[0], bytes) else str(row[0]).encode() for row in rows)
    texts = ([each.decode(errors="replace") if isinstance(each, bytes) else each for each in row] for row in rows)
    lines = (json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n" for row in texts)
    return "".join(lines).encode()


def fault_of(error: Exception) -> str:
    """Where and what, in one line."""
    if not isinstance(error, ValidationError):
        return first_line(error)
    fault = error.errors()[0]
    return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}".removeprefix(": ")


def _digest(rows: tuple[tuple[Any, ...], ...]) -> str:
    return hashlib.sha256("\n".join(sorted(map(repr, rows))).encode()).hexdigest()
