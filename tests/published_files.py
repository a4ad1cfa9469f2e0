"""A published file as an import brings it in."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from core.domain.records import Entity
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validation import validate
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import table_raw_records
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord
from core.ontology import default_ontology


@dataclass
class Brought:
    """What came of files, with names for ids in relations."""

    entities: dict[str, Entity]
    relations: set[tuple[str, str, str]]
    problems: list[RowProblem]
    lacking: list[str] = field(default_factory=list)
    attributes: list[dict[str, str]] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)
    years: list[int | None] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        return {name for each in self.entities.values() for name in (each.name_zh, each.name_en)}

    @property
    def refused(self) -> list[tuple[int, str]]:
        return [(each.line, each.reason) for each in self.problems if not each.repaired]


def bring(*files: tuple[str, bytes | str | object]) -> Brought:
    """Read, mapped by the guess and valid with what an import does by itself."""
    raw_records: list[RawRecord] = []
    problems: list[RowProblem] = []
    lacking: list[str] = []
    for name, content in files:
        text = content if isinstance(content, str | bytes) else json.dumps(content, ensure_ascii=False)
        found = read_file(text.encode() if isinstance(text, str) else text, name, max_bytes=1_000_000)
        mappings = [(table, guess_mapping(table)) for table in found.tables]
        lacking += [f"{table.name}: {each}" for table, mapping in mappings for each in mapping.missing]
        mapped = [table_raw_records(table, mapping) for table, mapping in mappings if not mapping.missing]
        problems += [each for table, mapping in mappings if mapping.missing for each in table.problems]
        for part in (*found.raw_records, *mapped):
            raw_records += part.items
            problems += part.problems
    valid = validate(raw_records, default_ontology(), Choices(create_missing=True))
    data = valid.data
    names = {each.id: each.name_en for each in data.entities}
    return Brought(
        {each.id: each for each in data.entities},
        {(names[each.source], each.type, names[each.target]) for each in data.relations},
        [*problems, *data.problems, *valid.repairs],
        lacking,
        [{each.name: each.value for each in relation.attributes} for relation in data.relations],
        [each.evidence_en or each.evidence_zh for each in data.relations],
        [each.year for each in data.relations],
        [each.url for each in data.fact_sources],
        [each.end for each in data.relations],
    )


# ---- graph tools
