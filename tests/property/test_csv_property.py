from __future__ import annotations

import csv
import string
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import DataUnreadableError
from core.ingestion.records.csv_files import FILES, DataSet, fingerprint, read_data_set
from core.ontology import default_ontology
from tests.support import COLUMNS, company, document_example, examples, write_data

HEADER = st.sampled_from([",".join(COLUMNS[name]) + "\n" for name in FILES])
CELLS = st.text(max_size=8) | st.sampled_from(
    [
        "a",
        "b",
        "supplies",
        "en",
        "zh",
        "product",
        "2020",
        "0.5",
        "nan",
        "1e309",
        "-1",
        " ",
        "\x00",
        "\u202e",
        "|",
        "=1+1",
    ]
)
IDS = st.sampled_from(["a", "b", "c", "missing", " a ", ""])
RELATIONS = st.lists(
    st.tuples(IDS, st.sampled_from(["supplies", "partner", "rumoured", ""]), IDS, CELLS, CELLS), max_size=20
)
COMPANIES = st.lists(st.tuples(st.sampled_from("abcde") | CELLS, CELLS, CELLS, CELLS), max_size=20)


def read(folder: Path) -> DataSet | None:
    """The data set, or None if the folder is refused; any other exception fails the test."""
    try:
        return read_data_set(folder, default_ontology())
    except DataUnreadableError as error:
        assert error.message("zh")
        return None


def refused_lines(data: DataSet, name: str) -> set[int]:
    return {problem.line for problem in data.problems if problem.file == name}


def write(path: Path, header: str, rows: list[tuple[str, ...]]) -> int:
    """Write rows; returns how many hold anything but spaces: others are empty lines."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow(header.split(","))
        writer.writerows(rows)
    return sum(any(cell.strip() for cell in row) for row in rows)


@given(name=st.sampled_from(FILES), content=st.binary(max_size=300))
@settings(max_examples=examples(60))
def test_random_bytes_are_read_or_refused(name: str, content: bytes) -> None:
    with TemporaryDirectory() as folder:
        data = document_example(Path(folder))
        (data / name).write_bytes(content)
        read(data)
        assert len(fingerprint(data, default_ontology())) == 64


@given(
    name=st.sampled_from(FILES),
    header=HEADER,
    body=st.text(string.printable + '"",,||\n\r比亚迪', max_size=300),
    newline=st.sampled_from(["\n", "\r\n", "\r"]),
)
@settings(max_examples=examples(150))
def test_random_text_below_a_header_is_read_or_refused(name: str, header: str, body: str, newline: str) -> None:
    with TemporaryDirectory() as folder:
        data = document_example(Path(folder))
        (data / name).write_bytes((header + body).replace("\n", newline).encode())
        loaded = read(data)
        messages = [
            problem.message(language) for problem in (loaded.problems if loaded else ()) for language in ("zh", "en")
        ]
        assert all(messages)


@given(rows=RELATIONS)
@settings(max_examples=examples(100))
def test_every_relation_is_loaded_or_refused(rows: list[tuple[str, ...]]) -> None:
    with TemporaryDirectory() as folder:
        data = write_data(Path(folder), companies=[company("a"), company("b"), company("c")])
        written = write(data / "relations.csv", "source,type,target,year,weight", rows)
        loaded = read(data)
        assert loaded is not None
        assert len(loaded.relations) + len(refused_lines(loaded, "relations.csv")) == written
        assert len({relation.id for relation in loaded.relations}) == len(loaded.relations)
        assert {end for relation in loaded.relations for end in (relation.source, relation.target)} <= {"a", "b", "c"}


@given(rows=COMPANIES)
@settings(max_examples=examples(100))
def test_every_company_is_loaded_or_refused(rows: list[tuple[str, ...]]) -> None:
    with TemporaryDirectory() as folder:
        data = write_data(Path(folder))
        written = write(data / "companies.csv", "id,name_zh,name_en,founded", rows)
        loaded = read(data)
        assert loaded is not None
        assert len(loaded.entities) + len(refused_lines(loaded, "companies.csv")) == written
        assert len({entity.id for entity in loaded.entities}) == len(loaded.entities)
