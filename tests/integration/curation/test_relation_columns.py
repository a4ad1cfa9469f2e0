"""Columns of other companies become relations in six languages and in nested JSON, and answer questions."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from core.curation.deleting import delete_source
from core.curation.import_plans import ImportPlan, plan_import
from core.curation.importing import ImportCheck, check_import, run_import
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.ingestion.checking.import_choices import Choices
from core.ingestion.mapping.table_mapping import ATTRIBUTE
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base

TABLES = {
    "en": "Company;Main Competitors;Key Suppliers;Customers;Subsidiaries;Parent Company;Partners",
    "zh": "公司名称;主要竞争对手;供应商;客户;子公司;母公司;合作伙伴",
    "de": "Unternehmen;Wettbewerber;Lieferanten;Kunden;Tochtergesellschaften;Muttergesellschaft;Kooperationspartner",
    "es": "Empresa;Competidores;Proveedores;Clientes;Filiales;Empresa matriz;Socios comerciales",
    "fr": "Entreprise;Concurrents directs;Fournisseurs;Clients;Filiales;Société mère;Partenaires",
    "ja": "会社名;競合他社;仕入先;主要取引先;子会社;親会社;提携先",
}
ROW = (
    'Boreal Optics;Tessera Labs|Orchid Freight, Inc.;"Juniper Glass, Cobalt Mills";"Saffron Air\nHalcyon Paper";'
    "Boreal Lens、Boreal Film;Zephyr Group;Kestrel Works"
)
TIES = {
    ("Boreal Optics", "competitor", "Tessera Labs"),
    ("Boreal Optics", "competitor", "Orchid Freight, Inc."),
    ("Juniper Glass", "supplies", "Boreal Optics"),
    ("Cobalt Mills", "supplies", "Boreal Optics"),
    ("Boreal Optics", "supplies", "Saffron Air"),
    ("Boreal Optics", "supplies", "Halcyon Paper"),
    ("Boreal Lens", "subsidiary_of", "Boreal Optics"),
    ("Boreal Film", "subsidiary_of", "Boreal Optics"),
    ("Boreal Optics", "subsidiary_of", "Zephyr Group"),
    ("Boreal Optics", "partner", "Kestrel Works"),
}


@pytest.fixture
def base(own_base: Settings) -> Settings:
    return own_base


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def checked(
    settings: Settings, ontology: Ontology, file: tuple[str, bytes], **choices: Any
) -> tuple[ImportPlan, ImportCheck]:
    plan = plan_import([file], settings, choices=Choices(**choices))
    return plan, check_import(plan, opened(settings), ontology)


def ties(check: ImportCheck) -> set[tuple[str, str, str]]:
    called = {each.id: each.name_en for each in check.valid.data.entities}
    return {(called[each.source], each.type, called[each.target]) for each in check.coming.relations}


@pytest.mark.parametrize("language", TABLES)
def test_columns_of_other_companies_are_relations_in_their_direction(
    language: str, base: Settings, ontology: Ontology
) -> None:
    plan, check = checked(base, ontology, ("x.csv", f"{TABLES[language]}\n{ROW}\n".encode()))
    assert plan.mappings["x.csv"].kind == "companies"
    assert ATTRIBUTE not in plan.mappings["x.csv"].columns.values()
    assert ties(check) == TIES
    assert {each.origin for each in check.coming.relations} == {"x.csv:2"}
    assert check.info.refused == 0
    assert {each.reason for each in check.report} == {"was_created"}


def test_lists_in_json_are_relations_whether_of_names_or_of_objects(base: Settings, ontology: Ontology) -> None:
    named = {"name": "Boreal Optics", "competitors": ["Tessera Labs", "Orchid Freight, Inc."], "parent": {"name": "Z"}}
    objects = {"name": "Quantia", "suppliers": [{"name": "Juniper Glass", "country": "DE"}, {"name": "Cobalt Mills"}]}
    raw = json.dumps({"companies": [named, objects]}).encode()
    _, check = checked(base, ontology, ("x.json", raw))
    assert ties(check) == {
        ("Boreal Optics", "competitor", "Tessera Labs"),
        ("Boreal Optics", "competitor", "Orchid Freight, Inc."),
        ("Boreal Optics", "subsidiary_of", "Z"),
        ("Juniper Glass", "supplies", "Quantia"),
        ("Cobalt Mills", "supplies", "Quantia"),
    }
    cell = b'name;competitors\nBoreal Optics;"[{""name"": ""Tessera Labs""}, ""Orchid Freight""]"\n'
    _, check = checked(base, ontology, ("x.csv", cell))
    assert {target for _, _, target in ties(check)} == {"Tessera Labs", "Orchid Freight"}


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("competitors", ("12", "3")),
        ("Kunden", ("1.200", "ca. 30")),
        ("partner", ("yes", "no")),
        ("competitors", ("It competes with many small makers of the region.", "There are few of them in this market.")),
        ("供应商", ("主要从国内的多家企业采购，没有固定的来源。", "3")),
        ("owner", ("Jane Roe", "John Doe")),
    ],
)
def test_what_holds_no_names_stays_an_attribute_and_is_said(
    header: str, cells: tuple[str, str], base: Settings, ontology: Ontology
) -> None:
    raw = f"name\tcountry\t{header}\nBoreal Optics\tDE\t{cells[0]}\nQuantia Steel\tFR\t{cells[1]}\n".encode()
    plan, check = checked(base, ontology, ("x.tsv", raw))
    assert plan.mappings["x.tsv"].columns[header] == ATTRIBUTE
    assert plan.unclear_columns == (() if header == "owner" else (header,))
    assert not check.coming.relations


def test_a_cell_that_names_nobody_costs_itself(base: Settings, ontology: Ontology) -> None:
    raw = (
        "name;competitors\nBoreal Optics;Tessera Labs, 42, Boreal Optics\nQuantia;n/a\nX1 AG;-\n"
        "Halcyon;宁德时代、比亚迪等\nMeridian;Tessera Labs, Quantia, and Halcyon\n"
    ).encode()
    _, check = checked(base, ontology, ("x.csv", raw))
    assert check.info.refused == 0
    assert [(each.line, each.reason) for each in check.report if each.reason != "was_created"] == [
        (2, "no_name"),
        (2, "self_relation"),
    ]
    assert {(source, target) for source, _, target in ties(check)} == {
        ("Boreal Optics", "Tessera Labs"),
        ("Halcyon", "宁德时代"),
        ("Halcyon", "比亚迪"),
        ("Meridian", "Tessera Labs"),
        ("Meridian", "Quantia"),
        ("Meridian", "Halcyon"),
    }


def test_both_sides_of_a_relation_make_one(base: Settings, ontology: Ontology) -> None:
    raw = b"id,name,suppliers,customers\n1,Boreal Optics,Quantia Steel,\n2,Quantia Steel,,Boreal Optics\n"
    _, check = checked(base, ontology, ("x.csv", raw))
    assert ties(check) == {("Quantia Steel", "supplies", "Boreal Optics")}
    numbered = b"id,name,suppliers\n1,Boreal Optics,2\n2,Quantia Steel,\n"
    _, check = checked(base, ontology, ("x.csv", numbered))
    assert ties(check) == {("Quantia Steel", "supplies", "Boreal Optics")}


def test_a_company_that_repeats_with_others_keeps_all_of_them(base: Settings, ontology: Ontology) -> None:
    raw = b"name,country,competitors\nBoreal Optics,DE,Tessera Labs\nBoreal Optics,DE,Orchid Freight\n"
    _, check = checked(base, ontology, ("x.csv", raw))
    assert {target for _, _, target in ties(check)} == {"Tessera Labs", "Orchid Freight"}
    assert check.info.refused == 0


def test_a_person_says_otherwise(base: Settings, ontology: Ontology) -> None:
    raw = b"name,competitors\nBoreal Optics,Tessera Labs\n"
    plan = plan_import([("x.csv", raw)], base)
    for field, kinds in (
        (ATTRIBUTE, []),
        ("relation:partner", ["partner"]),
        ("relation:supplies:reversed", ["supplies"]),
    ):
        mapping = plan.mappings["x.csv"].model_copy(update={"columns": {"name": "name", "competitors": field}})
        said = ImportPlan(plan.name, plan.files, {"x.csv": mapping})
        check = check_import(said, opened(base), ontology)
        assert [each.type for each in check.coming.relations] == kinds
    _, check = checked(base, ontology, ("x.csv", raw), create_missing=False)
    assert not check.coming.relations
    assert [(each.reason, each.field) for each in check.report] == [("unknown_entity", "competitors")]


def test_questions_are_answered_from_them_and_deleting_takes_them_back(
    base: Settings, ontology: Ontology, encoder: Encoder
) -> None:
    before = opened(base).manifest.counts
    plan, check = checked(base, ontology, ("x.csv", f"{TABLES['en']}\n{ROW}\n".encode()))
    run_import(plan, check, base, ontology)
    pipeline = DiscoveryPipeline(Base.over(opened(base), ontology, base), encoder=lambda: encoder)
    for question, wanted in (
        ("Who are the competitors of Boreal Optics?", {"Tessera Labs", "Orchid Freight, Inc."}),
        ("Who supplies Boreal Optics?", {"Juniper Glass", "Cobalt Mills"}),
        ("Who are the customers of Boreal Optics?", {"Saffron Air", "Halcyon Paper"}),
        ("Boreal Optics的母公司是谁？", {"Zephyr Group"}),
    ):
        answer = pipeline.discover(DiscoveryRequest(query=question))
        assert {each.company_id for each in answer.related_companies if each.answers_question} == wanted
    delete_source(check.info.id, base, ontology)
    assert opened(base).manifest.counts == before


def test_what_is_said_of_a_cell_names_its_column(base: Settings, ontology: Ontology) -> None:
    """Also where several columns hold one kind of relation, or a column is called as a field of another one."""
    raw = (
        "公司名称,竞争对手,竞争对手 2,主要竞品,客户,母公司\n"
        "公司A,Tessera Labs;公司A,Orchid Freight,Juniper Glass;Tessera Labs,Cobalt Mills,Zephyr Group\n"
        "公司B,Quantia Steel,Meridian Foods,Saffron Air;公司B,Kestrel Works,Zephyr Group\n"
    ).encode()
    plan = plan_import([("x.csv", raw)], base)
    columns = {**plan.mappings["x.csv"].columns, "竞争对手 2": "relation:competitor", "主要竞品": "relation:competitor"}
    mapping = plan.mappings["x.csv"].model_copy(update={"columns": columns})
    check = check_import(replace(plan, mappings={"x.csv": mapping}), opened(base), ontology)
    assert [(each.line, each.field, each.detail) for each in check.report] == [
        (2, "竞争对手", "Tessera Labs"),
        (2, "竞争对手", "公司A"),
        (2, "竞争对手 2", "Orchid Freight"),
        (2, "主要竞品", "Juniper Glass"),
        (2, "客户", "Cobalt Mills"),
        (2, "母公司", "Zephyr Group"),
        (3, "竞争对手", "Quantia Steel"),
        (3, "竞争对手 2", "Meridian Foods"),
        (3, "主要竞品", "Saffron Air"),
        (3, "主要竞品", "公司B"),
        (3, "客户", "Kestrel Works"),
    ]
    assert "was created" not in check.report[0].message("en")
    assert "已新建" not in check.report[0].message("zh")


def test_a_relation_of_a_cell_that_is_lost_is_counted(base: Settings, ontology: Ontology) -> None:
    """Its row comes in all the same, with what else it says."""
    plan, check = checked(base, ontology, ("twins.csv", b"id,name\n1,Twin Mills\n2,Twin Mills\n"))
    run_import(plan, check, base, ontology)
    raw = b"name;suppliers;competitors\nBoreal Optics;Twin Mills, Quantia Steel;Juniper Glass\n"
    _, check = checked(base, ontology, ("x.csv", raw))
    assert (check.info.refused, check.info.repaired) == (1, 0)
    assert [(each.field, each.reason) for each in check.report if not each.repaired] == [
        ("suppliers", "ambiguous_entity")
    ]
    assert {each.field for each in check.report if each.repaired} == {"suppliers", "competitors"}
    assert ties(check) == {
        ("Quantia Steel", "supplies", "Boreal Optics"),
        ("Boreal Optics", "competitor", "Juniper Glass"),
    }
    _, check = checked(base, ontology, ("x.csv", raw), create_missing=False)
    reasons = [(each.field, each.reason) for each in check.report if not each.repaired]
    assert reasons == [
        ("suppliers", "ambiguous_entity"),
        ("suppliers", "unknown_entity"),
        ("competitors", "unknown_entity"),
    ]
    assert (check.info.entities, check.info.refused) == (1, 1)


def test_what_is_said_of_partners_beside_each_other_names_their_columns(base: Settings, ontology: Ontology) -> None:
    raw = b"Joint venture,Partner A,Stake A,Partner B,Stake B\nIonway SA,Tessera Labs,60%,Cobalt Mills,40%\n"
    _, check = checked(base, ontology, ("x.csv", raw), create_missing=True)
    assert {(each.type, each.share_low) for each in check.coming.relations} == {
        ("shareholder_of", 60.0),
        ("shareholder_of", 40.0),
        ("joint_venture", None),
    }
    assert {each.field for each in check.report} == {"Partner A / Partner B"}
