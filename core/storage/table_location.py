"""Where the LanceDB tables of a version are: in its folder, or left where they were shared."""

from __future__ import annotations

from pathlib import Path

_TABLES = "tables"
_ELSEWHERE = "tables.uri"


def leave_tables_at(uri: str, version: Path) -> None:
    """Say that the tables of ``version`` are to be opened at ``uri``."""
    (version / _ELSEWHERE).write_text(uri, encoding="utf-8")


def has_tables_elsewhere(version: Path) -> bool:
    """Whether the tables of ``version`` were left where they are shared."""
    return (version / _ELSEWHERE).is_file()


def table_location(version: Path) -> str:
    """What LanceDB opens for ``version``: a folder or a URI."""
    elsewhere = version / _ELSEWHERE
    return elsewhere.read_text(encoding="utf-8") if has_tables_elsewhere(version) else str(version / _TABLES)
