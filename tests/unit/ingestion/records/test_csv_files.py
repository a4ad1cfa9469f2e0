from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import DataUnreadableError
from core.ingestion.formats.table import MAX_ROW_CHARACTERS
from core.ingestion.records.csv_files import FILES, DataSet, fingerprint, read_data_set
from core.ingestion.records.problems import RowProblem
from core.ontology import Ontology, default_ontology
from tests.support import COLUMNS, company, document_example, relation, write_data

Reader = Callable[[], DataSet]
RELATIONS = "source,type,target,year,weight\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two companies and one relation between them."""
    return write_data(
        tmp_path / "data", companies=[company("a"), company("b")], relations=[relation("a", "supplies", "b")]
    )


@pytest.fixture
def read(folder: Path, ontology: Ontology) -> Reader:
    return lambda: read_data_set(folder, ontology)


def places(data: DataSet) -> list[tuple[str, int, str, str]]:
    return [(problem.file, problem.line, problem.field, problem.reason) for problem in data.problems]


def ids(data: DataSet) -> list[str]:
    return [entity.id for entity in data.entities]


def assert_names_the_row(problem: RowProblem) -> None:
    for language in ("zh", "en"):
        message = problem.message(language)
        assert problem.file in message
        assert str(problem.line) in message
        assert problem.field in message
        assert problem.detail in message


def test_the_bundled_columns_are_read(tmp_path: Path, ontology: Ontology) -> None:
    data = read_data_set(document_example(tmp_path / "data"), ontology)
    assert (len(data.entities), len(data.relations), len(data.passages), data.problems) == (5, 2, 2, ())
    assert data.entities[0].tickers == ("000001.SZ",)
    assert data.entities[0].origin == "companies.csv:2"
    assert data.relations[1].origin == "relations.csv:3"


def test_companies_are_companies_whatever_a_type_column_says(folder: Path, read: Reader) -> None:
    (folder / "companies.csv").write_text("id,type,name_zh,name_en\na,person,甲,A\n", encoding="utf-8")
    assert read().entities[0].type == "company"


def test_concepts_keep_their_type(folder: Path, read: Reader) -> None:
    (folder / "concepts.csv").write_text("id,type,name_zh,name_en\nlidar,product,激光雷达,lidar\n", encoding="utf-8")
    assert [entity.type for entity in read().entities] == ["company", "company", "product"]


def test_lists_are_split_at_bars_and_empty_parts_are_dropped(folder: Path, read: Reader) -> None:
    (folder / "companies.csv").write_text(
        "id,name_zh,name_en,aliases,tickers\na,甲,A, One |Two|| ,1.HK|2.HK\n", encoding="utf-8"
    )
    assert (read().entities[0].aliases, read().entities[0].tickers) == (("One", "Two"), ("1.HK", "2.HK"))


def test_unknown_columns_are_ignored_and_the_order_is_free(folder: Path, read: Reader) -> None:
    (folder / "companies.csv").write_text("colour,name_en,id,name_zh\nred,A,a,甲\n", encoding="utf-8")
    data = read()
    assert (data.entities[0].name_en, ids(data)) == ("A", ["a"])


def test_the_origin_is_where_it_stands_whatever_the_file_says(folder: Path, read: Reader) -> None:
    (folder / "companies.csv").write_text("id,name_zh,name_en,origin\na,甲,A,elsewhere:9\n", encoding="utf-8")
    assert read().entities[0].origin == "companies.csv:2"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_byte_order_mark_and_windows_line_ends_are_fine(
    folder: Path, read: Reader, encoding: str, newline: str
) -> None:
    text = newline.join(["id,name_zh,name_en", "a,甲,A", "", "b,乙,B", ""])
    (folder / "companies.csv").write_bytes(text.encode(encoding))
    data = read()
    assert (ids(data), data.problems) == (["a", "b"], ())
    assert [entity.origin for entity in data.entities] == ["companies.csv:2", "companies.csv:4"]


def test_a_cell_of_several_lines_keeps_the_count_of_lines(folder: Path, read: Reader) -> None:
    (folder / "companies.csv").write_text(
        'id,name_zh,name_en,description_en\na,甲,A,"one\ntwo\nthree"\nb,乙,B,x,y\n', encoding="utf-8"
    )
    data = read()
    assert data.entities[0].description_en == "one two three"
    assert places(data)[0] == ("companies.csv", 5, "", "cell_count")


def test_a_row_with_fewer_cells_is_completed_and_said(folder: Path, read: Reader) -> None:
    (folder / "relations.csv").write_text(f"{RELATIONS}a,supplies,b,2020\nb,supplies\n", encoding="utf-8")
    data = read()
    assert [(each.source, each.target, each.year) for each in data.relations] == [("a", "b", 2020)]
    said = [(each.line, each.field, each.reason, each.repaired) for each in data.problems]
    assert said == [(2, "", "was_padded", True), (3, "", "was_padded", True), (3, "target", "missing", False)]


def test_markup_in_names_is_kept_as_text_and_control_characters_are_removed(folder: Path, read: Reader) -> None:
    (folder / "companies.csv").write_text(
        "id,name_zh,name_en\na,<img src=x onerror=alert(1)>,**A** [x](javascript:1)\u202e\x07\n", encoding="utf-8"
    )
    entity = read().entities[0]
    assert entity.name_zh == "<img src=x onerror=alert(1)>"
    assert entity.name_en == "**A** [x](javascript:1)"


@pytest.mark.parametrize(
    ("row", "field", "reason"),
    [
        ("a", "", "cell_count"),
        ("a,supplies,b,2020,1,extra", "", "cell_count"),
        ("a,supplies,b,soon,1", "year", "no_number"),
        ("a,supplies,b,999,1", "year", "out_of_range"),
        ("a,supplies,b,2020.5,1", "year", "no_number"),
        ("a,supplies,b,2020,0", "weight", "out_of_range"),
        ("a,supplies,b,2020,NaN", "weight", "no_number"),
        ("a,supplies,b,2020,inf", "weight", "no_number"),
        ("a,supplies,b,2020,2", "weight", "out_of_range"),
        ("a,supplies,b,2020,-0.5", "weight", "out_of_range"),
        ("a,supplies,b,2020,heavy", "weight", "no_number"),
        ("a,rumoured,b,2020,1", "type", "unknown_type"),
        ("a,,b,2020,1", "type", "missing"),
        (",supplies,b,2020,1", "source", "missing"),
        ("nobody,supplies,b,2020,1", "source", "unknown_entity"),
        ("a,supplies,nobody,2020,1", "target", "unknown_entity"),
        ("a,supplies,a,2020,1", "target", "self_relation"),
        (f"a,supplies,b,2020,{'1' * MAX_ROW_CHARACTERS}", "", "too_long"),
        (f"{'x' * 201},supplies,b,2020,1", "source", "text_too_long"),
        ('a,supplies,"b" b,2020,1', "", "not_csv"),
        (f"a,supplies,b,2020,{'1' * 140_000}", "", "too_long"),
    ],
)
def test_a_broken_row_is_named_and_the_rest_is_loaded(
    folder: Path, read: Reader, row: str, field: str, reason: str
) -> None:
    text = f"{RELATIONS}a,competitor,b,,\n{row}\nb,supplies,a,2021,0.5\n"
    (folder / "relations.csv").write_text(text, encoding="utf-8")
    data = read()
    assert [kept.id for kept in data.relations] == ["a--competitor--b", "b--supplies--a"]
    assert ("relations.csv", 3, field, reason) in places(data)
    assert {problem.line for problem in data.problems} == {3}
    assert_names_the_row(data.problems[0])


@pytest.mark.parametrize(
    ("row", "field", "reason"),
    [
        ("c,丙,C,early,x", "founded", "no_number"),
        ("c,丙,C,99999,x", "founded", "out_of_range"),
        (",丙,C,2000,x", "id", "missing"),
        ("c,,C,2000,x", "name_zh", "missing"),
        ("c,丙,\x00,2000,x", "name_en", "missing"),
        (f"c,丙,{'C' * 301},2000,x", "name_en", "text_too_long"),
        (f"c,丙,C,2000,{'x' * 4001}", "description_en", "text_too_long"),
    ],
)
def test_a_broken_company_is_named_and_the_rest_is_loaded(
    folder: Path, read: Reader, row: str, field: str, reason: str
) -> None:
    text = f"id,name_zh,name_en,founded,description_en\na,甲,A,,\n{row}\nb,乙,B,,\n"
    (folder / "companies.csv").write_text(text, encoding="utf-8")
    data = read()
    assert ids(data) == ["a", "b"]
    assert places(data) == [("companies.csv", 3, field, reason)]
    assert_names_the_row(data.problems[0])


def test_an_unknown_kind_of_concept_is_refused(folder: Path, read: Reader) -> None:
    (folder / "concepts.csv").write_text("id,type,name_zh,name_en\nx,planet,火星,Mars\n", encoding="utf-8")
    assert places(read()) == [("concepts.csv", 2, "type", "unknown_entity_type")]


def test_a_passage_in_another_language_is_refused(folder: Path, read: Reader) -> None:
    (folder / "passages.csv").write_text("id,language,text\np,fr,Bonjour\nq,en,Hello\n", encoding="utf-8")
    data = read()
    assert [passage.id for passage in data.passages] == ["q"]
    assert places(data) == [("passages.csv", 2, "language", "not_one_of")]


def test_several_faults_of_one_row_are_all_named(folder: Path, read: Reader) -> None:
    (folder / "relations.csv").write_text(f"{RELATIONS}a,supplies,b,soon,heavy\n", encoding="utf-8")
    assert [problem.field for problem in read().problems] == ["weight", "year"]


def test_the_first_of_two_rows_with_one_id_is_kept(folder: Path, read: Reader) -> None:
    (folder / "companies.csv").write_text("id,name_zh,name_en\na,甲,First\na,甲,Second\n", encoding="utf-8")
    (folder / "concepts.csv").write_text("id,type,name_zh,name_en\na,product,甲,Third\n", encoding="utf-8")
    data = read()
    assert data.entities[0].name_en == "First"
    assert [place for place in places(data) if place[3] == "duplicate_id"] == [
        ("companies.csv", 3, "id", "duplicate_id"),
        ("concepts.csv", 2, "id", "duplicate_id"),
    ]
    assert_names_the_row(data.problems[0])


def test_the_first_of_two_passages_with_one_id_is_kept(folder: Path, read: Reader) -> None:
    (folder / "passages.csv").write_text("id,language,text\np,en,First\np,en,Second\n", encoding="utf-8")
    data = read()
    assert [passage.text for passage in data.passages] == ["First"]
    assert places(data) == [("passages.csv", 3, "id", "duplicate_id")]


@pytest.mark.parametrize("reserved", ["profile:zh:a", "profile:en:a", "profile:en:nobody"])
def test_a_passage_with_the_id_of_a_company_profile_is_left_out(folder: Path, read: Reader, reserved: str) -> None:
    rows = "".join(f"{name},en,Steel.\n" for name in (reserved, "profile:a", "p"))
    (folder / "passages.csv").write_text(f"id,language,text\n{rows}", encoding="utf-8")
    data = read()
    assert places(data) == [("passages.csv", 2, "id", "reserved_id")]
    assert [passage.id for passage in data.passages] == ["profile:a", "p"]
    assert_names_the_row(data.problems[0])
    assert reserved in data.problems[0].message("zh")


def test_a_relation_stated_twice_is_kept_twice_under_two_ids(folder: Path, read: Reader) -> None:
    (folder / "relations.csv").write_text(RELATIONS + "a,supplies,b,,\n" * 3, encoding="utf-8")
    assert [kept.id for kept in read().relations] == ["a--supplies--b", "a--supplies--b--2", "a--supplies--b--3"]


def test_a_relations_own_id_is_kept_and_made_unique(folder: Path, read: Reader) -> None:
    (folder / "relations.csv").write_text("id,source,type,target\nr1,a,supplies,b\nr1,b,supplies,a\n", "utf-8")
    assert [kept.id for kept in read().relations] == ["r1", "r1--2"]


def test_spaces_around_ids_do_not_count(folder: Path, read: Reader) -> None:
    (folder / "relations.csv").write_text(f"{RELATIONS} a , supplies , b ,,\n", encoding="utf-8")
    data = read()
    assert [(kept.id, kept.source, kept.type, kept.target) for kept in data.relations] == [
        ("a--supplies--b", "a", "supplies", "b")
    ]


def test_an_unterminated_quote_costs_its_own_row_and_no_other(folder: Path, read: Reader) -> None:
    (folder / "companies.csv").write_text('id,name_zh,name_en\na,甲,A\nb,"乙,B\nc,丙,C\n', encoding="utf-8")
    data = read()
    assert ids(data) == ["a", "c"]
    assert ("companies.csv", 3, "", "not_csv") in places(data)
    assert_names_the_row(data.problems[0])


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_stops_the_reading(folder: Path, read: Reader, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(DataUnreadableError, match=name):
        read()


@pytest.mark.parametrize("name", FILES)
def test_a_missing_column_stops_the_reading_and_is_named(folder: Path, read: Reader, name: str) -> None:
    header = [column for column in COLUMNS[name] if column != COLUMNS[name][0]]
    (folder / name).write_text(",".join(header) + "\n", encoding="utf-8")
    with pytest.raises(DataUnreadableError) as caught:
        read()
    assert caught.value.parameters == {"file": name, "fault": "columns_missing", "columns": COLUMNS[name][0]}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("content", ["名称,代码\n".encode("gbk"), b"\xff\xfeid", b"\x00\xd8", b""])
def test_a_file_that_is_no_utf8_csv_stops_the_reading(folder: Path, read: Reader, name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    with pytest.raises(DataUnreadableError) as caught:
        read()
    assert name in caught.value.message("zh")


def test_a_folder_in_place_of_a_file_stops_the_reading(folder: Path, read: Reader) -> None:
    (folder / "passages.csv").unlink()
    (folder / "passages.csv").mkdir()
    with pytest.raises(DataUnreadableError, match=r"passages\.csv"):
        read()


@pytest.mark.parametrize("header", ['id,name_zh,"name_en\n', 'id,"name_zh" x,name_en\n', f"id,{'x' * 140_000}\n"])
def test_a_header_that_is_no_csv_stops_the_reading(folder: Path, read: Reader, header: str) -> None:
    (folder / "companies.csv").write_text(header, encoding="utf-8")
    with pytest.raises(DataUnreadableError, match=r"companies\.csv"):
        read()


@pytest.mark.parametrize(
    "text",
    [
        "source,type,target\na,supplies,b\na\u200b,supplies,b\n",
        "id,source,type,target\nr1,a,supplies,b\n r1,b,supplies,a\n",
    ],
)
def test_ids_of_relations_stay_unique_after_cleaning(folder: Path, read: Reader, text: str) -> None:
    (folder / "relations.csv").write_text(text, encoding="utf-8")
    kept = [relation.id for relation in read().relations]
    assert len(kept) == len(set(kept))


def test_a_relation_between_companies_with_long_ids_is_loaded(tmp_path: Path, ontology: Ontology) -> None:
    first, second = "a" * 120, "b" * 120
    folder = write_data(
        tmp_path / "data", companies=[company(first), company(second)], relations=[relation(first, "supplies", second)]
    )
    assert read_data_set(folder, ontology).problems == ()


def test_a_blank_cell_is_an_empty_cell(folder: Path, read: Reader) -> None:
    (folder / "relations.csv").write_text(f"{RELATIONS}a,supplies,b, , \n", encoding="utf-8")
    assert read().problems == ()


def test_the_reason_of_an_invalid_value_is_chinese_in_chinese(folder: Path, read: Reader) -> None:
    (folder / "relations.csv").write_text(f"{RELATIONS}a,supplies,b,2020,2\n", encoding="utf-8")
    assert "Input should be" not in read().problems[0].message("zh")


def test_a_problem_of_a_whole_row_reads_without_a_gap() -> None:
    problem = RowProblem("companies.csv", 3, "", "cell_count", "2 / 3")
    assert problem.message("en") == "companies.csv, line 3: wrong number of cells (2 / 3)"


def test_a_problem_reads_as_a_sentence_in_both_languages() -> None:
    problem = RowProblem("relations.csv", 7, "type", "unknown_type", "rumoured")
    assert problem.message("en") == "relations.csv, line 7, column type: the ontology has no relation type rumoured"
    assert problem.message("zh") == "relations.csv 第 7 行“type”列：本体中没有关系类型 rumoured"


@pytest.mark.parametrize("name", FILES)
def test_the_fingerprint_changes_with_every_file(folder: Path, name: str) -> None:
    before = fingerprint(folder, default_ontology())
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert fingerprint(folder, default_ontology()) != before


def test_the_fingerprint_of_the_same_files_is_the_same(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in FILES:
        (copy / name).write_bytes((folder / name).read_bytes())
    assert fingerprint(copy, default_ontology()) == fingerprint(folder, default_ontology())


def test_missing_files_have_a_fingerprint_too(tmp_path: Path) -> None:
    assert fingerprint(tmp_path, default_ontology()) == fingerprint(tmp_path / "nowhere", default_ontology())


def test_moving_text_between_files_changes_the_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "companies.csv").write_text("x")
    before = fingerprint(tmp_path, default_ontology())
    (tmp_path / "companies.csv").rename(tmp_path / "concepts.csv")
    assert fingerprint(tmp_path, default_ontology()) != before
