"""Types of entities and relations that a person added, as YAML."""

from __future__ import annotations

from pathlib import Path

import yaml

from core.workspace.parts import Content, as_text, value_part
from core.workspace.workspace import Workspace


def _types(content: Content) -> str:
    text = as_text(content)
    try:
        if isinstance(yaml.safe_load(text), dict):
            return text
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(str(error)) from error
    raise ValueError("no mapping")


OWN_TYPES = value_part("ontology", _types, needed=True)


def load_own_types(folder: Path) -> str:
    """Nothing if a person added none. Raises WorkspaceUnavailableError: what is of these types must not go."""
    return Workspace.beside(folder).value(OWN_TYPES) or ""


def save_own_types(folder: Path, text: str | None) -> None:
    """Keep ``text`` in place of what was there; None or nothing: forget that."""
    Workspace.beside(folder).put(OWN_TYPES, text if text is not None and text.strip() else None)
