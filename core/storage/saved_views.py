"""Views of the graph workbench that people saved by name, for everybody who uses this knowledge base."""

from __future__ import annotations

from pathlib import Path

from core.errors import SavedViewsUnavailableError
from core.storage.sqlite_file import SqliteFile

MAX_NAME = 80  # characters
_FORMAT = 1
_TABLE = "CREATE TABLE views (name TEXT NOT NULL PRIMARY KEY, link TEXT NOT NULL)"


class SavedViewStore:
    """Links to views by name, in the file ``path``. Thread-safe, and shared between processes.

    Every method raises SavedViewsUnavailableError as SqliteFile says.
    """

    def __init__(self, path: Path) -> None:
        self._file = SqliteFile(path, _TABLE, _FORMAT, SavedViewsUnavailableError)

    def save(self, name: str, link: str) -> None:
        """Keep ``link`` under ``name`` in place of an earlier one; of the name at most 80 characters count."""
        with self._file.transaction("BEGIN IMMEDIATE") as database:
            self._file.ensure_table(database)
            database.execute("INSERT OR REPLACE INTO views VALUES (?, ?)", (name[:MAX_NAME], link))

    def delete(self, name: str) -> None:
        """Forget the view of this name, if there is one."""
        if self._file.exists():
            with self._file.transaction("BEGIN IMMEDIATE") as database:
                if self._file.has_table(database):
                    database.execute("DELETE FROM views WHERE name = ?", (name,))

    def all(self) -> dict[str, str]:
        """Name → link, by name."""
        if not self._file.exists():
            return {}
        with self._file.transaction("BEGIN") as database:
            if not self._file.has_table(database):
                return {}
            return dict(database.execute("SELECT name, link FROM views ORDER BY name").fetchall())
