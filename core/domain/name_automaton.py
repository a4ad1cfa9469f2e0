"""Finding names in running text: one automaton over all names and aliases, longest match first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import ahocorasick_rs

from core.domain.names import fold_characters, is_word_character
from core.domain.records import Entity

_PARENTHESES = re.compile(r"([^（(]+)[（(]([^）)]+)[）)]")


@dataclass(frozen=True)
class NameMatch:
    """``text[start:end]`` is a name of these entities (several if they share it)."""

    start: int
    end: int
    entity_ids: tuple[str, ...]


class NameAutomaton:
    """Finds names in running text: Latin names between word boundaries, Chinese names anywhere.

    Tickers made of letters count only in capitals ("SE", not "se").
    """

    def __init__(self, entities: Iterable[Entity]) -> None:
        bearers: dict[str, dict[str, None]] = {}
        written: dict[str, set[str]] = {}
        tickers: set[str] = set()
        spelled_out: set[str] = set()
        for entity in entities:
            names = [
                part for name in (entity.name_zh, entity.name_en, *entity.aliases) for part in (name, *_parts(name))
            ]
            for name in (*names, *searchable_tickers(entity)):
                folded = fold_characters(name)
                if len(folded) > 1:
                    bearers.setdefault(folded, {})[entity.id] = None
                    written.setdefault(folded, set()).add(name)
            tickers.update(map(fold_characters, searchable_tickers(entity)))
            spelled_out.update(map(fold_characters, names))
        self._names = list(bearers)
        self._bearers = [tuple(bearers[name]) for name in self._names]
        self._has_capitals = [all(form != form.lower() for form in written[name]) for name in self._names]
        only_tickers = tickers - spelled_out
        self._is_ticker = [name in only_tickers and name != name.upper() for name in self._names]
        self._automaton = ahocorasick_rs.AhoCorasick(self._names)

    def find(self, text: str, *, respect_case: bool) -> list[NameMatch]:
        """Names in ``text``, left to right, not overlapping.

        With ``respect_case``, a name written with capitals is not found in all-lower-case text ("arm", "meta").
        """
        folded = fold_characters(text)
        found = self._automaton.find_matches_as_indexes(folded, overlapping=True)
        matches: list[NameMatch] = []
        taken = 0
        for name, start, end in sorted(found, key=lambda match: (match[1], -match[2])):
            if start >= taken and self._is_name(name, text, folded, start, end, respect_case=respect_case):
                matches.append(NameMatch(start, end, self._bearers[name]))
                taken = end
        return matches

    def _is_name(self, name: int, text: str, folded: str, start: int, end: int, *, respect_case: bool) -> bool:
        written = text[start:end]
        inside_word = (start > 0 and _joined(folded[start - 1], folded[start])) or (
            end < len(folded) and _joined(folded[end - 1], folded[end])
        )
        all_lower = respect_case and self._has_capitals[name] and written == written.lower()
        no_ticker = self._is_ticker[name] and written != written.upper()
        return not (inside_word or all_lower or no_ticker)


def _parts(name: str) -> tuple[str, ...]:
    """What stands before and inside the parentheses of a name: 高带宽内存（HBM） → 高带宽内存, HBM."""
    found = _PARENTHESES.fullmatch(name)
    return tuple(part.strip() for part in found.groups() if part.strip()) if found else ()


def searchable_tickers(entity: Entity) -> tuple[str, ...]:
    """Tickers with and, where they are digits, without the exchange suffix: 300750.SZ, 300750."""
    bare = [ticker.split(".")[0] for ticker in entity.tickers]
    return (*entity.tickers, *(ticker for ticker in bare if ticker.isdigit() and len(ticker) >= 4))


def _joined(left: str, right: str) -> bool:
    return is_word_character(left) and is_word_character(right)
