"""Latin names of companies without their legal form, which hold words that are names of something else."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.ontology import default_ontology
from core.retrieval.linking import NameIndex
from tests.support import EntityList


def company(identifier: str, name: str) -> Entity:
    return Entity(id=identifier, type="company", name_zh=name, name_en=name)


NAMES = NameIndex(
    EntityList(
        [
            company("holdings", "Calloway Holdings Ltd"),
            company("shipping", "Calloway Shipping Ltd"),
            company("energy", "Corvane Energy plc"),
            company("storage", "Energy Storage Inc."),
            company("acme-1", "Acme Trading Ltd"),
            company("acme-2", "Acme Trading GmbH"),
            company("steel", "The Steel PLC"),
            Entity(id="industry", type="industry", name_zh="航运", name_en="Shipping"),
            Entity(id="power", type="industry", name_zh="能源", name_en="Energy"),
        ]
    ),
    default_ontology(),
)


def found(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(text[match.start : match.end], match.entity_ids) for match in NAMES.find(text)]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who owns Calloway Shipping?", [("Calloway Shipping", ("shipping",))]),
        ("Calloway Shipping的实际控制人", [("Calloway Shipping", ("shipping",))]),
        ("who owns calloway shipping", [("calloway shipping", ("shipping",))]),
        (
            "Compare Calloway Shipping with Corvane Energy",
            [("Calloway Shipping", ("shipping",)), ("Corvane Energy", ("energy",))],
        ),
        ("Subsidiaries of Corvane Energy", [("Corvane Energy", ("energy",))]),
        ("Who owns Calloway Shipping Ltd?", [("Calloway Shipping Ltd", ("shipping",))]),
        (
            "Calloway Shipping and Corvane Energy",
            [("Calloway Shipping", ("shipping",)), ("Corvane Energy", ("energy",))],
        ),
    ],
)
def test_the_whole_name_is_meant(question: str, names: list[tuple[str, tuple[str, ...]]]) -> None:
    assert found(question) == names


@pytest.mark.parametrize(
    "question",
    ["customers of Corvane Energy Sands Corp", "Northern Calloway Shipping rivals", "Who owns Great Corvane Energy?"],
)
def test_a_part_of_a_longer_name_is_none(question: str) -> None:
    assert not {"Corvane Energy", "Calloway Shipping"} & {name for name, _ in found(question)}


def test_of_several_all_may_be_meant() -> None:
    (name,) = found("Who owns Acme Trading?")
    assert (name[0], set(name[1])) == ("Acme Trading", {"acme-1", "acme-2"})


@pytest.mark.parametrize(
    "question", ["energy storage companies", "Which shipping firms are there?", "Kyoei Steel Ltd."]
)
def test_words_used_as_words_are_no_name(question: str) -> None:
    assert not {"storage", "steel", "shipping"} & {each for _, ids in found(question) for each in ids}
