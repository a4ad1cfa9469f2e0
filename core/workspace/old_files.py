"""The files that people's decisions were kept in before there was the workspace: read into it, then kept beside it.

One that is put there later, from a backup or by hand, is read again and takes the place of what the workspace holds of
it; of decisions, thumbs and saved links it adds those that are not there. A process that is killed in between has read
a file and not moved it: the next one reads it once more before it does anything else.
"""

from __future__ import annotations

import codecs
import contextlib
import json
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from core.workspace.copies import backup, free, last_whole, set_aside
from core.workspace.opening import is_busy, opened
from core.workspace.parts import Content, note_checksum

KEPT_IN = "before_workspace"
"""The folder beside the workspace file that they are moved to."""
_COPIES = "last_whole"
"""The folder that had copies of some of them: what was lost or damaged is there."""
Rows = tuple[tuple[str, ...], list[tuple[Any, ...]]]
_WAIT = 5.0  # seconds for another process that is writing
_VERDICT = ("kept", "other", "saying", "decided_at")
_log = logging.getLogger(__name__)


def _table(name: str, *columns: str) -> Callable[[Path], Rows]:
    def read(file: Path) -> Rows:
        with closing(sqlite3.connect(file, timeout=_WAIT, isolation_level=None)) as database:
            database.text_factory = _text
            if database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
                return columns, []
            return columns, database.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall()  # noqa: S608

    return read


def _text(content: bytes) -> Content:
    """What is no text stays as it is: it is one damaged row."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content


def _verdicts(file: Path) -> Rows:
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    return _VERDICT, [tuple(str(line[name]) for name in _VERDICT) for line in lines]


def _content(file: Path) -> Rows:
    return ("content",), [(_text(file.read_bytes().removeprefix(codecs.BOM_UTF8)),)]


_DECISION = ("source_id", "target_id", "relation_type", "verdict", "relevance", "judge", "decided_at", "note")
_JUDGEMENT = ("company", "query", "result_id", "thumb", "language", "judged_at")
_FILES: dict[str, tuple[str, Callable[[Path], Rows]]] = {
    "decisions.sqlite3": ("decisions", _table("decisions", *_DECISION)),
    "judgements.sqlite3": ("judgements", _table("judgements", *_JUDGEMENT)),
    "saved_views.sqlite3": ("saved_views", _table("views", "name", "link")),
    "saved_searches.sqlite3": ("saved_searches", _table("views", "name", "link")),
    "same_companies.jsonl": ("same_companies", _verdicts),
    "presets.json": ("presets", _content),
    "linking.json": ("linking", _content),
    "removed.json": ("removed", _content),
    "unlinked_sources.json": ("unlinked_sources", _content),
    "import_choices.json": ("import_choices", _content),
    "ontology.yaml": ("ontology", _content),
    "restored.json": ("restored", _content),
    "built_from.txt": ("built_from", _content),
}
"""By its name, the part that a file becomes and what reads it."""
PARTS = tuple(part for part, _ in _FILES.values())
_ADDS = frozenset({"decisions", "judgements", "saved_views", "saved_searches"})
_LOCKS = ("presets.json.lock", "same_companies.jsonl.lock")


def any_old_files(folder: Path) -> bool:
    """Whether there is something to bring in."""
    try:
        with os.scandir(folder) as entries:
            return any(
                entry.name == _COPIES if entry.is_dir() else entry.name in _FILES or entry.name in _LOCKS
                for entry in entries
            )
    except (FileNotFoundError, NotADirectoryError):
        return False


def bring_old_files(file: Path) -> tuple[tuple[str, Path], ...]:
    """Read what there is into the workspace file ``file``, and move it to ``before_workspace/``.

    Returns part and new name of those that could not be read and were set aside where they were. What cannot be read
    of a text is brought in as it is: whoever needs it refuses it, or it is set aside when the program starts or builds.
    """
    folder = file.parent
    if not any_old_files(folder):
        return ()
    with opened(file) as database:
        if _bring(database, folder / _COPIES)[0]:
            backup(file, last_whole(file))
        unreadable = _bring(database, folder)[1]
    aside = tuple((_FILES[name][0], set_aside(folder / name)) for name in unreadable)
    for _, renamed in aside:
        _log.warning("%s could not be read and was set aside", renamed)
    _move_away(folder)
    return aside


def _bring(database: sqlite3.Connection, place: Path) -> tuple[list[str], list[str]]:
    """The names of the files that were read, and of those that could not be."""
    read: list[str] = []
    unreadable: list[str] = []
    database.execute("BEGIN IMMEDIATE")
    for name, (part, reader) in _FILES.items():
        if not (place / name).is_file():  # looked for here: another process may have moved it meanwhile
            continue
        try:
            columns, rows = reader(place / name)
        except (sqlite3.Error, ValueError, TypeError, KeyError) as error:
            if is_busy(error):
                raise
            unreadable.append(name)
            continue
        if part not in _ADDS:
            database.execute(f"DELETE FROM {part}")  # noqa: S608 - constants
        marks = ", ".join("?" * len(columns))
        statement = f"INSERT OR IGNORE INTO {part} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - constants
        database.executemany(statement, rows)
        note_checksum(database, part)
        read.append(name)
    database.execute("COMMIT")
    return read, unreadable


def _move_away(folder: Path) -> None:
    """The copies first: without the files they would be taken for what was lost."""
    kept = folder / KEPT_IN
    kept.mkdir(exist_ok=True)
    for name in (_COPIES, *_FILES):
        with contextlib.suppress(FileNotFoundError):
            (folder / name).rename(free(kept / name))
    for name in _LOCKS:
        (folder / name).unlink(missing_ok=True)
