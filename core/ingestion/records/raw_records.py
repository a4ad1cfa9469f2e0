"""Records-to-be: what files of any format say of entities, relations and passages, before the gate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from core.domain.records import MAX_ATTRIBUTE, MAX_ATTRIBUTE_NAME, Attribute
from core.domain.text import clean_text
from core.ingestion.formats.table import list_cell
from core.ingestion.records.problems import RowProblem

RawRecordKind = Literal["entity", "relation", "passage", "source"]


@dataclass(frozen=True)
class RawRecord:
    """The values that a place of a file gives for one record.

    Entities: the fields of ``Entity``, or ``name`` and ``description`` in whatever language. Relations: the fields of
    ``Relation`` with a ``label`` of the data's own for ``type``, ends as ids or names, and ``evidence`` in whatever
    language. Passages: the fields of ``Passage``, of which only ``text`` must be there. Sources: the fields of
    ``FactSource``. ``attributes``: names and values of what else is said. ``columns``: of fields that hold other
    companies, the column of each value. ``exported``: an export of this program wrote it, so its id is that of a
    record. ``published``: its id is that of a record of a data set that others publish.
    """

    kind: RawRecordKind
    file: str
    line: int
    values: Mapping[str, object]
    attributes: tuple[tuple[str, str], ...] = ()
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    exported: bool = False
    published: bool = False

    @property
    def named_by(self) -> str:
        """The field that an entity has its id from."""
        names = ("id", "tickers", "name_en", "name", "name_zh")
        return next((name for name in names if self.values.get(name)), "id")

    @property
    def shown(self) -> dict[str, str]:
        """All of it as text, for a preview."""
        fields = {
            name: list_cell(value) if isinstance(value, tuple) else str(value) for name, value in self.values.items()
        }
        return dict(self.attributes) | fields

    def as_attributes(self) -> tuple[tuple[Attribute, ...], tuple[str, ...]]:
        """Its attributes as records have them, and the names of those that are shortened."""
        cleaned = [(clean_text(name)[:MAX_ATTRIBUTE_NAME], clean_text(value)) for name, value in self.attributes]
        kept = tuple(Attribute(name, value[:MAX_ATTRIBUTE]) for name, value in cleaned if name and value)
        return kept, tuple(name for name, value in cleaned if len(value) > MAX_ATTRIBUTE)


@dataclass(frozen=True)
class RawRecords:
    """All that a file says, in its order, and the rows that could not be read."""

    items: tuple[RawRecord, ...]
    problems: tuple[RowProblem, ...] = ()
