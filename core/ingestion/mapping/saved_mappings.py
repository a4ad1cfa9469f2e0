"""What a person has said of their data before, so that it need not be said again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from core.ingestion.cells.end_fields import ENDS
from core.ingestion.formats.table import Table
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ingestion.mapping.table_mapping import TableMapping
from core.ingestion.mapping.unnamed_pairs import CompaniesCalled, nobody_called
from core.ontology import Ontology
from core.workspace.parts import value_part
from core.workspace.workspace import Workspace

_OF_ONE_FILE = ("label", *ENDS)


class SavedMappings(BaseModel):
    """Mappings by the columns of a table, and the meaning of labels and entity types."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tables: dict[str, TableMapping] = Field(default_factory=dict)
    labels: dict[str, MappedLabel] = Field(default_factory=dict)
    entity_types: dict[str, str] = Field(default_factory=dict)

    def mapping(
        self, table: Table, ontology: Ontology | None = None, called: CompaniesCalled = nobody_called
    ) -> TableMapping:
        """As it was mapped when a table of the same columns came last, else a guess.

        A relation type or an end that was said of all rows of that table is not taken for those of this one: its rows
        may be of another. A type that the columns say by themselves is.
        """
        guessed = guess_mapping(table, ontology, called)
        known = self.tables.get(_header(table))
        if known is None or known.kind != "relations":
            return known or guessed
        constants = {field: value for field, value in known.constants.items() if field not in _OF_ONE_FILE}
        same_end = _ends(guessed).items() & _ends(known).items()
        same_label = ("label" in guessed.columns.values()) == ("label" in known.columns.values())
        if "label" in guessed.constants and same_end and same_label:
            constants["label"] = guessed.constants["label"]
        return known.model_copy(update={"constants": constants})

    def and_then(
        self,
        mapped: Mapping[str, TableMapping],
        tables: tuple[Table, ...],
        labels: Mapping[str, MappedLabel],
        entity_types: Mapping[str, str],
    ) -> SavedMappings:
        """With what was said now; ``mapped`` by the names of ``tables``."""
        headers = {_header(table): mapped[table.name] for table in tables if table.name in mapped}
        return SavedMappings(
            tables={**self.tables, **headers},
            labels={**self.labels, **labels},
            entity_types={**self.entity_types, **entity_types},
        )


def _ends(mapping: TableMapping) -> dict[str, str]:
    """The columns of both ends."""
    return {field: column for column, field in mapping.columns.items() if field in ("source", "target")}


def _header(table: Table) -> str:
    return "\x1f".join(table.columns)


IMPORT_CHOICES = value_part("import_choices", SavedMappings.model_validate_json)


def load_mappings(folder: Path) -> SavedMappings:
    """What is remembered below a knowledge base folder. Raises WorkspaceUnavailableError."""
    return Workspace.beside(folder).value(IMPORT_CHOICES) or SavedMappings()


def save_mappings(folder: Path, remembered: SavedMappings) -> None:
    """Write it, whole or not at all."""
    Workspace.beside(folder).put(IMPORT_CHOICES, remembered.model_dump_json(indent=2))
