from __future__ import annotations

import re
from typing import get_args

import pytest
import yaml

from core.domain.requests import RelevanceLevel
from core.messages import LANGUAGES
from core.ontology import (
    FALLBACK_TYPE,
    Ontology,
    OntologyInvalidError,
    RelationFamily,
    default_ontology,
    parse_ontology,
)
from core.ontology.hues import HUES
from core.runtime.package_files import parse_yaml
from tests.support import ROOT

FILE = (ROOT / "core" / "ontology" / "relations.yaml").read_text(encoding="utf-8")
SYMMETRIC = {
    "competitor",
    "similar_product",
    "same_group",
    "partner",
    "joint_venture",
    "merged_with",
    "contract",
    "same_industry",
    "synonym",
    "related",
}
TIERS = {
    "high": {"competitor"},
    "medium": {
        "similar_product",
        "subsidiary_of",
        "same_group",
        "joint_venture",
        "acquired",
        "merged_with",
        "produces",
    },
    "low": {
        "supplies",
        "depends_on",
        "shareholder_of",
        "partner",
        "divested",
        "pledge",
        "guarantee",
        "contract",
        "litigation",
        "licenses_to",
        "in_industry",
        "same_industry",
        "founded_by",
        "chief_executive_of",
        "director_of",
        "located_in",
        "synonym",
        "related",
    },
}
FAMILIES = {
    "HIERARCHICAL": {"subsidiary_of", "shareholder_of", "same_group", "in_industry", "same_industry"},
    "TEMPORAL": {"acquired", "merged_with", "divested", "founded_by"},
    "SPATIAL": {"located_in"},
    "CAUSALITY": {"supplies", "depends_on", "licenses_to", "pledge", "guarantee", "contract", "produces"},
    "ATTRIBUTION": {
        "competitor",
        "similar_product",
        "partner",
        "joint_venture",
        "chief_executive_of",
        "director_of",
        "litigation",
        "synonym",
        "related",
    },
}


def valid() -> dict[str, dict[str, object]]:
    """The smallest valid ontology: only the fallback."""
    return {FALLBACK_TYPE: parse_yaml(FILE)[FALLBACK_TYPE]}


def changed(**fields: object) -> str:
    document = valid()
    document[FALLBACK_TYPE].update(fields)
    return yaml.safe_dump(document, allow_unicode=True)


def without(field: str) -> str:
    document = valid()
    del document[FALLBACK_TYPE][field]
    return yaml.safe_dump(document, allow_unicode=True)


def test_the_tiers_are_those_of_the_business_hierarchy(ontology: Ontology) -> None:
    tiers = {tier: {kind.id for kind in ontology.types.values() if kind.tier == tier} for tier in RelevanceLevel}
    assert tiers == TIERS


def test_every_type_is_in_its_family_and_every_family_is_used(ontology: Ontology) -> None:
    families = {
        name: {kind.id for kind in ontology.types.values() if kind.family == name} for name in get_args(RelationFamily)
    }
    assert families == FAMILIES


def test_symmetric_types_read_alike_from_both_ends(ontology: Ontology) -> None:
    symmetric = {kind.id for kind in ontology.types.values() if kind.symmetric}
    assert symmetric == SYMMETRIC
    assert all(
        ontology[kind].label == ontology[kind].inverse
        and ontology[kind].other_end["forward"] == ontology[kind].other_end["backward"]
        and set(ontology[kind].cues) <= {"either"}
        for kind in symmetric
    )


def test_directed_types_read_differently_from_each_end(ontology: Ontology) -> None:
    directed = [kind for kind in ontology.types.values() if not kind.symmetric]
    assert all(kind.label.text(language) != kind.inverse.text(language) for kind in directed for language in LANGUAGES)


def test_a_supplier_is_seen_from_both_ends(ontology: Ontology) -> None:
    supplies = ontology["supplies"]
    assert supplies.reads("en", forward=True) == "supplies"
    assert supplies.reads("zh", forward=False) == "采购自"
    assert supplies.other_end_is("en", forward=True) == "customer"
    assert supplies.other_end_is("zh", forward=False) == "供应商"


def test_no_cue_is_empty_or_padded(ontology: Ontology) -> None:
    cues = [cue for kind in ontology.types.values() for words in kind.cues.values() for cue in (*words.zh, *words.en)]
    assert len(cues) > 100
    assert [cue for cue in cues if not cue.replace("{x}", "").strip() or cue != cue.strip()] == []


def test_english_cues_are_lower_case_and_chinese_cues_are_chinese(ontology: Ontology) -> None:
    words = [words for kind in ontology.types.values() for words in kind.cues.values()]
    assert [cue for word in words for cue in word.en if cue != cue.lower()] == []
    assert [cue for word in words for cue in word.zh if not re.search(r"[一-鿿]", cue)] == []


def test_the_only_placeholder_of_a_cue_is_the_company(ontology: Ontology) -> None:
    cues = [cue for kind in ontology.types.values() for words in kind.cues.values() for cue in (*words.zh, *words.en)]
    assert {name for cue in cues for name in re.findall(r"\{.*?\}", cue)} == {"{x}"}


def test_no_cue_stands_for_two_types(ontology: Ontology) -> None:
    bearers: dict[str, set[str]] = {}
    for kind in ontology.types.values():
        for words in kind.cues.values():
            for cue in (*words.zh, *words.en):
                bearers.setdefault(cue, set()).add(kind.id)
    assert {cue: kinds for cue, kinds in bearers.items() if len(kinds) > 1} == {}


def test_every_sentence_names_both_ends_in_both_languages(ontology: Ontology) -> None:
    texts = [kind.sentence.text(language) for kind in ontology.types.values() for language in LANGUAGES]
    assert [text for text in texts if not ("{source}" in text and "{target}" in text)] == []


def test_no_two_types_are_drawn_alike(ontology: Ontology) -> None:
    drawn = [(kind.colour, kind.dash) for kind in ontology.types.values()]
    assert len(drawn) == len(set(drawn))


def test_every_type_is_drawn_in_the_hue_of_its_group(ontology: Ontology) -> None:
    assert {kind.display_group for kind in ontology.types.values()} == set(HUES)
    for kind in ontology.types.values():
        assert kind.display_group is not None
        assert (kind.colour, kind.colour_on_dark) == HUES[kind.display_group]


def test_a_type_without_a_group_has_a_colour_of_its_own() -> None:
    document = valid()
    del document[FALLBACK_TYPE]["display_group"]
    kind = parse_ontology(yaml.safe_dump({FALLBACK_TYPE: {**document[FALLBACK_TYPE], "colour": "#123456"}}))["related"]
    assert (kind.colour, kind.colour_on_dark) == ("#123456", "#123456")


def test_colours_can_be_told_from_white_and_black(ontology: Ontology) -> None:
    brightness = [sum(bytes.fromhex(kind.colour[1:])) / (3 * 255) for kind in ontology.types.values()]
    assert all(0.15 < value < 0.85 for value in brightness)


def test_a_shared_bridge_leads_to_a_type_between_companies(ontology: Ontology) -> None:
    shared = {kind.id: kind.shared for kind in ontology.types.values() if kind.shared}
    assert shared == {
        "produces": "similar_product",
        "in_industry": "same_industry",
        "founded_by": "related",
        "located_in": "related",
    }


def test_an_unknown_type_reads_as_the_fallback(ontology: Ontology) -> None:
    assert "rumoured" not in ontology
    assert "supplies" in ontology
    assert ontology["rumoured"] is ontology[FALLBACK_TYPE]


def test_codes_follow_the_order_of_the_file(ontology: Ontology) -> None:
    assert list(ontology.codes) == list(parse_yaml(FILE))
    assert list(ontology.codes.values()) == list(range(len(ontology.types)))


def test_the_shipped_file_is_read_once() -> None:
    assert default_ontology() is default_ontology()


def test_the_fallback_alone_is_an_ontology() -> None:
    assert list(parse_ontology(changed()).types) == [FALLBACK_TYPE]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a: [", "expected"),
        ("", "NoneType"),
        ("- competitor", "list"),
        ("just words", "str"),
        ("related:", "mapping"),
        ("related: 5", "mapping"),
        ("competitor: &a\n  <<: *a", "a"),
        ("1: {}", "id"),
        (without("label"), "label"),
        (without("tier"), "tier"),
        (without("display_group"), "colour"),
        (without("sentence"), "sentence"),
        (changed(family="FRIENDLY"), "family"),
        (changed(tier="highest"), "tier"),
        (changed(colour="red"), "colour"),
        (changed(display_group="friendship"), "display_group"),
        (changed(colour="#d55e00"), "colour"),
        (changed(symmetric="perhaps"), "symmetric"),
        (changed(dash=["long"]), "dash"),
        (changed(label={"zh": "", "en": "x"}), "label.zh"),
        (changed(label={"zh": "关联"}), "label.en"),
        (changed(cues={"sideways": {}}), "cues.sideways"),
        (changed(cues={"either": {"fr": ["ami"]}}), "cues.either.fr"),
        (changed(other_end={"forward": {"zh": "一", "en": "one"}}), "other_end"),
        (changed(shared="no_such_type"), "no_such_type"),
        (changed(surprise=1), "surprise"),
        (FILE.replace("\nrelated:", "\nunrelated:"), "related"),
        pytest.param(
            "related: 2024-99-99",
            "month",
        ),
        pytest.param(
            changed(cues={"either": {"en": [""]}}),
            "cues",
        ),
        pytest.param(
            changed(id="something_else"),
            "id",
        ),
        pytest.param(
            changed(sentence={"zh": "{source}", "en": "no ends"}),
            "sentence",
        ),
    ],
)
def test_a_broken_file_is_refused_and_says_what_is_wrong(text: str, names: str) -> None:
    with pytest.raises(OntologyInvalidError) as caught:
        parse_ontology(text)
    assert names in str(caught.value.parameters["detail"])
