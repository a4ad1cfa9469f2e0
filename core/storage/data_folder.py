"""Which data folder a knowledge base was built from: another one is not built over it unasked."""

from __future__ import annotations

from pathlib import Path

_FILE = "built_from.txt"
"""Below the knowledge base folder; of this machine only."""


def remember_data_folder(folder: Path, data_folder: Path) -> None:
    """Note what was built from."""
    (folder / _FILE).write_text(str(data_folder.resolve()), encoding="utf-8")


def other_data_folder(folder: Path, data_folder: Path) -> Path | None:
    """The folder that was built from, if it is another one and still there."""
    try:
        built_from = Path((folder / _FILE).read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError):
        return None
    return built_from if built_from.is_dir() and built_from != data_folder.resolve() else None
