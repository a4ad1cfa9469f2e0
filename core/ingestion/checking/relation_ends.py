"""Both ends of a relation: known entities, by id, name or identifier, or new ones where nothing fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.domain.records import MAX_IDENTIFIER, Entity
from core.ingestion.cells.cell_names import names_nobody
from core.ingestion.cells.end_fields import other_end
from core.ingestion.checking.known_entities import KnownEntities
from core.ingestion.checking.own_ids import is_running_number, qualified_id
from core.ingestion.mapping.holder_kinds import PERSON, kind_of_holder
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord
from core.ingestion.records.record_validation import validated
from core.names.normalise import has_legal_form
from core.names.person_names import in_ordinary_order, is_name_of_person
from core.names.places import place_called
from core.names.two_languages import in_two_languages
from core.ontology import COMPANY, Ontology

_PLACE = "place"


@dataclass(frozen=True)
class Ends:
    """Ids of source and target; ``made``: those that were not there, by field; ``called``: by id, the names that the
    row has for known ones, which it does not give by an id, a ticker or an identifier."""

    source: str
    target: str
    made: Mapping[str, Entity]
    called: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class EndFinder:
    """Finds the ends that rows name. ``chosen``: names of the data and the ids of entities that a person says they
    mean; ``types``: names, and the types that new ends of these names are said to be of. Unless ``create_missing``, an
    end that is not there costs the row. ``moved``: ids of the data and what they became, since another source has given
    them; ``again``: names of sources that come again, whose ids may have."""

    known: KnownEntities
    ontology: Ontology
    chosen: Mapping[str, str]
    create_missing: bool
    moved: Mapping[str, str] = field(default_factory=dict)
    again: Sequence[str] = ()
    types: Mapping[str, str] = field(default_factory=dict)

    def find(
        self,
        raw_record: RawRecord,
        values: Mapping[str, object],
        mapped: MappedLabel,
        problems: list[RowProblem],
        own: str = "",
    ) -> Ends | None:
        """Source and target as the ontology has them; of a bridge the company is the source, whatever the data says.
        ``own``: the id of the source, where it is known. None, and why among the ``problems``, if one is not there."""
        mapped = mapped if raw_record.exported else self._turned(values, mapped, own)
        kinds = [self.ontology[mapped.type].source, self.ontology[mapped.type].target]
        made: dict[str, Entity] = {}
        called: dict[str, str] = {}
        found = []
        for field_name, kind in zip(("source", "target"), kinds[::-1] if mapped.reversed else kinds, strict=True):
            if field_name == "source" and own:
                found.append(own)
                continue
            given = str(values.get(field_name) or "")
            new = self._type_of_new(raw_record, field_name, given, kind, mapped)
            end = self._end(raw_record, field_name, given, (kind, new), made, problems)
            if end is None:
                self.forget(made)
                return None
            found.append(end)
            if self._is_called(given, end):
                called[end] = given[:MAX_IDENTIFIER]
        source, target = found[::-1] if mapped.reversed else found
        types = (kinds[1], self.known.type_of(source), self.known.type_of(target))
        if [self.ontology.is_bridge(kind) for kind in types] == [True, True, False]:
            source, target = target, source
        return Ends(source, target, made, called)

    def _turned(self, values: Mapping[str, object], mapped: MappedLabel, own: str) -> MappedLabel:
        """The label led the other way, where a relation is between a person and a company and the ends of a row are
        these the other way round: Elon Musk —CEO→ Tesla, and Tesla —CEO→ Elon Musk."""
        kind = self.ontology[mapped.type]
        expected = [end == PERSON for end in (kind.source, kind.target)][:: -1 if mapped.reversed else 1]
        if expected[0] == expected[1]:
            return mapped
        given = [own or str(values.get("source") or ""), str(values.get("target") or "")]
        told = [self._is_person(each) for each in given]
        as_expected = all(said in (None, end) for said, end in zip(told, expected, strict=True))
        the_other_way = all(said in (None, end) for said, end in zip(told, expected[::-1], strict=True))
        return replace(mapped, reversed=not mapped.reversed) if the_other_way and not as_expected else mapped

    def _is_person(self, given: str) -> bool | None:
        """Whether an end is a person, by what is known and else by its name; None where nothing tells."""
        own = self._own_id(given) or self.chosen.get(given, "")
        found = {own} if own in self.known else self.known.at_end(given, PERSON) or self.known.at_end(given, COMPANY)
        types = {self.known.type_of(each) for each in found} or {self.types.get(given, "")}
        if len(types) == 1 and types != {""}:
            return types == {PERSON}
        if has_legal_form(given):
            return False
        return True if is_name_of_person(given) else None

    def names_person(self, given: str) -> bool:
        """Whether an end that is given so is a person, known or by its name."""
        return self._is_person(given) is True

    def names_one(self, given: str) -> bool:
        """Whether an end that is given so is an entity that is there, or may be one of several that bear the name."""
        return self._own_id(given) is not None or given in self.chosen or bool(self.known.at_end(given, COMPANY))

    def names_place(self, given: str) -> bool:
        """Whether words are a place, which is the end of no relation of companies."""
        found = {self.known.type_of(each) for each in self.known.at_end(given, COMPANY)}
        return found == {_PLACE} or (not found and place_called(given) is not None)

    def _is_called(self, given: str, end: str) -> bool:
        """Whether a row gives an end by a name, and nothing else of the import describes it."""
        if not self.known.was_known(end) or self.known.is_coming(end) or self._own_id(given) is not None:
            return False
        return given in self.chosen or self.known.is_called(end, given)

    def forget(self, made: Mapping[str, Entity]) -> None:
        """Ends that were made for a relation that is refused."""
        for entity in made.values():
            self.known.forget(entity)

    def _own_id(self, given: str) -> str | None:
        """The entity of this id; where the import has a numbering of its own, the one that has the number there."""
        if given in self.moved:
            return self.moved[given]
        if self.known.is_coming(given):
            return given
        numbered = (qualified_id(given, source) for source in self.again)
        found = next((each for each in numbered if each in self.known), None)
        if found is not None:
            return found
        of_another = self.moved and is_running_number(given)
        return given if given in self.known and not of_another else None

    def _type_of_new(self, raw_record: RawRecord, field_name: str, given: str, kind: str, mapped: MappedLabel) -> str:
        """What an end is made as, if it is not there: as it is said, a person only where that may hold a company."""
        if given in self.types:
            return self.types[given]
        holding = self.ontology[mapped.type].holding
        owner = holding.owner if holding else ""
        if kind != COMPANY or field_name != (other_end(owner) if owner and mapped.reversed else owner):
            return kind
        told = kind_of_holder(given, raw_record.attributes, by_name=holding is not None and not holding.control)
        return told if told in self.ontology.entity_types else kind

    def _end(
        self,
        raw_record: RawRecord,
        field_name: str,
        given: str,
        kinds: tuple[str, str],
        made: dict[str, Entity],
        problems: list[RowProblem],
    ) -> str | None:
        """``kinds``: the type that is looked for, and the one that is made where nothing is found."""
        kind, new = kinds
        own = self._own_id(given)
        if own is not None:
            return own
        if self.chosen.get(given, "") in self.known:
            return self.chosen[given]
        meant = self._meant(given, kind, new)
        if len(meant) == 1:
            return next(iter(meant))
        nobody = bool(given) and not meant and names_nobody(given)
        if meant or not given or nobody or not self.create_missing or given in self.known:
            reason = (
                "ambiguous_entity" if meant else "names_nobody" if nobody else "unknown_entity" if given else "missing"
            )
            problems.append(RowProblem(raw_record.file, raw_record.line, field_name, reason, given[:80]))
            return None
        entity = validated(Entity, raw_record.file, raw_record.line, self._values_of_new(given, new), problems)
        if entity is None:
            return None
        made[field_name] = entity
        self.known.created(entity)
        return entity.id

    def _meant(self, given: str, kind: str, new: str) -> set[str]:
        """Who is called so, as a whole or in each of two languages; a person also in the ordinary order of a name."""
        found = self.known.at_end(given, kind)
        if not found:
            found = {each for name in in_two_languages(given) or () for each in self.known.at_end(name, kind)}
        if not found and new == PERSON and (ordinary := in_ordinary_order(given)):
            found = {each for each in self.known.at_end(ordinary, PERSON) if self.known.type_of(each) == PERSON}
        return found

    @staticmethod
    def _values_of_new(given: str, new: str) -> dict[str, object]:
        """The names of an end that is made: both of two languages, and of a person the one in the ordinary order."""
        values: dict[str, object] = {"id": given, "type": new, "name_zh": given, "name_en": given}
        both = in_two_languages(given)
        if both is not None:
            values |= {"name_zh": both.zh, "name_en": both.en, "aliases": (given,)}
        elif new == PERSON and (ordinary := in_ordinary_order(given)):
            values |= {"name_zh": ordinary, "name_en": ordinary, "aliases": (given,)}
        return values
