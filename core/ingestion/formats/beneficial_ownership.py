"""Statements of the Beneficial Ownership Data Standard, versions 0.2 to 0.4: https://standard.openownership.org."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.ingestion.formats.json_records import JsonRecord, JsonRecords
from core.ingestion.formats.table import list_cell
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord, RawRecords

Values = Mapping[str, object]
_KINDS = {
    "entity": "entity",
    "person": "person",
    "relationship": "relationship",
    "entitystatement": "entity",
    "personstatement": "person",
    "ownershiporcontrolstatement": "relationship",
}
_SHARES = ("shareholding", "votingrights", "rightstosurplusassetsondissolution", "rightstoprofitorincome")
"""Interests that are shares, in the order in which one of them is taken."""
_BOUNDS = {"share_low": ("minimum", "exclusiveMinimum"), "share_high": ("maximum", "exclusiveMaximum")}
_PARTY, _SUBJECT, _INTERESTS = "interestedParty", "subject", "interests"
_UNKNOWN = ("", "unknowninterest", "unpublishedinterest")


def is_beneficial_ownership(records: JsonRecords) -> bool:
    """Whether the first record is a statement of the standard."""
    first = records.items[0].values
    return _kind(first) != "" and ("statementId" in first or "statementID" in first)


def beneficial_ownership_raw_records(records: JsonRecords) -> RawRecords:
    """People and entities, each as its last statement has it, and holdings. Of a holding that was stated again each
    share holds until the next one begins, and the last until it is closed.

    An indirect interest whose components are in the file is left out: the holdings that it is made of are there.
    Interests without a share of votes or capital, such as a seat on the board, are attributes.
    """
    statements = [_Statement(record, _kind(record.values)) for record in records.items]
    problems = list(records.problems)
    records_of = {each.statement_id: each.record_id for each in statements}
    latest: dict[str, _Statement] = {}
    holdings: dict[str, list[_Statement]] = {}
    for each in statements:
        if each.kind == "relationship":
            holdings.setdefault(_first_record(each, records_of, holdings), []).append(each)
        elif each.kind:
            latest[each.record_id] = each
        else:
            problems.append(RowProblem(records.name, each.record.line, "recordType", "no_company_data", ""))
    items = [_party(each, records.name) for each in latest.values()]
    for stated in holdings.values():
        for raw_record in _holdings(stated, records_of, latest, records.name):
            if isinstance(raw_record, RawRecord):
                items.append(raw_record)
            else:
                problems.append(raw_record)
    return RawRecords(tuple(items), tuple(problems))


@dataclass(frozen=True)
class _Statement:
    record: JsonRecord
    kind: str

    @property
    def values(self) -> Values:
        return self.record.values

    @property
    def details(self) -> Values:
        """From 0.4 on in a record of its own."""
        details = self.values.get("recordDetails")
        return details if isinstance(details, dict) else self.values

    @property
    def statement_id(self) -> str:
        return str(self.values.get("statementId") or self.values.get("statementID") or "")

    @property
    def record_id(self) -> str:
        """Before 0.4 every statement is a record of its own."""
        return str(self.values.get("recordId") or self.statement_id)

    @property
    def date(self) -> str:
        return str(self.values.get("statementDate") or "")[:10]


@dataclass(frozen=True)
class _Interest:
    """What counts of the interests of one statement: bounds in percent, empty where none is said."""

    share: Mapping[str, object]
    start: str
    end: str


def _kind(values: Values) -> str:
    return _KINDS.get(_folded(values.get("recordType") or values.get("statementType")), "")


def _folded(value: object) -> str:
    return str(value or "").replace("-", "").lower()


def _first_record(statement: _Statement, records_of: Mapping[str, str], known: Mapping[str, object]) -> str:
    """The record that a statement is about; before 0.4 that of the statement it replaces."""
    replaced = statement.values.get("replacesStatements")
    for each in replaced if isinstance(replaced, list) else ():
        if each in known and each in records_of:
            return str(each)
    return statement.record_id


def _party(statement: _Statement, file: str) -> RawRecord:
    details = statement.details
    names = [str(each.get("fullName") or "") for each in _objects(details.get("names"))]
    name = str(details.get("name") or "") or next(filter(None, names), "") or statement.record_id
    others = details.get("alternateNames")
    countries = [details.get("jurisdiction") or details.get("incorporatedInJurisdiction")]
    countries += _objects(details.get("nationalities"))
    country = next((str(each.get("name") or each.get("code") or "") for each in _objects(countries)), "")
    identifiers = [
        f"{each.get('schemeName') or each.get('scheme')}: {each.get('id')}"
        for each in _objects(details.get("identifiers"))
    ]
    values: dict[str, object] = {
        "id": statement.record_id,
        "name": name,
        "type": "person" if statement.kind == "person" else "company",
        "aliases": tuple(dict.fromkeys([*filter(None, names[1:]), *(others if isinstance(others, list) else ())])),
        "country": country,
        "founded": str(details.get("foundingDate") or "")[:4],
    }
    said = (("identifiers", list_cell(identifiers)), ("entityType", _type_of(details)))
    kept = tuple(each for each in said if each[1])
    return RawRecord("entity", file, statement.record.line, values, kept, published=True)


def _type_of(details: Values) -> str:
    kind = details.get("entityType") or details.get("personType")
    return str(kind.get("type") or "") if isinstance(kind, dict) else str(kind or "")


def _holdings(
    stated: list[_Statement], records_of: Mapping[str, str], parties: Mapping[str, _Statement], file: str
) -> Iterator[RawRecord | RowProblem]:
    """What is stated of one holding over time, the statements in the order of the file."""
    versions: list[tuple[_Statement, _Interest]] = []
    known = records_of.keys() | set(records_of.values())
    for each in stated:
        ends = [_end(each.details.get(key), records_of) for key in (_SUBJECT, _PARTY)]
        interest = _interest_or_reason(each, known)
        if not all(end in parties for end in ends):
            absent = _PARTY if ends[0] in parties else _SUBJECT
            yield RowProblem(file, each.record.line, absent, "missing")
        elif isinstance(interest, str):
            reason = interest
            kinds = ", ".join(str(one.get("type") or "") for one in _objects(each.details.get("interests")))
            yield RowProblem(file, each.record.line, _INTERESTS, reason, kinds[:80], repaired=True)
        elif versions and versions[-1][1].share == interest.share and not _changes_start(versions[-1][1], interest):
            versions[-1] = (each, _Interest(interest.share, versions[-1][1].start or interest.start, interest.end))
        else:
            versions.append((each, interest))
    for place, (each, interest) in enumerate(versions):
        start, end = interest.start, interest.end
        if place and start <= versions[place - 1][1].start:
            start = each.date or start  # the share changed, the interest did not begin anew
        if place + 1 < len(versions):
            following, after = versions[place + 1]
            end = after.start if after.start > interest.start else following.date
        closed = place + 1 == len(versions) and each.values.get("recordStatus") == "closed"
        yield _holding(each, interest, start, end or (each.date if closed else ""), closed, records_of, file)


def _changes_start(before: _Interest, after: _Interest) -> bool:
    return after.start > before.start and before.end != "" and after.start >= before.end


def _holding(
    statement: _Statement,
    interest: _Interest,
    start: str,
    end: str,
    closed: bool,
    records_of: Mapping[str, str],
    file: str,
) -> RawRecord:
    details = statement.details
    values: dict[str, object] = {
        "id": statement.statement_id,
        "source": _end(details.get("interestedParty"), records_of),
        "target": _end(details.get("subject"), records_of),
        "label": "shareholder_of",
        "start": start,
        "end": end,
        "as_of": statement.date,
        "status": "ended" if closed else "",
        **interest.share,
    }
    interests = _objects(details.get("interests"))
    kinds = list(dict.fromkeys(str(each.get("type") or "") for each in interests))
    details_said = [str(each.get("details") or "") for each in interests]
    said = (
        ("interests", list_cell([kind for kind in kinds if kind])),
        ("details", " · ".join(filter(None, details_said))),
        ("beneficialOwnershipOrControl", "true" if any(map(_is_beneficial, interests)) else ""),
    )
    filled = {key: value for key, value in values.items() if value != ""}
    return RawRecord("relation", file, statement.record.line, filled, tuple(each for each in said if each[1]))


def _is_beneficial(interest: Values) -> bool:
    return interest.get("beneficialOwnershipOrControl") is True


def _end(end: object, records_of: Mapping[str, str]) -> str:
    """The record that one end of a relationship is; empty where it is not known."""
    if isinstance(end, dict):
        named = end.get("describedByEntityStatement") or end.get("describedByPersonStatement") or ""
        return records_of.get(str(named), "")
    return records_of.get(str(end), str(end or ""))


def _interest_or_reason(statement: _Statement, known: set[str]) -> _Interest | str:
    """The share among the interests, which may be unknown; or why there is none: all of them are indirect and the
    holdings that they are made of are in the file, or none is a share."""
    details = statement.details
    interests = _objects(details.get("interests"))
    components = details.get("componentRecords") or details.get("componentStatementIDs")
    if isinstance(components, list) and any(str(each) in known for each in components):
        direct = [each for each in interests if _level(each) != "indirect"]
        if interests and not direct:
            return "indirect_interest"
        interests = direct
    shares = sorted(filter(_is_share, interests), key=_preference)
    if interests and not shares:
        return "no_share_interest"
    chosen: Values = shares[0] if shares else {}
    share = _bounds(chosen.get("share"))
    return _Interest(share, str(chosen.get("startDate") or "")[:10], str(chosen.get("endDate") or "")[:10])


def _level(interest: Values) -> str:
    return _folded(interest.get("directOrIndirect") or interest.get("interestLevel"))


def _is_share(interest: Values) -> bool:
    return _folded(interest.get("type")) in (*_SHARES, *_UNKNOWN)


def _preference(interest: Values) -> tuple[bool, int]:
    """Those with a share first, and capital before votes."""
    kind = _folded(interest.get("type"))
    return not _bounds(interest.get("share")), _SHARES.index(kind) if kind in _SHARES else len(_SHARES)


def _bounds(share: object) -> dict[str, object]:
    """Percent at least and at most. Bounds that are excluded are numbers from 0.4 on and marks before."""
    if not isinstance(share, dict):
        return {}
    if _is_number(share.get("exact")):
        return {"share_low": share["exact"], "share_high": share["exact"]}
    found = {}
    for field, keys in _BOUNDS.items():
        bound = next((share[key] for key in keys if _is_number(share.get(key))), None)
        if bound is not None:
            found[field] = bound
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _objects(value: object) -> list[Values]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
