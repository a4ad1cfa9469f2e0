"""What speaks for two companies being one, and what against it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from pydantic import BaseModel, ConfigDict, Field
from rigour.territories import lookup_territory

from core.domain.records import Entity
from core.entity_resolution.comparable_names import comparable_name
from core.entity_resolution.similar_names import NamesCompared, compare_names
from core.entity_resolution.weights import LOG_ODDS, PRIOR, ReasonCode, probability, similarity_log_odds
from core.names.normalise import fold_characters

_CODE = re.compile(r"(\d{4,6})(?:\.[A-Z]+)?")
_MOST_NEIGHBOURS_COUNTED = 3
_LITTLE_DIFFERS_FROM = 0.75  # below, too little of the names says anything: Semiconductor Manufacturing International
_YEARS_ALIKE = 1  # sources differ by one: founded in December, registered in January


class Reason(BaseModel):
    """One piece of evidence. ``log_odds``: positive for, negative against. ``first`` and ``second``: what the two
    companies have there, equal where they share it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: ReasonCode
    log_odds: float
    first: str = ""
    second: str = ""


class Candidate(BaseModel):
    """Two companies that may be one. ``first`` < ``second`` by code points; ``score`` in [0, 1]; reasons strongest
    first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first: str
    second: str
    score: float = Field(ge=0.0, le=1.0)
    reasons: tuple[Reason, ...]

    @property
    def supporting(self) -> tuple[Reason, ...]:
        """Reasons for."""
        return tuple(reason for reason in self.reasons if reason.log_odds >= 0)

    @property
    def opposing(self) -> tuple[Reason, ...]:
        """Reasons against."""
        return tuple(reason for reason in self.reasons if reason.log_odds < 0)


@dataclass(frozen=True)
class Compared:
    """An entity with its names made comparable: normalised → as written. ``shown``: its Chinese and English name."""

    entity: Entity
    shown: dict[str, str]
    aliases: dict[str, str]

    @property
    def names(self) -> dict[str, str]:
        """All names."""
        return {**self.aliases, **self.shown}


def compared(entity: Entity) -> Compared:
    """Make the names of ``entity`` comparable; names of nothing but punctuation are left out."""
    shown = {comparable_name(name): name for name in (entity.name_en, entity.name_zh)}
    aliases = {comparable_name(name): name for name in entity.aliases}
    return Compared(
        entity,
        {name: written for name, written in shown.items() if name},
        {name: written for name, written in aliases.items() if name and name not in shown},
    )


def judged(first: Compared, second: Compared, *, shared_neighbours: int, related: bool) -> Candidate:
    """The candidate that two companies make; the same whichever comes first.

    ``shared_neighbours``: how many entities both have relations with that few others have. ``related``: whether a
    relation joins the two.
    """
    if first.entity.id > second.entity.id:
        first, second = second, first
    reasons = [*_of_names(first, second), *_of_attributes(first.entity, second.entity)]
    if shared_neighbours:
        counted = min(shared_neighbours, _MOST_NEIGHBOURS_COUNTED)
        worth = counted * LOG_ODDS["shared_neighbours"]
        reasons.append(Reason(code="shared_neighbours", log_odds=worth, first=str(shared_neighbours)))
    if related:
        reasons.append(_reason("related"))
    ordered = sorted(reasons, key=lambda reason: (-abs(reason.log_odds), reason.code))
    score = probability(PRIOR + sum(reason.log_odds for reason in reasons))
    return Candidate(first=first.entity.id, second=second.entity.id, score=score, reasons=tuple(ordered))


def _reason(code: ReasonCode, first: str = "", second: str = "") -> Reason:
    return Reason(code=code, log_odds=LOG_ODDS[code], first=first, second=second)


def _of_names(first: Compared, second: Compared) -> Iterator[Reason]:
    """The strongest thing that can be said of the names, and what speaks against it."""
    common = sorted(first.shown.keys() & second.shown.keys())
    if common:
        written = [(first.shown[name], second.shown[name]) for name in common]
        equal = [pair for pair in written if fold_characters(pair[0]) == fold_characters(pair[1])]
        yield _reason("same_name" if equal else "same_but_legal_form", *(equal or written)[0])
        return
    for own, others in ((first.shown, second.aliases), (first.aliases, second.shown)):
        for name in sorted(own.keys() & others.keys()):
            yield _reason("name_is_alias", own[name], others[name])
            return
    for name in sorted(first.aliases.keys() & second.aliases.keys()):
        yield _reason("shared_alias", first.aliases[name], second.aliases[name])
        return
    similar = _most_similar(first, second)
    if similar is not None:
        yield from _of_similar(*similar)


def _most_similar(first: Compared, second: Compared) -> tuple[str, str, NamesCompared] | None:
    """The two names, as written, that are most alike."""
    pairs = [
        (compare_names(own, other), written, others)
        for own, written in first.names.items()
        for other, others in second.names.items()
    ]
    if not pairs:
        return None
    best = max(
        pairs, key=lambda pair: (pair[0].little_differs, pair[0].longer_form, pair[0].similarity, pair[1], pair[2])
    )
    return best[1], best[2], best[0]


def _of_similar(first: str, second: str, found: NamesCompared) -> Iterator[Reason]:
    if found.similarity == 1.0:
        yield _reason("same_but_spacing", first, second)
        return
    if found.little_differs and found.similarity >= _LITTLE_DIFFERS_FROM:
        yield _reason("little_differs", first, second)
        return
    if found.longer_form:
        yield _reason("longer_form", first, second)
        return
    worth = similarity_log_odds(found.similarity)
    yield Reason(code="similar_name", log_odds=worth, first=first, second=second)
    if found.numbers_differ:
        yield _reason("different_numbers", first, second)
    elif found.first_only and found.second_only:
        yield _reason("own_words", " ".join(found.first_only), " ".join(found.second_only))


def _of_attributes(first: Entity, second: Entity) -> Iterator[Reason]:
    yield from _of_tickers(first, second)
    if first.founded and second.founded:
        years = str(first.founded), str(second.founded)
        if first.founded == second.founded:
            yield _reason("same_founded", *years)
        elif abs(first.founded - second.founded) > _YEARS_ALIKE:
            yield _reason("different_founded", *years)
    countries = _country(first.country), _country(second.country)
    if all(countries):
        code: ReasonCode = "same_country" if countries[0] == countries[1] else "different_country"
        yield _reason(code, first.country, second.country)
    if first.industry and fold_characters(first.industry) == fold_characters(second.industry):
        yield _reason("same_industry", first.industry, second.industry)


def _of_tickers(first: Entity, second: Entity) -> Iterator[Reason]:
    own, other = ({ticker.upper() for ticker in entity.tickers} for entity in (first, second))
    if common := sorted(own & other):
        yield _reason("same_ticker", common[0], common[0])
        return
    for one, two in product(sorted(own), sorted(other)):
        if _is_code_of(one, two) or _is_code_of(two, one):
            yield _reason("same_ticker", one, two)
            return
    by_exchange = [{ticker.partition(".")[2]: ticker for ticker in sorted(tickers)} for tickers in (own, other)]
    for exchange in sorted(by_exchange[0].keys() & by_exchange[1].keys()):
        yield _reason("different_tickers", by_exchange[0][exchange], by_exchange[1][exchange])
        return


def ticker_code(ticker: str) -> str:
    """The digits of a ticker such as 300750.SZ or 7203; "" for one of letters."""
    found = _CODE.fullmatch(ticker.upper())
    return found[1] if found else ""


def _is_code_of(code: str, ticker: str) -> bool:
    """Whether a code without an exchange is that of a ticker: 300750 of 300750.SZ."""
    return ticker_code(ticker) == code and "." in ticker


@lru_cache(maxsize=1_000)
def _country(name: str) -> str:
    """One code for a country however it is written; empty if it is not known: nothing is concluded then."""
    found = lookup_territory(name.strip()) if name.strip() else None
    return found.code if found is not None else ""
