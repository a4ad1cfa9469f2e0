"""Files that a command line names: read or written, or refused with what the operating system says."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Self

from core.curation.import_plans import SkippedFile
from core.errors import DataUnreadableError, DataUnwritableError
from core.ingestion.formats.reading import check_size
from core.runtime.regular_files import read_regular
from core.settings import Settings


def read_given(file: Path) -> bytes:
    """All of it. Raises DataUnreadableError."""
    try:
        return read_regular(file)
    except OSError as error:
        raise DataUnreadableError(file=str(file), detail=str(error.strerror or error)) from error


def files_given(given: Path) -> list[Path]:
    """The file, or every file of a folder and of those in it by their names, but for hidden ones. Raises
    DataUnreadableError for a folder without any."""
    if not given.is_dir():
        return [given]
    found = [file for file in sorted(given.rglob("*")) if file.is_file() and not is_hidden(file.relative_to(given))]
    if not found:
        raise DataUnreadableError(file=str(given), fault="no_files")
    return found


def is_hidden(file: PurePath) -> bool:
    """Whether a file of a folder is none that a person put there: what systems and editors leave beside."""
    return any(part.startswith((".", "~$", "__MACOSX")) for part in file.parts)


def write_given(file: Path, content: bytes) -> None:
    """Into a folder that is there. Raises DataUnwritableError."""
    try:
        file.write_bytes(content)
    except OSError as error:
        raise DataUnwritableError(file=str(file), detail=str(error.strerror or error)) from error


def make_given(folder: Path) -> None:
    """Within one that is there, since a typing error is no place for files. Raises DataUnwritableError."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise DataUnwritableError(file=str(folder), detail=str(error.strerror or error)) from error


@dataclass(frozen=True)
class FilesToImport:
    """``contents``: name and content of each file; ``of_folders``: places of those that stand in a folder;
    ``skipped``: files of a folder that the operating system, or their size, keeps from being read."""

    contents: Sequence[tuple[str, bytes]]
    of_folders: Collection[int]
    skipped: tuple[SkippedFile, ...]

    @classmethod
    def read(cls, given: Sequence[Path], settings: Settings) -> Self:
        """Raises DataUnreadableError for a file that is given itself, and for a folder without one that can be read."""
        contents, of_folders, skipped = list[tuple[str, bytes]](), set[int](), list[SkippedFile]()
        for path in given:
            for file in files_given(path):
                try:
                    contents.append(_read(file, settings))
                except DataUnreadableError as error:
                    if file == path:
                        raise
                    skipped.append(SkippedFile(len(contents), file.name, error))
                else:
                    of_folders |= {len(contents) - 1} if file != path else set()
        if skipped and not contents:
            raise skipped[0].why
        return cls(contents, of_folders, tuple(skipped))


def _read(file: Path, settings: Settings) -> tuple[str, bytes]:
    """Name and content; of a file that is too large no byte is read."""
    try:
        size = file.stat().st_size
    except OSError:
        size = 0  # reading it says why
    check_size(file.name, size, settings.import_max_file_bytes)
    return file.name, read_given(file)
