"""Which entity a row without an id of its own is about: one that is known, one that another row is about, or a new one.

A row is about the only known entity that has its identifier or bears its name. One that may be about any of several,
because they bear its name or because their names begin with it (Samsung), is about nobody. Rows whose identifiers or
jurisdictions differ are never about the same one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from core.domain.records import MAX_ATTRIBUTE, MAX_IDENTIFIER, Attribute, Entity, one_of_each
from core.ingestion.checking.completion import both_names
from core.ingestion.checking.known_entities import KnownEntities, names_of
from core.ingestion.mapping.holder_kinds import PERSON
from core.ingestion.mapping.identifiers import Identity, identity_in, identity_of
from core.ingestion.mapping.seats import country_of_seat
from core.ingestion.mapping.table_mapping import NAMES
from core.ingestion.records.raw_records import RawRecord
from core.names.normalise import fold_characters, has_legal_form, legal_form, normalise_name
from core.names.person_names import in_ordinary_order
from core.names.territories import same_country
from core.ontology import COMPANY

FittedBy = Literal["choice", "identifier", "name", "other_name"]


@dataclass(frozen=True)
class EntityRow:
    """A row that says something of an entity of type ``kind``. ``own_id``: the id that it brings, "" if none;
    ``called``: the identifier, the ticker or the name that a new entity has its id from; ``named``: it says a name."""

    raw_record: RawRecord
    values: Mapping[str, object]
    kind: str
    own_id: str
    called: str
    names: tuple[str, ...]
    other_names: tuple[str, ...]
    identity: Identity
    named: bool = True


@dataclass(frozen=True)
class RowFits:
    """A row that updates an entity which is known, and what it is recognised by."""

    file: str
    line: int
    name: str
    entity_id: str
    by: FittedBy


@dataclass(frozen=True)
class Meant:
    """Whom a row is about: ``entity_id``, which is that of a known entity if ``by`` says what it was recognised by.
    Several ``choices``: it may be any of these, so it is about nobody."""

    entity_id: str
    by: FittedBy | None = None
    choices: tuple[str, ...] = ()


def entity_row(raw_record: RawRecord, values: Mapping[str, object], kind: str) -> EntityRow:
    """The row of a raw record with these ``values``: both names given, former names among the aliases."""
    attributes = cast("tuple[Attribute, ...]", values.get("attributes", ()))
    tickers = tuple(map(str, _several(values.get("tickers"))))
    identity = identity_in(attributes, tickers, map(str, _several(values.get("identifiers"))))
    given = str(values.get("id") or "")
    values = _in_ordinary_order(values) if kind == PERSON and not raw_record.exported else values
    is_identifier = given in identity.all_values
    name_zh, name_en = both_names(values, otherwise=next(iter(tickers), given))
    whole = {str(values.get("name") or "")} - {"", name_zh, name_en} if name_zh != name_en else ()
    aliases = dict.fromkeys((*_several(values.get("aliases")), *_several(values.get("former_names")), *whole))
    completed = {**values, "name_zh": name_zh, "name_en": name_en, "aliases": tuple(aliases)}
    if not values.get("country") and not raw_record.exported:
        completed |= {"country": country} if (country := country_of_seat(str(values.get("place") or ""))) else {}
    called = str(given or next(iter(tickers), "") or name_en or "")
    names = tuple(dict.fromkeys(str(name) for name in (name_zh, name_en) if name))
    own_id = "" if is_identifier else given
    named = any(values.get(name) for name in NAMES)
    return EntityRow(raw_record, completed, kind, own_id, called, names, tuple(map(str, aliases)), identity, named)


def _in_ordinary_order(values: Mapping[str, object]) -> Mapping[str, object]:
    """Of a person whose name is written the last name first, as it is said, and as it is written among the aliases."""
    written = {field: str(values[field]) for field in NAMES if values.get(field)}
    said = {field: ordinary for field, name in written.items() if (ordinary := in_ordinary_order(name))}
    aliases = dict.fromkeys((*_several(values.get("aliases")), *(written[field] for field in said)))
    return {**values, **said, "aliases": tuple(aliases)} if said else values


def with_exported_id(row: EntityRow, known: KnownEntities) -> EntityRow:
    """The row of an export with the id that it has there, also where that is an identifier, such as the LEI, unless a
    known company has this identifier and another id."""
    given = str(row.values.get("id") or "")
    if not row.raw_record.exported or row.own_id or known.identified(row.identity) - {given}:
        return row
    return replace(row, own_id=given)


def _several(values: object) -> tuple[object, ...]:
    return values if isinstance(values, tuple) else (values,) if values else ()


def who_is_meant(
    rows: Sequence[EntityRow], known: KnownEntities, chosen: Mapping[str, str], *, update_known: bool
) -> list[Meant]:
    """Of every row, which bring no ids, in their order. ``chosen``: names of the data and the ids of entities that a
    person says they mean. Unless ``update_known``, a row is about a known entity only where its name is an id."""
    fitting = [_fitting(row, known, chosen, update_known) for row in rows]
    _keep_apart(rows, fitting)
    new = [row for row, meant in zip(rows, fitting, strict=True) if meant is None]
    ids = iter(_new_ids(new, known))
    return [meant or Meant(next(ids)) for meant in fitting]


def _fitting(row: EntityRow, known: KnownEntities, chosen: Mapping[str, str], update_known: bool) -> Meant | None:
    for name in (row.called, *row.names, *row.other_names):
        if chosen.get(name, "") in known:
            return Meant(chosen[name], "choice")
    if not update_known:
        return None
    identified = {each for each in known.identified(row.identity) if known.type_of(each) == row.kind}
    named = _named(row, row.names, known)
    if identified:
        found = (identified & named or identified) if not named or identified & named else identified | named
        return _only(found, "identifier")
    return _only(named, "name") if named else _loosely_named(row, known)


def _loosely_named(row: EntityRow, known: KnownEntities) -> Meant | None:
    other = _named(row, row.other_names, known)
    if len(other) == 1:
        return _only(other, "other_name")
    if row.kind != COMPANY or row.identity.told_by or row.identity.tickers:
        return None
    begun = {each for name in row.names for each in known.begun_by(name)}
    return _only(begun, "name") if len(begun) > 1 else None


def _named(row: EntityRow, names: Iterable[str], known: KnownEntities) -> set[str]:
    found = {each for name in names for each in known.named(name, row.kind)}
    return {
        each for each in found if not (row.identity.differs_from(known.identity(each)) or _is_other(row, each, known))
    }


def _is_other(row: EntityRow, entity_id: str, known: KnownEntities) -> bool:
    there = known.get(entity_id)
    return there is not None and _differ_in_facts(row.values, {"country": there.country, "founded": there.founded})


def _differ_in_facts(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Whether both the country and the year of founding are given and differ: Apple of the UK, of 1968."""
    countries, years = ([str(each.get(field) or "") for each in (one, other)] for field in ("country", "founded"))
    return all((*countries, *years)) and not same_country(*countries) and years[0][:4] != years[1][:4]


def _only(found: set[str], by: FittedBy) -> Meant:
    return Meant(next(iter(found)), by) if len(found) == 1 else Meant("", choices=tuple(sorted(found)))


def _keep_apart(rows: Sequence[EntityRow], fitting: list[Meant | None]) -> None:
    """Rows that fit one entity and differ from one another are about new ones: none of these is nearer to it."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, meant in enumerate(fitting):
        if meant is not None and meant.by not in (None, "choice"):
            places[meant.entity_id].append(place)
    for some in places.values():
        apart = _differing(rows[place] for place in some)
        for place in some:
            if repr(rows[place].identity) in apart:
                fitting[place] = None


def _differing(rows: Iterable[EntityRow]) -> set[str]:
    """The identities, written out, that differ from another one of these rows."""
    different = {repr(row.identity): row.identity for row in rows}
    apart: set[str] = set()
    for written, identity in different.items():  # most differ from the first that is looked at
        if written not in apart:
            other = next((each for each, there in different.items() if identity.differs_from(there)), None)
            apart |= set() if other is None else {written, other}
    return apart


def _new_ids(rows: Sequence[EntityRow], known: KnownEntities) -> list[str]:
    """The number in a register where there is one, else the ticker or the name; with what tells rows apart that would
    have the same."""
    rows = _called_alike(rows)
    alike: dict[str, list[EntityRow]] = defaultdict(list)
    for row in rows:
        alike[row.called].append(row)
    apart = {called: _differing(some) for called, some in alike.items() if len(some) > 1}
    found = []
    for row in rows:
        own = row.identity.in_register or _new_id(
            row, known, told_apart=repr(row.identity) in apart.get(row.called, ())
        )
        of_another = own == row.called and _differ_in_facts(alike[row.called][0].values, row.values)
        found.append(_qualified(own, str(row.values["country"])) if of_another else own)
    return found


def _called_alike(rows: Sequence[EntityRow]) -> list[EntityRow]:
    """Rows of companies that are called as another one but for the legal form, which only one of them has, or in one of
    its two languages, are called as that one is; of several legal forms only those of one."""
    first: dict[tuple[str, str], EntityRow] = {}
    called = list(rows)
    mixed = _of_several_forms(rows)
    for place in sorted(range(len(rows)), key=lambda place: (_by_name(rows[place]), len(rows[place].names) == 1)):
        row = rows[place]
        bare = {name: normalise_name(name) for name in row.names if row.kind == COMPANY}
        names = {(each, legal_form(name) if each in mixed else "") for name, each in bare.items() if each}
        alike = {first[name].called: first[name] for name in sorted(names) if name in first}
        leader = next(iter(alike.values())) if len(alike) == 1 else row
        if _may_be_called_alike(leader, row):
            row = called[place] = replace(row, called=leader.identity.in_register or leader.called)
        for name in names:
            first.setdefault(name, row)
    return called


def _of_several_forms(rows: Sequence[EntityRow]) -> set[str]:
    """Normalised names that rows bear with different legal forms: Brix Inc. and Brix GmbH, so that Brix is neither."""
    forms: dict[str, set[str]] = defaultdict(set)
    for name in {name for row in rows if row.kind == COMPANY for name in row.names}:
        forms[normalise_name(name)].add(legal_form(name))
    return {name for name, some in forms.items() if len(some - {""}) > 1}


def _by_name(row: EntityRow) -> bool:
    """Whether it has its id from its name, and not from an identifier or a ticker."""
    return row.called in row.names and not row.identity.in_register


def _may_be_called_alike(one: EntityRow, other: EntityRow) -> bool:
    """Whether one is called by its name, and neither country, identifier nor legal form differs."""
    countries = [str(each.values.get("country") or "") for each in (one, other)]
    apart = all(countries) and not same_country(*countries)
    with_form = {fold_characters(name) for each in (one, other) for name in each.names if has_legal_form(name)}
    in_latin = sum(map(str.isascii, with_form))
    of_one = in_latin <= 1 and len(with_form) - in_latin <= 1
    named = _by_name(one) or _by_name(other)
    return named and of_one and not apart and not one.identity.differs_from(other.identity)


def _new_id(row: EntityRow, known: KnownEntities, *, told_apart: bool) -> str:
    if row.called in known and known.type_of(row.called) != row.kind:
        return _qualified(row.called, row.kind)
    there = known.get(row.called)
    differs = there is not None and row.identity.differs_from(known.identity(there.id))
    return _qualified(row.called, row.identity.told_by) if told_apart or differs else row.called


def _qualified(called: str, by: str) -> str:
    return f"{called} ({by})"[:MAX_IDENTIFIER] if by else called


def as_update(entity: Entity, known: Entity, entities: KnownEntities) -> Entity:
    """What a row without an id of its own says of the ``known`` entity that it is about.

    That one keeps its names, the others become aliases; unless it has one name for both languages, and the row a name
    for each. A description, or an industry in words, is kept as an attribute where the known entity has a description,
    or an industry that is an entity: it says more. The same country in another spelling is said as it is known.
    """
    two_names = known.name_zh == known.name_en and entity.name_zh != entity.name_en
    names = (entity if two_names else known).name_zh, (entity if two_names else known).name_en
    there = {fold_characters(name) for name in names_of(known)}
    others = (*entity.aliases, *([] if two_names else [entity.name_zh, entity.name_en]))
    codes = {fold_characters(ticker) for ticker in (*entity.tickers, *identity_of(entity).all_values)}
    left: dict[str, object] = {}
    kept: list[Attribute] = []
    if entity.country and known.country and same_country(entity.country, known.country):
        left["country"] = known.country  # it says so itself, also once the source of the other is gone
    for field in ("industry", "description_zh", "description_en"):
        said, before = getattr(entity, field), getattr(known, field)
        if said and before and said != before and (field != "industry" or before in entities):
            left[field] = ""
            kept.append(Attribute(field.partition("_")[0], said[:MAX_ATTRIBUTE]))
    return entity.model_copy(
        update={
            **left,
            "id": known.id,
            "type": known.type,
            "name_zh": names[0],
            "name_en": names[1],
            "aliases": tuple(
                name
                for name in dict.fromkeys(others)
                if fold_characters(name) not in there and fold_characters(name) not in codes
            ),
            "attributes": one_of_each((*entity.attributes, *kept)),
        }
    )
