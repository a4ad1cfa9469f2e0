"""LanceDB tables taken over from an older version: the same rows, the same finds, whatever becomes of that version."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import lancedb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.names.name_table import Numbers
from core.runtime.background import BACKGROUND
from core.storage import incremental_tables
from core.storage.checksums import marks_of
from core.storage.embeddings import Vectors
from core.storage.incremental_tables import TableState, copy_or_write, row_order
from core.storage.manifest import MANIFEST, SCHEMA_VERSION, Counts, Manifest, write_manifest
from core.storage.row_keys import row_keys, text_keys
from core.storage.table_search import SearchTable
from core.storage.table_writing import Indexes, TableContent

INDEXED = Indexes(full_text=True, partitions=2, rounded=False, by_type=True)
WORDS = ("lithium", "cells", "电池", "wafers", "glass", "steel", "cargo")
FIRST = tuple(f"c{number}" for number in range(60))


def described(identifier: str) -> str:
    number = int(identifier[1:])
    return " ".join(WORDS[(number * step) % len(WORDS)] for step in range(1, 2 + number % 5)) + f" {identifier}"


def vectors_of(ids: Sequence[str]) -> Vectors:
    made = [np.random.default_rng(int(each[1:])).normal(size=8).astype(np.float32) for each in ids]
    return np.array([vector / np.linalg.norm(vector) for vector in made], np.float32).reshape(len(ids), 8)


@dataclass(frozen=True)
class Made:
    version: Path
    ids: tuple[str, ...]

    @property
    def table(self) -> SearchTable:
        async def opened() -> SearchTable:
            database = await lancedb.connect_async(str(self.version / "tables"))
            return SearchTable(await database.open_table("t"), row_order(self.version, "t"))

        return BACKGROUND.wait_for(opened())

    @property
    def state(self) -> TableState:
        return TableState.model_validate_json((self.version / "row_keys" / "t.json").read_bytes())

    @property
    def files(self) -> dict[str, int]:
        data = (self.version / "tables" / "t.lance" / "data").iterdir()
        return {file.name: file.stat().st_nlink for file in data}

    def finds(self) -> list[list[tuple[str, float]]]:
        table, found = self.table, []
        for query in vectors_of(["c3", "c777", "c50"]):
            found.append(table.nearest(query, limit=12, probes=2))
            found.append(table.nearest(query, limit=12, probes=2, where="type = 'odd'"))
        found += [table.containing(word, column="embedded_text", limit=200) for word in (*WORDS, "cells 电池 c3")]
        return [
            sorted((self.ids[row], round(score, 5)) for row, score in zip(rows.tolist(), scores.tolist(), strict=True))
            for rows, scores in found
        ]


def write(
    version: Path, ids: Sequence[str], others: Sequence[Path] = (), said: str = "", indexes: Indexes = INDEXED
) -> Made:
    texts, vectors = [described(each) + said for each in ids], vectors_of(ids)

    def part(rows: Numbers) -> pa.Table:
        some = [ids[row] for row in rows.tolist()]
        column = pa.FixedSizeListArray.from_arrays(pa.array(vectors[rows].ravel(), pa.float32()), 8)
        return pa.table(
            {
                "id": pa.array(some, pa.string()),
                "type": pa.array([("even", "odd")[int(each[1:]) % 2] for each in some], pa.string()),
                "embedded_text": pa.array([texts[row] for row in rows.tolist()], pa.string()),
                "vector": column,
            }
        )

    keys = row_keys(text_keys(ids), text_keys(texts), vectors)
    copy_or_write(version, TableContent("t", len(ids), part, indexes), ids, keys, others)
    return Made(version, tuple(ids))


def shares_files(first: Made, second: Made) -> bool:
    return bool(first.files.keys() & second.files.keys())


@pytest.fixture
def first(tmp_path: Path) -> Made:
    return write(tmp_path / "1", FIRST)


@pytest.mark.parametrize(
    "ids",
    [
        pytest.param((*FIRST, "c70", "c71"), id="added"),
        pytest.param(("c70", *FIRST[:20], "c71", *FIRST[20:]), id="added between"),
        pytest.param(FIRST[4:], id="deleted"),
        pytest.param((*FIRST[:9], "c77", *FIRST[12:]), id="replaced"),
        pytest.param(FIRST[::-1], id="in another order"),
        pytest.param(FIRST, id="the same"),
    ],
)
def test_a_table_taken_over_is_one_written_anew(first: Made, ids: tuple[str, ...], tmp_path: Path) -> None:
    carried, anew = write(tmp_path / "2", ids, [first.version]), write(tmp_path / "anew", ids)
    assert shares_files(carried, first)
    assert not shares_files(anew, first)
    assert carried.table.count() == len(ids)
    assert carried.finds() == anew.finds()
    assert carried.state.changed == len(set(ids) ^ set(FIRST))


def test_a_text_that_changes_is_found_by_its_new_words(first: Made, tmp_path: Path) -> None:
    third = write(tmp_path / "2", FIRST[:8], said=" zinc")
    assert not shares_files(third, first)
    assert len(third.table.containing("zinc", column="embedded_text", limit=9)[0]) == 8


def test_step_after_step_is_one_written_anew(first: Made, tmp_path: Path) -> None:
    second = write(tmp_path / "2", (*FIRST[2:], "c80"), [first.version])
    third = write(tmp_path / "3", ("c90", *FIRST[2:], "c80"), [second.version])
    assert third.finds() == write(tmp_path / "anew", third.ids).finds()
    assert third.state.changed == 4  # not written anew


def test_an_index_of_rounded_vectors_goes_on_with_its_rounding(tmp_path: Path) -> None:
    indexes = Indexes(partitions=2)
    first = write(tmp_path / "1", FIRST, indexes=indexes)
    second = write(tmp_path / "2", (*FIRST[5:], "c777"), [first.version], indexes=indexes)
    rows, cosines = second.table.nearest(vectors_of(["c777"])[0], limit=1, probes=2)
    assert [second.ids[row] for row in rows.tolist()] == ["c777"]
    assert cosines[0] == pytest.approx(1.0, abs=0.05)


def test_the_version_that_differs_least_is_taken(first: Made, tmp_path: Path) -> None:
    second = write(tmp_path / "2", (*FIRST, *(f"c{number}" for number in range(70, 80))), [first.version])
    third = write(tmp_path / "3", FIRST, [second.version, first.version])
    assert third.files.keys() == first.files.keys()
    assert third.state.changed == 0


def test_a_version_that_lost_no_row_is_taken_before_one_that_differs_less(first: Made, tmp_path: Path) -> None:
    second = write(tmp_path / "2", (*FIRST, "c70"), [first.version])
    third = write(tmp_path / "3", (*FIRST, "c71", "c72"), [second.version, first.version])  # its keyword index stays
    assert second.files.keys() - first.files.keys()
    assert not third.files.keys() & (second.files.keys() - first.files.keys())
    assert third.finds() == write(tmp_path / "anew", third.ids).finds()


def test_of_many_texts_a_few_that_are_gone_go_on_being_counted_but_are_never_found(
    first: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incremental_tables, "_MOST_COUNTED", 0.1)
    second = write(tmp_path / "2", FIRST[4:], [first.version])
    third = write(tmp_path / "3", (*FIRST[4:], "c70", "c71"), [second.version])
    for made in (second, third):
        assert made.state.still_counted == 4
        anew = write(tmp_path / f"anew of {made.version.name}", made.ids)
        for found, expected in zip(made.finds(), anew.finds(), strict=True):
            assert [identifier for identifier, _ in found] == [identifier for identifier, _ in expected]
            assert [score for _, score in found] == pytest.approx([score for _, score in expected], rel=0.1)
        rows, _ = made.table.containing(described("c0"), column="embedded_text", limit=5)
        assert len(rows) == 5  # what is gone takes no place of the best
    fourth = write(tmp_path / "4", third.ids[2:], [third.version])  # six of 56 are too many
    assert fourth.state.still_counted == 0
    assert fourth.finds() == write(tmp_path / "anew", fourth.ids).finds()
    assert {*FIRST[:6]}.isdisjoint(identifier for found in fourth.finds() for identifier, _ in found)


def test_a_table_of_another_order_than_its_records_is_taken_as_it_is(first: Made, tmp_path: Path) -> None:
    second = write(tmp_path / "2", ("c70", *FIRST), [first.version])
    third = write(tmp_path / "3", second.ids, [second.version])
    assert third.files.keys() == second.files.keys()
    assert (third.version / "row_order" / "t" / "rows.npy").stat().st_nlink == 1
    shutil.rmtree(second.version)
    assert third.finds() == write(tmp_path / "anew", second.ids).finds()


def finish(version: Path) -> None:
    """Write the manifest of a version with the checksums of its files."""
    counts = Counts(entities=0, companies=0, relations=0, passages=0, mentions=0, links=0)
    manifest = Manifest(
        schema_version=SCHEMA_VERSION,
        build_id=version.name,
        created_at="2026-01-01T00:00:00+00:00",
        embedding_model="m",
        embedding_dimension=8,
        edge_types=(),
        data_fingerprint="f",
        counts=counts,
        files=marks_of(version),
    )
    write_manifest(version, manifest)


@pytest.mark.parametrize("damaged", ["row_keys/t.npy", "row_keys/t.json", "tables/t.lance", MANIFEST])
def test_of_a_damaged_version_nothing_is_taken_over(first: Made, tmp_path: Path, damaged: str) -> None:
    """What is damaged would get the checksum of a whole file in the next version."""
    finish(first.version)
    assert shares_files(first, write(tmp_path / "whole", FIRST, [first.version]))
    place = first.version / damaged
    file = next((place / "data").iterdir()) if place.is_dir() else place
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.unlink()  # the other version has it too
    file.write_bytes(content)
    second = write(tmp_path / "2", FIRST, [first.version])
    assert not shares_files(first, second)
    assert second.state.changed == 0


KEYS = st.lists(st.integers(0, 12), unique=True, max_size=12)


@given(KEYS, KEYS)
def test_what_differs_is_what_the_sets_say(before: list[int], after: list[int]) -> None:
    old, new = (np.array([(key, 7) for key in keys], np.uint64).reshape(len(keys), 2) for keys in (before, after))
    going, coming = incremental_tables._differing(old, new)
    assert {before[place] for place in going.tolist()} == set(before) - set(after)
    assert {after[place] for place in coming.tolist()} == set(after) - set(before)


def test_neither_version_needs_the_other(first: Made, tmp_path: Path) -> None:
    expected = first.finds()
    second = write(tmp_path / "2", (*FIRST[1:], "c80"), [first.version])
    assert max(second.files.values()) > 1
    assert first.finds() == expected
    third, found = write(tmp_path / "3", second.ids, [second.version]), second.finds()
    shutil.rmtree(first.version)
    assert second.finds() == found
    shutil.rmtree(second.version)
    assert third.finds() == found


def test_what_serves_goes_on_when_the_newer_version_is_removed(first: Made, tmp_path: Path) -> None:
    expected = first.finds()
    shutil.rmtree(write(tmp_path / "2", (*FIRST, "c80"), [first.version]).version)
    assert first.finds() == expected


def test_where_there_are_no_links_files_are_copied(
    first: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_: str, __: str) -> None:
        raise PermissionError("Operation not permitted")

    monkeypatch.setattr("os.link", none)
    second = write(tmp_path / "2", (*FIRST, "c80"), [first.version])
    assert shares_files(second, first)
    assert set(second.files.values()) == {1}
    assert second.finds() == write(tmp_path / "anew", second.ids).finds()


@pytest.mark.parametrize("changed", [INDEXED.model_copy(update={"partitions": 3}), Indexes(full_text=True)])
def test_other_indexes_are_made_anew(first: Made, changed: Indexes, tmp_path: Path) -> None:
    assert not shares_files(write(tmp_path / "2", FIRST, [first.version], indexes=changed), first)


def test_where_much_differs_a_table_is_written_anew(first: Made, tmp_path: Path) -> None:
    assert not shares_files(write(tmp_path / "2", FIRST[15:], [first.version]), first)


def test_what_was_added_before_counts(first: Made, tmp_path: Path) -> None:
    more = tuple(f"c{number}" for number in range(100, 120))
    second = write(tmp_path / "2", (*FIRST, *more[:10]), [first.version])
    assert shares_files(second, first)
    assert not shares_files(write(tmp_path / "3", (*FIRST, *more), [second.version]), first)


@pytest.mark.parametrize("damaged", ["row_keys/t.npy", "row_keys/t.json", "tables/t.lance", "row_order/t/ids.npy"])
def test_nothing_is_taken_from_a_damaged_version(first: Made, damaged: str, tmp_path: Path) -> None:
    second = write(tmp_path / "2", (*FIRST, "c80"), [first.version])
    for file in [second.version / damaged, *(second.version / damaged).rglob("*")]:
        if file.is_file():
            content = file.read_bytes()[:7]
            file.unlink()
            file.write_bytes(content)
    third = write(tmp_path / "3", FIRST, [second.version])
    assert not shares_files(third, first)
    assert third.finds() == first.finds()


def test_a_table_of_other_columns_is_not_taken(first: Made, tmp_path: Path) -> None:
    lancedb.connect(str(first.version / "tables")).open_table("t").drop_columns(["type"])
    assert not shares_files(write(tmp_path / "2", FIRST, [first.version]), first)


@pytest.mark.parametrize("ids", [FIRST, (*FIRST, "c80")])
def test_a_table_that_lacks_a_row_is_not_taken(first: Made, ids: tuple[str, ...], tmp_path: Path) -> None:
    lancedb.connect(str(first.version / "tables")).open_table("t").delete("id = 'c5'")
    second = write(tmp_path / "2", ids, [first.version])
    assert not shares_files(second, first)
    assert second.table.count() == len(ids)


def test_rows_are_told_apart_by_record_text_and_vector() -> None:
    one, other = text_keys(["a"]), text_keys(["b"])
    vector, turned = np.array([[1, 0]], np.float32), np.array([[0, 1]], np.float32)
    keys = [row_keys(*each) for each in ((one, one, vector), (other, one, vector), (one, other, vector))]
    keys.append(row_keys(one, one, turned))
    assert len({key.tobytes() for key in keys}) == 4
    empty, none = text_keys([""]), np.zeros((1, 2), np.float32)
    keys += [row_keys(one, empty, none), row_keys(one, one, none), row_keys(other, empty, none)]
    assert len({key.tobytes() for key in keys}) == 7
    assert row_keys(one, one, vector).tobytes() == keys[0].tobytes()
    assert row_keys(one[:0], one[:0], vector[:0]).shape == (0, 2)


def test_the_rows_of_a_table_come_in_small_batches() -> None:
    asked: list[int] = []

    def part(rows: Numbers) -> pa.Table:
        asked.append(len(rows))
        return pa.table({"row": rows})

    batches = list(TableContent("t", 20_000, part).batches(np.arange(20_000)))
    assert asked == [8192, 8192, 3616]
    assert pa.Table.from_batches(batches)["row"].to_pylist() == list(range(20_000))


@given(st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_a_row_has_the_same_key_wherever_it_stands(rows: int, seed: int) -> None:
    made = np.random.default_rng(seed)
    texts = text_keys([str(made.integers(3)) if made.random() < 0.8 else "" for _ in range(rows)])
    records = made.integers(0, 2**64, (rows, 2), dtype=np.uint64)
    vectors = made.normal(size=(rows, 5)).astype(np.float32) * (made.random((rows, 1)) < 0.7)
    keys = row_keys(records, texts, vectors)
    alone = [row_keys(records[[row]], texts[[row]], vectors[[row]])[0].tolist() for row in range(rows)]
    assert keys.tolist() == alone
    assert len({tuple(key) for key in alone}) == rows


@given(st.integers(0, 7), st.integers(0, 31), st.integers(0, 2**32 - 1))
def test_one_bit_more_or_less_is_another_row(word: int, bit: int, seed: int) -> None:
    made = np.random.default_rng(seed)
    records, texts = made.integers(0, 2**64, (1, 2), dtype=np.uint64), text_keys(["a"])
    vectors = made.normal(size=(1, 8)).astype(np.float32)
    turned = vectors.copy()
    turned.view(np.uint32)[0, word] ^= np.uint32(1 << bit)
    assert row_keys(records, texts, turned).tolist() != row_keys(records, texts, vectors).tolist()
