"""What the knowledge base holds, counted."""

from __future__ import annotations

from core.operations.context import Context
from core.operations.operation import NO_FIELDS, Nothing, operation
from core.statistics.figures import Statistics


@operation(title="What the graph holds, counted", examples=NO_FIELDS)
def graph_statistics(context: Context, _: Nothing) -> Statistics:
    """Counts of companies, other entities, relations by type, passages by language and kind of source, and the shape of
    the graph: degrees, components, coverage of vectors."""
    return context.opened.statistics
