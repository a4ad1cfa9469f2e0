"""Holdings as sets of a plan ask for them: in whichever type they are recorded, and with how large a share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.domain.partial_dates import today
from core.domain.plan import Related, RelationEnd, Share
from core.ontology import Ontology
from core.questions.execution.comparing import COMPARE
from core.questions.execution.hops import Hops
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

ControlWay = Literal["above", "ultimate", "below"]
Control = Callable[[IntArray, ControlWay], Hops]
"""Of nodes, ascending and each once: who controls each (``above``; only the last of each chain: ``ultimate``), or what
each controls (``below``), with the relations of the chains."""


def asks_owners(ontology: Ontology, asked: Related) -> bool:
    """Whether a holding is asked for its owners, not for what they hold."""
    own = ontology[asked.type].holding
    return own is not None and (own.owner == "source") == (asked.end == "backward")


def holding_ways(ontology: Ontology, asked: Related) -> tuple[tuple[str, RelationEnd], ...]:
    """The relation types that mean holding, each with the end at which it has owners, or what is held, as asked."""
    owners_asked = asks_owners(ontology, asked)
    ways: list[tuple[str, RelationEnd]] = []
    for kind in ontology.types.values():
        if kind.holding is not None:
            ways.append((kind.id, "backward" if (kind.holding.owner == "source") == owners_asked else "forward"))
    return tuple(ways)


def ways_of_holding_besides(
    ontology: Ontology, asked: Related, *, anybody: bool = True
) -> list[tuple[str, RelationEnd]]:
    """Other relation types that say that whoever is asked for is a holder, or is held: those that mean control; of
    owners, where ``anybody`` is False and so no other is known, those that do not, too."""
    own = ontology[asked.type].holding if asked.type in ontology else None
    if own is None or (own.control and (anybody or not asks_owners(ontology, asked))):
        return []
    every = {kind.id: kind.holding for kind in ontology.types.values() if kind.holding is not None}
    ways = holding_ways(ontology, asked)
    return [(kind, end) for kind, end in ways if every[kind].control != own.control]


def ways_of_majority(ontology: Ontology, asked: Related) -> list[tuple[str, RelationEnd]]:
    """Relation types that state a share and not control, for a question about control; none for other questions.

    With a share of more than half (``MAJORITY``) they answer it.
    """
    own = ontology[asked.type].holding if asked.type in ontology else None
    if own is None or not own.control:
        return []
    every = {kind.id: kind.holding for kind in ontology.types.values() if kind.holding is not None}
    return [(kind, end) for kind, end in holding_ways(ontology, asked) if not every[kind].control]


MAJORITY = Share(operator=">", percent=50.0)


def with_share(hops: Hops, share: Share, base: KnowledgeBase, day: int) -> Hops:
    """Those of pairs of which the newest relation that states a share states such a one; nothing is concluded from
    relations without a share, nor, of a ``day`` in the past, from a share as of later or without a date."""
    facts = base.relation_facts.at(hops.rows)
    said = np.where(facts.as_of > 0, facts.as_of, facts.start)
    by_then = (said > 0) & (said <= day) if day < today() else np.ones(len(said), dtype=bool)
    stated = np.flatnonzero(by_then & (~np.isnan(facts.share_low) | ~np.isnan(facts.share_high)))
    newest = np.maximum(facts.as_of, facts.start)
    order = stated[np.lexsort((newest[stated], hops.ends[stated], hops.starts[stated]))]
    starts, ends = hops.starts[order], hops.ends[order]
    last = np.ones(len(order), dtype=bool)
    last[:-1] = (starts[1:] != starts[:-1]) | (ends[1:] != ends[:-1])
    counting = order[last]
    return hops.chosen(np.sort(counting[_fits(share, facts.share_low[counting], facts.share_high[counting])]))


def _fits(share: Share, low: NDArray[np.floating], high: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Whether a share from–to certainly fits, whatever it is exactly."""
    least, most = np.nan_to_num(low, nan=0.0), np.nan_to_num(high, nan=100.0)
    compare = COMPARE[share.operator]
    fits: NDArray[np.bool_] = compare(least, share.percent) & compare(most, share.percent)
    return fits
