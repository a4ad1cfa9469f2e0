from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from core.ontology import Ontology, OntologyInvalidError, default_ontology
from core.ontology.own_types import MAX_CHARACTERS, extended
from tests.support import ROOT

CODE = (ROOT / "data" / "ontologies" / "code_and_documents.yaml").read_text(encoding="utf-8")


def relation(**fields: object) -> str:
    return yaml.safe_dump({"relation_types": {"audits": {"label": "audits", **fields}}}, allow_unicode=True)


def test_a_label_is_enough(ontology: Ontology) -> None:
    kind = extended(ontology, relation())["audits"]
    assert kind.sentence.en.format(source="A", target="B") == "A audits B"
    assert (kind.family, kind.tier, kind.symmetric, kind.target) == ("ATTRIBUTION", "low", False, "company")
    assert kind.reads("en", forward=True) == "audits"
    assert kind.reads("zh", forward=False) == "← audits"


def test_even_an_id_alone_is(ontology: Ontology) -> None:
    assert extended(ontology, "relation_types: {audits: {}}")["audits"].label.zh == "audits"


def test_a_symmetric_type_reads_the_same_both_ways(ontology: Ontology) -> None:
    kind = extended(ontology, relation(symmetric=True))["audits"]
    assert kind.reads("en", forward=False) == "audits"


def test_types_that_ship_keep_their_codes(ontology: Ontology) -> None:
    codes = extended(ontology, CODE).codes
    assert {key: codes[key] for key in ontology.types} == ontology.codes
    assert len(codes) == len(ontology.types) + 5


def test_the_ontology_that_ships_is_not_changed(ontology: Ontology) -> None:
    before = ontology.fingerprint
    grown = extended(ontology, CODE)
    assert default_ontology().fingerprint == before != grown.fingerprint
    assert "CALLS" not in default_ontology()
    assert "File" not in default_ontology().entity_types


def test_the_second_ontology_says_what_it_means(ontology: Ontology) -> None:
    code = extended(ontology, CODE)
    assert code["CALLS"].sentence.zh.format(source="甲", target="乙") == "甲 调用 乙"
    assert code["CALLS"].other_end_is("en", forward=False) == "caller"
    assert code["CONTAINS"].family == "HIERARCHICAL"
    assert {key for key in code.entity_types if code.is_bridge(key)} == {
        "product",
        "industry",
        "person",
        "place",
        "Repository",
    }


def test_a_type_with_a_label_alone_has_nouns_for_its_ends(ontology: Ontology) -> None:
    text = "relation_types: {audits: {label: {zh: 审计, en: audits}, inverse: {zh: 被审计, en: is audited by}}}"
    audits = extended(ontology, text)["audits"]
    assert audits.other_end_is("en", forward=False) == "counterpart (“is audited by”)"
    assert audits.other_end_is("zh", forward=True) == "“审计”的对方"


def test_each_language_has_its_own_words_for_the_other_end(ontology: Ontology) -> None:
    audits = extended(ontology, "relation_types: {audits: {label: {zh: 审计, en: audits}}}")["audits"]
    assert (audits.reads("zh", forward=False), audits.reads("en", forward=False)) == ("← 审计", "← audits")
    assert [audits.other_end_is("zh", forward=way) for way in (True, False)] == ["“审计”的对象", "“审计”的一方"]
    assert audits.other_end_is("en", forward=False) == "counterpart (“… audits”)"


def test_own_types_are_told_apart_by_colour_or_dash(ontology: Ontology) -> None:
    many = {"relation_types": {f"own_{number}": {} for number in range(20)}}
    kinds = extended(ontology, yaml.safe_dump(many)).types.values()
    drawn = [(kind.colour, kind.dash) for kind in kinds]
    assert len(set(drawn)) == len(drawn)


def test_an_own_type_in_a_group_has_its_hue(ontology: Ontology) -> None:
    text = yaml.safe_dump({"relation_types": {"owns_part_of": {"display_group": "ownership"}}})
    assert extended(ontology, text)["owns_part_of"].colour == ontology["subsidiary_of"].colour


def test_a_type_of_an_id_that_is_there_replaces_it(ontology: Ontology) -> None:
    text = yaml.safe_dump({"relation_types": {"partner": {"label": "allies with", "symmetric": True, "tier": "high"}}})
    changed = extended(ontology, text)
    assert changed["partner"].tier == "high"
    assert list(changed.types) == list(ontology.types)


def test_braces_of_a_label_stay_what_they_are(ontology: Ontology) -> None:
    sentence = extended(ontology, relation(label="{audits}"))["audits"].sentence
    assert sentence.en.format(source="A", target="B") == "A {audits} B"


WRONG: dict[str, tuple[str, str]] = {
    "no YAML": ("a: [", "expected"),
    "a list": ("[1, 2]", "sections"),
    "nothing": ("", "sections"),
    "another section": ("types: {a: {}}", "sections"),
    "a section that is a list": ("entity_types: [a]", "entity_types"),
    "a type that is a text": ("entity_types: {a: b}", "entity_types"),
    "an id with spaces": ("relation_types: {'own type': {}}", "own type.id"),
    "an id that is a number": ("relation_types: {1: {}}", "1"),
    "an id twice": ("relation_types: {a: {id: b}}", "a: the key is the id"),
    "a field that is not there": (relation(color="#FF0000"), "audits.color"),
    "no colour": (relation(colour="red"), "audits.colour"),
    "a colour that is a number": (relation(colour=5), "audits.colour"),
    "a family of its own": (relation(family="LOVE"), "audits.family"),
    "a sentence without an end": (relation(sentence="{source} audits"), "audits"),
    "a sentence that looks into objects": (relation(sentence="{source.__class__} {target}"), "audits"),
    "a sentence that is not whole": (relation(sentence="{source} {target} {"), "audits"),
    "an unknown target": (relation(target="planet"), "planet"),
    "an unknown shared type": (relation(shared="nothing"), "nothing"),
    "a dash of nothing": (relation(dash=[0]), "audits.dash"),
    "a shape that is not drawn": ("entity_types: {a: {label: a, shape: cat}}", "a.shape"),
    "an entity type without label": ("entity_types: {a: {shape: dot}}", "a.label"),
    "one end only": (relation(other_end={"forward": "x"}), "other_end"),
    "aliases": ("a: &a [x]\nrelation_types: {b: *a}", "aliases"),
    "a date as key": ("relation_types: {2020-01-01: {}}", "2020-01-01"),
    "too deep": ("[" * 100_000, "brackets"),
    "a list of types": ("relation_types: [{id: insures, label: insures}]", "insures: {label"),
    "a type in words": ("relation_types: {insures: insures}", "insures: {label"),
    "too long": (" " * (MAX_CHARACTERS + 1), "characters"),
}


@pytest.mark.parametrize(("text", "named"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_named(ontology: Ontology, text: str, named: str) -> None:
    with pytest.raises(OntologyInvalidError) as caught:
        extended(ontology, text)
    assert named in caught.value.message("en")
    assert len(caught.value.message("zh")) < 500


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["label", "inverse", "sentence", "family", "tier", "colour", "dash", "symmetric", "cues"])


@given(st.dictionaries(st.sampled_from(["a", "B_1", "related", "x y"]), st.dictionaries(FIELDS, VALUES), max_size=3))
def test_anything_is_understood_or_refused(types: dict[str, Any]) -> None:
    try:
        grown = extended(default_ontology(), yaml.safe_dump({"relation_types": types}))
    except OntologyInvalidError:
        return
    for key in types:
        assert grown[key].sentence.en.format(source="A", target="B")
