from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.linking import LinkingRules
from core.domain.records import CrossLink, Passage
from core.ingestion.building import cross_links
from core.ingestion.building.cross_links import date_boost, find_cross_links

ANY = LinkingRules(pairs=("*:*",))
DIRECTED = LinkingRules(pairs=("news:filing",))


def passage(identifier: str, source_kind: str, **cells: str) -> Passage:
    return Passage.model_validate(
        {"id": identifier, "text": "t", "language": "en", "source_kind": source_kind, **cells}
    )


def linked(
    *passages: Passage,
    cosine: float = 1.0,
    named: Mapping[str, frozenset[str]] | None = None,
    rules: LinkingRules = ANY,
) -> list[CrossLink]:
    """Links of passages of which the first points up and all others have ``cosine`` to it."""
    vectors = np.tile(np.array([cosine, np.sqrt(1 - cosine**2)], np.float32), (len(passages), 1))
    vectors[0] = (1.0, 0.0)
    return find_cross_links(passages, vectors, named or {}, rules)


def ends(links: list[CrossLink]) -> list[tuple[str, str]]:
    return [(link.from_passage_id, link.to_passage_id) for link in links]


def test_news_explains_the_filing_and_not_the_other_way_round() -> None:
    pair = passage("p", "filing"), passage("q", "news")
    assert ends(linked(*pair, rules=DIRECTED)) == [("q", "p")]
    assert linked(*pair, rules=DIRECTED)[0].type == "EXPLAINS"
    assert linked(*pair, rules=LinkingRules(pairs=("filing:note",))) == []


@pytest.mark.parametrize(("pair", "links"), [("*note:filing", 1), ("note:filing", 0), ("s*:f*", 1), ("*:news", 0)])
def test_kinds_are_named_by_patterns(pair: str, links: int) -> None:
    found = linked(passage("p", "supply_note"), passage("q", "filing"), rules=LinkingRules(pairs=(pair,)))
    assert len(found) == links


def test_a_pair_of_passages_is_linked_once() -> None:
    both = LinkingRules(pairs=("note:report", "report:note", "*:*"))
    assert ends(linked(passage("p", "note"), passage("q", "report"), rules=both)) == [("p", "q")]


def test_within_a_kind_passages_are_alike_without_boosts() -> None:
    same = {"date": "2024-01-01", "publisher": "X"}
    named = {"p": frozenset({"x"}), "q": frozenset({"x"})}
    link = linked(passage("p", "note", **same), passage("q", "note", **same), cosine=0.8, named=named)[0]
    assert link.type == "SEMANTICALLY_SIMILAR"
    assert link.confidence == pytest.approx(0.8)


@pytest.mark.parametrize(("cosine", "links"), [(0.74, 0), (0.76, 1)])
def test_a_link_needs_three_quarters_of_similarity(cosine: float, links: int) -> None:
    assert len(linked(passage("p", "note"), passage("q", "report"), cosine=cosine)) == links


def test_a_rounding_error_is_no_similarity_above_one() -> None:
    vectors = np.full((2, 1), 1.0001, np.float32)
    assert find_cross_links([passage("p", "a"), passage("q", "b")], vectors, {}, ANY)[0].similarity == 1.0


def test_a_shared_name_boosts() -> None:
    both = (passage("p", "note"), passage("q", "report"))
    shared = linked(*both, named={"p": frozenset({"x", "y"}), "q": frozenset({"y"})})
    apart = linked(*both, named={"p": frozenset({"x"}), "q": frozenset({"y"})})
    assert (shared[0].name_boost, apart[0].name_boost) == (0.15, 0.0)


def test_a_shared_publisher_boosts() -> None:
    assert linked(passage("p", "a", publisher="X"), passage("q", "b", publisher="X"))[0].author_boost == 0.10
    assert linked(passage("p", "a", publisher="X"), passage("q", "b", publisher="Y"))[0].author_boost == 0.0
    assert linked(passage("p", "a"), passage("q", "b"))[0].author_boost == 0.0


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


DATES = st.dates(date(1990, 1, 1), date(2030, 12, 31))


@given(DATES, st.integers(0, 30), st.integers(0, 30))
def test_nearer_dates_never_boost_less(day: date, first: int, second: int) -> None:
    nearer, farther = sorted((first, second))
    boosts = [date_boost(day.isoformat(), (day + timedelta(days)).isoformat()) for days in (nearer, farther)]
    assert 0.0 <= boosts[1] <= boosts[0] <= 0.10


@given(
    st.floats(0.0, 1.0),
    st.sampled_from([0.0, 0.15]),
    st.floats(0.0, 0.10),
    st.sampled_from([0.0, 0.10]),
    st.floats(0.0, 1.0),
)
def test_confidence_grows_with_each_of_its_parts_and_never_passes_one(
    similarity: float, name: float, dates: float, author: float, more: float
) -> None:
    parts = {"similarity": similarity, "name_boost": name, "date_boost": dates, "author_boost": author}
    most = {"similarity": 1.0, "name_boost": 0.15, "date_boost": 0.10, "author_boost": 0.10}
    link = CrossLink(from_passage_id="p", to_passage_id="q", **parts)  # type: ignore[arg-type]
    assert similarity <= link.confidence <= 1.0
    assert link.confidence == pytest.approx(min(1.0, sum(parts.values())))
    for part, value in parts.items():
        grown = {**parts, part: value + more * (most[part] - value)}
        assert CrossLink(from_passage_id="p", to_passage_id="q", **grown).confidence >= link.confidence - 1e-12  # type: ignore[arg-type]


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.floats(0.0, 0.9))
def test_what_is_found_is_the_best_of_each_passage_and_the_same_again(seed: int, top: int, lowest: float) -> None:
    random = np.random.default_rng(seed)
    vectors = random.normal(size=(12, 3))
    vectors = np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
    kinds = ["news", "filing", "other"]
    passages = [passage(str(number), kinds[number % 3]) for number in range(12)]
    rules = LinkingRules(pairs=("news:filing",), min_similarity=lowest, top=top)
    links = find_cross_links(passages, vectors, {}, rules)
    assert links == find_cross_links(passages, vectors, {}, rules)
    cosines = vectors @ vectors.T
    for row in range(0, 12, 3):
        expected = sorted((float(cosines[row, column]) for column in range(1, 12, 3)), reverse=True)
        expected = [cosine for cosine in expected if cosine >= lowest][:top]
        own = sorted((link.similarity for link in links if link.from_passage_id == str(row)), reverse=True)
        assert own == pytest.approx(expected, abs=1e-5)


def test_blocks_do_not_change_the_links(monkeypatch: pytest.MonkeyPatch) -> None:
    passages = [passage(str(number), f"kind{number % 3}") for number in range(7)]
    whole = linked(*passages, cosine=0.9)
    monkeypatch.setattr(cross_links, "_BLOCK", 2)
    assert ends(linked(*passages, cosine=0.9)) == ends(whole)
    assert len(whole) == len(set(ends(whole))) == 21


def test_no_passages_have_no_links() -> None:
    assert find_cross_links([], np.zeros((0, 4), np.float32), {}, ANY) == []


def test_in_cells_alike_passages_find_one_another_once(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    topics = random.normal(size=(20, 32))
    vectors = np.repeat(topics, 10, axis=0) + 0.05 * random.normal(size=(200, 32))
    vectors = np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
    passages = [passage(str(number), f"kind{number % 3}") for number in range(200)]
    compared_with_all = ends(find_cross_links(passages, vectors, {}, ANY))
    monkeypatch.setattr(cross_links, "_COMPARED_WITH_ALL", 100)
    in_cells = ends(find_cross_links(passages, vectors, {}, ANY))
    assert len(in_cells) == len(set(in_cells))
    assert set(map(frozenset, in_cells)) == set(map(frozenset, compared_with_all))


def test_cells_far_apart_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_links, "_COMPARED_WITH_ALL", 1)
    monkeypatch.setattr(cross_links, "_NEAREST_CELLS", 1)
    vectors = np.array([[1.0, 0.0], [0.8, 0.6], [0.6, 0.8], [0.0, 1.0]], np.float32)
    passages = [passage(str(number), f"kind{number}") for number in range(4)]
    assert set(ends(find_cross_links(passages, vectors, {}, ANY))) == {("0", "1"), ("2", "3")}


def test_only_the_most_similar_links_of_a_passage_are_kept() -> None:
    passages = [passage("p", "note"), *(passage(f"q{number}", "report") for number in range(4))]
    cosines = np.array([1.0, 0.8, 0.95, 0.76, 0.9])
    vectors = np.stack([cosines, np.sqrt(1 - cosines**2)], axis=1).astype(np.float32)
    rules = LinkingRules(pairs=("note:report",), top=2)
    assert ends(find_cross_links(passages, vectors, {}, rules)) == [("p", "q1"), ("p", "q3")]
