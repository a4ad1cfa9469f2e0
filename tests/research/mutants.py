"""Small changes drawn at random in what must not change unnoticed, each tried against the tests that guard it.

    python -m tests.research.mutants --count 100 --seed 1

Works on copies of the checkout; prints each mutant that no test noticed, with its line. Equivalent ones are told
apart by reading them. The tests must pass on the unchanged files first: otherwise every mutant would count as killed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Literal

ROOT = Path(__file__).parents[2]
_COPIED = ("app", "core", "data", "pages", "tests", "pyproject.toml", ".streamlit")
_MOST_SECONDS = 600

TARGETS: dict[str, tuple[str, ...]] = {
    "core/retrieval/fusion.py": (
        "tests/unit/retrieval",
        "tests/unit/test_frozen.py",
        "tests/property/test_fusion_property.py",
    ),
    "core/retrieval/seeds.py": ("tests/integration/retrieval/test_seeds.py", "tests/property/test_seeds_property.py"),
    "core/reasoning/recommendation_parser.py": (
        "tests/unit/reasoning/test_recommendation_parser.py",
        "tests/unit/test_frozen.py",
        "tests/property/test_recommendation_property.py",
    ),
    "core/discovery/recommending.py": (
        "tests/unit/discovery",
        "tests/integration/discovery/test_recommending.py",
        "tests/property/test_recommendation_property.py",
    ),
    "core/domain/requests.py": (
        "tests/unit/domain",
        "tests/unit/test_frozen.py",
        "tests/unit/retrieval",
        "tests/api/test_endpoints.py",
    ),
    "core/workspace/presets.py": (
        "tests/unit/workspace/test_presets.py",
        "tests/unit/test_frozen.py",
        "tests/unit/app/tune",
        "tests/property/test_tuning_property.py",
        "tests/integration/workspace",
    ),
    "core/monitoring/log_tail.py": (
        "tests/unit/monitoring",
        "tests/unit/test_frozen.py",
        "tests/integration/monitoring",
    ),
    "app/state/view_parameters.py": ("tests/unit/app/state", "tests/unit/test_frozen.py"),
}
"""Files, and the tests that guard each, cheapest first."""

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change of ``file`` at ``line``; ``content`` is the whole file with it."""

    file: str
    line: int
    before: str
    after: str
    content: str


Outcome = Literal["killed", "timed out", "survived"]


def mutants_of(file: str, source: str) -> Iterator[Mutant]:
    """Every mutant of ``source``, one change each."""
    tree = ast.parse(source)
    for place, original in enumerate(ast.walk(tree)):
        if isinstance(original, ast.expr) and _change(copy.deepcopy(original)):
            changed = copy.deepcopy(tree)
            node = next(each for number, each in enumerate(ast.walk(changed)) if number == place)
            assert isinstance(node, ast.expr)
            _change(node)
            yield Mutant(file, node.lineno, ast.unparse(original), ast.unparse(node), ast.unparse(changed))


def _change(node: ast.expr) -> bool:
    """Change ``node`` in place; False where there is nothing to change."""
    match node:
        case ast.Compare(ops=[first, *_]) if type(first) in _COMPARISONS:
            node.ops[0] = _COMPARISONS[type(first)]()
        case ast.BinOp(op=op) if type(op) in _OPERATORS:
            node.op = _OPERATORS[type(op)]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp(op=ast.Not()):
            node.op = ast.UAdd()
            node.operand = ast.Call(ast.Name("bool"), [node.operand], [])
        case ast.Constant(value=bool() as value):
            node.value = not value
        case ast.Constant(value=int() as value):
            node.value = value + 1
        case ast.Constant(value=float() as value):
            node.value = value * 2 if value else 1.0
        case ast.Call(func=ast.Name(id=name)) if name in _NAMES:
            node.func = ast.Name(_NAMES[name])
        case ast.Call(keywords=[*_, ast.keyword(arg=str())]):
            node.keywords.pop()
        case _:
            return False
    return True


def drawn(count: int, seed: int) -> Sequence[Mutant]:
    """``count`` mutants, the same number of each target as far as it has them, the same for the same ``seed``."""
    # no cryptography
    draw = random.Random(seed)
    found = {file: list(mutants_of(file, (ROOT / file).read_text("utf-8"))) for file in TARGETS}
    for each in found.values():
        draw.shuffle(each)
    taken: list[Mutant] = []
    while len(taken) < count and any(found.values()):
        taken.extend(each.pop() for each in found.values() if each)
    return taken[:count]


def outcome(mutant: Mutant, folder: Path) -> Outcome:
    """Whether a test notices ``mutant`` in the checkout at ``folder``, which is left as it was."""
    file = folder / mutant.file
    whole = file.read_text("utf-8")
    file.write_text(mutant.content, "utf-8")
    command = (sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider")
    try:
        ended = subprocess.run(
            (*command, *TARGETS[mutant.file]), cwd=folder, capture_output=True, timeout=_MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return "timed out"
    finally:
        file.write_text(whole, "utf-8")
    return "killed" if ended.returncode else "survived"


def check_unchanged(files: Iterable[str], folder: Path) -> None:
    """Exit where the tests that guard one of ``files`` do not pass on it as it is."""
    for file in files:
        found = outcome(Mutant(file, 0, "", "", (folder / file).read_text("utf-8")), folder)
        if found != "survived":
            raise SystemExit(f"{file}: unchanged, its tests {'take too long' if found == 'timed out' else 'fail'}")


def main() -> None:
    """Try the mutants and print what survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    mutants = drawn(options.count, options.seed)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.workers) as pool:
        free: SimpleQueue[Path] = SimpleQueue()
        for number in range(options.workers):
            free.put(_copied(Path(folder) / str(number)))
        check_unchanged(dict.fromkeys(each.file for each in mutants), Path(folder) / "0")

        def tried(mutant: Mutant) -> Outcome:
            place = free.get()
            try:
                return outcome(mutant, place)
            finally:
                free.put(place)

        killed = 0
        for mutant, found in zip(mutants, pool.map(tried, mutants), strict=True):
            killed += found != "survived"
            print(f"{found:9} {mutant.file}:{mutant.line}  {mutant.before}  ->  {mutant.after}", flush=True)
    print(f"{killed} of {len(mutants)} killed, seed {options.seed}")


def _copied(folder: Path) -> Path:
    folder.mkdir()
    for name in _COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


if __name__ == "__main__":
    main()
