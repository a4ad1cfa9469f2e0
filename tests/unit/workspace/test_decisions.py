from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.spreadsheet_cells import original_cell, safe_cell
from core.domain.text import clean_text
from core.errors import DecisionsUnavailableError
from core.ingestion.csv_files import read_data_set
from core.messages import LANGUAGES
from core.ontology import Ontology
from core.storage.manifest import SCHEMA_VERSION, Counts, Manifest
from core.storage.publishing import KEPT_VERSIONS, building, publish
from core.workspace import sqlite_table
from core.workspace.decisions import Decision, DecisionStore, as_csv, as_jsonl, as_relations_csv
from tests.support import ROOT, company, write_data

HALF_PAIR = "\ud800"
HARD_TEXTS = [
    "'",
    '"',
    "'; DROP TABLE decisions; --",
    "a\nb",
    "\r",
    "\0",
    "a\0b",
    "比亚迪",
    "🚗",
    "\u2028",
    " ",
    "%",
    "é",
    "é",
]
FORMULA_SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200) | st.sampled_from(HARD_TEXTS)
formula_like = st.builds(
    str.__add__, st.text("' \t\n=+-@＝＋－＠\u200b\ufeff", max_size=4), st.sampled_from(["", "1", "SUM(A1)"])
)
cells = texts | formula_like.filter(bool)
made = st.builds(
    Decision,
    source_id=cells,
    target_id=cells,
    relation_type=cells,
    verdict=st.sampled_from(["accepted", "rejected"]),
    relevance=st.none() | st.floats(0.0, 1.0),
    judge=st.sampled_from(["rules", "model"]),
    decided_at=st.datetimes().map(lambda moment: moment.isoformat(timespec="seconds") + "+00:00"),
    note=st.just("") | cells,
)


def decision(
    source_id: str = "byd", target_id: str = "catl", relation_type: str = "competitor", **changes: Any
) -> Decision:
    given: dict[str, Any] = {
        "verdict": "accepted",
        "relevance": 0.75,
        "judge": "rules",
        "decided_at": "2025-01-31T09:30:00+00:00",
        **changes,
    }
    return Decision(source_id=source_id, target_id=target_id, relation_type=relation_type, **given)


def key(kept: Decision) -> tuple[str, str, str]:
    return kept.source_id, kept.target_id, kept.relation_type


def rows_of(content: bytes) -> list[dict[str, str]]:
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


as_stored = original_cell


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "decisions.sqlite3"


@pytest.fixture
def store(path: Path) -> DecisionStore:
    return DecisionStore(path)


Use = Callable[[DecisionStore], object]
READ: list[Use] = [lambda store: store.all(), lambda store: store.of("byd")]
WRITE: list[Use] = [
    lambda store: store.decide(decision()),
    lambda store: store.withdraw("byd", "catl", "competitor"),
]


def assert_unavailable(store: DecisionStore, folder: Path, uses: list[Use], saying: str = "") -> None:
    for use in uses:
        with pytest.raises(DecisionsUnavailableError) as caught:
            use(store)
        assert saying in str(caught.value)
        assert caught.value.parameters["folder"] == str(folder)


# Deciding


def test_nothing_is_decided_at_first_and_asking_creates_no_file(store: DecisionStore, path: Path) -> None:
    assert store.all() == ()
    assert store.of("byd") == ()
    store.withdraw("byd", "catl", "competitor")
    assert not path.parent.exists()


def test_a_decision_is_kept_for_the_next_start(store: DecisionStore, path: Path) -> None:
    kept = decision(relevance=None, judge="model", verdict="rejected", note="他们是合作伙伴，不是对手")
    store.decide(kept)
    assert DecisionStore(path).all() == (kept,)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_later_decision_on_the_same_relation_replaces_the_earlier(store: DecisionStore) -> None:
    store.decide(decision())
    changed = decision(verdict="rejected", note="on second thoughts")
    store.decide(changed)
    assert store.all() == (changed,)


def test_source_target_and_type_together_are_the_key(store: DecisionStore) -> None:
    four = {decision(), decision(source_id="x"), decision(target_id="x"), decision(relation_type="x")}
    four.add(decision("catl", "byd"))
    for one in four:
        store.decide(one)
    assert set(store.all()) == four


def test_only_the_decision_withdrawn_is_forgotten(store: DecisionStore) -> None:
    store.decide(decision())
    store.decide(decision(target_id="geely"))
    store.withdraw("byd", "catl", "competitor")
    store.withdraw("byd", "catl", "competitor")
    assert [key(kept) for kept in store.all()] == [("byd", "geely", "competitor")]


def test_of_one_source(store: DecisionStore) -> None:
    for one in (decision("byd", "b"), decision("byd", "a"), decision("catl", "byd")):
        store.decide(one)
    assert [kept.target_id for kept in store.of("byd")] == ["a", "b"]
    assert store.of("BYD") == store.of("") == ()


def test_decisions_are_ordered_by_time_then_by_ids(store: DecisionStore) -> None:
    early, late = "2024-12-31T23:59:59+00:00", "2025-01-01T00:00:00+00:00"
    ordered = [
        decision("b", "a", "z", decided_at=early),
        decision("a", "a", "y", decided_at=late),
        decision("a", "a", "z", decided_at=late),
        decision("a", "b", "a", decided_at=late),
        decision("a", "\uffee", "a", decided_at=late),
        decision("a", "🚗", "a", decided_at=late),
    ]
    for one in reversed(ordered):
        store.decide(one)
    assert list(store.all()) == ordered
    assert list(store.of("a")) == ordered[1:]


@given(several=st.lists(made, max_size=6))
def test_whatever_was_decided_is_read_back(tmp_path_factory: pytest.TempPathFactory, several: list[Decision]) -> None:
    store = DecisionStore(tmp_path_factory.mktemp("decided") / "decisions.sqlite3")
    last = {key(one): one for one in several}
    for one in several:
        store.decide(one)
    assert store.all() == tuple(sorted(last.values(), key=lambda one: (one.decided_at, key(one))))
    for source_id in {one.source_id for one in several}:
        assert set(store.of(source_id)) == {one for one in last.values() if one.source_id == source_id}
    for one in last.values():
        store.withdraw(*key(one))
    assert store.all() == ()


# What is no decision


@pytest.mark.parametrize(
    "changes",
    [
        {"source_id": ""},
        {"target_id": "x" * 201},
        {"relation_type": HALF_PAIR},
        {"source_id": HALF_PAIR},
        {"note": f"half {HALF_PAIR}"},
        {"note": "x" * 1001},
        {"verdict": "maybe"},
        {"judge": "analyst"},
        {"relevance": 1.01},
        {"relevance": -0.01},
        {"relevance": float("nan")},
        {"decided_at": "yesterday"},
        {"decided_at": HALF_PAIR},
        {"decided_at": "2025-01-31T09:30:00"},
        {"decided_at": "2025-01-31T09:30:00Z"},
        {"decided_at": "2025-01-31T09:30:00.5+00:00"},
        {"decided_at": "2025-01-31T09:30:00+08:00"},
        {"decided_at": "2025-01-31 09:30:00+00:00"},
        {"other": 1},
    ],
)
def test_anything_else_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        decision(**changes)


def test_a_decision_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        decision().note = "x"  # type: ignore[misc]


@pytest.mark.parametrize("there_is_a_file", [True, False])
def test_half_a_surrogate_pair_is_refused_in_questions_too(store: DecisionStore, there_is_a_file: bool) -> None:
    if there_is_a_file:
        store.decide(decision())
    for use in (lambda: store.of(HALF_PAIR), lambda: store.withdraw("byd", HALF_PAIR, "competitor")):
        with pytest.raises(ValueError, match="surrogates not allowed"):
            use()


# At once


def test_many_threads_decide_at_once(store: DecisionStore, path: Path) -> None:
    wanted = [decision(target_id=f"{number:02}", relation_type=kind) for number in range(20) for kind in "ab"]
    other = DecisionStore(path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda numbered: (store, other)[numbered[0] % 2].decide(numbered[1]), enumerate(wanted)))
    assert list(store.all()) == wanted


def test_several_processes_decide_at_once(store: DecisionStore, path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from core.workspace.decisions import Decision, DecisionStore
store = DecisionStore(Path({str(path)!r}))
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
    monkeypatch.setattr(sqlite_table, "_WAIT", 0.01)
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
    store = DecisionStore(tmp_path / "decisions.sqlite3")
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
    assert list((tmp_path / "versions").rglob("decisions*")) == []


# Files that cannot be used


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be looked at" * 20, b"SQLite format 3\0" * 40]
)
def test_a_file_that_is_no_database_is_told_and_left(store: DecisionStore, path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert_unavailable(store, path.parent, READ + WRITE)
    assert path.read_bytes() == content


def test_a_damaged_file_is_told(store: DecisionStore, path: Path) -> None:
    store.decide(decision())
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert_unavailable(store, path.parent, READ + WRITE)


@pytest.mark.parametrize("version", [2, 2**31 - 1, -1])
def test_a_file_of_another_format_is_told_and_left(store: DecisionStore, path: Path, version: int) -> None:
    store.decide(decision())
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {version}")
    content, changed = path.read_bytes(), path.stat().st_mtime_ns
    assert_unavailable(store, path.parent, READ + WRITE, f"decisions.sqlite3: format {version}, expected 1")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (content, changed)


def test_the_database_of_another_program_is_told_and_left(store: DecisionStore, path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE answers (key TEXT)")
    content = path.read_bytes()
    assert_unavailable(store, path.parent, READ + WRITE, "format 0")
    assert path.read_bytes() == content


def test_an_empty_file_holds_no_decision_and_takes_them(store: DecisionStore, path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    assert store.all() == store.of("byd") == ()
    store.withdraw("byd", "catl", "competitor")
    store.decide(decision())
    assert store.all() == (decision(),)


def test_the_format_is_stated_in_the_file(store: DecisionStore, path: Path) -> None:
    store.decide(decision())
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)


@pytest.mark.parametrize(
    ("change", "saying"),
    [
        ("DROP TABLE decisions", "no such table"),
        ("UPDATE decisions SET verdict = 'maybe'", "verdict: "),
        ("UPDATE decisions SET relevance = 7", "relevance: "),
        ("UPDATE decisions SET note = x'00'", "note: "),
        ("UPDATE decisions SET note = CAST(x'ff' AS TEXT)", "UTF-8"),
    ],
)
def test_what_this_program_never_wrote_is_told(store: DecisionStore, path: Path, change: str, saying: str) -> None:
    store.decide(decision())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(change)
    assert_unavailable(store, path.parent, READ, saying)


def test_a_folder_in_place_of_the_file_is_told(store: DecisionStore, path: Path) -> None:
    path.mkdir(parents=True)
    assert_unavailable(store, path.parent, READ + WRITE, "unable to open")


def test_a_file_in_place_of_the_folder_is_told(store: DecisionStore, path: Path) -> None:
    path.parent.write_text("a file")
    assert_unavailable(store, path.parent, READ + WRITE)


def test_a_path_that_no_file_can_have_is_told(tmp_path: Path) -> None:
    assert_unavailable(DecisionStore(tmp_path / ("x" * 300)), tmp_path, READ + WRITE)


def connecting(monkeypatch: pytest.MonkeyPatch, connect: Callable[..., sqlite3.Connection]) -> None:
    monkeypatch.setattr(sqlite3, "connect", connect)


def test_a_read_only_file_is_read_and_refuses_decisions(
    store: DecisionStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.decide(decision())
    real = sqlite3.connect  # permissions would not keep the administrator from writing
    connecting(monkeypatch, lambda file, **options: real(f"{file.as_uri()}?mode=ro", uri=True, **options))
    assert store.all() == store.of("byd") == (decision(),)
    assert_unavailable(store, path.parent, WRITE, "readonly")


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the administrator")
def test_permissions_are_told(store: DecisionStore, path: Path) -> None:
    store.decide(decision())
    path.chmod(0o000)
    assert_unavailable(store, path.parent, READ + WRITE)
    path.chmod(0o400)
    assert store.all() == (decision(),)
    assert_unavailable(store, path.parent, WRITE)


def test_a_full_disk_loses_nothing_that_was_decided(
    store: DecisionStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.decide(decision())
    real = sqlite3.connect

    def on_a_full_disk(file: Path, **options: Any) -> sqlite3.Connection:
        database: sqlite3.Connection = real(file, **options)
        database.execute("PRAGMA max_page_count = 1")  # SQLite raises it to the pages that the file has
        return database

    connecting(monkeypatch, on_a_full_disk)
    big = [decision(target_id=f"{number}", note="长" * 1000) for number in range(3)]
    with pytest.raises(DecisionsUnavailableError, match="full"):
        for one in big:
            store.decide(one)
    kept = store.all()
    assert decision() in kept
    assert set(kept) < {decision(), *big}
    monkeypatch.undo()
    store.decide(big[-1])
    assert set(store.all()) == {*kept, big[-1]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_message_names_the_folder_and_the_fault(language: Any, store: DecisionStore, path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(DecisionsUnavailableError) as caught:
        store.all()
    assert (caught.value.code, caught.value.http_status) == ("decisions_unavailable", 503)
    assert str(path.parent) in caught.value.message(language)
    assert "unable to open database file" in caught.value.message(language)


# Exports


@pytest.mark.parametrize("sign", FORMULA_SIGNS)
@pytest.mark.parametrize("before", ["", " ", "\u3000", "\ufeff", "\u200b", "\0", "'", "' '"])
def test_what_a_spreadsheet_would_run_is_kept_from_running(before: str, sign: str) -> None:
    assert safe_cell(f"{before}{sign}1") == f"'{before}{sign}1"


@pytest.mark.parametrize(
    "text", ["BYD", "比亚迪", "", "1+1", "a=b", "'", "'quoted'", " x", "lg-energy-solution", "长城＝GWM"]
)
def test_harmless_cells_stay_as_they_are(text: str) -> None:
    assert safe_cell(text) == text


@given(several=st.lists(made, max_size=5))
def test_the_csv_gives_back_every_row(several: list[Decision]) -> None:
    content = as_csv(several)
    read = rows_of(content)
    assert content.decode("utf-8-sig").startswith("source,type,target,verdict,relevance,judge,decided_at,note\r\n")
    assert [cell for row in read for cell in row.values() if cell.startswith(FORMULA_SIGNS)] == []
    again = [
        Decision.model_validate(
            {
                "source_id": as_stored(row["source"]),
                "relation_type": as_stored(row["type"]),
                "target_id": as_stored(row["target"]),
                "verdict": row["verdict"],
                "relevance": float(row["relevance"]) if row["relevance"] else None,
                "judge": row["judge"],
                "decided_at": row["decided_at"],
                "note": as_stored(row["note"]),
            }
        )
        for row in read
    ]
    assert again == several


@given(several=st.lists(made, max_size=5))
def test_each_line_of_the_jsonl_is_one_decision(several: list[Decision]) -> None:
    lines = as_jsonl(several).decode().splitlines()
    assert [Decision.model_validate(json.loads(line)) for line in lines] == several


def test_exports_of_nothing_have_their_header_only() -> None:
    assert rows_of(as_csv([])) == rows_of(as_relations_csv([])) == []
    assert as_jsonl([]) == b""


def test_chinese_stays_legible_in_the_jsonl() -> None:
    (line,) = as_jsonl([decision("比亚迪", note="确认\u2028")]).decode().splitlines()
    assert line.startswith('{"source_id":"比亚迪","target_id":"catl",')
    assert line.endswith('"note":"确认\\u2028"}')


@given(several=st.lists(made, max_size=5))
def test_the_relations_are_those_accepted_with_exact_ids(several: list[Decision]) -> None:
    accepted = [one for one in several if one.verdict == "accepted"]
    read = rows_of(as_relations_csv(iter(several)))
    assert [(row["source"], row["target"], row["type"]) for row in read] == [key(one) for one in accepted]
    assert all(row["evidence_zh"].startswith("分析师确认") for row in read)
    assert [row["evidence_en"] for row in read] == [
        f"analyst-confirmed: {one.note}" if one.note else "analyst-confirmed" for one in accepted
    ]


def test_the_relations_have_the_columns_of_the_sample_data() -> None:
    with (ROOT / "data" / "relations.csv").open(encoding="utf-8-sig", newline="") as sample:
        assert as_relations_csv([]).decode("utf-8-sig") == ",".join(next(csv.reader(sample))) + "\r\n"


def test_accepted_relations_can_be_imported(tmp_path: Path, ontology: Ontology) -> None:
    hard = ["=1+1", "'quoted'", 'a "b", c', "比亚迪", "-x"]
    write_data(tmp_path, companies=[company(identifier, identifier, identifier) for identifier in hard])
    notes = ["", "两家公司都\n已确认", "=SUM(A1)", "长" * 1000, "a,b"]
    several = [
        decision(source, target, "supplies", note=note)
        for source, target, note in zip(hard, hard[1:] + hard[:1], notes, strict=True)
    ]
    (tmp_path / "relations.csv").write_bytes(
        as_relations_csv([*several, decision(hard[0], hard[2], verdict="rejected")])
    )
    found = read_data_set(tmp_path, ontology)
    assert found.problems == ()
    assert [(one.source, one.target, one.type) for one in found.relations] == [key(one) for one in several]
    assert {one.weight for one in found.relations} == {1.0}
    assert [one.evidence_zh for one in found.relations] == [
        f"分析师确认：{clean_text(note)}" if note else "分析师确认" for note in notes
    ]
    assert found.relations[0].evidence_en == "analyst-confirmed"
