"""What a citation of an answer opens."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from core.domain.partial_dates import last_day, today
from core.domain.results import SourceKind
from core.dossier.source_view import CitationUnknownError, SourceView, source_view
from core.messages import Language
from core.operations.context import Context
from core.operations.fields import AsOf, Clean
from core.operations.operation import Input, operation

_ID = "As the sources of an answer have it."


class SourceRequest(Input):
    """A source of an answer by its kind and id, and what is to be marked in it."""

    kind: SourceKind = Field(description="relation, passage or profile.")
    source_id: Annotated[str, Field(min_length=1, max_length=1_000, description=_ID), Clean]
    quote: Annotated[str, Field(max_length=2_000, description="The words to mark in a passage."), Clean] = ""
    about: tuple[Annotated[str, Field(max_length=500)], ...] = Field(
        (), max_length=50, description="Ids of entities: without a quote the sentences that name them are marked."
    )
    as_of: AsOf = ""
    language: Language = "en"


@operation(
    title="What a citation opens",
    examples={
        "zh": {
            "kind": "passage",
            "source_id": "batteries_ev-p001",
            "quote": "在国内，蔚来和理想汽车的动力电池主要由宁德时代供应。",
        },
        "en": {"kind": "relation", "source_id": "catl--competitor--byd"},
    },
    errors=(CitationUnknownError,),
)
def get_source(context: Context, asked: SourceRequest) -> SourceView:
    """One source of an answer: the document that says so with its link, the passage with the cited sentence marked, the
    row of the table with the rows before and after it, in the original file of an import where that is kept."""
    day = last_day(asked.as_of) if asked.as_of else today()
    return source_view(
        context.base, asked.kind, asked.source_id, day, asked.language, quote=asked.quote, about=asked.about
    )
