"""Types of entities and relations: those in force, and types of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import JsonValue

from core.curation.ontology_in_force import EXAMPLE, change_own_types, own_types
from core.errors import DataUnreadableError, DataUnwritableError
from core.ontology import OntologyInvalidError
from core.operations.context import Context
from core.operations.fields import described_as
from core.operations.given_files import write_given
from core.operations.operation import NO_FIELDS, Alternatives, Nothing, Output, operation
from core.runtime.regular_files import read_regular_text

_NOT_TOLD = {"id", "cues", "data_labels", "words"}  # of types: what questions are read by


class Types(Output):
    """Types of entities and of relations by their ids, with labels, inverse, family and tier."""

    entity_types: dict[str, dict[str, JsonValue]]
    relation_types: dict[str, dict[str, JsonValue]]


class OwnTypesRequest(Alternatives):
    """What to do with types of one's own."""

    use: Path | None = described_as("YAML with types of one's own: docs/data.md.")
    save: Path | None = described_as("Write one's own types as YAML, or an example of them.")
    remove: Literal[True] | None = described_as("Take one's own types away again.")


class OwnTypesAnswer(Types):
    """The types in force then; ``written``: the file that was written."""

    written: str = ""


@operation(title="Types of entities and relations", examples=NO_FIELDS)
def get_ontology(context: Context, _: Nothing) -> Types:
    """The types in force: labels, inverse, family and tier of relations, labels of entities."""
    ontology = context.ontology

    def told(types: Any) -> dict[str, Any]:
        return {key: kind.model_dump(mode="json", exclude=_NOT_TOLD) for key, kind in types.items()}

    return Types(entity_types=told(ontology.entity_types), relation_types=told(ontology.types))


@operation(
    title="Types of one's own",
    examples={"zh": {"use": "自定义.yaml"}, "en": {"save": "own.yaml"}},
    errors=(DataUnreadableError, DataUnwritableError, OntologyInvalidError),
    effect="rebuild",
    command_only=True,
)
def change_types(context: Context, asked: OwnTypesRequest) -> OwnTypesAnswer:
    """Put types of one's own in force, take them away, or save them as a file."""
    settings = context.settings
    if asked.save is not None:
        write_given(asked.save, (own_types(settings) or EXAMPLE.read_text(encoding="utf-8")).encode())
    elif asked.use is not None:
        try:
            text = read_regular_text(asked.use, "utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise DataUnreadableError(file=asked.use.name, detail=str(error)[:200]) from error
        context.publish(change_own_types(text, settings, context.progress))
    elif asked.remove:
        context.publish(change_own_types(None, settings, context.progress))
    return OwnTypesAnswer(**dict(get_ontology.run(context, Nothing())), written=str(asked.save or ""))
