"""Persons with significant control, as Companies House publishes them: JSON lines of a company number and a holder."""

from __future__ import annotations

from collections.abc import Mapping

from core.ingestion.drafts import Draft, Drafts
from core.ingestion.formats.flat_records import flat_rows
from core.ingestion.formats.json_records import JsonRecord, JsonRecords
from core.ingestion.problems import RowProblem

_OF_FIELDS = ("company_number", "data.name", "data.notified_on", "data.country_of_residence")


def is_significant_control(records: JsonRecords) -> bool:
    """Whether the first record names a company by its number, and a kind of control over it."""
    first = records.items[0].values
    data = first.get("data")
    return "company_number" in first and isinstance(data, dict) and "kind" in data


def significant_control_drafts(records: JsonRecords) -> Drafts:
    """Every holder, a person or a company, and that it holds the company of that number; what is said of the control
    are attributes of the relation. Lines that name nobody, such as totals, are reported."""
    items: list[Draft] = []
    problems = list(records.problems)
    for record in records.items:
        drafts = _drafts(record, records.name)
        items += drafts
        if not drafts:
            data = record.values.get("data")
            kind = str(data.get("kind", "")) if isinstance(data, dict) else ""
            problems.append(RowProblem(records.name, record.line, "data.name", "nobody_named", kind[:80]))
    return Drafts(tuple(items), tuple(problems))


def _drafts(record: JsonRecord, file: str) -> list[Draft]:
    (_, (cells,)) = flat_rows([record.values])
    name, number = cells.get("data.name", "").strip(), cells.get("company_number", "").strip()
    if not name or not number:
        return []
    identifier = _identifier(cells, name)
    kind = "person" if "individual" in cells.get("data.kind", "") else "company"
    country = cells.get("data.country_of_residence") or cells.get("data.identification.country_registered", "")
    holder = {"id": identifier, "name": name, "type": kind, "country": country}
    relation = {"source": identifier, "target": number, "label": "shareholder_of"}
    if began := cells.get("data.notified_on", ""):
        relation["year"] = began
    said = tuple((path.removeprefix("data."), cell) for path, cell in cells.items() if cell and path not in _OF_FIELDS)
    return [Draft("entity", file, record.line, holder), Draft("relation", file, record.line, relation, said)]


def _identifier(cells: Mapping[str, str], name: str) -> str:
    """The register's own key of the holder at this company: people of one name are not taken for one."""
    return cells.get("data.links.self", "").strip("/").replace("persons-with-significant-control", "psc") or name
