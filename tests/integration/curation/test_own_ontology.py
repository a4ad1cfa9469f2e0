"""Types of one's own, put in force without a change of code: this program's own source as a knowledge base."""

from __future__ import annotations

import ast
import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli.parser import main
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.ontology_in_force import EXAMPLE, FILE_NAME, change_own_types, ontology_in_force, own_types
from core.curation.open_or_build import open_or_build
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.errors import DataUnreadableError
from core.ingestion.building.build import BuildFailedError
from core.ontology import Ontology, OntologyInvalidError
from core.retrieval.base import Base
from core.settings import Settings
from tests.support import ROOT, settings_for, write_data

CODE = (ROOT / "data" / "ontologies" / "code_and_documents.yaml").read_text(encoding="utf-8")
SOURCES = ("core/domain", "core/ingestion", "core/names")
DOCUMENT = ROOT / "docs" / "data.md"
AUDITS = "relation_types: {audits: {label: {zh: 审计, en: audits}, colour: '#123456'}}"


def functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, set[str]]]:
    """Top-level functions and the names that each calls."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            calls = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
            yield node, {call.id for call in calls if isinstance(call, ast.Name)}


def as_tables(folder: Path) -> list[tuple[str, bytes]]:
    """Nodes, edges and texts of a part of this program, as CSV files with column names of their own."""
    files = [file for part in SOURCES for file in sorted((ROOT / part).glob("*.py"))]
    trees = {str(file.relative_to(ROOT)): ast.parse(file.read_text(encoding="utf-8")) for file in files}
    found = {name: dict(functions(tree)) for name, tree in trees.items()}
    home = {function.name: name for name, own in found.items() for function in own if not function.name.startswith("_")}
    nodes = [("guanxi", "Repository", "guanxi"), *((name, "File", name) for name in trees)]
    nodes += [(f"fn:{name}", "Function", name) for name in home]
    edges = [("guanxi", "CONTAINS", name) for name in trees]
    edges += [(path, "contains", f"fn:{name}") for name, path in home.items()]
    texts: list[tuple[str, str, str, str]] = []
    for path, own in found.items():
        for function, calls in own.items():
            if function.name not in home:
                continue
            edges += [
                (f"fn:{function.name}", "CALLS", f"fn:{call}")
                for call in sorted(calls & home.keys())
                if call != function.name
            ]
            texts.append((f"code:{function.name}", "code", function.name, ast.get_docstring(function) or function.name))
        for node in trees[path].body:
            if isinstance(node, ast.ImportFrom) and f"{(node.module or '').replace('.', '/')}.py" in trees:
                edges.append((path, "IMPORTS", f"{(node.module or '').replace('.', '/')}.py"))
    sections = DOCUMENT.read_text(encoding="utf-8").split("\n## ")
    nodes.append(("docs/data.md", "Document", "data.md"))
    for number, section in enumerate(sections):
        title = section.splitlines()[0].strip("# ")
        nodes.append((f"section:{number}", "Section", f"{title} (docs)"))
        edges.append(("docs/data.md", "CONTAINS", f"section:{number}"))
        edges += [(f"section:{number}", "EXPLAINS", f"fn:{name}") for name in sorted(home) if f"`{name}`" in section]
        texts.append((f"doc:{number}", "document", title, section[:3000]))
    edges += [("docs/data.md", "DOCUMENTS", name) for name in trees if Path(name).name in DOCUMENT.read_text("utf-8")]
    return [
        (name, write_csv(folder / name, heads, rows))
        for name, heads, rows in (
            ("nodes.csv", ("id", "type", "name"), nodes),
            ("edges.csv", ("from", "relationship", "to"), edges),
            ("texts.csv", ("passage_id", "source_kind", "title", "text"), texts),
        )
    ]


def write_csv(file: Path, heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> bytes:
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([heads, *rows])
    return file.read_bytes()


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> DiscoveryPipeline:
    """A pipeline over the source of this program, imported with the second ontology."""
    folder = tmp_path_factory.mktemp("code")
    settings = settings_for(folder / "data", folder / "kb")
    write_data(settings.data_folder, companies=[], relations=[])
    (settings.data_folder / FILE_NAME).write_text(CODE, encoding="utf-8")
    ontology = ontology_in_force(settings)
    base = open_or_build(settings, ontology).knowledge_base
    plan = plan_import(as_tables(folder), settings)
    check = check_import(plan, base, ontology)
    assert not check.valid.unknown_labels
    assert not check.valid.unknown_types
    run_import(plan, check, settings, ontology)
    return DiscoveryPipeline(Base.over(open_or_build(settings, ontology).knowledge_base, ontology, settings))


def asked(pipeline: DiscoveryPipeline, query: str) -> list[str]:
    found = pipeline.discover(DiscoveryRequest(query=query, language="en"))
    return [each.company_id for each in found.related_companies]


def test_a_program_is_asked_like_companies(code: DiscoveryPipeline) -> None:
    assert "fn:polars" not in code.base.knowledge_base.node_of
    callers = {
        code.base.knowledge_base.entity_at(int(other)).id
        for row, other in zip(
            *code.base.knowledge_base.relations_of(code.base.knowledge_base.node_of["fn:normalise_name"]), strict=True
        )
        if code.base.knowledge_base.relation(int(row)).type == "CALLS"
    }
    assert callers
    found = asked(code, "which functions call normalise_name?")
    assert set(found[: len(callers)]) == callers


def test_files_and_functions_are_results_and_the_repository_is_a_bridge(code: DiscoveryPipeline) -> None:
    kinds = {
        code.base.knowledge_base.entity(each).type
        for each in asked(code, "what is related to core/names/normalise.py?")
    }
    assert kinds <= {"File", "Function", "Document", "Section"}
    assert not code.base.knowledge_base.is_company[code.base.knowledge_base.node_of["guanxi"]]


def test_own_types_have_their_reason_and_level(code: DiscoveryPipeline) -> None:
    found = code.discover(DiscoveryRequest(query="who calls normalise_name?", language="en")).related_companies
    assert found[0].judgement.relation_type == "CALLS"
    assert found[0].judgement.level == "high"
    assert "caller" in found[0].judgement.reason


def test_types_come_into_force_and_go_again(own_settings: Settings, ontology: Ontology) -> None:
    open_or_build(own_settings, ontology)
    changed = change_own_types(AUDITS, own_settings)
    assert "audits" in changed.knowledge_base.manifest.edge_types
    assert ontology_in_force(own_settings)["audits"].colour == "#123456"
    assert own_types(own_settings) == AUDITS
    assert open_or_build(own_settings, ontology_in_force(own_settings)).rebuilt_because == ""
    change_own_types(None, own_settings)
    assert "audits" not in ontology_in_force(own_settings)
    assert own_types(own_settings) == ""


def test_what_is_wrong_changes_nothing(own_settings: Settings) -> None:
    change_own_types(AUDITS, own_settings)
    for wrong in ("", "relation_types: {a: {family: none}}"):
        with pytest.raises(OntologyInvalidError):
            change_own_types(wrong, own_settings)
    assert own_types(own_settings) == AUDITS


def test_a_build_that_fails_leaves_the_types_from_before(
    own_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise BuildFailedError(detail="disk full")

    monkeypatch.setattr("core.curation.ontology_in_force.rebuild", full)
    with pytest.raises(BuildFailedError):
        change_own_types(AUDITS, own_settings)
    assert own_types(own_settings) == ""


def test_a_file_changed_by_hand_is_noticed_at_the_next_start(own_settings: Settings, ontology: Ontology) -> None:
    open_or_build(own_settings, ontology)
    (own_settings.knowledge_base_folder / FILE_NAME).write_text(AUDITS, encoding="utf-8")
    assert open_or_build(own_settings, ontology_in_force(own_settings)).rebuilt_because == "data_changed"


def test_an_unreadable_file_is_named(own_settings: Settings) -> None:
    own_settings.data_folder.mkdir(exist_ok=True)
    (own_settings.data_folder / FILE_NAME).write_bytes(b"\xff\xfe\xff")
    with pytest.raises(DataUnreadableError, match=FILE_NAME):
        ontology_in_force(own_settings)


def test_the_command_line_does_the_same(
    own_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(own_settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(own_settings.knowledge_base_folder))
    file = tmp_path / "own.yaml"
    file.write_text(AUDITS, encoding="utf-8")
    saved = tmp_path / "saved.yaml"
    assert main(["ontology", "--save", str(saved)]) == 0
    assert saved.read_text(encoding="utf-8") == EXAMPLE.read_text(encoding="utf-8")
    assert main(["ontology", "--use", str(file)]) == 0
    assert json.loads(capsys.readouterr().out.partition("\n")[2])["relation_types"]["audits"]["colour"] == "#123456"
    assert main(["ontology", "--save", str(saved)]) == 0
    assert (saved.read_text(encoding="utf-8"), capsys.readouterr().out) == (AUDITS, f"{saved}\n")
    assert main(["ontology", "--remove"]) == 0
    assert "audits" not in json.loads(capsys.readouterr().out)["relation_types"]
    assert main(["ontology", "--use", str(tmp_path / "none.yaml")]) == 1
    assert "none.yaml" in capsys.readouterr().err
