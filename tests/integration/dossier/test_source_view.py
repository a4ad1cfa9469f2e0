"""What each kind of source opens: the document, the sentence in its text, the row with the rows around it."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path

import openpyxl
import pytest

from core.curation.deleting import remove
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.domain.partial_dates import today
from core.domain.results import SourceKind
from core.dossier.source_view import CitationUnknownError, SourceView, source_view
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.data_folder import remember_data_folder
from core.storage.embeddings import Encoder
from core.workspace.removals import Removals
from tests.conftest import build_and_open
from tests.imports import opened
from tests.support import company, dated, dated_example, relation, settings_for, write_data

TIES = [("supplier", "customer", "evidence")] + [
    (f"Source {number}", f"Target {number}", f"Source {number} delivers to Target {number}.") for number in range(7)
]
CITED = 5  # the row that is looked at, as an editor counts


def view(settings: Settings, ontology: Ontology, key: str, quote: str = "", *about: str) -> SourceView:
    base = Base.over(opened(settings), ontology, settings)
    kind, _, source_id = key.partition(":")
    return source_view(base, SourceKind(kind), source_id, today(), "en", quote=quote, about=about)


def taken_in(settings: Settings, ontology: Ontology, files: Mapping[str, bytes]) -> None:
    plan = plan_import(list(files.items()), settings)
    run_import(plan, check_import(plan, opened(settings), ontology), settings, ontology)


def relation_key(settings: Settings, origin: str) -> str:
    """The key of the relation that was read at this place."""
    base = opened(settings)
    found = [base.relation(row) for row in range(base.manifest.counts.relations)]
    return "relation:" + next(each.id for each in found if origin in each.origin)


@pytest.fixture
def dated_base(tmp_path: Path, encoder: Encoder) -> Settings:
    """Two stakes: one of a document with a link, one of general knowledge."""
    folder = write_data(
        tmp_path / "data",
        companies=[company(each, each.title(), each.title()) for each in ("north", "south", "held")],
        relations=[
            dated("north", "shareholder_of", "held", share_low="30", share_high="30", source_id="report"),
            relation("south", "shareholder_of", "held", "South holds a part of Held.", source_id="known"),
        ],
    )
    (folder / "sources.csv").write_text(
        "id,title,publisher,url,date,kind,licence,locator\n"
        "report,Annual report 2024,Held,https://example.com/2024,2025-03,filing,CC BY 4.0,page 12\n"
        "known,Generally known,,,2025,general knowledge,,\n",
        encoding="utf-8",
    )
    settings = settings_for(folder, tmp_path / "kb")
    build_and_open(settings, encoder)
    remember_data_folder(settings.knowledge_base_folder, folder)
    return settings


def test_a_document_and_general_knowledge_are_told_apart(dated_base: Settings, ontology: Ontology) -> None:
    document = view(dated_base, ontology, relation_key(dated_base, "relations.csv:2"))
    assert (document.title, document.publisher, document.date) == ("Annual report 2024", "Held", "2025-03")
    assert (document.url, document.licence, document.locator) == ("https://example.com/2024", "CC BY 4.0", "page 12")
    assert document.recorded is not None
    assert document.recorded.share_low == 30
    assert not document.general_knowledge
    known = view(dated_base, ontology, relation_key(dated_base, "relations.csv:3"))
    assert known.general_knowledge
    assert known.url == ""
    assert known.statement == "South holds a part of Held."


def test_a_row_of_the_data_folder_stands_among_its_neighbours(dated_base: Settings, ontology: Ontology) -> None:
    (table,) = view(dated_base, ontology, relation_key(dated_base, "relations.csv:2")).tables
    assert table.name == "relations.csv"
    assert [(row.line, row.cited) for row in table.rows] == [(2, True), (3, False)]
    assert "status" not in table.columns  # empty in all rows that are shown
    row = dict(zip(table.columns, table.rows[0].cells, strict=True))
    assert row["source"] == "north"


def test_a_row_that_says_something_else_by_now_is_not_shown(dated_base: Settings, ontology: Ontology) -> None:
    key = relation_key(dated_base, "relations.csv:2")
    file = dated_base.data_folder / "relations.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([lines[0], lines[2], lines[1]]), encoding="utf-8")
    found = view(dated_base, ontology, key)
    assert found.tables == ()
    assert ("source", "north") in found.values
    assert ("share_low", "30.0") in found.values


def as_csv() -> bytes:
    return "\n".join(",".join(row) for row in TIES).encode()


def as_workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in TIES:
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def as_json() -> bytes:
    return json.dumps([dict(zip(TIES[0], row, strict=True)) for row in TIES[1:]]).encode()


@pytest.mark.parametrize(
    ("file", "content", "line"),
    [("ties.csv", as_csv, CITED), ("ties.xlsx", as_workbook, CITED), ("ties.json", as_json, CITED - 1)],
)
def test_a_row_of_an_import_opens_in_its_original(
    own_base: Settings, ontology: Ontology, file: str, content: object, line: int
) -> None:
    assert callable(content)
    taken_in(own_base, ontology, {file: content()})
    key = relation_key(own_base, f":{line}")
    found = view(own_base, ontology, key)
    (table,) = found.tables
    assert [row.line for row in table.rows] == list(range(line - 2, line + 3))
    assert [row.line for row in table.rows if row.cited] == [line]
    assert found.statement in next(row.cells for row in table.rows if row.cited)
    assert found.values == ()


def test_an_original_that_is_not_kept_leaves_what_was_read(own_base: Settings, ontology: Ontology) -> None:
    settings = own_base.model_copy(update={"import_kept_file_bytes": 10})
    taken_in(settings, ontology, {"ties.csv": as_csv()})
    assert not list(settings.knowledge_base_folder.glob("sources/*/files"))
    found = view(settings, ontology, relation_key(settings, f"ties.csv:{CITED}"))
    assert found.tables == ()
    assert dict(found.values)["evidence_en"] == found.statement


def test_what_was_taken_out_is_not_seen_beside_what_was_not(own_base: Settings, ontology: Ontology) -> None:
    taken_in(own_base, ontology, {"ties.csv": as_csv()})
    out = relation_key(own_base, f"ties.csv:{CITED + 1}").partition(":")[2]
    remove(Removals(relations=(out,)), own_base, ontology)
    (table,) = view(own_base, ontology, relation_key(own_base, f"ties.csv:{CITED}")).tables
    assert [row.line for row in table.rows] == [CITED]


def test_a_passage_of_a_text_stands_in_its_document_with_the_sentence_marked(
    own_base: Settings, ontology: Ontology
) -> None:
    paragraphs = [f"Paragraph {number}. " + "Words that fill a passage. " * 24 for number in range(4)]
    said = "Company C supplies Company A with wafers."
    paragraphs[2] += said + " More follows."
    taken_in(own_base, ontology, {"report.txt": "\n\n".join(paragraphs).encode()})
    base = opened(own_base)
    passage = next(base.passage(each) for each in base.passage_ids if said in base.passage(each).text)
    for found in (
        view(own_base, ontology, f"passage:{passage.id}", "", "公司A", "公司C"),
        view(own_base, ontology, f"passage:{passage.id}", said),
    ):
        assert [part.text for part in found.parts if part.cited] == [said]
        whole = "".join(part.text for part in found.parts)
        assert passage.text in whole
        assert whole in "\n\n".join(paragraphs)
        assert len(whole) > len(passage.text)


def test_words_that_do_not_stand_in_a_passage_are_not_told_as_its_own(own_base: Settings, ontology: Ontology) -> None:
    remember_data_folder(own_base.knowledge_base_folder, own_base.data_folder)
    assert view(own_base, ontology, "passage:p2", "Company A owns the moon.").statement == ""


def test_a_passage_of_a_table_and_a_profile(own_base: Settings, ontology: Ontology) -> None:
    remember_data_folder(own_base.knowledge_base_folder, own_base.data_folder)
    passage = view(own_base, ontology, "passage:p2", "", "公司A")
    assert passage.title == "Company A and its supplier"
    assert [part.cited for part in passage.parts] == [True]
    assert [row.line for row in passage.tables[0].rows if row.cited] == [3]
    profile = view(own_base, ontology, "profile:公司D")
    assert profile.statement == "Maker of AI chips."
    assert [row.line for row in profile.tables[0].rows] == [3, 4, 5, 6]


def test_a_link_that_a_browser_must_not_follow_is_none(own_base: Settings, ontology: Ontology) -> None:
    header, row = "id,text,url,title", "n1,Company A sells chips.,javascript:alert(1),A note"
    taken_in(own_base, ontology, {"notes.csv": f"{header}\n{row}\n".encode()})
    assert view(own_base, ontology, "passage:n1").url == ""


@pytest.mark.parametrize("kind", list(SourceKind))
def test_what_is_not_there_is_refused(own_base: Settings, ontology: Ontology, kind: SourceKind) -> None:
    with pytest.raises(CitationUnknownError):
        view(own_base, ontology, f"{kind}:nowhere")


def test_sources_that_disagree_are_named_with_what_they_say(
    tmp_path: Path, ontology: Ontology, encoder: Encoder
) -> None:
    settings = settings_for(dated_example(tmp_path / "data"), tmp_path / "kb")
    base = build_and_open(settings, encoder)
    rows = [base.relation(row) for row in range(base.manifest.counts.relations)]
    older, newer = sorted((each for each in rows if each.source == "grand"), key=lambda each: each.as_of)
    for shown, other, counts in ((older, newer, True), (newer, older, False)):
        (said,) = view(settings, ontology, f"relation:{shown.id}").others
        assert (said.share_low, said.headline) == (other.share_low, counts)
        assert said.stated_by is not None
        assert said.stated_by.id == other.source_id
    agreed = next(each for each in rows if each.source == "south")
    assert view(settings, ontology, f"relation:{agreed.id}").others == ()
