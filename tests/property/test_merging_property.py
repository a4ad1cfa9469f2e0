"""Several data sets as one: what is duplicate stands once, and nothing that is said is lost."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from core.domain.records import Entity, Relation
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.merging import merged, updated_by
from core.ingestion.records.record_validation import numbered
from core.ontology import default_ontology

ONTOLOGY = default_ontology()
NAMES = ("a", "b", "3")
ENTITIES = tuple(Entity(id=name, type="company", name_zh=name, name_en=name) for name in NAMES)


@st.composite
def relations(draw: st.DrawFn) -> Relation:
    source, target = draw(st.permutations(NAMES))[:2]
    kind = draw(st.sampled_from(["competitor", "supplies"]))
    identifier = draw(st.sampled_from([f"{source}--{kind}--{target}", "r", "r--2"]))
    return Relation(
        id=identifier,
        source=source,
        target=target,
        type=kind,
        year=draw(st.sampled_from([None, 2020])),
        evidence_en=draw(st.sampled_from(["", "said"])),
        origin=draw(st.sampled_from(["x.csv:2", "y.csv:3"])),
    )


PARTS = st.lists(st.lists(relations(), max_size=5).map(lambda each: tuple(numbered(each))), min_size=1, max_size=3)


def together(*parts: tuple[Relation, ...]) -> list[Relation]:
    sets = [DataSet(ENTITIES, (), (), ()), *(DataSet((), part, (), ()) for part in parts)]
    return list(merged(sets, ONTOLOGY).relations)


NUMBERED = [
    (Relation(id=each, source="b", target="a", type="supplies"),) for each in ("r", "r--2")
]  # as an export of several sources would number them


@given(PARTS)
@example(NUMBERED)
def test_what_comes_again_changes_nothing(parts: list[tuple[Relation, ...]]) -> None:
    once = together(*parts)
    assert together(*parts, *parts) == once
    assert together(*parts, tuple(once)) == once  # as an export of it that is imported


@given(PARTS)
@example([(NUMBERED[0][0],), (NUMBERED[0][0].model_copy(update={"year": 2020}),), NUMBERED[0]])
def test_nothing_that_is_said_is_lost(parts: list[tuple[Relation, ...]]) -> None:
    """But what a later part says anew of a relation by its id."""
    found = together(*parts)
    assert len({relation.id for relation in found}) == len(found)
    whatever_its_id = {relation.model_copy(update={"id": "", "origin": ""}) for relation in found}
    last = {key: place for place, part in enumerate(parts) for each in part if (key := updated_by(each))}
    assert whatever_its_id == {
        each.model_copy(update={"id": "", "origin": ""})
        for place, part in enumerate(parts)
        for each in part
        if last.get(updated_by(each) or (), place) == place
    }
