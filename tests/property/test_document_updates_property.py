"""Of a document that comes again, what its newest whole text says is there, and nothing that only an older one said."""

from __future__ import annotations

from hypothesis import given, strategies

from core.domain.records import Passage
from core.ingestion.records.document_updates import outdated_passages

NAMES = ("a.md", "b.txt")
documents = strategies.dictionaries(strategies.sampled_from(NAMES), strategies.integers(1, 4))


def passages_of(document: str, count: int) -> list[Passage]:
    return [
        Passage(id=f"{document}:{place}", text="x", document_id=document, start=place, end=place + 1, language="en")
        for place in range(count)
    ]


@given(strategies.lists(documents, max_size=5))
def test_the_newest_text_counts(imports: list[dict[str, int]]) -> None:
    """``imports``: of each, how many passages its documents have."""
    sources = [
        (tuple(each), [passage for name, count in each.items() for passage in passages_of(name, count)])
        for each in imports
    ]
    there = {passage.id for _, passages in sources for passage in passages} - outdated_passages(sources)
    newest = {name: count for each in imports for name, count in each.items()}
    assert there == {passage.id for name, count in newest.items() for passage in passages_of(name, count)}


@given(strategies.lists(documents, max_size=5))
def test_a_table_outdates_nothing(imports: list[dict[str, int]]) -> None:
    sources = [
        (("table.csv",), [passage for name, count in each.items() for passage in passages_of(name, count)])
        for each in imports
    ]
    assert outdated_passages(sources) == set()
