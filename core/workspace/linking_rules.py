"""The linking rules in force: those that a person chose, else those of the settings."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from core.domain.linking import LinkingRules
from core.errors import RefusedError
from core.settings import Settings
from core.workspace.parts import value_part
from core.workspace.workspace import Workspace

LINKING = value_part("linking", LinkingRules.model_validate_json)
"""What a person chose."""


class LinkingRulesInvalidError(RefusedError):
    """Rules for linking passages that cannot be followed."""


class SourceKindUnknownError(RefusedError):
    """A pair of linking rules names a source kind that no passage is of."""


def linking_rules(settings: Settings) -> LinkingRules:
    """Raises LinkingRulesInvalidError for settings that make no rules, WorkspaceUnavailableError."""
    return rules_by(chosen_rules(settings), settings)


def rules_by(chosen: LinkingRules | None, settings: Settings) -> LinkingRules:
    """What a person chose, else what the settings say. Raises LinkingRulesInvalidError for settings that make none."""
    return chosen or checked_rules(tuple(settings.link_pairs.split()), settings.link_min_similarity, settings.link_top)


def chosen_rules(settings: Settings) -> LinkingRules | None:
    """What a person chose; None if they did not. Raises WorkspaceUnavailableError."""
    return Workspace.beside(settings.knowledge_base_folder).value(LINKING)


def save_rules(folder: Path, rules: LinkingRules | None) -> None:
    """Keep what a person chose; None: by the settings again. To be called under the build lock."""
    Workspace.beside(folder).put(LINKING, None if rules is None else rules.model_dump_json(indent=2))


def checked_rules(pairs: tuple[str, ...], min_similarity: float, top: int) -> LinkingRules:
    """The rules that these values make. Raises LinkingRulesInvalidError."""
    try:
        return LinkingRules(pairs=pairs, min_similarity=min_similarity, top=top)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise LinkingRulesInvalidError(detail=f"{where}: {fault['msg']}"[:200]) from error
