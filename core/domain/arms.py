"""The arms of the retrieval: what scores a company, by the graph or by its texts."""

from __future__ import annotations

from typing import Literal

Arm = Literal["graph", "peers", "named", "prominence", "size", "text", "words", "relation", "keyword"]
GRAPH_ARMS: tuple[Arm, ...] = ("graph", "peers", "named", "prominence", "size")
VECTOR_ARMS: tuple[Arm, ...] = ("text", "words", "relation", "keyword")
ARMS: tuple[Arm, ...] = (*GRAPH_ARMS, *VECTOR_ARMS)
Search = Arm | Literal["passages"]
SEARCHES: tuple[Search, ...] = (*ARMS, "passages")
"""What may fail by itself: the arms, and the search for passages by meaning, which scores no company."""
