from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Entity, Relation
from core.entity_resolution.evidence import compared, judged
from core.entity_resolution.groups import kept_ids
from core.entity_resolution.similar_names import compare_names
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.unified_companies import unified
from core.names.normalise import normalise_name
from core.workspace.verdicts import Said

IDS = "abcdefgh"
PAIRS = st.lists(
    st.tuples(st.sampled_from(IDS), st.sampled_from(IDS)).filter(lambda pair: pair[0] != pair[1]), max_size=9
)
NAMES = st.text("ab 比亚迪汽车科技12ivé&.", min_size=1, max_size=10).filter(str.strip)


@given(pairs=PAIRS, present=st.lists(st.sampled_from(IDS), unique=True), seed=st.randoms())
def test_merges_do_not_depend_on_order_and_never_go_round(
    pairs: list[tuple[str, str]], present: list[str], seed: object
) -> None:
    into = kept_ids(present, pairs)
    shuffled = list(pairs)
    seed.shuffle(shuffled)  # type: ignore[attr-defined]
    assert kept_ids(present, shuffled) == into
    assert not set(into) & set(into.values())
    assert {*into, *into.values()} <= set(present)
    for one, other in pairs:
        if one in present and other in present:
            assert into.get(one, one) == into.get(other, other)


ENTITIES = st.lists(st.tuples(st.sampled_from(IDS), NAMES, NAMES), unique_by=lambda each: each[0], min_size=1)
ENDS = st.lists(st.tuples(st.sampled_from(IDS), st.sampled_from(IDS)), max_size=12)


@given(entities=ENTITIES, ends=ENDS, pairs=PAIRS)
def test_nothing_is_lost_in_a_merge_but_relations_within_a_company_which_are_said(
    entities: list[tuple[str, str, str]], ends: list[tuple[str, str]], pairs: list[tuple[str, str]]
) -> None:
    there = {identifier for identifier, _, _ in entities}
    data = DataSet(
        tuple(
            Entity(id=each, type="company", name_zh=zh, name_en=en, origin=f"c.csv:{each}") for each, zh, en in entities
        ),
        tuple(
            Relation(id=str(number), source=one, target=other, type="competitor", origin=f"r.csv:{number}")
            for number, (one, other) in enumerate(ends)
            if one in there and other in there and one != other
        ),
        (),
        (),
        tuple(("p", each) for each in sorted(there)),
    )
    found = unified(data, Said(tuple(sorted(set(pairs)))), None)
    after = found.data
    ids = {entity.id for entity in after.entities}
    gone = {company.id: company.into for company in found.merged}
    assert ids | set(gone) == there
    assert not ids & set(gone)
    assert set(gone.values()) <= ids
    assert all(relation.source in ids and relation.target in ids for relation in after.relations)
    assert all(relation.source != relation.target for relation in after.relations)
    assert len(after.relations) + len(after.problems) == len(data.relations)
    assert {entity for _, entity in after.stated_mentions} <= ids

    def names(entity: Entity) -> set[str]:
        return {entity.name_zh, entity.name_en, *entity.aliases}

    held = {entity.id: names(entity) for entity in after.entities}
    for entity in data.entities:
        assert names(entity) <= held[gone.get(entity.id, entity.id)]
    assert unified(data, Said(), None).data == data
    reordered = replace(data, relations=data.relations[::-1])
    assert unified(reordered, Said(tuple(sorted(set(pairs)))), None).merged == found.merged


@given(first=NAMES, second=NAMES)
def test_names_are_as_similar_one_way_as_the_other(first: str, second: str) -> None:
    one, other = normalise_name(first), normalise_name(second)
    found, back = compare_names(one, other), compare_names(other, one)
    assert 0.0 <= found.similarity <= 1.0
    assert compare_names(one, one).similarity == 1.0
    assert found.numbers_differ == back.numbers_differ


@given(first=NAMES, second=NAMES)
def test_a_score_is_a_probability(first: str, second: str) -> None:
    one, other = (
        compared(Entity(id=each, type="company", name_zh=name, name_en=name))
        for each, name in (("a", first), ("b", second))
    )
    assert 0.0 <= judged(one, other, shared_neighbours=0, related=False).score <= 1.0
