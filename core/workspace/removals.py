"""Single records that a person took out: they stay out of every build until they are put back."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict

from core.domain.records import Identifier, RelationIdentifier
from core.workspace.parts import value_part
from core.workspace.workspace import Workspace


class Removals(BaseModel):
    """Ids, of whatever source. With an entity go its relations and mentions, with a document its passages, with a
    passage the relations that are stated by nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    entities: tuple[Identifier, ...] = ()
    relations: tuple[RelationIdentifier, ...] = ()
    passages: tuple[Identifier, ...] = ()
    documents: tuple[Identifier, ...] = ()

    def and_also(self, more: Removals) -> Removals:
        """Both, each id once."""
        return Removals(
            **{
                name: tuple(dict.fromkeys((*getattr(self, name), *getattr(more, name))))
                for name in Removals.model_fields
            }
        )

    def but_not(self, back: Removals) -> Removals:
        """Without those of ``back``."""
        return Removals(
            **{
                name: tuple(each for each in getattr(self, name) if each not in getattr(back, name))
                for name in Removals.model_fields
            }
        )

    @property
    def any(self) -> bool:
        """Whether anything is removed."""
        return bool(self.entities or self.relations or self.passages or self.documents)


REMOVED = value_part("removed", Removals.model_validate_json, needed=True)


def load_removals(folder: Path) -> Removals:
    """What was taken out. Raises WorkspaceUnavailableError: what a person removed must not come back by itself."""
    return Workspace.beside(folder).value(REMOVED) or Removals()


def save_removals(folder: Path, removals: Removals) -> None:
    """Write them, whole or not at all. To be called under the build lock."""
    if removals != load_removals(folder):
        Workspace.beside(folder).put(REMOVED, removals.model_dump_json(indent=2))
