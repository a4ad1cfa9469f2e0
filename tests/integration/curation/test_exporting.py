"""What is exported can be imported again, and is then the same."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from tempfile import NamedTemporaryFile

import igraph
import pandas as pd
import pytest

from core.cli.parser import main
from core.curation.exporting import EXPORT_FORMATS, ExportFormat, _records, export_archive, export_files
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.domain.records import Entity, Record
from core.errors import DataUnreadableError
from core.ingestion.building.build import build_knowledge_base
from core.ingestion.formats.graphml import GRAPH_SOURCES
from core.ingestion.formats.reading import read_file
from core.ontology import Ontology
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.tables import ONLY_READ
from tests.support import company, relation, settings_for, write_data

DATA = {
    "companies": [
        company(
            "a",
            "甲；公司",
            "Alpha, Inc.",
            aliases="A|甲",
            tickers="600001",
            description_zh="说“好”\t的",
            founded="1999",
        ),
        company("b", "乙", "乙", country="X", industry="Y"),
        company("=c", "丙", "+Gamma", aliases="G; H|'-x"),
    ],
    "relations": [
        relation("a", "supplies", "b", "甲向乙供货。", weight="0.333333", year="2020"),
        relation("a", "supplies", "b", "又一次。"),
        relation("b", "competitor", "=c"),
    ],
    "passages": [
        {
            "id": "p",
            "language": "zh",
            "text": "甲，乙\n与丙。",
            "title": "T",
            "date": "2020-01-02",
            "source_kind": "news",
        },
    ],
}


def built(folder: Path, encoder: Encoder, ontology: Ontology, data: dict[str, object]) -> KnowledgeBase:
    settings = settings_for(write_data(folder / "data", **data), folder / "kb")  # type: ignore[arg-type]
    build_knowledge_base(settings, encoder, ontology)
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def content(knowledge_base: KnowledgeBase, name: str) -> list[Record]:
    records = [record.model_copy(update={"origin": ""}) for record in _records(knowledge_base, name)]
    return sorted(records, key=lambda record: record.id)  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize(("kind", "carried"), [("csv", 3), ("jsonl", 3), ("graphml", 2), ("parquet", 3)])
def test_export_and_import_lose_nothing(
    kind: ExportFormat, carried: int, tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    first = built(tmp_path / "first", encoder, ontology, DATA)
    second = built(tmp_path / "second", encoder, ontology, {})
    settings = settings_for(tmp_path / "second" / "data", tmp_path / "second" / "kb")
    plan = plan_import(list(export_files(first, kind)), settings)
    check = check_import(plan, second, ontology)
    assert check.valid.data.problems == ()
    run_import(plan, check, settings, ontology)
    again = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    for name in ("entities", "relations", "passages")[:carried]:
        assert content(again, name) == content(first, name)


FACTS = {
    "companies.csv": (
        "id,name_zh,name_en,identifiers,place,lat,lon\n"
        "a,甲,Alpha,lei:529900T8BM49AURSDO55|register:gb/01234567,London,-0.5,0\nb,乙,Beta,,,,\nc,丙,Gamma,isin:X,,,\n"
    ),
    "concepts.csv": "id,type,name_zh,name_en\n",
    "passages.csv": "id,language,text\n",
    "relations.csv": (
        "source,type,target,year,start,end,as_of,status,share_low,share_high,amount,currency,source_id\n"
        "a,shareholder_of,b,,2019-05-01,,2025-06,current,24.68,24.68,,,report\n"
        "a,shareholder_of,c,2018,2018,2020-03,,ended,50,,1234567.5,EUR,other\n"
        "b,supplies,c,2020,,,,,,,,,\n"
        "b,partner,c,,,2024,,planned,,33.333333333333336,1e20,,\n"
    ),
    "sources.csv": (
        "id,title,publisher,url,date,kind,licence,file,locator\n"
        "report,Annual report,Alpha,https://example.com/a?b=1,2025-04,filing,CC0,a.pdf,p. 3\n"
        'other,"=General, knowledge",,,2025,general knowledge,,,\n'
    ),
}


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("kind", ["csv", "jsonl", "graphml", "parquet"])
def test_facts_and_their_sources_are_exported_and_come_again(
    kind: ExportFormat, tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    first = with_facts(tmp_path / "first", encoder, ontology)
    files = list(export_files(first, kind))
    listed = ["graph"] if kind == "graphml" else ["entities", "relations", *PASSAGES[kind], "sources"]
    assert [name.partition(".")[0] for name, _ in files] == listed
    second = imported(files, tmp_path / "second", encoder, ontology)
    for name in ("entities", "relations", "sources"):
        assert content(second, name) == content(first, name)
    third = imported(list(export_files(second, kind)), tmp_path / "third", encoder, ontology)
    assert [content(third, name) for name in ("entities", "relations", "sources")] == [
        content(first, name) for name in ("entities", "relations", "sources")
    ]
    for name, array in vars(first.relation_facts).items():
        rows = [first.relation_row(third.relation(row).id) for row in range(len(array))]
        assert getattr(third.relation_facts, name).tolist() == pytest.approx(array[rows].tolist(), nan_ok=True)


PASSAGES = {"csv": ["passages"], "jsonl": [], "parquet": ["passages"]}  # of JSON lines no file without lines


def with_facts(folder: Path, encoder: Encoder, ontology: Ontology) -> KnowledgeBase:
    (folder / "data").mkdir(parents=True)
    for name, text in FACTS.items():
        (folder / "data" / name).write_text(text, encoding="utf-8")
    settings = settings_for(folder / "data", folder / "kb")
    report = build_knowledge_base(settings, encoder, ontology)
    assert report.problems == ()
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


@pytest.mark.parametrize("listed", ["{", "3", "[3]", "[" * 99_999])
def test_a_list_of_sources_that_is_none_is_refused(listed: str) -> None:
    graph = igraph.Graph(n=1)
    graph[GRAPH_SOURCES] = listed
    with NamedTemporaryFile(suffix=".graphml") as file:
        graph.write_graphml(file.name)
        with pytest.raises(DataUnreadableError, match="damaged"):
            read_file(file.read(), "x.graphml", max_bytes=1_000_000)


def test_what_a_base_holds_is_said_by_its_files_and_arrays(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    base = with_facts(tmp_path, encoder, ontology)
    facts, row = base.relation_facts, base.relation_row
    held = row("a--shareholder_of--b")
    assert (facts.start[held], facts.as_of[held], facts.share_high[held]) == (20190501, 20250600, 24.68)
    assert base.fact_source(base.relation(held).source_id).title == "Annual report"
    with pytest.raises(KeyError):
        base.fact_source("unheard-of")
    assert facts.start[row("b--supplies--c")] == 20200000
    ended = {base.relation(each).id for each in facts.ended_before(20251125).nonzero()[0].tolist()}
    assert ended == {"a--shareholder_of--c", "b--partner--c"}
    assert base.entity("a").typed_identifiers[1] == ("register", "gb/01234567")


OF_THEIR_OWN = {
    "nodes.csv": 'id,name,员工,note (a),type\na,甲;公司,12,"x|y; [z",company\nb,乙,,\'=1+1,company\n',
    "edges.csv": 'source,relation,target,since when,origin\na,supplies,b,"a, ""b""",x\nb,competitor,a,,\n',
}


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("kind", EXPORT_FORMATS)
def test_attributes_are_exported_and_come_again(
    kind: ExportFormat, tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    files = [(name, text.encode()) for name, text in OF_THEIR_OWN.items()]
    first = imported(files, tmp_path / "first", encoder, ontology)
    of_a, of_b = (first.entity(each).attributes for each in ("a", "b"))
    assert [(each.name, each.value) for each in of_a] == [("note (a)", "x|y; [z"), ("员工", "12")]
    assert [(each.name, each.value) for each in of_b] == [("note (a)", "=1+1")]
    assert [(each.name, each.value) for each in first.relation(0).attributes] == [("since when", 'a, "b"')]
    again = imported(list(export_files(first, kind)), tmp_path / "again", encoder, ontology)
    for name in ("entities", "relations"):
        assert content(again, name) == content(first, name)


def imported(files: list[tuple[str, bytes]], folder: Path, encoder: Encoder, ontology: Ontology) -> KnowledgeBase:
    base = built(folder, encoder, ontology, {})
    settings = settings_for(folder / "data", folder / "kb")
    plan = plan_import(files, settings)
    check = check_import(plan, base, ontology)
    assert check.report == ()
    run_import(plan, check, settings, ontology)
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def test_parquet_holds_the_same_columns(tmp_path: Path, encoder: Encoder, ontology: Ontology) -> None:
    base = built(tmp_path, encoder, ontology, DATA)
    tables = {name: pd.read_parquet(io.BytesIO(raw)) for name, raw in export_files(base, "parquet")}
    assert list(tables) == ["entities.parquet", "relations.parquet", "passages.parquet"]
    filled = [name for name in Entity.model_fields if name not in ONLY_READ[Entity]]
    assert list(tables["entities.parquet"].columns) == filled
    assert tables["relations.parquet"]["weight"].tolist()[0] == pytest.approx(0.333333)
    assert list(tables["entities.parquet"]["aliases"][0]) == ["A", "甲"]


def test_the_command_line_writes_the_files(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    encoder: Encoder,
    ontology: Ontology,
    capsys: pytest.CaptureFixture[str],
) -> None:
    built(tmp_path, encoder, ontology, DATA)
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(tmp_path / "data"))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(tmp_path / "kb"))
    assert main(["export", str(tmp_path / "out"), "--format", "jsonl"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    lines = (tmp_path / "out" / "entities.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["a", "b", "=c"]
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["export", str(tmp_path / "file")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_an_empty_base_is_exported_too(tmp_path: Path, encoder: Encoder, ontology: Ontology) -> None:
    base = built(tmp_path, encoder, ontology, {})
    for kind in EXPORT_FORMATS:
        with zipfile.ZipFile(io.BytesIO(export_archive(base, kind))) as archive:
            assert {name: archive.read(name) for name in archive.namelist()} == dict(export_files(base, kind))
