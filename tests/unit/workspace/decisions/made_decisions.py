"""Decisions of every kind, and uses of the store that keeps them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from core.workspace.decisions import Decision, DecisionStore
from core.workspace.workspace import WorkspaceUnavailableError

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


Use = Callable[[DecisionStore], object]
READ: list[Use] = [lambda store: store.all(), lambda store: store.of("byd")]
WRITE: list[Use] = [
    lambda store: store.decide(decision()),
    lambda store: store.withdraw("byd", "catl", "competitor"),
]


def assert_unavailable(store: DecisionStore, folder: Path, uses: list[Use], saying: str = "") -> None:
    for use in uses:
        with pytest.raises(WorkspaceUnavailableError) as caught:
            use(store)
        assert saying in str(caught.value)
        assert caught.value.parameters["folder"] == str(folder)
