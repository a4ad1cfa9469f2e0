"""Ends of imported relations: who is called by what, and whose name it is, when the lists that describe them go."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.curation.deleting import delete_source, what_goes_with_source
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.ingestion.building.build import build_knowledge_base
from core.ingestion.checking.import_choices import Choices
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from tests.support import company, write_data

VENDORS = b"id,name\n1,Alpha Bolt Works\n2,Meridian Foods\n3,Halcyon Paper\n"
CORRECTED = VENDORS.replace(b"Works", b"Works GmbH")

Bring = Callable[..., str]


@pytest.fixture
def base(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> Settings:
    write_data(own_settings.data_folder, companies=[company("catl", "宁德时代", "CATL", tickers="300750.SZ")])
    build_knowledge_base(own_settings, encoder, ontology)
    return own_settings


@pytest.fixture
def bring(base: Settings, ontology: Ontology) -> Bring:
    """Imports a file; the id of its source."""

    def imported(name: str, content: str | bytes, **choices: bool) -> str:
        raw = content if isinstance(content, bytes) else content.encode()
        plan = plan_import([(name, raw)], base, choices=Choices(**choices))  # type: ignore[arg-type]
        check = check_import(plan, opened(base), ontology)
        run_import(plan, check, base, ontology)
        return check.info.id

    return imported


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def called(settings: Settings, entity_id: str) -> tuple[set[str], tuple[str, ...], str]:
    """Both names, the aliases, and where it is said."""
    entity = opened(settings).entity(entity_id)
    return {entity.name_zh, entity.name_en}, entity.aliases, entity.origin


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("written", ["Alpha Bolt Works", "ALPHA BOLT WORKS", "Alpha Bolt Works GmbH", "1"])
def test_a_name_goes_with_the_list_that_gives_it(
    written: str, base: Settings, bring: Bring, ontology: Ontology
) -> None:
    """Relation files credit no name to themselves but the one that their row writes, once no list is left."""
    first = bring("vendors_a.csv", VENDORS)
    correction = bring("vendors_b.csv", CORRECTED, same_ids=True)
    before = called(base, "1")
    ties = bring("sc1.csv", f"Supplier,Customer\n{written},CATL\n")
    assert called(base, "1") == before == ({"Alpha Bolt Works GmbH"}, ("Alpha Bolt Works",), before[2])
    delete_source(correction, base, ontology)
    assert called(base, "1") == ({"Alpha Bolt Works"}, (), "vendors_a.csv:2")
    assert what_goes_with_source(first, opened(base), base, ontology).entities == 2
    delete_source(first, base, ontology)
    stays = "Alpha Bolt Works GmbH" if written == "1" else written
    assert called(base, "1") == ({stays}, (), "sc1.csv:2")
    assert opened(base).manifest.counts.relations == 1
    assert what_goes_with_source(ties, opened(base), base, ontology).entities == 1
    delete_source(ties, base, ontology)
    assert list(opened(base).entity_ids) == ["catl"]


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("written", ["CATL Ltd.", "catl", "宁德时代", "300750.SZ"])
@pytest.mark.parametrize("described", [True, False])
def test_an_end_never_changes_the_name_of_a_company_of_the_data_folder(
    written: str, described: bool, base: Settings, bring: Bring, ontology: Ontology
) -> None:
    sources = [bring("more.csv", "id,name_zh,name_en,country\ncatl,宁德时代,CATL,CN\n")] if described else []
    before = called(base, "catl")[:2]
    sources.append(bring("sc2.csv", f"Supplier,Customer\nBoreal Optics,{written}\n"))
    assert called(base, "catl")[:2] == before
    for source in sources:
        delete_source(source, base, ontology)
        assert called(base, "catl")[:2] == before


def test_ends_of_several_relation_files_are_called_as_the_first_one_writes(
    base: Settings, bring: Bring, ontology: Ontology
) -> None:
    vendors = bring("vendors_a.csv", VENDORS)
    first = bring("sc1.csv", "Supplier,Customer\nALPHA BOLT WORKS,CATL\n")
    bring("sc2.csv", "Supplier,Customer\nCATL,Alpha Bolt Works\n")
    delete_source(vendors, base, ontology)
    assert called(base, "1") == ({"ALPHA BOLT WORKS"}, (), "sc1.csv:2")
    assert what_goes_with_source(first, opened(base), base, ontology).entities == 0
    delete_source(first, base, ontology)
    assert called(base, "1") == ({"Alpha Bolt Works"}, (), "sc2.csv:2")


def test_ends_in_cells_of_a_list_are_called_as_the_cell_writes(
    base: Settings, bring: Bring, ontology: Ontology
) -> None:
    vendors = bring("vendors_a.csv", VENDORS)
    bring("list.csv", "name,suppliers\nBoreal Optics,ALPHA BOLT WORKS; Meridian Foods\n")
    correction = bring("vendors_b.csv", CORRECTED, same_ids=True)
    delete_source(vendors, base, ontology)
    assert called(base, "1")[0] == {"Alpha Bolt Works GmbH"}
    delete_source(correction, base, ontology)
    assert called(base, "1") == ({"ALPHA BOLT WORKS"}, (), "list.csv:2")


@pytest.mark.matrix()
@pytest.mark.parametrize("spelt", ["GB", "United Kingdom", "英国"])
def test_what_two_lists_state_stays_while_one_of_them_does(
    spelt: str, base: Settings, bring: Bring, ontology: Ontology
) -> None:
    first = bring("crm.csv", "name,country,founded,industry\nKilo Pumps Ltd,GB,1990,Pumps\n")
    bring("erp.csv", f"name,country,founded,industry\nKilo Pumps,{spelt},1990,Pumps\n")
    (known,) = [each for each in opened(base).entity_ids if each.startswith("Kilo")]
    stated = ("GB", 1990, "Pumps")
    entity = opened(base).entity(known)
    assert (entity.country, entity.founded, entity.industry) == stated
    delete_source(first, base, ontology)
    entity = opened(base).entity(known)
    assert (entity.country, entity.founded, entity.industry) == stated
