"""A table of relations is what the list of them would be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.domain.fact_sources import FactSource
from core.domain.partial_dates import date_number, today
from core.domain.records import SMALLEST_WEIGHT, Attribute, Entity, Passage, Relation
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.merging import merged, said_by, updated_by
from core.ingestion.records.record_validation import numbered, relation_fault
from core.ingestion.records.removals import without
from core.ontology import default_ontology
from core.storage.record_files import json_line
from core.storage.relation_facts import STATUSES, relation_facts
from core.storage.relation_table import RelationTable
from core.storage.tables import RELATION_FIELDS, records_table
from core.workspace.removals import Removals

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=12) | st.sampled_from(
    ["\u2028", '{"a": "\\n"}', "关系"]
)
shares = st.floats(SMALLEST_WEIGHT, 1.0)
ids = st.sampled_from(["a", "b", "c", "关系", "a--2"])
attributes = st.lists(
    st.builds(Attribute, name=st.sampled_from(["since", "关系", '"']), value=st.sampled_from(["1", "是", '{"a": 1}'])),
    max_size=3,
)
spans = st.sampled_from(
    [("", ""), ("2019", ""), ("2020-02", "2020-02-29"), ("", "2024"), ("2021-03-04", "2021-03"), ("2025", "2090")]
)


def _relation(span: tuple[str, str], bounds: tuple[float | None, float | None], **values: object) -> Relation:
    year = int(span[0][:4]) if span[0] else values.pop("year") if not span[1] else None
    dated = {**values, "year": year, "start": span[0], "end": span[1]}
    return Relation.model_validate({**dated, "share_low": bounds[0], "share_high": bounds[1]})


relations = st.lists(
    st.builds(
        _relation,
        span=spans,
        bounds=st.sampled_from([(None, None), (5.0, 5.0), (25.0, None), (None, 33.3)]),
        as_of=st.sampled_from(["", "2025-06"]),
        status=st.sampled_from(["", "current", "ended", "reported"]),
        amount=st.none() | st.floats(0, 1e300),
        currency=st.sampled_from(["", "CNY"]),
        source_id=st.sampled_from(["", "s"]),
        id=ids,
        source=ids,
        target=ids,
        type=st.sampled_from(["supplies", "competitor", "unheard_of"]),
        weight=shares,
        confidence=shares,
        year=st.none() | st.integers(1000, 2100),
        evidence_zh=texts,
        evidence_en=texts,
        passage_id=st.sampled_from(["", "p", "q"]),
        origin=texts,
        attributes=attributes,
    ),
    max_size=8,
)


@given(relations)
def test_reading_gives_back_what_was_written(written: list[Relation]) -> None:
    table = RelationTable.read(b"".join(map(json_line, written)))
    assert list(table) == written
    assert [table[row] for row in range(len(table))] == written
    assert list(table.lines()) == list(map(json_line, written))
    for field in (*RELATION_FIELDS, "start", "end", "as_of", "status", "share_low", "share_high", "source_id"):
        assert table.values(field) == [getattr(each, field) for each in written]
    assert table.strengths().tolist() == [each.weight * each.confidence for each in written]
    assert table.stored() == records_table(Relation, written)


@given(relations, st.sampled_from([20190101, 20200229, 20200301, 20210310, 20240630, 20250101]))
def test_facts_as_arrays_say_what_the_records_say(written: list[Relation], day: int) -> None:
    facts = relation_facts(RelationTable.of(written))
    backwards = np.arange(len(written))[::-1]
    assert facts.at(backwards).ended_before(day).tolist() == facts.ended_before(day)[::-1].tolist()
    assert len(facts) == len(written)
    for row, each in enumerate(written):
        assert facts.start[row] == date_number(each.start or str(each.year or ""))
        assert (facts.end[row], facts.as_of[row]) == (date_number(each.end), date_number(each.as_of))
        assert STATUSES[facts.status[row]] == each.status
        shares = [None if np.isnan(share) else share for share in (facts.share_low[row], facts.share_high[row])]
        unsaid = each.share_low is None and each.share_high is None
        bounds = (each.share_low or 0.0, 100.0 if each.share_high is None else each.share_high)
        assert shares == ([None, None] if unsaid else list(bounds))
        last = each.end + {0: "", 4: "-12-31", 7: "-31"}.get(len(each.end), "")
        passed = bool(each.end) and date_number(last) < day
        came = date_number(each.end) <= day or date_number(each.end) > today()
        assert facts.ended_before(day)[row] == (passed or (each.status == "ended" and came))


@given(relations, relations, st.data())
def test_parts_are_what_parts_of_a_list_are(first: list[Relation], second: list[Relation], data: st.DataObject) -> None:
    everything, table = first + second, RelationTable.joined((first, RelationTable.of(second)))
    assert list(table) == everything
    wanted = data.draw(st.lists(st.booleans(), min_size=len(everything), max_size=len(everything)))
    kept = [each for each, is_wanted in zip(everything, wanted, strict=True) if is_wanted]
    assert list(table.only(np.array(wanted, dtype=bool))) == kept
    begin, end = sorted((data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))))
    assert list(table[begin:end]) == everything[begin:end]
    if everything:
        row, other = data.draw(st.integers(0, len(everything) - 1)), data.draw(st.sampled_from(everything))
        assert list(table.with_changed({row: other})) == [*everything[:row], other, *everything[row + 1 :]]


def test_a_line_that_is_no_relation_is_refused() -> None:
    for line in (b'{"id": "a"\n', b'{"id": "a", "unheard_of": 1}\n', b'{"id": 7}\n'):
        with pytest.raises(ValueError):
            RelationTable.read(line)


@given(relations, relations, st.sets(ids))
def test_putting_together_keeps_what_the_gate_lets_through(
    first: list[Relation], second: list[Relation], known: set[str]
) -> None:
    ontology = default_ontology()
    anew = ((each, other) for each in first for other in second if updated_by(each) == updated_by(other) is not None)
    assume(all(said_by(each) == said_by(other) for each, other in anew))  # the others: test_merging_property
    entities = tuple(Entity(id=each, type="company", name_zh=each, name_en=each) for each in sorted(known))
    sources = (FactSource(id="s", title="S"),)
    together = merged([DataSet(entities, first, (), (), fact_sources=sources), DataSet((), second, (), ())], ontology)
    faults = [relation_fault(each, known, ontology) for each in first + second]
    said = set(map(said_by, first))  # what the second says exactly so stands once
    stand = [True] * len(first) + [said_by(each) not in said for each in second]
    usable = [each for each, fault, stands in zip(first + second, faults, stand, strict=True) if stands and not fault]
    assert list(together.relations) == numbered(usable)
    told = [(problem.field, problem.reason, problem.detail) for problem in together.problems]
    assert told == [fault for fault in faults if fault is not None]


@given(relations, st.sets(ids), st.sets(ids), st.sets(st.sampled_from(["p", "q"])))
def test_what_a_person_took_out_goes_with_its_relations(
    given_relations: list[Relation], entities: set[str], gone: set[str], passages: set[str]
) -> None:
    noted = tuple(Passage(id=each, text="x", language="en") for each in ("p", "q"))
    removals = Removals(entities=tuple(entities), relations=tuple(gone), passages=tuple(passages))
    left = without(DataSet((), given_relations, noted, ()), removals).relations
    assert list(left) == [
        each
        for each in given_relations
        if each.id not in gone and each.passage_id not in passages and not {each.source, each.target} & entities
    ]
