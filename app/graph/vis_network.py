"""Pyvis, whose model pictures are made of, and the library for the browser that ships inside it. It imports networkx,
for graphs of that library alone, which no picture is made from: 290 modules."""

from pathlib import Path

from core.runtime.late_loading import load_when_asked

load_when_asked("networkx")

import pyvis  # noqa: E402
from pyvis.network import Network  # noqa: E402

LIBRARY = (Path(pyvis.__file__).parent / "templates/lib/vis-9.1.2/vis-network.min.js").read_text(encoding="utf-8")

__all__ = ["LIBRARY", "Network"]
