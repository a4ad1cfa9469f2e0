"""Views of the graph workbench, and searches, that people saved by name, for everybody who uses this knowledge base."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

from core.domain.stored_fields import Writable
from core.workspace.parts import Part
from core.workspace.workspace import Workspace

MAX_NAME = 80  # characters
SavedKind = Literal["views", "searches"]


class SavedLink(BaseModel):
    """A link under a name."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Annotated[Writable, StringConstraints(max_length=MAX_NAME)]
    link: Writable


SAVED: dict[SavedKind, Part[SavedLink]] = {
    kind: Part(f"saved_{kind}", SavedLink.model_validate, order="name") for kind in ("views", "searches")
}


class SavedViewStore:
    """The links of one kind in a workspace. Raises WorkspaceUnavailableError as that does."""

    def __init__(self, workspace: Workspace, kind: SavedKind) -> None:
        self._workspace = workspace
        self._part = SAVED[kind]

    @classmethod
    def beside(cls, knowledge_base_folder: Path, kind: SavedKind) -> SavedViewStore:
        """Those of a knowledge base."""
        return cls(Workspace.beside(knowledge_base_folder), kind)

    def save(self, name: str, link: str) -> None:
        """Keep ``link`` under ``name`` in place of an earlier one; of the name at most 80 characters count."""
        self._workspace.insert(self._part, {"name": name[:MAX_NAME], "link": link})

    def delete(self, name: str) -> None:
        """Forget the link of this name, if there is one."""
        self._workspace.delete(self._part, "WHERE name = ?", (name,))

    def all(self) -> dict[str, str]:
        """Name → link, by name."""
        return {saved.name: saved.link for saved in self._workspace.rows(self._part)}
