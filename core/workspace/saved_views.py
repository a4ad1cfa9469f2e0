"""Views of the graph workbench, and searches, that people saved by name, for everybody who uses this knowledge base."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from core.errors import GuanxiError
from core.workspace.sqlite_table import SqliteTable

MAX_NAME = 80  # characters
SavedKind = Literal["views", "searches"]
_TABLE = "CREATE TABLE views (name TEXT NOT NULL PRIMARY KEY, link TEXT NOT NULL)"


class SavedViewsUnavailableError(GuanxiError):
    """The saved views of the graph workbench cannot be read or written."""


class SavedViewStore:
    """Links by name, in the file ``path``. Thread-safe, and shared between processes.

    Every method raises SavedViewsUnavailableError as SqliteTable says.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._table = SqliteTable(path, _TABLE, self._unavailable)

    @classmethod
    def beside(cls, knowledge_base_folder: Path, kind: SavedKind) -> SavedViewStore:
        """Those of a knowledge base, beside its versions."""
        return cls(knowledge_base_folder / f"saved_{kind}.sqlite3")

    def save(self, name: str, link: str) -> None:
        """Keep ``link`` under ``name`` in place of an earlier one; of the name at most 80 characters count."""
        values = {"name": name[:MAX_NAME], "link": link}
        self._table.insert("INSERT OR REPLACE INTO views VALUES (:name, :link)", values)

    def delete(self, name: str) -> None:
        """Forget the link of this name, if there is one."""
        self._table.delete("DELETE FROM views WHERE name = ?", (name,))

    def all(self) -> dict[str, str]:
        """Name → link, by name."""
        return dict(self._table.select("SELECT name, link FROM views ORDER BY name"))

    def _unavailable(self, detail: str) -> SavedViewsUnavailableError:
        return SavedViewsUnavailableError(folder=str(self._path.parent), detail=detail)
