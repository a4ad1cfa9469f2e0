"""Lists that number their rows alike: different companies stay apart, corrections update, relations follow."""

from __future__ import annotations

from typing import Any

import pytest

from core.curation.deleting import delete_source
from core.curation.import_plans import plan_import
from core.curation.importing import ImportCheck, check_import, run_import
from core.ingestion.checking.import_choices import Choices
from core.ontology import Ontology
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base

FIRST = ("Boreal Optics", "Quantia Steel", "Meridian Foods", "Halcyon Paper")
SECOND = ("Tessera Labs", "Orchid Freight", "Juniper Glass", "Cobalt Mills", "Saffron Air")


def table(names: Any, number: str = "{}") -> bytes:
    rows = "".join(f"{number.format(place)},{name}\n" for place, name in enumerate(names, start=1))
    return f"id,name\n{rows}".encode()


@pytest.fixture
def base(own_base: Settings) -> Settings:
    return own_base


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def checked(
    settings: Settings, ontology: Ontology, *files: tuple[str, bytes], name: str = "", **choices: Any
) -> tuple[Any, ImportCheck]:
    plan = plan_import(files, settings, choices=Choices(**choices), name=name)
    return plan, check_import(plan, opened(settings), ontology)


def imported(
    settings: Settings, ontology: Ontology, *files: tuple[str, bytes], name: str = "", **choices: Any
) -> ImportCheck:
    plan, check = checked(settings, ontology, *files, name=name, **choices)
    run_import(plan, check, settings, ontology)
    return check


def names(settings: Settings) -> dict[str, str]:
    served = opened(settings)
    return {key: served.entity(key).name_en for key in served.entity_ids}


def ties(settings: Settings) -> set[tuple[str, str, str]]:
    served = opened(settings)
    found = map(served.relation, range(served.manifest.counts.relations))
    called = names(settings)
    return {(called[each.source], each.type, called[each.target]) for each in found}


def reported(check: ImportCheck, reason: str) -> list[tuple[int, str]]:
    return [(each.line, each.detail) for each in check.report if each.reason == reason]


@pytest.mark.matrix()
@pytest.mark.parametrize("number", ["{}", "{:03}", "V-{:02}", "n{}"])
def test_two_lists_that_number_their_rows_alike_are_different_companies(
    number: str, base: Settings, ontology: Ontology
) -> None:
    tie = f"from,relation,to\n{number.format(1)},supplies,{number.format(2)}\n".encode()
    imported(base, ontology, ("first.csv", table(FIRST, number)), ("tie.csv", tie))
    before = names(base)
    check = imported(base, ontology, ("second.csv", table(SECOND, number)), ("edge.csv", tie))
    after = names(base)
    assert {key: after[key] for key in before} == before
    assert set(after.values()) == {*before.values(), *SECOND}
    assert after[f"{number.format(1)} (second.csv, edge.csv)"] == "Tessera Labs"
    assert ties(base) >= {
        ("Boreal Optics", "supplies", "Quantia Steel"),
        ("Tessera Labs", "supplies", "Orchid Freight"),
    }
    assert [line for line, _ in reported(check, "id_taken")] == [2, 3, 4, 5, 6]
    assert [(each.line, each.known_name, each.same) for each in check.valid.clashes] == [
        (place, name, False) for place, name in enumerate(FIRST, start=2)
    ]
    delete_source(check.info.id, base, ontology)
    assert names(base) == before


def test_the_same_list_again_with_a_corrected_name_is_an_update(base: Settings, ontology: Ontology) -> None:
    tie = b"from,relation,to\n1,supplies,2\n"
    imported(base, ontology, ("first.csv", table(FIRST)))
    imported(base, ontology, ("second.csv", table(SECOND)))
    count = len(names(base))
    for file, given, place in (("first.csv", FIRST, "1"), ("second.csv", SECOND, "1 (second.csv)")):
        corrected = ("Kestrel Works", *given[1:])
        check = imported(base, ontology, (file, table(corrected)), ("edge.csv", tie))
        assert names(base)[place] == "Kestrel Works"
        assert reported(check, "renamed") == [(2, f"{given[0]} → Kestrel Works")]
        assert len(names(base)) == count
        assert ("Kestrel Works", "supplies", given[1]) in ties(base)
    alone = imported(base, ontology, ("second.csv", table(["Only One"])))  # nothing else tells but the source
    assert reported(alone, "renamed") == [(2, "Kestrel Works → Only One")]
    assert names(base)["1 (second.csv)"] == "Only One"


def test_a_list_under_another_file_name_is_known_by_the_name_of_its_source(base: Settings, ontology: Ontology) -> None:
    imported(base, ontology, ("first.csv", table(FIRST)), name="Vendors")
    imported(base, ontology, ("other.csv", table(SECOND)), name="Carriers")
    check = imported(base, ontology, ("carriers-2.csv", table(["Zephyr Post", "Orchid Freight"])), name="Carriers")
    assert names(base)["1 (Carriers)"] == "Zephyr Post"
    assert names(base)["1"] == "Boreal Optics"
    assert reported(check, "renamed") == [(2, "Tessera Labs → Zephyr Post")]


def test_other_companies_in_a_file_of_the_same_name_stay_apart(base: Settings, ontology: Ontology) -> None:
    """companies.csv is what most exports are called."""
    imported(base, ontology, ("companies.csv", table(FIRST)))
    imported(base, ontology, ("companies.csv", table(SECOND)))
    assert {*FIRST, *SECOND} <= set(names(base).values())
    check = imported(base, ontology, ("companies.csv", table(("Kestrel Works", *SECOND[1:]))))
    assert reported(check, "renamed") == [(2, "Tessera Labs → Kestrel Works")]
    assert names(base)["1"] == "Boreal Optics"


def test_a_row_that_shares_a_name_updates_whatever_the_others_do(base: Settings, ontology: Ontology) -> None:
    imported(base, ontology, ("first.csv", table(FIRST)))
    mixed = (SECOND[0], "QUANTIA STEEL CO., LTD.", *SECOND[2:4], "Halcyon Paper")
    imported(base, ontology, ("second.csv", table(mixed)))
    after = names(base)
    assert "2 (second.csv)" not in after
    assert "Quantia Steel" in {after["2"], *opened(base).entity("2").aliases}
    assert after["4"] == "Halcyon Paper"  # its fifth row is recognised by its name
    assert "5 (second.csv)" not in after


def test_another_file_of_mostly_the_same_companies_updates_them(base: Settings, ontology: Ontology) -> None:
    imported(base, ontology, ("january.csv", table(FIRST)))
    check = imported(base, ontology, ("february.csv", table(("Kestrel Works", *FIRST[1:]))))
    assert names(base)["1"] == "Kestrel Works"
    assert reported(check, "renamed") == [(2, "Boreal Optics → Kestrel Works")]
    assert [(each.line, each.same) for each in check.valid.clashes] == [(2, True)]


def test_an_identifier_that_counts_nothing_still_wins_and_is_reported(base: Settings, ontology: Ontology) -> None:
    imported(base, ontology, ("first.csv", b"id,name\nacme-key,Boreal Optics\n"))
    check = imported(base, ontology, ("second.csv", b"id,name\nacme-key,Tessera Labs\n"))
    assert names(base)["acme-key"] == "Tessera Labs"
    assert reported(check, "renamed") == [(2, "Boreal Optics → Tessera Labs")]


@pytest.mark.parametrize("same", [True, False])
def test_a_person_decides(same: bool, base: Settings, ontology: Ontology) -> None:
    files = {"first.csv": table(FIRST), "second.csv": table(SECOND)}
    imported(base, ontology, ("first.csv", files["first.csv"]))
    again, given = ("second.csv", SECOND) if same else ("first.csv", ("Kestrel Works", *FIRST[1:]))
    check = imported(base, ontology, (again, table(given)), same_ids=same)
    if same:
        assert names(base)["1"] == "Tessera Labs"
        assert len(reported(check, "renamed")) == len(FIRST)
    else:
        assert names(base)["1"] == "Boreal Optics"
        assert names(base)["1 (first.csv)"] == "Kestrel Works"
        assert reported(check, "id_taken") == [(2, "1 (first.csv)")]


def test_a_table_without_names_renames_nobody(base: Settings, ontology: Ontology) -> None:
    imported(base, ontology, ("first.csv", table(FIRST)))
    before = names(base)
    imported(base, ontology, ("staff.csv", b"id,employees\n1,120\n2,60\n"))
    assert names(base) == before
    assert [each.value for each in opened(base).entity("1").attributes] == ["120"]


def test_ends_of_a_list_of_its_own_are_none_of_another_list(base: Settings, ontology: Ontology) -> None:
    imported(base, ontology, ("first.csv", table([*FIRST, "Extra A", "Extra B"])))
    edges = b"from,relation,to\n1,supplies,6\n1,supplies,3\n"
    check = imported(base, ontology, ("second.csv", table(SECOND)), ("edge.csv", edges))
    assert [(each.line, each.reason) for each in check.valid.data.problems] == [(2, "unknown_entity")]
    assert ("Tessera Labs", "supplies", "Juniper Glass") in ties(base)


def test_a_list_that_comes_again_with_a_company_of_another_list_leaves_it_its_id(
    base: Settings, ontology: Ontology
) -> None:
    imported(base, ontology, ("first.csv", table((*FIRST, "Larch Timber", "Onyx Cables"))))
    imported(base, ontology, ("second.csv", table(SECOND)))
    before = names(base)
    imported(base, ontology, ("second.csv", table((*SECOND, "Onyx Cables"))))
    assert before["6"] == "Onyx Cables"
    assert names(base) == before


def test_relations_that_come_again_alone_mean_the_companies_of_their_own_list(
    base: Settings, ontology: Ontology
) -> None:
    imported(base, ontology, ("first.csv", table(FIRST)))
    imported(base, ontology, ("second.csv", table(SECOND)), name="Vendors")
    imported(base, ontology, ("edges.csv", b"from,relation,to\n1,supplies,2\n"), name="Vendors")
    assert ("Tessera Labs", "supplies", "Orchid Freight") in ties(base)
    assert ("Boreal Optics", "supplies", "Quantia Steel") not in ties(base)
