"""Wikidata entities, as Special:EntityData and the dumps have them: labels, aliases and statements.

Structure: https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.ingestion.drafts import Draft, Drafts
from core.ingestion.formats.json_records import JsonRecord, JsonRecords
from core.ingestion.formats.table import list_cell
from core.ingestion.optional_values import year_in
from core.ingestion.problems import RowProblem

_FIELDS = {"P571": "founded", "P17": "country", "P452": "industry", "P249": "tickers"}
_TYPES = {"P17": "place", "P159": "place", "P495": "place", "P452": "industry"}
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
_HUMAN = "Q5"
_NOT_READ = "sitelinks, qualifiers, references"
_CHINESE = ("zh-hans", "zh-cn", "zh", "zh-sg", "zh-hant", "zh-tw", "zh-hk")
_ENGLISH = ("en", "en-us", "en-gb", "mul")


def is_wikidata(records: JsonRecords) -> bool:
    """Whether the first record is an item or a property with labels by language."""
    first = records.items[0].values
    return isinstance(first.get("labels"), dict) and isinstance(first.get("claims"), dict) and "id" in first


def wikidata_drafts(records: JsonRecords) -> Drafts:
    """Every item with its names in all languages; statements between items of the file as relations, all others as
    fields or as attributes that are called by their property."""
    named = {str(record.values["id"]): _label(record.values) for record in records.items if "id" in record.values}
    kinds = dict(_kinds(records))
    entities: list[Draft] = []
    relations: list[Draft] = []
    for record in records.items:
        entities.append(_entity(record, records.name, named, kinds))
        relations += _relations(record, records.name, named)
    first = RowProblem(records.name, records.items[0].line, "", "keys_not_read", _NOT_READ, repaired=True)
    return Drafts((*entities, *relations), (first, *records.problems))


def _kinds(records: JsonRecords) -> Iterator[tuple[str, str]]:
    for record in records.items:
        for property_id, value in _statements(record.values):
            if property_id in _TYPES:
                yield value, _TYPES[property_id]
            elif property_id == "P31" and value == _HUMAN:
                yield str(record.values.get("id")), "person"


def _entity(record: JsonRecord, file: str, named: Mapping[str, str], kinds: Mapping[str, str]) -> Draft:
    item, identifier = record.values, str(record.values.get("id", ""))
    names = {language: _text(each) for language, each in _by_language(item, "labels").items()}
    texts = {language: _text(each) for language, each in _by_language(item, "descriptions").items()}
    others = [
        _text(each) for listed in _by_language(item, "aliases").values() if isinstance(listed, list) for each in listed
    ]
    chosen = {"name_zh": _first(names, _CHINESE), "name_en": _first(names, _ENGLISH)}
    values: dict[str, object] = {"id": identifier, "type": kinds.get(identifier, "company"), **chosen}
    values |= {"description_zh": _first(texts, _CHINESE), "description_en": _first(texts, _ENGLISH)}
    if not any(chosen.values()):
        values["name"] = _label(item) or identifier
    aliases = dict.fromkeys(each for each in (*names.values(), *others) if each and each not in chosen.values())
    said: dict[str, list[str]] = {}
    for property_id, value in _statements(item):
        said.setdefault(property_id, []).append(named.get(value) or value)
    for property_id, field in _FIELDS.items():
        if found := said.get(property_id):
            values[field] = tuple(found) if field == "tickers" else found[0]
    values["founded"] = year_in(str(values.get("founded", "")))
    kept = tuple((each, list_cell(found)) for each, found in said.items() if each not in _FIELDS)
    filled = {key: value for key, value in values.items() if value}
    return Draft("entity", file, record.line, filled | {"aliases": tuple(aliases)}, kept)


def _relations(record: JsonRecord, file: str, named: Mapping[str, str]) -> Iterator[Draft]:
    own = str(record.values.get("id", ""))
    for property_id, value in _statements(record.values):
        if property_id in _RELATIONS and value in named:
            label, backwards = _RELATIONS[property_id]
            source, target = (value, own) if backwards else (own, value)
            yield Draft("relation", file, record.line, {"source": source, "target": target, "label": label})


def _statements(item: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Property and value of every statement that has one: ids of items, times, numbers, texts."""
    claims = item.get("claims")
    for property_id, listed in claims.items() if isinstance(claims, dict) else ():
        for claim in listed if isinstance(listed, list) else ():
            if value := _value(claim):
                yield str(property_id), value


def _value(claim: Any) -> str:
    try:
        value = claim["mainsnak"]["datavalue"]["value"]
    except (KeyError, TypeError):
        return ""
    if not isinstance(value, dict):
        return str(value)
    return str(next((value[key] for key in ("id", "time", "amount", "text") if key in value), value))


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
