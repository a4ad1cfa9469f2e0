from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from core.domain.records import CrossLink, Passage
from core.ingestion import cross_links
from core.ingestion.cross_links import date_boost, find_cross_links


def passage(identifier: str, source_kind: str, **cells: str) -> Passage:
    return Passage.model_validate(
        {"id": identifier, "text": "t", "language": "en", "source_kind": source_kind, **cells}
    )


def linked(
    *passages: Passage, cosine: float = 1.0, named: Mapping[str, frozenset[str]] | None = None
) -> list[CrossLink]:
    """Links of passages of which the first points up and all others have ``cosine`` to it."""
    vectors = np.tile(np.array([cosine, np.sqrt(1 - cosine**2)], np.float32), (len(passages), 1))
    vectors[0] = (1.0, 0.0)
    return find_cross_links(passages, vectors, named or {})


def ends(links: list[CrossLink]) -> list[tuple[str, str]]:
    return [(link.from_passage_id, link.to_passage_id) for link in links]


def test_alike_passages_of_different_kinds_are_linked_once() -> None:
    assert ends(linked(passage("p", "note"), passage("q", "report"))) == [("p", "q")]


def test_passages_of_one_kind_are_not_linked() -> None:
    assert linked(passage("p", "note"), passage("q", "note")) == []


@pytest.mark.parametrize(("cosine", "links"), [(0.74, 0), (0.76, 1)])
def test_a_link_needs_three_quarters_of_similarity(cosine: float, links: int) -> None:
    assert len(linked(passage("p", "note"), passage("q", "report"), cosine=cosine)) == links


def test_a_rounding_error_is_no_similarity_above_one() -> None:
    vectors = np.full((2, 1), 1.0001, np.float32)
    assert find_cross_links([passage("p", "a"), passage("q", "b")], vectors, {})[0].similarity == 1.0


def test_a_shared_name_boosts() -> None:
    both = (passage("p", "note"), passage("q", "report"))
    shared = linked(*both, named={"p": frozenset({"x", "y"}), "q": frozenset({"y"})})
    apart = linked(*both, named={"p": frozenset({"x"}), "q": frozenset({"y"})})
    assert (shared[0].name_boost, apart[0].name_boost) == (0.15, 0.0)


def test_a_shared_publisher_boosts() -> None:
    assert linked(passage("p", "a", publisher="X"), passage("q", "b", publisher="X"))[0].author_boost == 0.10
    assert linked(passage("p", "a", publisher="X"), passage("q", "b", publisher="Y"))[0].author_boost == 0.0
    assert linked(passage("p", "a"), passage("q", "b"))[0].author_boost == 0.0


def test_near_dates_boost_a_link() -> None:
    link = linked(passage("p", "a", date="2024-01-01"), passage("q", "b", date="2024-01-01"))[0]
    assert link.date_boost == 0.10


@pytest.mark.parametrize(
    ("first", "second", "boost"),
    [
        ("2024-01-01", "2024-01-01", 0.10),
        ("2024-01-08", "2024-01-01", 0.0),
        ("2024-02-01", "2024-01-31", 0.10 * 6 / 7),
        ("2023-01-01", "2024-01-01", 0.0),
        ("2024", "2024", 0.0),
        ("", "2024-01-01", 0.0),
        ("2024-02-30", "2024-02-28", 0.0),
    ],
)
def test_the_date_boost_falls_to_nothing_within_a_week(first: str, second: str, boost: float) -> None:
    assert date_boost(first, second) == pytest.approx(boost)


def test_blocks_do_not_change_the_links(monkeypatch: pytest.MonkeyPatch) -> None:
    passages = [passage(str(number), f"kind{number % 3}") for number in range(7)]
    whole = linked(*passages, cosine=0.9)
    monkeypatch.setattr(cross_links, "_BLOCK", 2)
    assert ends(linked(*passages, cosine=0.9)) == ends(whole)
    assert len(whole) == len(set(ends(whole))) == 16


def test_no_passages_have_no_links() -> None:
    assert find_cross_links([], np.zeros((0, 4), np.float32), {}) == []


def test_in_cells_alike_passages_find_one_another_once(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    topics = random.normal(size=(20, 32))
    vectors = np.repeat(topics, 10, axis=0) + 0.05 * random.normal(size=(200, 32))
    vectors = np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
    passages = [passage(str(number), f"kind{number % 3}") for number in range(200)]
    compared_with_all = ends(find_cross_links(passages, vectors, {}))
    monkeypatch.setattr(cross_links, "_COMPARED_WITH_ALL", 100)
    in_cells = ends(find_cross_links(passages, vectors, {}))
    assert len(in_cells) == len(set(in_cells))
    assert sorted(in_cells) == sorted(compared_with_all)


def test_cells_far_apart_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_links, "_COMPARED_WITH_ALL", 1)
    monkeypatch.setattr(cross_links, "_NEAREST_CELLS", 1)
    vectors = np.array([[1.0, 0.0], [0.8, 0.6], [0.6, 0.8], [0.0, 1.0]], np.float32)
    passages = [passage(str(number), f"kind{number}") for number in range(4)]
    assert set(ends(find_cross_links(passages, vectors, {}))) == {("0", "1"), ("2", "3")}


def test_only_the_most_similar_links_of_a_passage_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_links, "MAX_LINKS_PER_PASSAGE", 2)
    passages = [passage("p", "note"), *(passage(f"q{number}", "report") for number in range(4))]
    cosines = np.array([1.0, 0.8, 0.95, 0.76, 0.9])
    vectors = np.stack([cosines, np.sqrt(1 - cosines**2)], axis=1).astype(np.float32)
    assert ends(find_cross_links(passages, vectors, {})) == [("p", "q1"), ("p", "q3")]
