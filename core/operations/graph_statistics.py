"""What the knowledge base holds, counted."""

from __future__ import annotations

from core.operations.operation import NO_FIELDS, Nothing, Operation
from core.statistics.figures import Statistics

graph_statistics = Operation(
    name="graph_statistics",
    title="What the graph holds, counted",
    summary="Counts of companies, other entities, relations by type, passages by language and kind of source, and the "
    "shape of the graph: degrees, components, coverage of vectors.",
    takes=Nothing,
    gives=Statistics,
    run=lambda context, _: context.opened.statistics,
    examples=NO_FIELDS,
)
