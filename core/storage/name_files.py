"""The names of a version as files: written by the build, mapped at start."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from marisa_trie import Trie
from numpy.typing import NDArray

from core.names.entity_names import EntityNames, Namesakes
from core.names.name_finder import FoldedNames
from core.names.name_table import NameTable
from core.names.nearest_names import NearestNames
from core.names.normalised_names import NormalisedNames, name_rules
from core.storage.manifest import is_whole
from core.storage.mapped_files import TextColumn, map_array, map_columns, save_arrays, save_columns

_NORMALISED = Path("names") / "normalised.arrow"
_RULES = b"rules"
_TRIE = "names.marisa"
_OF_FOLDED = ("start", "bearer", "capitals", "ticker")


def save_names(names: EntityNames, folder: Path) -> None:
    """Write ``names`` into ``folder``."""
    folded, companies = names.folded, names.companies
    save_arrays(folder / "folded", **{field: getattr(folded, field) for field in _OF_FOLDED})
    # not trie.save: a full disk would be a RuntimeError that names a file of the library
    (folder / "folded" / _TRIE).write_bytes(folded.trie.tobytes())
    _save_table(companies, folder / "companies")
    save_arrays(folder / "nearest", **vars(names.nearest))
    save_arrays(folder / "namesakes", **vars(names.namesakes))


def save_normalised(names: NormalisedNames, version: Path) -> None:
    """Write the normalised forms of names, for the builds that follow."""
    columns = {"name": pa.array(names, pa.string()), "normalised": pa.array(names.values(), pa.string())}
    save_columns(pa.table(columns, metadata={_RULES: name_rules()}), version / _NORMALISED)


def normalised_before(versions: Sequence[Path]) -> NormalisedNames:
    """With what the first of these versions knows of normalised names; without, where its rules were others."""
    for version in versions[:1]:
        with contextlib.suppress(OSError, ValueError, pa.ArrowException):
            table = map_columns(version / _NORMALISED) if is_whole(version, _NORMALISED.as_posix()) else None
            if table is not None and (table.schema.metadata or {}).get(_RULES) == name_rules().encode():
                forms = zip(table["name"].to_pylist(), table["normalised"].to_pylist(), strict=True)
                return NormalisedNames(dict(forms))
    return NormalisedNames()


def _save_table(table: NameTable, folder: Path) -> None:
    save_columns(pa.table({"name": pa.array(table.names, pa.string())}), folder / "names.arrow")
    save_arrays(folder, start=table.start, bearer=table.bearer)


def map_names(folder: Path) -> EntityNames:
    """The saved names. Raises OSError, ValueError or ArrowException if they cannot be read or do not fit."""
    array = _arrays(folder / "folded")
    folded = FoldedNames(_map_trie(folder / "folded" / _TRIE), **{field: array(field) for field in _OF_FOLDED})
    nearest = _arrays(folder / "nearest")
    namesakes = _arrays(folder / "namesakes")
    names = EntityNames(
        folded,
        _map_table(folder / "companies"),
        NearestNames(**{field: nearest(field) for field in NearestNames.__dataclass_fields__}),
        Namesakes(namesakes("group"), namesakes("member")),
    )
    whole = (
        len(folded.start) - 1 == len(folded.capitals) == len(folded.ticker) == len(folded.trie)
        and folded.start[-1] == len(folded.bearer)
        and len(names.nearest.length) == len(names.nearest.pairs) == len(names.companies.names)
        and len(names.namesakes.group) == len(names.namesakes.member)
    )
    if not whole:
        raise ValueError("the arrays of the names do not fit one another")
    return names


def _map_trie(path: Path) -> Trie:
    try:
        return Trie().mmap(str(path))
    except RuntimeError as error:
        raise ValueError(f"{path.name}: {error}") from error


def _map_table(folder: Path) -> NameTable:
    array = _arrays(folder)
    table = NameTable(TextColumn(map_columns(folder / "names.arrow")["name"]), array("start"), array("bearer"))
    if len(table.start) != len(table.names) + 1 or table.start[-1] != len(table.bearer):
        raise ValueError(f"{folder.name}: the bearers do not fit the names")
    return table


def _arrays(folder: Path) -> Callable[[str], NDArray[Any]]:
    return lambda name: map_array(folder / f"{name}.npy")
