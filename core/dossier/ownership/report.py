"""Who owns and controls one company as of a day, and what it holds."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from core.domain.results import Result
from core.dossier.ownership.control import ControlChain, ControlLinks, ControlRule
from core.dossier.ownership.holdings import Holdings, Stakes, holdings_of
from core.dossier.ownership.stake_sources import StakeSource, stake_sources
from core.dossier.ownership.words import Bounds, Words, percent
from core.errors import EntityUnknownError
from core.messages import Language
from core.retrieval.base import Base
from core.storage.relation_graph import FloatArray, IntArray

BoolArray = NDArray[np.bool_]

_HALF = 0.5


class _Integrated(Result):
    """``integrated``: percent from–to over all chains. ``untold``: a stake on the way to the company records no share,
    so that the upper bound is that of the others, which reads as a known share."""

    id: str
    name: str
    integrated: Bounds
    untold: bool = Field(False, exclude=True)

    @property
    def told(self) -> Bounds:
        """The integrated share as it is told to a person: 0 to 100 where it is untold."""
        return (0.0, 100.0) if self.untold else self.integrated


class Holder(_Integrated):
    """Percent from–to that an owner holds, or that is held of a company: directly, and over all chains."""

    direct: Bounds


class Controller(Result):
    """Who controls it, by the weakest rule of the chain; ``path``: ids from the controller down to the company."""

    id: str
    name: str
    rule: ControlRule
    path: tuple[str, ...]


class UltimateOwner(_Integrated):
    """At the end of the chains: nobody is recorded above it, or it controls the company and most of its own shares are
    with nobody who is recorded. ``path``: the shortest chain of holdings down to the company."""

    path: tuple[str, ...]


class GroupMember(Result):
    """A company that the head of the group controls, and by which rule it is controlled directly."""

    id: str
    name: str
    rule: ControlRule


class Ownership(Result):
    """Owners, controllers and holdings of ``entity_id`` as of ``day``, a date; shares in percent, the largest first.

    ``circular``: ids of each simple cycle of holdings among its owners and holdings, an owner before what it holds.
    ``group``: what the heads of its group control, itself among them. ``sources`` are those of the direct stakes
    that are listed. ``left_out``: owners and holdings beyond those listed; ``all_cycles``: no cycle is left out.
    """

    entity_id: str
    name: str
    day: str
    owners: tuple[Holder, ...]
    controllers: tuple[Controller, ...]
    ultimate: tuple[UltimateOwner, ...]
    holdings: tuple[Holder, ...]
    circular: tuple[tuple[str, ...], ...]
    group: tuple[GroupMember, ...]
    sources: tuple[StakeSource, ...]
    left_out: int = Field(ge=0)
    all_cycles: bool

    def counting(self) -> dict[tuple[str, str], tuple[StakeSource, ...]]:
        """By owner and what is held, the relations whose share counts: several where they are equally new."""
        found: dict[tuple[str, str], dict[str, StakeSource]] = {}
        for each in self.sources:
            if each.counts:
                found.setdefault((each.owner, each.held), {})[each.relation_id] = each
        return {ends: tuple(sources.values()) for ends, sources in found.items()}


def ownership(base: Base, entity_id: str, day: int, language: Language, *, most: int = 1_000) -> Ownership:
    """Everything about the ownership of an entity of any type as of a ``day`` of eight digits.

    ``most`` ≥ 1 limits owners, holdings and members that are listed, never what is computed. Raises EntityUnknownError.
    """
    from core.dossier.ownership.circular import circular_holdings
    from core.dossier.ownership.shares import shares_in, shares_of

    node = base.knowledge_base.node_of.get(entity_id)
    if node is None:
        raise EntityUnknownError(entity=entity_id)
    recorded, words = base.once(holdings_of), Words(base.knowledge_base, language)
    up, down = recorded.owners_of(node, day), recorded.held_by(node, day)
    above, below = shares_in(up), shares_of(down)
    links = ControlLinks(up)
    chains = tuple(links.controllers(up.root))
    owners, holdings = _Listed(up, above, upwards=True), _Listed(down, below, upwards=False)
    circles = [(stakes, circular_holdings(stakes)) for stakes in (up, down)]
    cycles = {_ids(stakes, cycle, words) for stakes, found in circles for cycle in found.cycles}
    return Ownership(
        entity_id=words.id(node),
        name=words.name(node),
        day=f"{day // 10_000:04}-{day // 100 % 100:02}-{day % 100:02}",
        owners=owners.holders(words, most),
        controllers=tuple(
            Controller(**_named(up, chain.controller, words), rule=chain.rule, path=_ids(up, chain.path, words))
            for chain in chains
        ),
        ultimate=_ultimate(up, above, links, chains, words)[:most],
        holdings=holdings.holders(words, most),
        circular=tuple(sorted(cycles, key=lambda ids: (len(ids), ids))),
        group=_group(recorded, day, up, links, chains, words)[:most],
        sources=stake_sources(base.knowledge_base, (*owners.direct(most), *holdings.direct(most))),
        left_out=sum(max(0, len(listed.order) - most) for listed in (owners, holdings)),
        all_cycles=all(found.complete for _, found in circles),
    )


class _Listed:
    """The nodes of a tree but its root, the largest integrated share first, those of an unknown one last."""

    def __init__(self, stakes: Stakes, shares: tuple[FloatArray, FloatArray], *, upwards: bool) -> None:
        self._stakes, self._shares = stakes, shares
        near, far = (stakes.held, stakes.owner) if upwards else (stakes.owner, stakes.held)
        direct = np.flatnonzero(near == stakes.root)
        self._direct = {int(far[stake]): stake for stake in direct.tolist()}
        others = np.flatnonzero(np.arange(len(stakes.nodes)) != stakes.root)
        self._untold = _untold(stakes, shares, upwards=upwards)
        self.order = others[np.lexsort((others, -shares[0][others], -shares[1][others], self._untold[others]))]

    def direct(self, most: int) -> list[tuple[Stakes, int]]:
        """The direct stakes of the first ``most``."""
        places = self.order[:most].tolist()
        return [(self._stakes, self._direct[place]) for place in places if place in self._direct]

    def holders(self, words: Words, most: int) -> tuple[Holder, ...]:
        """The first ``most``."""
        stakes, (low, high) = self._stakes, self._shares
        found = []
        for place in self.order[:most].tolist():
            stake = self._direct.get(place)
            direct = (0.0, 0.0) if stake is None else percent(stakes.low[stake], stakes.high[stake])
            integrated, untold = percent(low[place], high[place]), bool(self._untold[place])
            found.append(Holder(**_named(stakes, place, words), direct=direct, integrated=integrated, untold=untold))
        return tuple(found)


def _ids(stakes: Stakes, places: Iterable[int], words: Words) -> tuple[str, ...]:
    return tuple(words.id(int(stakes.nodes[place])) for place in places)


def _named(stakes: Stakes, place: int, words: Words) -> dict[str, str]:
    node = int(stakes.nodes[place])
    return {"id": words.id(node), "name": words.name(node)}


def _ultimate(
    up: Stakes,
    shares: tuple[FloatArray, FloatArray],
    links: ControlLinks,
    chains: tuple[ControlChain, ...],
    words: Words,
) -> tuple[UltimateOwner, ...]:
    """Owners that nobody holds, whole circles of such owners, and heads of control most of whose shares are with
    nobody who is recorded."""
    from core.dossier.ownership.circular import circle_of_each

    inside = up.owner != up.held
    label = circle_of_each(up)
    from_elsewhere = inside & (label[up.owner] != label[up.held])
    has_holder = np.isin(label, label[up.held[from_elsewhere]])
    ends = ~has_holder & (label != label[up.root])
    known = np.bincount(up.held[inside], up.low[inside], len(up.nodes))
    for chain in chains:
        if not links.of(chain.controller) and known[chain.controller] <= _HALF:
            ends[chain.controller] = True
    low, high = shares
    places = np.flatnonzero(ends)
    untold = _untold(up, shares, upwards=True)
    places = places[np.lexsort((places, -low[places], -high[places], untold[places]))]
    below = _ways(up, upwards=True)
    return tuple(
        UltimateOwner(
            **_named(up, place, words),
            integrated=percent(low[place], high[place]),
            untold=bool(untold[place]),
            path=_ids(up, _followed(below, place), words),
        )
        for place in places.tolist()
    )


def _untold(stakes: Stakes, shares: tuple[FloatArray, FloatArray], *, upwards: bool) -> BoolArray:
    """Of which nodes a stake on the way to the root records no share, and nothing is held for sure; shape (nodes,)."""
    low, high = shares
    towards = _ways(stakes, upwards=upwards)
    ends = zip(stakes.owner.tolist(), stakes.held.tolist(), stakes.low, stakes.high, strict=True)
    unknown = {(owner, held) for owner, held, least, most in ends if (least, most) == (0.0, 1.0)}
    untold: BoolArray = (low == 0.0) & (high == 1.0)
    for place in np.flatnonzero((low == 0.0) & (high > 0.0)).tolist():
        pairs = pairwise(_followed(towards, place))
        untold[place] |= any((pair if upwards else pair[::-1]) in unknown for pair in pairs)
    return untold


def _ways(stakes: Stakes, *, upwards: bool) -> IntArray:
    """Of every owner what it holds, or of what is held who holds it, on a shortest way to the root, of several the
    largest stake; -1 of the root."""
    near, far = (stakes.held, stakes.owner) if upwards else (stakes.owner, stakes.held)
    towards = np.full(len(stakes.nodes), -1)
    reached = np.zeros(len(stakes.nodes), dtype=bool)
    reached[stakes.root] = True
    while True:
        new = np.flatnonzero(reached[near] & ~reached[far])
        if not len(new):
            return towards
        new = new[np.lexsort((new, stakes.high[new], stakes.low[new]))]  # the largest is written last
        towards[far[new]] = near[new]
        reached[far[new]] = True


def _followed(below: IntArray, place: int) -> list[int]:
    path = [place]
    while below[path[-1]] >= 0:
        path.append(int(below[path[-1]]))
    return path


def _group(
    recorded: Holdings, day: int, up: Stakes, links: ControlLinks, chains: tuple[ControlChain, ...], words: Words
) -> tuple[GroupMember, ...]:
    """What the nearest head of control controls, or what the company itself does."""
    head = next((chain.controller for chain in chains if not links.of(chain.controller)), up.root)
    tree = recorded.held_by(int(up.nodes[head]), day)
    stakes = recorded.stakes_in(tree.nodes, day, int(up.nodes[head]))
    members = ControlLinks(stakes).controlled(stakes.root)
    return tuple(GroupMember(**_named(stakes, place, words), rule=rule) for place, rule in members.items())
