"""Two files that a person imports into the document example, and what a knowledge base holds then."""

from __future__ import annotations

from typing import Any

from core.curation.import_plans import ImportPlan, plan_import
from core.curation.importing import ImportCheck, check_import, run_import
from core.ingestion.checking.import_choices import Choices
from core.ontology import Ontology
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base

COMPANIES = "公司名称,英文名称,编号,别名\n甲新材料,Alpha Materials,alpha,甲材\n公司B,Company B,公司B,乙公司\n".encode(
    "gb18030"
)


RELATIONS = "公司,关系,对方公司\n甲材,客户,公司A\n甲新材料,盟友,公司B\n甲新材料,竞品,无此公司\n".encode()


FILES = (("mine.csv", COMPANIES), ("ties.csv", RELATIONS))


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def content(knowledge_base: KnowledgeBase) -> dict[str, list[Any]]:
    """Everything that is told apart in a knowledge base, whatever the order."""
    counts = knowledge_base.manifest.counts
    return {
        "entities": sorted(knowledge_base.entity_at(row).model_dump_json() for row in range(counts.entities)),
        "relations": sorted(knowledge_base.relation(row).model_dump_json() for row in range(counts.relations)),
        "counts": [counts],
    }


def checked(
    settings: Settings, ontology: Ontology, files: Any = FILES, **choices: Any
) -> tuple[ImportPlan, ImportCheck]:
    plan = plan_import(files, settings, choices=Choices(**choices))
    return plan, check_import(plan, opened(settings), ontology)


def imported(settings: Settings, ontology: Ontology, files: Any = FILES, **choices: Any) -> str:
    """Import and return the id of the source."""
    plan, check = checked(settings, ontology, files, **choices)
    run_import(plan, check, settings, ontology)
    return check.info.id
