from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

BASE = frozenset(
    {
        "messages",
        "settings",
        "domain",
        "errors",
        "ontology",
        "background",
        "compiling",
        "monitoring",
        "shipped",
        "version",
    }
)
ANSWERS = (
    "kept_retrieval",
    "linked_names",
    "answering",
    "asking",
    "chunk_importing",
    "comparing",
    "entity_profile",
    "entity_relations",
    "entity_timeline",
    "language_model",
    "model_judging",
    "pipeline",
    "requesting",
    "recommending",
    "exporting",
    "fact_answering",
    "fact_filtering",
    "importing",
    "near_names",
    "deleting",
    "linking",
    "own_ontology",
    "versions",
    "passage_searching",
    "retrieved_facts",
    "checking",
    "same_companies",
    "side_files",
    "similar_entities",
    "start",
    "understanding",
    "why_not",
    "claimed_answer",
    "recorded_values",
    "near_names",
)
ENGINE = BASE | {"entity_resolution", "storage", "ingestion", "retrieval", "reasoning", *ANSWERS}
MAY_IMPORT: dict[str, frozenset[str]] = {
    **dict.fromkeys(BASE, BASE),
    "storage": BASE,
    "entity_resolution": BASE,
    "ingestion": BASE | {"storage", "entity_resolution"},
    "retrieval": BASE | {"storage"},
    "reasoning": frozenset({"domain", "ontology", "messages", "errors", "background", "monitoring", "shipped"}),
    **dict.fromkeys(ANSWERS, ENGINE),
    "evaluation": ENGINE,
    "tuning": ENGINE | {"evaluation"},
    "statistics": BASE | {"storage"},
    "exploring": BASE | {"storage", "retrieval"},
    "bulk": BASE | {"storage", "ingestion"},
    "bulk_command": BASE | {"bulk", "own_ontology", "storage"},
    "search_command": ENGINE,
    "company_commands": ENGINE | {"exploring"},
    "command_files": BASE,
    "feedback_commands": ENGINE | {"command_files", "tuning"},
    "presets_command": BASE | {"command_files", "tuning"},
    "stats_command": ENGINE | {"statistics"},
    "api_keys": BASE,
    "api_key_command": BASE | {"api_keys"},
    "settings_in_force": BASE | {"api_keys"},
    "result_cache": frozenset(),
    **dict.fromkeys(("delete_command", "link_command"), ENGINE),
    **dict.fromkeys(("import_command", "ontology_command"), ENGINE | {"command_files"}),
    **dict.fromkeys(("same_companies_command", "versions_command"), ENGINE),
    "mcp": ENGINE | {"statistics"},
    "mcp_command": ENGINE | {"mcp"},
    "local_model_command": BASE | {"reasoning"},
    "__main__": ENGINE
    | {"evaluation", "import_command", "link_command", "local_model_command", "ontology_command", "search_command"}
    | {"bulk_command", "delete_command", "mcp_command", "same_companies_command", "stats_command", "versions_command"}
    | {"api_key_command", "company_commands", "feedback_commands", "presets_command", "tuning"},
    "__init__": frozenset(),
}
SCREENS = ("app", "pages", "streamlit")
Import = tuple[Path, str]


def python_files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> Iterator[str]:
    """Absolute dotted names of everything a file imports, wherever in the file it does."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*parents, *([node.module] if node.module else [])))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def part(dotted: str) -> str:
    pieces = dotted.split(".")
    return pieces[1] if len(pieces) > 1 else "__init__"


def core_imports() -> list[Import]:
    return [(path, name) for path in python_files("core") for name in imported(path)]


def modules_imported(path: Path, modules: dict[str, Path]) -> set[str]:
    names = set(imported(path))
    return {module for name in names for module in (name, name.rpartition(".")[0]) if module in modules}


def test_every_part_of_core_has_its_place_in_the_rule() -> None:
    parts = {part(module_name(path)) for path in python_files("core")}
    assert parts <= set(MAY_IMPORT)


def test_imports_inside_core_point_one_way() -> None:
    wrong = []
    for path, name in core_imports():
        own, other = part(module_name(path)), part(name)
        if name.split(".")[0] == "core" and own != other and other not in MAY_IMPORT[own]:
            wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_nothing_in_core_knows_a_screen() -> None:
    assert [(path.name, name) for path, name in core_imports() if name.split(".")[0] in (*SCREENS, "tests")] == []


def test_no_module_of_core_imports_itself_in_a_circle() -> None:
    modules = {module_name(path): path for path in python_files("core")}
    waiting = {module: modules_imported(path, modules) - {module} for module, path in modules.items()}
    while free := {module for module, others in waiting.items() if not others & set(waiting)}:
        waiting = {module: others for module, others in waiting.items() if module not in free}
    assert waiting == {}


@pytest.mark.parametrize("folder", ["app", "pages"])
def test_screens_know_core_and_no_tests(folder: str) -> None:
    roots = {name.split(".")[0] for path in python_files(folder) for name in imported(path)}
    assert "core" in roots
    assert "tests" not in roots


def test_only_the_engine_imports_the_databases() -> None:
    users = {(part(module_name(path)), name.split(".")[0]) for path, name in core_imports()}
    assert {room for room, name in users if name in {"lancedb", "pyarrow"}} <= {"storage", "ingestion", "bulk"}
    graphs = {"storage", "retrieval", "ingestion", "exporting", "exploring"}
    assert {room for room, name in users if name == "igraph"} <= graphs


def test_relative_and_nested_imports_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    file = tmp_path / "core" / "retrieval" / "example.py"
    file.parent.mkdir(parents=True)
    file.write_text("import app.main\ndef late():\n    from ..ingestion import build\n    from . import paths\n")
    assert set(imported(file)) == {"app.main", "core.ingestion.build", "core.retrieval.paths"}


def test_what_only_some_need_is_not_loaded_to_answer_a_question() -> None:
    late = ["openai", "scipy.sparse", "torch", "sentence_transformers", "igraph"]
    code = f"import sys, core.pipeline, core.answering\nprint([name for name in {late!r} if name in sys.modules])"
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "[]"


def test_core_is_importable_without_streamlit() -> None:
    modules = [module_name(path) for path in python_files("core")]
    code = f"import sys, importlib\nsys.modules['streamlit'] = None\nfor m in {modules!r}: importlib.import_module(m)"
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
