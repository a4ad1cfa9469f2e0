"""Tools made from the operations that read: their descriptions, and what a call gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_types import Tool, ToolAnnotations

from core.operations.catalogue import READS
from core.operations.operation import Operation, described
from core.settings import Settings

_BOTH = "Chinese and English are understood alike. Read-only."
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
TOOLS: Mapping[str, Operation[Any, Any]] = {operation.name: operation for operation in READS}
OLD_NAMES = {old: operation for operation in READS for old in operation.old_names}
"""Still called by clients that know them, and listed nowhere."""


def tool_of(operation: Operation[Any, Any], settings: Settings) -> Tool:
    """The description of a tool. Its schema leaves out ``not`` at the top, which few clients read."""
    schema = described(operation.takes.model_json_schema(by_alias=False), settings)
    schema.pop("not", None)
    return Tool(
        name=operation.name,
        title=operation.title,
        description=f"{operation.summary} {_BOTH}",
        input_schema=schema,
        output_schema=operation.gives.model_json_schema(mode="serialization", by_alias=False),
        annotations=_READ_ONLY,
    )
