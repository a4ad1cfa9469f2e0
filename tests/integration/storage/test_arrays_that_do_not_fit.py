"""Arrays of a version that do not fit one another: they are refused, and what is derived is made anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.settings import Settings
from core.storage.name_files import map_names, normalised_before
from core.storage.publishing import current_version
from core.storage.relation_facts import map_relation_facts


@pytest.fixture
def version(own_base: Settings) -> Path:
    """That of the document example, of which every file may be changed."""
    found = current_version(own_base.knowledge_base_folder)
    assert found is not None
    return found


def shortened(file: Path) -> None:
    array = np.load(file)
    assert len(array) > 0
    file.unlink()  # it may be a link to the one that others read
    np.save(file, array[:-1])


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("folded/capitals.npy", "arrays of the names"),
        ("nearest/length.npy", "arrays of the names"),
        ("namesakes/group.npy", "arrays of the names"),
        ("companies/bearer.npy", "bearers do not fit"),
    ],
)
def test_names_whose_arrays_differ_in_length_are_refused(version: Path, file: str, said: str) -> None:
    folder = next(each.parent.parent for each in version.rglob("capitals.npy"))
    assert len(map_names(folder).companies.names) > 0
    if file.startswith("namesakes"):
        np.save(folder / "namesakes" / "member.npy", np.zeros(1, np.int32))
    else:
        shortened(folder / file)
    with pytest.raises(ValueError, match=said):
        map_names(folder)


def test_facts_of_fewer_relations_than_there_are_are_refused(version: Path) -> None:
    assert len(map_relation_facts(version)) > 0
    shortened(next((version / "facts").glob("*.npy")))
    with pytest.raises(ValueError, match="facts of the relations"):
        map_relation_facts(version)


def test_normalised_names_are_taken_from_a_whole_file_only(version: Path) -> None:
    assert normalised_before([version])._known
    (file,) = version.rglob("normalised*.arrow")
    written = file.read_bytes()
    file.unlink()
    file.write_bytes(written[:-1])
    assert not normalised_before([version])._known
