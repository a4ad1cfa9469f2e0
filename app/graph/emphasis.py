"""What a picture brings out of what it draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True)
class Emphasis:
    """``ranks``: numbers inside nodes, by id. Where ``fades``, all is faded but the ``nodes``, the roots and the
    ``edges``; without edges, those that join two such nodes are bright."""

    ranks: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    nodes: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    fades: bool = False

    def content(self) -> dict[str, object]:
        """The same for the browser."""
        return {"ranks": dict(self.ranks), "nodes": self.nodes, "edges": self.edges, "fades": self.fades}


NO_EMPHASIS = Emphasis()
