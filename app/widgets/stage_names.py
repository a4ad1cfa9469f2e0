"""Names of the stages of an answer, for tables and charts."""

from __future__ import annotations

from app.state.view_state import page_language
from core.messages import translate


def stage_name(stage: str) -> str:
    """The name of a stage in the language of the page; an arm stands indented under the retrieval."""
    arm = stage.removeprefix("retrieve.")
    return (
        translate(f"stage.{stage}", page_language())
        if arm == stage
        else f"　{translate(f'arm.{arm}', page_language())}"
    )
