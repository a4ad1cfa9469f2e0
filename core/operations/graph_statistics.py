"""What the knowledge base holds, counted."""

from __future__ import annotations

from core.operations.operation import Input, Operation
from core.statistics.figures import Statistics


class StatisticsRequest(Input):
    """Takes nothing."""


graph_statistics = Operation(
    name="graph_statistics",
    title="What the graph holds, counted",
    summary="Counts of companies, other entities, relations by type, passages by language and kind of source, and the "
    "shape of the graph: degrees, components, coverage of vectors.",
    takes=StatisticsRequest,
    gives=Statistics,
    run=lambda context, _: context.opened.statistics,
    examples={"zh": {}, "en": {}},
)
