"""Threads, processes and rebuilds beside one store."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from core.storage.manifest import SCHEMA_VERSION, Counts, Manifest
from core.storage.publishing import KEPT_VERSIONS, building, publish
from core.workspace import opening
from core.workspace.decisions import DecisionStore
from core.workspace.workspace import Workspace
from tests.support import ROOT
from tests.unit.workspace.decisions.made_decisions import READ, WRITE, assert_unavailable, decision, key


def test_many_threads_decide_at_once(store: DecisionStore, path: Path) -> None:
    wanted = [decision(target_id=f"{number:02}", relation_type=kind) for number in range(20) for kind in "ab"]
    other = DecisionStore(Workspace(path))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda numbered: (store, other)[numbered[0] % 2].decide(numbered[1]), enumerate(wanted)))
    assert list(store.all()) == wanted


def test_several_processes_decide_at_once(store: DecisionStore, path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from core.workspace.decisions import Decision, DecisionStore
store = DecisionStore.beside(Path({str(path.parent)!r}))
print(flush=True)
sys.stdin.readline()
for number in range(20):
    for target in (sys.argv[1], "same"):
        store.decide(Decision(source_id=f"{{number:02}}", target_id=target, relation_type="t", verdict="accepted",
                              relevance=None, judge="rules", decided_at="2025-01-31T09:30:00+00:00"))
    store.all()
"""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code, name], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for name in ("first", "other")
    ]
    for process in processes:  # both have imported before either begins
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        process.communicate("begin\n", timeout=120)
    assert [process.returncode for process in processes] == [0, 0]
    expected = [(f"{number:02}", target, "t") for number in range(20) for target in ("first", "other", "same")]
    assert [key(kept) for kept in store.all()] == expected


def test_a_lock_held_too_long_is_told(store: DecisionStore, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.decide(decision())
    monkeypatch.setattr(opening, "_WAIT", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        assert_unavailable(store, path.parent, READ + WRITE, "locked")
    assert store.all() == (decision(),)


def test_what_another_process_has_not_finished_writing_is_not_seen(store: DecisionStore, path: Path) -> None:
    store.decide(decision())
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        database.execute("DELETE FROM decisions")
        assert store.all() == (decision(),)
    assert store.all() == (decision(),)


def test_rebuilding_leaves_the_decisions(tmp_path: Path) -> None:
    store = DecisionStore.beside(tmp_path)
    store.decide(decision())
    for _ in range(KEPT_VERSIONS + 2):
        with building(tmp_path) as partial:
            build_id = partial.name.removesuffix(".partial")
            counts = Counts(entities=0, companies=0, relations=0, passages=0, mentions=0, links=0)
            about = Manifest(
                schema_version=SCHEMA_VERSION,
                build_id=build_id,
                created_at="2026-01-01T00:00:00+00:00",
                embedding_model="m",
                embedding_dimension=1,
                edge_types=(),
                data_fingerprint="f",
                counts=counts,
            )
            publish(partial, about)
    assert store.all() == (decision(),)
    assert list((tmp_path / "versions").rglob("workspace*")) == []
