from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

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


def test_no_module_of_core_imports_itself_in_a_circle() -> None:
    modules = {module_name(path): path for path in python_files("core")}
    waiting = {module: modules_imported(path, modules) - {module} for module, path in modules.items()}
    while free := {module for module, others in waiting.items() if not others & set(waiting)}:
        waiting = {module: others for module, others in waiting.items() if module not in free}
    assert waiting == {}


@pytest.mark.parametrize("folder", ["app", "core", "pages"])
def test_the_product_knows_core_and_no_tests(folder: str) -> None:
    roots = {name.split(".")[0] for path in python_files(folder) for name in imported(path)}
    assert "core" in roots
    assert "tests" not in roots


def test_the_import_rules_hold() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout


def test_only_the_engine_imports_the_databases() -> None:
    users = {(part(module_name(path)), name.split(".")[0]) for path, name in core_imports()}
    assert {room for room, name in users if name in {"lancedb", "pyarrow"}} <= {"names", "storage", "ingestion", "bulk"}
    graphs = {"storage", "retrieval", "ingestion", "curation", "exploring"}
    assert {room for room, name in users if name == "igraph"} <= graphs


def test_relative_and_nested_imports_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    file = tmp_path / "core" / "retrieval" / "example.py"
    file.parent.mkdir(parents=True)
    file.write_text("import app.main\ndef late():\n    from ..ingestion import build\n    from . import paths\n")
    assert set(imported(file)) == {"app.main", "core.ingestion.build", "core.retrieval.paths"}


_LATE = [
    "fastapi",
    "openai",
    "scipy.sparse",
    "torch",
    "sentence_transformers",
    "igraph",
    "networkx.classes",
    "openpyxl",
    "lance_namespace_urllib3_client.api",
]


@pytest.mark.matrix()
@pytest.mark.parametrize(
    "asked",
    [
        "core.discovery.pipeline, core.discovery.answering",
        "core.operations.catalogue",
        "app.api.application",
        "app.runtime.services, app.graph.graph_component, app.graph.picture",
    ],
)
def test_what_only_some_need_is_not_loaded_to_answer_a_question(asked: str) -> None:
    code = f"import sys, {asked}\nprint([name for name in {_LATE!r} if name in sys.modules])"
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "[]"


def test_core_is_importable_without_streamlit() -> None:
    modules = [module_name(path) for path in python_files("core")]
    code = f"import sys, importlib\nsys.modules['streamlit'] = None\nfor m in {modules!r}: importlib.import_module(m)"
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
