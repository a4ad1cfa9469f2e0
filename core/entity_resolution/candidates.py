"""Proposals for a whole knowledge base: which companies may be one, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from core.domain.records import Entity
from core.entity_resolution.blocking import NameGrams
from core.entity_resolution.evidence import Candidate, Compared, compared, judged, ticker_code
from core.entity_resolution.similar_names import telling_part

_LEAST_COSINE = 0.5
_BEARERS = 20  # a name or ticker that more companies have says nothing
_KNOWN_BY_FEW = 50
"""An entity with more neighbours than that (a country, an industry) is shared by everybody."""
_PAIRS_A_LOOK = 1_000
Pair = tuple[int, int]
Seen = Callable[[float], None]


def same_company_candidates(
    entities: Iterable[Entity], related: Iterable[tuple[str, str]], *, min_score: float, seen: Seen | None = None
) -> tuple[Candidate, ...]:
    """Pairs of companies that score at least ``min_score``, best first, of equal ones by their ids.

    ``related``: the ends of all relations. Entities of other types only count as neighbours. ``seen`` is told now and
    then how much has been compared, from 0 to 1. The order of ``entities`` and ``related`` does not matter.
    """
    told = seen or (lambda _: None)
    told(0.0)
    companies = sorted((compared(each) for each in entities if each.type == "company"), key=lambda each: each.entity.id)
    pairs = sorted({*_sharing_a_key(companies), *_alike(companies)})
    neighbours = _neighbours({companies[place].entity.id for pair in pairs for place in pair}, related)
    found = []
    for number, (one, other) in enumerate(pairs):
        if number % _PAIRS_A_LOOK == 0:
            told(number / len(pairs))
        candidate = _candidate(companies[one], companies[other], neighbours)
        if candidate.score >= min_score:
            found.append(candidate)
    told(1.0)
    return tuple(sorted(found, key=lambda each: (-each.score, each.first, each.second)))


def _candidate(first: Compared, second: Compared, neighbours: _Neighbours) -> Candidate:
    one, other = first.entity.id, second.entity.id
    return judged(
        first, second, shared_neighbours=neighbours.shared(one, other), related=neighbours.related(one, other)
    )


def _sharing_a_key(companies: Sequence[Compared]) -> Iterator[Pair]:
    """Pairs with a name that is equal but for spaces and words that say little, or with a ticker."""
    bearers: dict[tuple[str, str], dict[int, None]] = {}
    for place, company in enumerate(companies):
        for name in company.names:
            bearers.setdefault(("name", telling_part(name)), {})[place] = None
        for ticker in company.entity.tickers:
            for key in filter(None, (ticker.upper(), ticker_code(ticker))):
                bearers.setdefault(("ticker", key), {})[place] = None
    for places in bearers.values():
        if len(places) <= _BEARERS:
            yield from combinations(places, 2)


def _alike(companies: Sequence[Compared]) -> Iterator[Pair]:
    """Pairs with names that share rare runs of characters."""
    bearers: dict[str, list[int]] = {}
    for place, company in enumerate(companies):
        for part in {telling_part(name) for name in company.names}:
            bearers.setdefault(part, []).append(place)
    names = sorted(bearers)
    for firsts, seconds in NameGrams(names).alike(_LEAST_COSINE):
        for first, second in zip(firsts.tolist(), seconds.tolist(), strict=True):
            own, others = bearers[names[first]], bearers[names[second]]
            if len(own) * len(others) <= _BEARERS:
                yield from ((min(pair), max(pair)) for pair in _cross(own, others))


def _cross(own: Sequence[int], others: Sequence[int]) -> Iterator[Pair]:
    return ((one, other) for one in own for other in others if one != other)


class _Neighbours:
    def __init__(self, of: Mapping[str, set[str]], degree: Mapping[str, int]) -> None:
        self._of, self._degree = of, degree

    def shared(self, first: str, second: str) -> int:
        """How many entities both have relations with that few others have."""
        common = self._of.get(first, set()) & self._of.get(second, set())
        return sum(self._degree[each] <= _KNOWN_BY_FEW for each in common)

    def related(self, first: str, second: str) -> bool:
        """Whether a relation joins the two."""
        return second in self._of.get(first, set())


def _neighbours(wanted: set[str], related: Iterable[tuple[str, str]]) -> _Neighbours:
    of: dict[str, set[str]] = {}
    degree: dict[str, int] = {}
    for source, target in related:
        for end, other in ((source, target), (target, source)):
            degree[end] = degree.get(end, 0) + 1
            if end in wanted:
                of.setdefault(end, set()).add(other)
    return _Neighbours(of, degree)
