"""Who controls whom, by stated rules, as links from each company to who controls it.

1. ``majority``: more than half, by one holder or by a holder together with what it controls. A range that begins at 50
   is above half, as registers and ``subsidiary_of`` mean it.
2. ``agreement``: a source says that the holder controls the company, though its share does not.
3. ``largest_holder``: nobody of the above, and one holder with at least ``LARGEST_FROM`` and more than any other can
   have. 30 % is where rules on takeovers presume control of a listed company (in China Article 84 of the measures on
   takeovers of listed companies).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from core.dossier.ownership.holdings import Stakes

ControlRule = Literal["majority", "agreement", "largest_holder"]
_RULES: tuple[ControlRule, ...] = get_args(ControlRule)
LARGEST_FROM = 0.30
MOST_LINKS, _LINKS_TO_JOIN = 1_000, 20
"""Of a chain of control, and of one by which holders are taken together."""
_HALF = 0.5
_ROUNDING = 1e-12


@dataclass(frozen=True)
class ControlLink:
    """Who controls a company by which rule, and ``through`` which holder of its shares, which may be itself.

    ``found``: in which round, as it rests on links of earlier ones only.
    """

    controller: int
    rule: ControlRule
    through: int
    found: int = 0


@dataclass(frozen=True)
class ControlChain:
    """``path``: from the controller down to the company, each the holder of the next; ``rule``: the weakest in it."""

    controller: int
    rule: ControlRule
    path: tuple[int, ...]


class ControlLinks:
    """The links of all companies of which ``stakes`` has every direct stake; nodes are places in ``stakes.nodes``."""

    def __init__(self, stakes: Stakes, largest_from: float = LARGEST_FROM) -> None:
        self._stakes = stakes  # in the order of what is held
        self._firsts = np.searchsorted(stakes.held, np.arange(len(stakes.nodes) + 1))
        self._of: dict[int, list[ControlLink]] = {}
        self._add_direct()
        self._add_joined()
        self._add_largest(largest_from)

    def of(self, company: int) -> tuple[ControlLink, ...]:
        """Who controls a company, the strongest rule first."""
        return tuple(self._of.get(company, ()))

    def controllers(self, company: int, most_links: int = MOST_LINKS) -> Iterator[ControlChain]:
        """All who control it directly or through others, each once and the nearest first; never the company itself."""
        seen = {company}
        waiting = deque([ControlChain(company, "majority", (company,))])
        while waiting:
            below = waiting.popleft()
            if len(below.path) > most_links:
                return
            for link in self.of(below.controller):
                if link.controller in seen:
                    continue
                seen.add(link.controller)
                rule = max(below.rule, link.rule, key=_RULES.index)
                between = () if link.through == link.controller else self._chain(link)
                chain = ControlChain(link.controller, rule, _without_circles((link.controller, *between, *below.path)))
                yield chain
                waiting.append(chain)

    def controlled(self, controller: int) -> dict[int, ControlRule]:
        """All that it controls, and by which rule each is controlled directly; not itself."""
        below: dict[int, list[tuple[int, ControlRule]]] = {}
        for company, links in self._of.items():
            for link in links:
                below.setdefault(link.controller, []).append((company, link.rule))
        found: dict[int, ControlRule] = {}
        waiting = deque([controller])
        while waiting:
            for company, rule in below.get(waiting.popleft(), ()):
                if company != controller and company not in found:
                    found[company] = rule
                    waiting.append(company)
        return found

    def _add_direct(self) -> None:
        stakes = self._stakes
        most = (stakes.low >= _HALF - _ROUNDING) & (stakes.high > _HALF + _ROUNDING) & (stakes.owner != stakes.held)
        said = stakes.control & ~most & (stakes.owner != stakes.held)
        for rule, places in (("majority", np.flatnonzero(most)), ("agreement", np.flatnonzero(said))):
            for place in places.tolist():
                owner, held = int(stakes.owner[place]), int(stakes.held[place])
                link = ControlLink(owner, "majority" if rule == "majority" else "agreement", owner)
                self._of.setdefault(held, []).append(link)

    def _add_joined(self) -> None:
        """Majorities that a holder has only together with what it controls, until there are no more.

        Round by round only companies are looked at of which somebody above a holder is new: nothing changed for others.
        """
        stakes, count = self._stakes, len(self._stakes.nodes)
        enough = np.bincount(stakes.held, stakes.low, count) > _HALF + _ROUNDING
        by_owner = np.argsort(stakes.owner, kind="stable")
        firsts = np.searchsorted(stakes.owner[by_owner], np.arange(count + 1))
        below: dict[int, list[int]] = {}
        above: dict[int, dict[int, int]] = {}
        new, turn = list(self._of), 0
        while new:
            turn += 1
            for company in new:
                for link in self._of[company]:
                    below.setdefault(link.controller, []).append(company)
            changed = _reached(new, below)
            for holder in changed:
                above.pop(holder, None)
            held = (stakes.held[by_owner[firsts[each] : firsts[each + 1]]].tolist() for each in changed)
            waiting = {company for each in held for company in each if enough[company] and company not in self._of}
            found = {company: self._joined(company, above, turn) for company in sorted(waiting)}
            new = [company for company, link in found.items() if link is not None]
            self._of |= {company: [link] for company, link in found.items() if link is not None}

    def _places(self, company: int) -> range:
        """The stakes in a company."""
        return range(int(self._firsts[company]), int(self._firsts[company + 1]))

    def _above(self, holder: int) -> dict[int, int]:
        """The holder and all who control it, and over how many links."""
        found = {holder: 0}
        last = [holder]
        for links in range(1, _LINKS_TO_JOIN + 1):
            last = [link.controller for each in last for link in self.of(each) if link.controller not in found]
            if not last:
                break
            found |= dict.fromkeys(last, links)
        return found

    def _joined(self, company: int, above: dict[int, dict[int, int]], turn: int) -> ControlLink | None:
        """The nearest who controls holders of more than half; ``above`` keeps who is above the holders."""
        stakes = self._stakes
        sums: dict[int, float] = {}
        through: dict[int, tuple[float, int]] = {}
        distance: dict[int, int] = {}
        for place in self._places(company):
            holder, low = int(stakes.owner[place]), float(stakes.low[place])
            if holder == company:
                continue
            if holder not in above:
                above[holder] = self._above(holder)
            for each, steps in above[holder].items():
                sums[each] = sums.get(each, 0.0) + low
                through[each] = max(through.get(each, (0.0, holder)), (low, holder), key=lambda pair: pair[0])
                distance[each] = max(distance.get(each, 0), steps)
        enough = [each for each, share in sums.items() if share > _HALF + _ROUNDING and each != company]
        if not enough:
            return None
        nearest = min(enough, key=lambda each: (distance[each], each))
        return ControlLink(nearest, "majority", through[nearest][1], turn)

    def _add_largest(self, largest_from: float) -> None:
        stakes = self._stakes
        for place in np.flatnonzero((stakes.low >= largest_from - _ROUNDING) & (stakes.owner != stakes.held)).tolist():
            company, owner = int(stakes.held[place]), int(stakes.owner[place])
            if company in self._of:
                continue
            others = [each for each in self._places(company) if stakes.owner[each] not in (owner, company)]
            if not others or stakes.low[place] > stakes.high[others].max() + _ROUNDING:
                self._of[company] = [ControlLink(owner, "largest_holder", owner)]

    def _chain(self, joint: ControlLink) -> tuple[int, ...]:
        """From below a controller down to the holder through which it controls, by the links that this one rests on."""
        path, targets = [joint.through], [(joint.controller, joint.found)]
        while targets and len(path) <= MOST_LINKS:
            target, before = targets[-1]
            if path[-1] == target:
                targets.pop()
                continue
            earlier = [each for each in self.of(path[-1]) if each.found < before]
            link = next((each for each in earlier if each.controller == target), None)
            if link is not None:
                path.append(link.through)
                targets[-1] = target, link.found
            else:
                targets.append((self._first_above(path[-1], target, before), before))
        return tuple(reversed(path[:-1] if path[-1] == joint.controller else path))

    def _first_above(self, company: int, controller: int, before: int) -> int:
        """Who controls a company itself, of the shortest chain of controllers up to one by links found ``before`` a
        round: what was found in that round rests on such a chain."""
        first = {each.controller: each.controller for each in self.of(company) if each.found < before}
        waiting = deque(first)
        while (each := waiting.popleft()) != controller:
            for link in self.of(each):
                if link.found < before and link.controller not in first:
                    first[link.controller] = first[each]
                    waiting.append(link.controller)
        return first[each]


def _without_circles(path: tuple[int, ...]) -> tuple[int, ...]:
    """A chain of holders without the circles that it comes through."""
    kept: dict[int, None] = {}
    for node in path:
        while node in kept:
            kept.popitem()
        kept[node] = None
    return tuple(kept)


def _reached(starts: list[int], below: dict[int, list[int]]) -> set[int]:
    """The companies ``starts`` and all that they control, over as many links as holders are taken together."""
    found, last = set(starts), starts
    for _ in range(_LINKS_TO_JOIN):
        last = [each for start in last for each in below.get(start, ()) if each not in found]
        if not last:
            break
        found.update(last)
    return found
