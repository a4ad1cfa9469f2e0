"""Which documents the relations of an entity are taken from."""

from __future__ import annotations

from collections import Counter

from pydantic import Field

from core.domain.results import Result
from core.dossier.timeline import STRONGEST
from core.storage.knowledge_base import KnowledgeBase


class CitedDocument(Result):
    """A document, and how many relations it is cited for.

    ``general_knowledge``: it is none, but what is generally known as of ``date``. Rows that name no document are
    cited by their file, which is the ``title`` then.
    """

    title: str
    publisher: str = ""
    date: str = ""
    url: str = ""
    general_knowledge: bool = False
    relations: int = Field(ge=1)


def cited_documents(base: KnowledgeBase, node: int) -> tuple[CitedDocument, ...]:
    """The documents of the entity's ``STRONGEST`` relations by weight: documents first, of these the most cited."""
    rows, _ = base.strongest_relations(node, STRONGEST)
    relations = [base.relation(row) for row in rows.tolist()]
    named = Counter(each.source_id for each in relations if each.source_id)
    files = Counter(_file(each.origin) for each in relations if not each.source_id and each.origin)
    found = [CitedDocument(title=file, relations=count) for file, count in files.items()]
    for source_id, count in named.items():
        document = base.fact_source(source_id)
        found.append(
            CitedDocument(
                title=document.title,
                publisher=document.publisher,
                date=document.date,
                url=document.url,
                general_knowledge=document.is_general_knowledge,
                relations=count,
            )
        )
    return tuple(sorted(found, key=lambda each: (each.general_knowledge, -each.relations, each.title)))


def _file(origin: str) -> str:
    """The file of the first row of an origin such as ``relations.csv:8; more.csv:2``."""
    return origin.split("; ", maxsplit=1)[0].rpartition(":")[0]
