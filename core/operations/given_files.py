"""Files that a command line names: read or written, or refused with what the operating system says."""

from __future__ import annotations

from pathlib import Path, PurePath

from core.errors import DataUnreadableError, DataUnwritableError
from core.runtime.regular_files import read_regular


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
