"""Decisions are kept, replaced, withdrawn; anything else is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.workspace.copies import LAST_WHOLE
from core.workspace.decisions import Decision, DecisionStore
from core.workspace.workspace import Workspace
from tests.unit.workspace.decisions.made_decisions import HALF_PAIR, decision, key, made


def test_nothing_is_decided_at_first_and_asking_creates_no_file(store: DecisionStore, path: Path) -> None:
    assert store.all() == ()
    assert store.of("byd") == ()
    store.withdraw("byd", "catl", "competitor")
    assert not path.parent.exists()


def test_a_decision_is_kept_for_the_next_start(store: DecisionStore, path: Path) -> None:
    kept = decision(relevance=None, judge="model", verdict="rejected", note="他们是合作伙伴，不是对手")
    store.decide(kept)
    assert DecisionStore(Workspace(path)).all() == (kept,)
    assert sorted(entry.name for entry in path.parent.iterdir()) == sorted((path.name, LAST_WHOLE))


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
    store = DecisionStore.beside(tmp_path_factory.mktemp("decided"))
    last = {key(one): one for one in several}
    for one in several:
        store.decide(one)
    assert store.all() == tuple(sorted(last.values(), key=lambda one: (one.decided_at, key(one))))
    for source_id in {one.source_id for one in several}:
        assert set(store.of(source_id)) == {one for one in last.values() if one.source_id == source_id}
    for one in last.values():
        store.withdraw(*key(one))
    assert store.all() == ()


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
