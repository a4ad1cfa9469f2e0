"""What people decided, as one file: saved, loaded, and gone on without."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from core.curation.open_or_build import rebuild
from core.curation.workspace_parts import (
    PARTS,
    WorkspaceFileInvalidError,
    WorkspaceUnwritableError,
    counted,
    forget,
    load_workspace,
    save_workspace,
)
from core.messages import LANGUAGES, Language, translate
from core.operations.context import Context
from core.operations.fields import described_as
from core.operations.operation import Alternatives, Output, operation
from core.workspace.mending import ALL_PARTS, SetAside, WorkspaceUnreadableError
from core.workspace.removals import REMOVED
from core.workspace.verdicts import COLLECTED_VERDICTS, SAME_COMPANIES
from core.workspace.workspace import WorkspaceUnavailableError

_OF_RECORDS = {REMOVED.name, SAME_COMPANIES.name, COLLECTED_VERDICTS.name, ALL_PARTS}
_NAMES = [*(part.name for part in PARTS), ALL_PARTS]


def _known(name: str) -> str:
    if name not in _NAMES:
        raise ValueError(f"one of {', '.join(_NAMES)}")
    return name


class WorkspaceRequest(Alternatives):
    """Without a field it is said how much there is of everything."""

    save: Path | None = described_as("Write a backup of everything.")
    load: Path | None = described_as("Go back to such a backup, and build anew with it.")
    forget: Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": [*_NAMES]})] | None = described_as(
        f"Go on without a part, or without everything ({ALL_PARTS})."
    )


class WorkspaceAnswer(Output):
    """How many values each part has then."""

    counts: dict[str, int]


@operation(
    title="What people decided, as one file",
    examples={"zh": {"save": "备份.sqlite"}, "en": {"forget": "removed"}},
    errors=(
        WorkspaceUnavailableError,
        WorkspaceUnreadableError,
        WorkspaceFileInvalidError,
        WorkspaceUnwritableError,
    ),
    effect="rebuild",
    command_only=True,
)
def keep_workspace(context: Context, asked: WorkspaceRequest) -> WorkspaceAnswer:
    """Count what people decided, save it to one file, load it again, or go on without a part of it."""
    settings, folder = context.settings, context.settings.knowledge_base_folder
    if asked.save is not None:
        save_workspace(folder, asked.save)
    elif asked.load is not None:
        before = load_workspace(folder, asked.load)
        if before is not None:
            context.tell("workspace.before_load", aside=str(before))
        context.publish(rebuild(settings, context.ontology, context.progress))
    elif asked.forget is not None:
        gone = forget(folder, asked.forget)
        context.notices = tuple(_forgotten(gone, language) for language in LANGUAGES)
    return WorkspaceAnswer(counts=counted(folder))


def _forgotten(gone: SetAside, language: Language) -> str:
    what, aside = translate(f"workspace.part.{gone.part}", language), str(gone.folder / gone.aside)
    key = "workspace.forgotten_records" if gone.part in _OF_RECORDS else "workspace.forgotten"
    return translate(key, language, what=what, aside=aside)
