"""The layouts there are. Another one is a file beside this and a line here, and its name in the message catalogue."""

from __future__ import annotations

from collections.abc import Mapping

from core.exploring.layouts.flow import flow
from core.exploring.layouts.rings import rings
from core.exploring.layouts.to_place import Layout
from core.exploring.layouts.tree import tree
from core.exploring.layouts.world_map import world_map

BY_FORCES, MAP = "force", "map"
LAYOUTS: Mapping[str, Layout | None] = {
    BY_FORCES: None,
    "rings": rings,
    "flow": flow,
    "tree": tree,
    MAP: world_map,
}
"""By name; without a function the browser lays the picture out by forces."""
