"""Entities that an import may mean, those there and those that come with it: by id, name, identifier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.domain.name_forms import name_parts
from core.domain.records import Entity
from core.domain.text import CHINESE_CHARACTER
from core.ingestion.cells.cell_names import says_nothing
from core.ingestion.mapping.identifiers import RECORD, Identity, bare_code, identity_of
from core.ingestion.records.merging import together
from core.names.name_table import NameTable
from core.names.name_tables import name_table
from core.names.normalise import fold_characters, legal_form, normalise_name
from core.names.two_languages import in_two_scripts
from core.ontology import COMPANY

_SHORT_CHINESE = 4  # characters


@dataclass(frozen=True)
class CompanyNames:
    """Normalised names and tickers of the companies of a knowledge base; bearers are places in ``ids``."""

    table: NameTable
    ids: Sequence[str]

    def bearers(self, name: str) -> list[str]:
        """Ids of those who bear a normalised name."""
        place = self.table.place(name)
        return [] if place is None else [self.ids[number] for number in self.table.bearers(place)]

    def called(self, name: str) -> list[str]:
        """Ids of those who are called so, in any form of the name."""
        return self.bearers(normalise_name(name))

    def begun_by(self, word: str) -> set[str]:
        """Ids of those whose names begin with a word, such as Samsung or 三星."""
        chinese = CHINESE_CHARACTER.search(word) is not None
        places = self.table.beginning_with(word if chinese else f"{word} ")
        return {self.ids[number] for place in places for number in self.table.bearers(place)}


def _company_names(entities: Iterable[Entity]) -> CompanyNames:
    companies = [each for each in entities if each.type == COMPANY]
    named = [(normalise_name(name), place) for place, each in enumerate(companies) for name in sorted(names_of(each))]
    table = name_table([name for name, _ in named], [place for _, place in named])
    return CompanyNames(table, [each.id for each in companies])


class KnownEntities:
    """``company_names`` are those of the knowledge base; None: they are normalised when first asked for."""

    def __init__(self, known: Sequence[Entity], company_names: CompanyNames | None = None) -> None:
        self._entities: dict[str, Entity] = {}
        self._type_of: dict[str, str] = {}
        self._by_name: dict[str, set[str]] = {}
        self._by_identifier: dict[str, set[str]] = {}
        self._by_code: dict[str, set[str]] = {}
        self._coming: set[str] = set()
        self._called: dict[str, set[str]] = {}
        self._names_of_coming: dict[str, set[str]] = {}  # by id
        self._not_yet_called: list[tuple[str, str]] = []  # names, with the id
        self._called_with: dict[str, set[str]] = {}  # by id, legal forms that rows have for a name without one
        self._company_names = company_names
        for entity in known:
            self._add(entity)
        self._before = dict(self._entities)

    def _add(self, entity: Entity) -> None:
        self._entities[entity.id] = entity
        self._type_of.setdefault(entity.id, entity.type)
        for name in names_of(entity):
            self._by_name.setdefault(fold_characters(name), set()).add(entity.id)
        for value in _identifiers(entity):
            self._by_identifier.setdefault(fold_characters(value), set()).add(entity.id)
        for code in filter(None, map(bare_code, entity.tickers)):
            self._by_code.setdefault(code, set()).add(entity.id)

    def comes(self, entity: Entity) -> None:
        """It is among the records of the import, and says more of what is there."""
        before = self._entities.get(entity.id)
        self._add(entity if before is None else together(before, entity))
        self._coming.add(entity.id)
        self._will_be_called(entity)

    def _will_be_called(self, entity: Entity) -> None:
        """Its names are normalised once, and only if one is looked for."""
        before = self._names_of_coming.setdefault(entity.id, set())
        new = names_of(entity) - before
        before |= new
        self._not_yet_called += ((name, entity.id) for name in sorted(new))

    def is_coming(self, entity_id: str) -> bool:
        """Whether it is among the records of the import."""
        return entity_id in self._coming

    def created(self, entity: Entity) -> None:
        """It was made for the end of a relation."""
        self._add(entity)
        self._will_be_called(entity)

    def forget(self, entity: Entity) -> None:
        """It was made for a relation that is refused."""
        del self._entities[entity.id], self._type_of[entity.id]
        for name in names_of(entity):
            self._by_name[fold_characters(name)].discard(entity.id)

    def know_merged(self, merged: Mapping[str, str]) -> None:
        """Ids that are no more and still name an entity."""
        self._type_of.update({old: self._type_of[kept] for old, kept in merged.items()})
        self._before.update({old: self._entities[kept] for old, kept in merged.items()})

    def __contains__(self, entity_id: str) -> bool:
        return entity_id in self._type_of

    def type_of(self, entity_id: str) -> str:
        """The type of an entity that is there."""
        return self._type_of[entity_id]

    def get(self, entity_id: str) -> Entity | None:
        """What is said of it so far."""
        return self._entities.get(entity_id)

    def is_called(self, entity_id: str, name: str) -> bool:
        """Whether it bears the name, as it stands or with another case, punctuation, script or legal form."""
        names = names_of(self._entities[entity_id])
        return fold_characters(name) in map(fold_characters, names) or (
            normalise_name(name) in map(normalise_name, names)
        )

    def identity(self, entity_id: str) -> Identity:
        """What identifies it beside its names."""
        return identity_of(self._entities[entity_id])

    def was_known(self, entity_id: str) -> bool:
        """Whether it is there without the import."""
        return entity_id in self._before

    def before(self, entity_id: str) -> Entity | None:
        """What is said of it without the import; of a merged one, what it is kept as."""
        return self._before.get(entity_id)

    def named(self, name: str, kind: str) -> set[str]:
        """Entities of this type that bear the name; companies also where only case, punctuation, script or legal form
        differ, or where both halves of it are their names: BYD 比亚迪. Nobody is called N/A or by a dash."""
        if says_nothing(name):
            return set()
        found = {each for each in self._by_name.get(fold_characters(name), ()) if self._type_of[each] == kind}
        return found or (self._called_like(name) or self._called_both(name) if kind == COMPANY else set())

    def identified(self, identity: Identity) -> set[str]:
        """Companies that have one of these identifiers or tickers, and no other one of the same kind."""
        given = (*identity.all_values, *identity.tickers)
        values = [each for each in given if not says_nothing(each, of_identifiers=True)]
        found = {each for value in values for each in self._by_identifier.get(fold_characters(value), ())}
        found.update(each for ticker in identity.tickers for each in self._by_code.get(bare_code(ticker), ()))
        return {each for each in found if not identity.differs_from(self.identity(each))}

    def at_end(self, name: str, kind: str) -> set[str]:
        """What the end of a relation may mean: of those that bear the name, the ticker or the identifier all, or the
        only one that comes with the import."""
        folded = fold_characters(name)
        found = self._by_name.get(folded, set()) | self._by_identifier.get(folded, set())
        if not found and kind == COMPANY:
            found = self._called_like(name) or self._called_both(name)
        coming = found & self._coming
        return coming if len(found) > 1 and len(coming) == 1 else found

    def begun_by(self, name: str) -> set[str]:
        """Companies whose names begin with a name of one word, or of few Chinese characters: it may be any of them."""
        word = normalise_name(name)
        if not word or " " in word or (CHINESE_CHARACTER.search(word) and len(word) > _SHORT_CHINESE):
            return set()
        return self._names().begun_by(word) & self._entities.keys()

    def _names(self) -> CompanyNames:
        if self._company_names is None:
            self._company_names = _company_names(self._entities.values())
        return self._company_names

    def _called_both(self, name: str) -> set[str]:
        both = in_two_scripts(name)
        return set() if both is None else self.named(both.zh, COMPANY) & self.named(both.en, COMPANY)

    def _called_like(self, name: str) -> set[str]:
        wanted = normalise_name(name)
        if not wanted:
            return set()
        while self._not_yet_called:
            called, entity_id = self._not_yet_called.pop()
            self._called.setdefault(normalise_name(called), set()).add(entity_id)
        bearers = {*self._names().bearers(wanted), *self._called.get(wanted, ())}
        found = (self._entities.get(each) for each in bearers)
        alike = [
            each
            for each in found
            if each is not None and each.type == COMPANY and wanted in map(normalise_name, names_of(each))
        ]
        return {each.id for each in self._of_this_form(name, wanted, alike)}

    def _of_this_form(self, name: str, wanted: str, alike: Sequence[Entity]) -> Sequence[Entity]:
        """Those whose legal form may be that of ``name``: X GmbH and X Inc. of one import are two. The only one that is
        there without the import may be written with another form."""
        form = legal_form(name)
        if not form:
            return alike
        fitting = []
        for each in alike:
            forms = {legal_form(called) for called in names_of(each) if normalise_name(called) == wanted}
            forms |= self._called_with.get(each.id, set())
            if form in forms or forms == {""}:
                fitting.append(each)
        if not fitting and len(alike) == 1 and self.was_known(alike[0].id):
            return alike
        if len(fitting) == 1:
            self._called_with.setdefault(fitting[0].id, set()).add(form)
        return fitting


def names_of(entity: Entity) -> set[str]:
    """All that it is called; a product or an industry also by what stands before and in the parentheses of a name."""
    names = {entity.name_zh, entity.name_en, *entity.aliases}
    return names if entity.type == COMPANY else names.union(*map(name_parts, names))


def _identifiers(entity: Entity) -> Iterable[str]:
    yield from entity.tickers
    if entity.attributes or entity.identifiers:
        identity = identity_of(entity)
        yield from filter(None, (*identity.all_values, identity.in_register))
        yield from (value for kind, value in entity.typed_identifiers if kind == RECORD)
