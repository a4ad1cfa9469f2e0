"""A source or single records out of the knowledge base; single records back in."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from core.curation.deleting import (
    Going,
    NothingToRemoveError,
    delete_source,
    put_back,
    remove,
    what_goes_with,
    what_goes_with_source,
)
from core.domain.strict_fields import Switch
from core.ingestion.records.sources import (
    SourceDamagedError,
    SourceNameAmbiguousError,
    SourceUnknownError,
    source_called,
)
from core.operations.context import Context
from core.operations.operation import Input, Output, operation
from core.settings import Settings
from core.workspace.removals import Removals, load_removals

Ids = Annotated[tuple[str, ...], Field(max_length=10_000)]


class RemovalRequest(Input):
    """What goes, or comes back."""

    source: str = Field("", description="Its id or its name, as the list of sources says.")
    entities: Ids = Field((), description="Ids; with their relations and mentions.")
    relations: Ids = Field((), description="Ids.")
    passages: Ids = Field((), description="Ids; with what they alone state.")
    documents: Ids = Field((), description="Ids; with their passages.")
    preview: Switch = Field(default=False, description="Say what would go, and change nothing.")
    undo: Switch = Field(default=False, description="Let these single records come back.")

    @property
    def removals(self) -> Removals:
        """The single records."""
        return Removals(**self.model_dump(include=set(Removals.model_fields)))

    @property
    def named(self) -> str:
        """What is named, as an error quotes it."""
        given = [each for name in Removals.model_fields for each in getattr(self, name)]
        return ", ".join(filter(None, (self.source, *given)))[:200] or "—"


class RemovalAnswer(Output):
    """``goes``: what goes with the source, by its id, and with the ``records``; ``removed_records``: those that are out
    then."""

    goes: dict[str, Going]
    removed_records: Removals


@operation(
    title="Take a source or single records out again",
    examples={
        "zh": {"source": "会议记录", "preview": True},
        "en": {"entities": ["catl"], "preview": True},
    },
    errors=(NothingToRemoveError, SourceUnknownError, SourceNameAmbiguousError, SourceDamagedError),
    effect="rebuild",
)
def delete_data(context: Context, asked: RemovalRequest) -> RemovalAnswer:
    """Take an imported source or single records out of the knowledge base, or let single records come back; a
    preview says what would go."""
    removals, settings = asked.removals, context.settings
    if not (asked.source or removals.any):
        raise NothingToRemoveError(ids=asked.named)
    if asked.undo:
        _put_back(context, asked)
        return _answer({}, settings)
    source, ontology = source_called(settings.knowledge_base_folder, asked.source), context.ontology
    try:
        going = _going(context, source, removals)
    except SourceDamagedError as error:
        if asked.preview or error.parameters["source"] != source:
            raise
        going = {}  # what cannot be read can be deleted all the same
    if source and not asked.preview:
        context.publish(delete_source(source, settings, ontology, context.progress))
    if removals.any and not asked.preview:
        context.publish(remove(removals, settings, ontology, context.progress))
    return _answer(going, settings)


def _put_back(context: Context, asked: RemovalRequest) -> None:
    removals, settings = asked.removals, context.settings
    if asked.source or not removals.any or removals.but_not(load_removals(settings.knowledge_base_folder)).any:
        # a source that was deleted is imported again; what is not out cannot come back
        raise NothingToRemoveError(ids=asked.named)
    context.publish(put_back(removals, settings, context.ontology, context.progress))


def _going(context: Context, source: str, removals: Removals) -> dict[str, Going]:
    base, going = context.base, {}
    if source:
        going[source] = what_goes_with_source(source, base.knowledge_base, context.settings, base.ontology)
    if removals.any:
        going["records"] = what_goes_with(removals, base.knowledge_base)
    return going


def _answer(going: dict[str, Going], settings: Settings) -> RemovalAnswer:
    return RemovalAnswer(goes=going, removed_records=load_removals(settings.knowledge_base_folder))
