from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from core.entity_resolution.groups import Groups, kept_ids, with_rule
from core.workspace import opening
from core.workspace.opening import opened
from core.workspace.verdicts import (
    CompanyUnknownError,
    OneCompanyAlreadyError,
    Said,
    Verdict,
    add_verdicts,
    load_verdicts,
    said,
    verdict,
)
from core.workspace.workspace import FILE_NAME, WorkspaceUnavailableError


def test_the_last_word_on_a_pair_counts(tmp_path: Path) -> None:
    facts = [verdict("a", "b", "same"), verdict("c", "d", "different"), verdict("b", "a", "different")]
    add_verdicts(tmp_path, facts[:2])
    assert said(load_verdicts(tmp_path)) == Said((("a", "b"),), frozenset({frozenset("cd")}))
    add_verdicts(tmp_path, facts[2:])
    assert load_verdicts(tmp_path) == tuple(facts)
    add_verdicts(tmp_path, [verdict("c", "d", "withdrawn"), verdict("a", "b", "withdrawn")])
    assert said(load_verdicts(tmp_path)) == Said()


def test_nothing_was_said_where_there_is_no_file(tmp_path: Path) -> None:
    assert load_verdicts(tmp_path) == ()


@pytest.mark.parametrize(
    "change", ["UPDATE same_companies SET saying = 'maybe'", "UPDATE same_companies SET other = kept"]
)
def test_damage_is_said_and_not_written_over(tmp_path: Path, change: str) -> None:
    add_verdicts(tmp_path, [verdict("a", "b", "same")])
    with opened(tmp_path / FILE_NAME) as database:
        database.execute(change)
    with pytest.raises(WorkspaceUnavailableError, match=FILE_NAME):
        load_verdicts(tmp_path)
    with pytest.raises(WorkspaceUnavailableError):
        add_verdicts(tmp_path, [verdict("c", "d", "same")])
    with opened(tmp_path / FILE_NAME) as database:
        assert database.execute("SELECT COUNT(*) FROM same_companies").fetchone() == (1,)


def test_a_file_that_another_process_writes_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_verdicts(tmp_path, [verdict("a", "b", "same")])
    monkeypatch.setattr(opening, "_WAIT", 0.05)
    with opened(tmp_path / FILE_NAME) as database, pytest.raises(WorkspaceUnavailableError):
        database.execute("BEGIN IMMEDIATE")
        add_verdicts(tmp_path, [verdict("a", "b", "same")])


def test_what_is_no_pair_of_ids_is_refused() -> None:
    with pytest.raises(OneCompanyAlreadyError):
        verdict("a", "a", "same")
    with pytest.raises(CompanyUnknownError):
        verdict("a", "x" * 300, "same")
    with pytest.raises(ValidationError):
        Verdict(kept="a", other="a", saying="same", decided_at="")


def test_chains_and_circles_are_one_group() -> None:
    assert kept_ids("abc", [("a", "b"), ("b", "c")]) == {"b": "a", "c": "a"}
    assert kept_ids("cba", [("a", "b"), ("b", "c"), ("c", "a")]) == {"a": "c", "b": "c"}
    assert kept_ids("abc", [("b", "a"), ("b", "c")]) == {"a": "b", "c": "b"}


def test_companies_stay_together_when_the_one_that_joined_them_is_gone() -> None:
    assert kept_ids("bc", [("a", "b"), ("a", "c")]) == {"c": "b"}
    assert kept_ids("b", [("a", "b")]) == {}
    assert kept_ids("", [("a", "b")]) == {}


def test_a_rule_joins_nothing_that_was_told_apart() -> None:
    decided = Said((("a", "b"),), frozenset({frozenset("bc")}))
    assert with_rule(decided, [("a", "c"), ("c", "d"), ("a", "b"), ("a", "d")]) == (("a", "b"), ("c", "d"))


def test_what_contradicts_a_merge_is_named() -> None:
    groups = Groups([("a", "b"), ("c", "d")])
    assert groups.contradicted("a", "c", [frozenset("bd")]) == frozenset("bd")
    assert groups.contradicted("a", "c", [frozenset("bx")]) is None
