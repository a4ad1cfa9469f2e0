"""Wikidata entities, as Special:EntityData and the dumps have them: labels, aliases and statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from urllib.parse import urlsplit

from core.ingestion.formats.json_records import JsonRecord, JsonRecords
from core.ingestion.formats.table import list_cell
from core.ingestion.formats.wikidata_claims import Claim, claims_of, coordinates_in, text_of, time_in, values_of
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord, RawRecords

_FIELDS = {"P571": "founded", "P17": "country", "P452": "industry", "P249": "tickers"}
_IDENTIFIERS = {"P1278": "lei", "P946": "isin", "P5531": "cik", "P1320": "register"}
"""LEI, ISIN, CIK, and the OpenCorporates ID, which is a jurisdiction and a number in its register."""
_TYPES = {"P17": "place", "P159": "place", "P495": "place", "P452": "industry", "P169": "person"}
"""What is the value of such a statement is no company."""
_RELATIONS = {
    "P749": ("subsidiary_of", False),
    "P355": ("subsidiary_of", True),
    "P127": ("shareholder_of", True),
    "P1830": ("shareholder_of", False),
    "P112": ("founded_by", False),
    "P159": ("located_in", False),
    "P452": ("in_industry", False),
}
"""Properties that are relation types here, and whether the value is the source: parent organization, has subsidiary,
owned by, owner of, founded by, headquarters, industry."""
_CHIEF, _SEAT, _COORDINATES = "P169", "P159", "P625"
_BEGAN, _ENDED, _AT, _SHARE = "P580", "P582", "P585", "P1107"
_LINK, _STATED_IN, _TITLE, _PUBLISHED, _RETRIEVED = "P854", "P248", "P1476", "P577", "P813"
_HUMAN = "Q5"
_NOT_READ = "sitelinks, further references and qualifiers"
_CHINESE = ("zh-hans", "zh-cn", "zh", "zh-sg", "zh-hant", "zh-tw", "zh-hk")
_ENGLISH = ("en", "en-us", "en-gb", "mul")


def is_wikidata(records: JsonRecords) -> bool:
    """Whether the first record is an item or a property with labels by language."""
    first = records.items[0].values
    return isinstance(first.get("labels"), dict) and isinstance(first.get("claims"), dict) and "id" in first


def wikidata_raw_records(records: JsonRecords) -> RawRecords:
    """Every item with its names in all languages; statements between items of the file as relations with their days,
    share and source, all others as fields or as attributes that are called by their property.

    Deprecated statements are left out. Those of relations to items that are not in the file are counted.
    """
    items = {str(record.values["id"]): record.values for record in records.items if "id" in record.values}
    named = {identifier: _label(item) for identifier, item in items.items()}
    claims = [[each for each in claims_of(record.values) if each.rank != "deprecated"] for record in records.items]
    kinds = dict(_kinds(records.items, claims))
    entities, sources = [], dict[str, RawRecord]()
    relations: dict[tuple[object, ...], RawRecord] = {}
    outside: Counter[str] = Counter()
    for record, stated in zip(records.items, claims, strict=True):
        entities.append(_entity(record, stated, records.name, items, kinds))
        for claim in stated:
            if claim.property_id in _RELATIONS and claim.value not in named:
                outside[claim.property_id] += 1
            elif claim.property_id in _RELATIONS:
                source = _source(record, claim, records.name, named)
                relation = _relation(record, claim, records.name, source)
                if (
                    relations.setdefault(_key(relation), relation) is relation
                ):  # a parent and its subsidiary say it both
                    sources.setdefault(str(source.values["id"]), source)
    first = records.items[0].line
    problems = [RowProblem(records.name, first, "", "keys_not_read", _NOT_READ, repaired=True)]
    if outside:
        told = ", ".join(f"{name}: {count}" for name, count in sorted(outside.items()))
        problems.append(RowProblem(records.name, first, "", "ends_outside", told, repaired=True))
    return RawRecords((*sources.values(), *entities, *relations.values()), (*problems, *records.problems))


def _kinds(records: Sequence[JsonRecord], claims: Sequence[Sequence[Claim]]) -> Iterator[tuple[str, str]]:
    for record, stated in zip(records, claims, strict=True):
        for claim in stated:
            if claim.property_id in _TYPES:
                yield claim.value, _TYPES[claim.property_id]
            elif claim.property_id == "P31" and claim.value == _HUMAN:
                yield str(record.values.get("id")), "person"


def _entity(
    record: JsonRecord,
    claims: Sequence[Claim],
    file: str,
    items: Mapping[str, Mapping[str, object]],
    kinds: Mapping[str, str],
) -> RawRecord:
    identifier = str(record.values.get("id", ""))
    kind = kinds.get(identifier, "company")
    said: dict[str, list[str]] = {}
    for claim in claims:
        value = _label(items[claim.value]) if claim.value in items else claim.value
        said.setdefault(claim.property_id, []).append(value)
    values: dict[str, object] = {"id": identifier, "type": kind, **_names(record.values)}
    for property_id, field in _FIELDS.items():
        if found := said.get(property_id):
            values[field] = tuple(found) if field == "tickers" else found[0]
    values["founded"] = next(map(time_in, values_of(record.values, "P571")), "")[:4]
    if kind == "company":
        values["identifiers"] = (
            f"wikidata:{identifier}",
            *(f"{_IDENTIFIERS[key]}:{each}" for key in _IDENTIFIERS for each in said.get(key, ())),
        )
        values |= _seat(record.values, claims, items)
    if chiefs := [each for each in claims if each.property_id == _CHIEF]:
        said[_CHIEF] = [_since(each, items) for each in chiefs]
    kept = tuple((each, list_cell(found)) for each, found in said.items() if each not in {**_FIELDS, **_IDENTIFIERS})
    return RawRecord("entity", file, record.line, {key: value for key, value in values.items() if value != ""}, kept)


def _names(item: Mapping[str, object]) -> dict[str, object]:
    names = {language: _text(each) for language, each in _by_language(item, "labels").items()}
    texts = {language: _text(each) for language, each in _by_language(item, "descriptions").items()}
    listed = (each for each in _by_language(item, "aliases").values() if isinstance(each, list))
    others = [_text(each) for some in listed for each in some]
    chosen = {"name_zh": _first(names, _CHINESE), "name_en": _first(names, _ENGLISH)}
    aliases = dict.fromkeys(each for each in (*names.values(), *others) if each and each not in chosen.values())
    return {
        **chosen,
        "name": "" if any(chosen.values()) else _label(item) or str(item.get("id", "")),
        "description_zh": _first(texts, _CHINESE),
        "description_en": _first(texts, _ENGLISH),
        "aliases": tuple(aliases),
    }


def _seat(
    item: Mapping[str, object], claims: Sequence[Claim], items: Mapping[str, Mapping[str, object]]
) -> dict[str, object]:
    """The headquarters that did not end, the preferred one first, and where it is: as the statement says, or the item
    of the place; a place that is not in the file has no name."""
    seats = [each for each in claims if each.property_id == _SEAT and not each.day(_ENDED)]
    seats.sort(key=lambda each: each.rank != "preferred")
    if not seats:
        return {}
    place = items.get(seats[0].value, {})
    at = (
        coordinates_in(seats[0].qualifiers.get(_COORDINATES, ()))
        or coordinates_in(values_of(item, _COORDINATES))
        or coordinates_in(values_of(place, _COORDINATES))
    )
    return {"place": _label(place), **({"lat": at[0], "lon": at[1]} if at else {})}


def _since(claim: Claim, items: Mapping[str, Mapping[str, object]]) -> str:
    """Who it is, and from when to when."""
    name = _label(items[claim.value]) if claim.value in items else claim.value
    began, ended = claim.day(_BEGAN), claim.day(_ENDED)
    return f"{name} ({began}–{ended})" if began or ended else name


def _relation(record: JsonRecord, claim: Claim, file: str, source: RawRecord) -> RawRecord:
    label, backwards = _RELATIONS[claim.property_id]
    own = str(record.values.get("id", ""))
    start, end = (claim.value, own) if backwards else (own, claim.value)
    ended, share = claim.day(_ENDED), claim.share(_SHARE)
    values: dict[str, object] = {
        "source": start,
        "target": end,
        "label": label,
        "start": claim.day(_BEGAN),
        "end": ended,
        "as_of": claim.day(_AT),
        "status": "ended" if ended else "",
        "source_id": source.values["id"],
    }
    if share is not None and label in ("shareholder_of", "subsidiary_of"):
        values |= {"share_low": share, "share_high": share}
    return RawRecord("relation", file, record.line, {key: value for key, value in values.items() if value != ""})


def _key(relation: RawRecord) -> tuple[object, ...]:
    return tuple(relation.values.get(each) for each in ("source", "label", "target", "start", "as_of"))


def _source(record: JsonRecord, claim: Claim, file: str, named: Mapping[str, str]) -> RawRecord:
    """What the first reference names with a link, else the item itself."""
    said = {key: text_of(values[0]) for key, values in claim.reference.items() if values}
    link, own = said.get(_LINK, ""), str(record.values.get("id", ""))
    if link.startswith(("http://", "https://")):
        stated_in = named.get(said.get(_STATED_IN, ""), "")
        dates = (time_in(each) for key in (_PUBLISHED, _RETRIEVED) for each in claim.reference.get(key, ()))
        values: dict[str, object] = {
            "id": f"wikidata-reference:{blake2b(link.encode(), digest_size=8).hexdigest()}",
            "title": (said.get(_TITLE) or stated_in or urlsplit(link).netloc or link)[:500],
            "publisher": stated_in,
            "url": link,
            "date": next(filter(None, dates), ""),
        }
    else:
        title, url = f"Wikidata: {_label(record.values) or own} ({own})", f"https://www.wikidata.org/wiki/{own}"
        values = {"id": f"wikidata:{own}", "title": title[:500], "publisher": "Wikidata", "url": url}
        values |= {"licence": "CC0 1.0", "date": str(record.values.get("modified") or "")[:10]}
    return RawRecord("source", file, record.line, {**values, "file": file, "locator": f"{own} {claim.property_id}"})


def _by_language(item: Mapping[str, object], key: str) -> Mapping[str, object]:
    found = item.get(key)
    return found if isinstance(found, dict) else {}


def _text(value: object) -> str:
    return str(value.get("value", "")) if isinstance(value, dict) else str(value or "")


def _first(texts: Mapping[str, str], languages: tuple[str, ...]) -> str:
    return next((texts[language] for language in languages if texts.get(language)), "")


def _label(item: Mapping[str, object]) -> str:
    names = {language: _text(each) for language, each in _by_language(item, "labels").items()}
    return _first(names, (*_ENGLISH, *_CHINESE)) or next(iter(names.values()), "")
