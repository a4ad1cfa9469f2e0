"""How a preview reads relations that are not so: planned, called off, only reported, over."""

from __future__ import annotations

import pytest

from core.curation.import_plans import plan_import
from core.curation.importing import check_import, relation_sentences
from core.ingestion.checking.import_choices import Choices
from core.messages import Language
from core.ontology import Ontology
from core.settings import Settings
from core.storage.knowledge_base import open_knowledge_base

DEALS = "Date,Acquirer,Target,Deal value (m),Currency,Stake %,Status\n"
SUPPLY = "Supplier,Customer,Since,Until\nOrlen,Lumen,2011,{end}\n"


def sentences(text: str, language: Language, settings: Settings, ontology: Ontology) -> list[str]:
    plan = plan_import([("x.csv", text.encode())], settings, choices=Choices(create_missing=True))
    base = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    return relation_sentences(check_import(plan, base, ontology), base, ontology, language)


@pytest.mark.parametrize(
    ("status", "en", "zh"),
    [
        ("Announced", "Planned: ", "计划中："),
        ("Pending", "Planned: ", "计划中："),
        ("Terminated", "Called off or denied: ", "已终止、撤回或被否认："),
        ("Completed", "", ""),
        ("", "", ""),
    ],
)
def test_a_deal_that_has_not_come_about_does_not_read_as_done(
    status: str, en: str, zh: str, own_base: Settings, ontology: Ontology
) -> None:
    rows = f"2023-05-12,Voltara,Lumen,145,EUR,100,Completed\n2025-03-21,Voltara,Orlen,480,PLN,51,{status}\n"
    done, told = sentences(DEALS + rows, "en", own_base, ontology)
    assert done == "Voltara acquired Lumen"
    assert told == f"{en}Voltara acquired Orlen"
    assert sentences(DEALS + rows, "zh", own_base, ontology)[1].startswith(zh or "Voltara")


@pytest.mark.parametrize(
    ("end", "said"),
    [("2020", "Formerly (until 2020): "), ("2090", ""), ("", ""), ("2020-03-31", "Formerly (until 2020-03-31): ")],
)
def test_what_is_over_reads_as_over(end: str, said: str, own_base: Settings, ontology: Ontology) -> None:
    assert sentences(SUPPLY.format(end=end), "en", own_base, ontology) == [f"{said}Orlen supplies Lumen"]


def test_what_is_still_to_begin_and_only_reported_is_marked(own_base: Settings, ontology: Ontology) -> None:
    later = sentences("Supplier,Customer,Since\nOrlen,Lumen,2090\n", "en", own_base, ontology)
    assert later == ["Not yet begun (since 2090): Orlen supplies Lumen"]
    reported = sentences("Supplier,Customer,status\nOrlen,Lumen,reported\n", "en", own_base, ontology)
    assert reported == ["Only reported: Orlen supplies Lumen"]
