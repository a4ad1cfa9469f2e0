"""Tools made from operations: their descriptions, and what a call gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_types import Tool, ToolAnnotations

from core.operations.catalogue import READS
from core.operations.operation import Operation, described
from core.operations.proposals import read_texts, review_proposals
from core.settings import Settings

_BOTH = "Chinese and English are understood alike."
_READS_ONLY = "Read-only."
_DECIDES = "Changes what is on record, as decided by a program; what is decided can be taken back."
TOOLS: Mapping[str, Operation[Any, Any]] = {operation.name: operation for operation in READS}
REVIEWING: Mapping[str, Operation[Any, Any]] = {each.name: each for each in (read_texts, review_proposals)}
"""Offered where somebody said so when the server was started."""
OLD_NAMES = {old: operation for operation in READS for old in operation.old_names}
"""Still called by clients that know them, and listed nowhere."""


def tool_of(operation: Operation[Any, Any], settings: Settings) -> Tool:
    """The description of a tool. Its schema leaves out ``not`` at the top, which few clients read."""
    schema = described(operation.takes.model_json_schema(by_alias=False), settings)
    schema.pop("not", None)
    reads = operation.effect == "read"
    return Tool(
        name=operation.name,
        title=operation.title,
        description=f"{operation.summary} {_BOTH} {_READS_ONLY if reads else _DECIDES}",
        input_schema=schema,
        output_schema=operation.gives.model_json_schema(mode="serialization", by_alias=False),
        annotations=ToolAnnotations(
            read_only_hint=reads, destructive_hint=False, idempotent_hint=reads, open_world_hint=False
        ),
    )
