from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.ontology import Ontology
from core.retrieval.pagerank.relation_influence import influence_by_edge_type

betas = st.one_of(st.just(0.0), st.floats(0.0, 1e308, allow_subnormal=False))


def test_a_group_sums_to_one_once_parsed() -> None:
    families = FamilyInfluence(causality=3.0, hierarchical=1.0)
    assert families.causality == pytest.approx(0.75)
    assert families.hierarchical == pytest.approx(0.25)
    assert families.attribution == 0.0


def test_nothing_but_zeros_means_all_alike() -> None:
    assert RoleInfluence(primary=0.0, secondary=0.0, peripheral=0.0) == RoleInfluence()
    assert FamilyInfluence().temporal == pytest.approx(0.2)


@pytest.mark.parametrize("value", [-0.1, math.nan, math.inf, -math.inf])
def test_what_is_no_weight_is_refused(value: float) -> None:
    with pytest.raises(ValidationError, match="spatial"):
        FamilyInfluence(spatial=value)


@pytest.mark.parametrize(
    "given_",
    [
        {"families": {"causality": 1.0, "gossip": 9.0}},
        {"entity_entity": {"foo": 1}},
        {"roles": {"causality": 1.0}},
        {"a": 1},
        {"families": {"causality": 1.0}, "entity_entity": {"causality": 1.0}},
        {"families": {"causality": 1.0, "CAUSALITY": 0.5}},
        {"families": [1.0]},
    ],
)
def test_what_is_not_known_is_refused(given_: object) -> None:
    with pytest.raises(ValidationError):
        RelationInfluence.model_validate(given_)


def test_other_spellings_mean_the_same() -> None:
    spelt = {"entity_entity": {"CAUSALITY": 3.0, "Temporal": 1.0}, "entity_passage": {"PRIMARY": 1.0}}
    assert RelationInfluence.model_validate(spelt) == RelationInfluence(
        families=FamilyInfluence(causality=0.75, temporal=0.25), roles=RoleInfluence(primary=1.0)
    )


@given(
    st.recursive(
        st.none() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=2)
            | st.dictionaries(
                st.sampled_from(["families", "roles", "entity_entity", "CAUSALITY", "primary", "x"]), inner, max_size=3
            )
        ),
        max_leaves=8,
    )
)
def test_nothing_is_silently_without_effect(given_: object) -> None:
    """What is taken in holds every name and number that was given."""
    try:
        parsed = RelationInfluence.model_validate(given_)
    except ValidationError:
        return
    assert isinstance(given_, dict)
    groups = {"families": parsed.families, "entity_entity": parsed.families, "roles": parsed.roles}
    for name, values in given_.items():
        total = math.fsum(float(value) for value in values.values())
        for key, value in values.items():
            found = getattr(groups[name], key.lower())
            assert total == 0.0 or found == pytest.approx(float(value) / total)


@given(st.tuples(betas, betas, betas, betas, betas))
def test_any_weights_sum_to_one_and_stay_put(values: tuple[float, ...]) -> None:
    names = list(FamilyInfluence.model_fields)
    group = FamilyInfluence(**dict(zip(names, values, strict=True)))
    assert math.fsum(group.model_dump().values()) == pytest.approx(1.0)
    assert min(group.model_dump().values()) >= 0.0
    again = FamilyInfluence.model_validate(group.model_dump())
    assert list(again.model_dump().values()) == pytest.approx(list(group.model_dump().values()))


def test_every_edge_type_gets_the_weight_of_its_family_times_its_size(ontology: Ontology) -> None:
    influence = RelationInfluence(
        families=FamilyInfluence(causality=0.5, attribution=0.3, hierarchical=0.2), roles=RoleInfluence(primary=1.0)
    )
    types = ("supplies", "subsidiary_of", "competitor", "synonym", "acquired", "unheard_of", "PRIMARY", "PERIPHERAL")
    found = influence_by_edge_type(types, lambda name: ontology[name].family, influence)
    assert found == pytest.approx([2.5, 1.0, 1.5, 1.5, 0.0, 1.5, 3.0, 0.0])


def test_a_type_of_no_family_counts_as_attribution() -> None:
    found = influence_by_edge_type(("x",), lambda _: None, RelationInfluence(families=FamilyInfluence(attribution=1.0)))
    assert found.tolist() == [5.0]


def test_the_default_is_exactly_ones(ontology: Ontology) -> None:
    types = (*ontology.types, "PRIMARY", "SECONDARY", "PERIPHERAL")
    found = influence_by_edge_type(types, lambda name: ontology[name].family, RelationInfluence())
    assert np.array_equal(found, np.ones(len(types)))
