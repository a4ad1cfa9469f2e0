"""Who holds or held an office that relations of people tell in their own words, such as the chair of a board."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.domain.asked_figures import FIGURES
from core.domain.records import Entity, Relation
from core.domain.results import Tense
from core.messages import Language, translate
from core.ontology import Ontology
from core.retrieval.short_forms import PERSON
from core.retrieval.tenses import tense_of
from core.retrieval.terms import date_in_words
from core.storage.knowledge_base import KnowledgeBase

_YEAR = 4  # digits
_NO_SUCH_OFFICE = r"(?<!former )(?<!vice )(?<!vice-)(?<!deputy )(?<!become )(?<!be )"
_POSITIONS = re.compile(r"[,;/|&、，；兼]| and ", re.IGNORECASE)
"""Between several positions in one cell: Chair and CEO, 董事长兼总经理."""
_SINCE = re.compile(r"\b(?:chair(?:ed|ing) (?:it|the board)|of [^,;.]+?) since (\d{4})\b")
_FROM_UNTIL = re.compile(r"\bof [^,;]+? (?:from (\d{4}) to|until) (\d{4})\b")


@dataclass(frozen=True)
class Held:
    """An office that a person holds or held: by which relation, row ``row``, and from ``first`` to ``last``, dates of
    any precision, "" where they are not known. ``tense``: of the relation."""

    person: Entity
    row: int
    tense: Tense
    first: str
    last: str

    def in_year(self, year: int) -> bool:
        """Whether the person is known to have held it in a year, at least for a part of it."""
        begun = bool(self.first) and int(self.first[:_YEAR]) <= year
        return begun and (year <= int(self.last[:_YEAR]) if self.last else self.tense == "now")

    def since(self, language: Language) -> str:
        """From when, and until when, as far as it is known: "since 2011", "from 2017 until 2022"."""
        first, last = (date_in_words(each, language) for each in (self.first, self.last))
        if self.first and self.last:
            return translate("term.from_until", language, first=first, day=last)
        if self.last:
            return translate("term.until", language, day=last)
        return translate("term.since", language, day=first) if self.first else ""


def offices_held(base: KnowledgeBase, ontology: Ontology, entity_id: str, office: str, day: int) -> list[Held]:
    """The holders of an office at an entity on a ``day`` of eight digits, then the former ones; a person may be listed
    for several relations. A relation has to name the office in its sentence, or in a column of the user."""
    rows, others = base.relations_of(base.node_of[entity_id])
    says, is_called = _says_office(office, base.entity(entity_id)), _is_called(office)
    found: list[Held] = []
    for row, other in zip(rows.tolist(), others.tolist(), strict=True):
        relation, person = base.relation(row), base.entity_at(other)
        if person.type != PERSON or relation.source != person.id:
            continue
        tense = tense_of(base, ontology, row, day)
        positions = [part for _, said in relation.attributes for part in _POSITIONS.split(said)]
        if any(map(is_called.fullmatch, positions)):
            found.append(Held(person, row, tense, relation.start, relation.known_end))
        elif says.search(relation.evidence("en")):
            found.append(Held(person, row, tense, *_years_said(relation)))
    held = [each for each in found if each.tense in ("now", "past")]
    return sorted(held, key=lambda each: each.tense == "past")


def _is_called(office: str) -> re.Pattern[str]:
    """One position as a list of a board has it: Chair, Non-executive Chairman of the Board, 董事长."""
    called = next(pattern for each, pattern in FIGURES.items() if each == office)
    return re.compile(
        rf"\s*(?:(?:non-?executive|executive|independent|group|acting|interim) )*(?:{called})\s*", re.IGNORECASE
    )


def _says_office(office: str, entity: Entity) -> re.Pattern[str]:
    """A sentence such as "was chair of the board of Apple": the office, and soon after it the company."""
    called = next(pattern for each, pattern in FIGURES.items() if each == office)
    names = "|".join(re.escape(each) for each in (entity.name_en, *entity.aliases) if each)
    return re.compile(rf"{_NO_SUCH_OFFICE}\b(?:{called})\b[^.;]{{0,60}}?\bof (?:{names})\b", re.IGNORECASE)


def _years_said(relation: Relation) -> tuple[str, str]:
    """The first and the last year of an office as the sentence states them; the relation itself begins when somebody
    joins the board, which may be earlier."""
    said = relation.evidence("en")
    over = _FROM_UNTIL.search(said)
    if over is not None:
        return over[1] or "", over[2]
    since = _SINCE.search(said)
    return since[1] if since is not None else "", relation.known_end
