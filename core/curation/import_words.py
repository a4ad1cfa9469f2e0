"""What an import took in, or would, in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.curation.importing import ImportCheck
from core.ingestion.mapping.holder_kinds import PERSON
from core.messages import Language, translate
from core.ontology import COMPANY

_NAMED = 3


def import_words(check: ImportCheck, language: Language, *, taken: bool) -> str:
    """How many companies, others and relations, which of these are there already, whom it updates, what became of rows,
    and which names mean several companies then. ``taken``: it has come in."""
    info, effects = check.info, check.effects
    types = Counter(each.type for each in check.coming.entities)
    counts = {
        "companies": types[COMPANY],
        "people": types[PERSON],
        "others": types.total() - types[COMPANY] - types[PERSON],
        "relations": info.relations,
        "repeated": effects.repeated,
        "passages": info.passages,
        "updated": effects.updated,
        "refused": info.refused,
        "repaired": info.repaired,
    }
    always = ("companies", "relations")
    parts = [
        translate(f"data.came_in.{kind}", language, count=f"{count:,}")
        for kind, count in counts.items()
        if count or kind in always
    ]
    said = translate("data.came_in.separator", language).join(parts)
    words = translate("data.came_in" if taken else "data.would_come_in", language, counts=said)
    if not taken:
        words += _holders(check, language)
    notes = (_numbers, _ambiguous, _near, _again)
    return words + "".join(note(check, language) for note in notes)


def _near(check: ImportCheck, language: Language) -> str:
    """Which new companies may be known ones, and where that is decided; empty if none may be."""
    pairs = [f"{each.name} – {each.known_name}" for each in check.near]
    return _named("data.came_in.near", pairs, language)


def _again(check: ImportCheck, language: Language) -> str:
    """Which sources of this name, or with such a file, stay beside it; empty if none is there."""
    return _named("data.came_in.again", check.again, language)


def _holders(check: ImportCheck, language: Language) -> str:
    """As what new holders of shares would come in; empty if there are none."""
    new = [each.entity for each in check.created if each.holds]
    return "".join(
        _named(f"data.came_in.holders.{kind}", [each.id for each in new if each.type == kind], language)
        for kind in (PERSON, COMPANY)
    )


def _numbers(check: ImportCheck, language: Language) -> str:
    """Which ends of relations are new and called by a number only; empty if none is."""
    return _named("data.came_in.numbers", [each.entity.name_en for each in check.created if each.is_number], language)


def _ambiguous(check: ImportCheck, language: Language) -> str:
    """Which names mean several companies from now on, and what to do about that; empty if none does."""
    return _named("data.came_in.ambiguous", [each.name for each in check.effects.namesakes], language)


def _named(key: str, given: Iterable[str], language: Language) -> str:
    """A sentence about names, with their number and the first of them; empty if there are none."""
    names = tuple(dict.fromkeys(given))
    if not names:
        return ""
    first = ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
    return translate(key, language, count=f"{len(names):,}", names=first)
