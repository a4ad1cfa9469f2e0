"""The files beside the versions that hold what people said: one that is damaged is set aside, and that is said.

What it held when it was last found whole takes its place; where nothing is known of that, what it said no longer
counts. A build and the start of the program go on either way. Files that are databases are not touched: who needs them
says what is wrong with them.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import yaml

from core.domain.linking import LinkingRules
from core.ingestion import remembered, removals
from core.messages import LANGUAGES, Language, translate
from core.workspace import linking_rules, unlinked_sources, verdicts

LAST_WHOLE = "last_whole"
"""Below the knowledge base folder: the files as they were when they were last found whole."""
_DAMAGED = ".damaged"
_log = logging.getLogger(__name__)


def _json_object(content: bytes) -> None:
    if not isinstance(json.loads(content), dict):
        raise ValueError("no JSON object")  # noqa: TRY004 - what is damaged is a ValueError here


def _yaml_mapping(content: bytes) -> None:
    if not isinstance(yaml.safe_load(content.decode("utf-8-sig")), dict):
        raise ValueError("no mapping")  # noqa: TRY004


def _verdicts(content: bytes) -> None:
    for line in content.splitlines():
        verdicts.Verdict.model_validate_json(line)


CHECKS: dict[str, Callable[[bytes], object]] = {
    removals.FILE_NAME: removals.Removals.model_validate_json,
    unlinked_sources.FILE_NAME: unlinked_sources.IDS.validate_json,
    linking_rules.FILE_NAME: LinkingRules.model_validate_json,
    remembered.FILE_NAME: remembered.Remembered.model_validate_json,
    verdicts.FILE_NAME: _verdicts,
    "presets.json": _json_object,
    "restored.json": _json_object,
    "ontology.yaml": _yaml_mapping,
    "built_from.txt": lambda content: content.decode("utf-8"),
}
"""By the name of the file what reads it; a ValueError or a YAMLError says that it is damaged."""
NEEDED = frozenset({removals.FILE_NAME, "ontology.yaml"})
"""Without these, what was taken out would come back, and what is of types of one's own would go: where it is not known
what they said, they are left to whoever reads them, and refused."""


@dataclass(frozen=True)
class SetAside:
    """A damaged file that was renamed to ``aside``; ``replaced`` by what it held when it was last whole."""

    folder: Path
    name: str
    aside: str
    replaced: bool

    def message(self, language: Language) -> str:
        """What happened, what that changes, what to do."""
        what = translate(f"side_file.what.{self.name.partition('.')[0]}", language)
        key = "side_file.replaced" if self.replaced else "side_file.left_out"
        return translate(key, language, file=self.name, folder=str(self.folder), aside=self.aside, what=what)


def mend_side_files(folder: Path, *, copies: bool = True) -> tuple[SetAside, ...]:
    """Set damaged files of a knowledge base ``folder`` aside, and keep copies of those that are whole.

    ``copies``: False for whoever only reads; then nothing is written unless a file is damaged.
    """
    found = tuple(each for name in CHECKS if (each := _mended(folder, name, copies=copies)) is not None)
    for each in found:
        _log.warning("%s", each.message("en"))
    return found


def files_set_aside(folder: Path) -> tuple[str, ...]:
    """Names of the damaged files that were set aside and are still there."""
    return tuple(sorted(file.name for file in folder.glob(f"*{_DAMAGED}*")))


def _mended(folder: Path, name: str, *, copies: bool) -> SetAside | None:
    file, copy = folder / name, folder / LAST_WHOLE / name
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        if copies:
            with contextlib.suppress(OSError):
                copy.unlink(missing_ok=True)  # a person took it away
        return None
    except OSError:
        return None  # whoever needs it says so
    with contextlib.suppress(OSError):  # no room, no permission: whoever needs the file says so
        if _is_whole(name, content):
            if copies:
                _keep(copy, content)
            return None
        before = copy.read_bytes() if copy.is_file() else b""
        known = _is_whole(name, before)
        if known or name not in NEEDED:
            aside = _free(file)
            file.rename(aside)
            if known:
                _put(file, before)
            return SetAside(folder, name, aside.name, known)
    return None


def _is_whole(name: str, content: bytes) -> bool:
    try:
        CHECKS[name](content)
    except (ValueError, yaml.YAMLError, RecursionError):
        return False
    return bool(content.strip())


def _free(file: Path) -> Path:
    """A name for the damaged file that no other has."""
    number, free = 1, file.with_name(f"{file.name}{_DAMAGED}")
    while free.exists():
        number += 1
        free = file.with_name(f"{file.name}{_DAMAGED}-{number}")
    return free


def _keep(copy: Path, content: bytes) -> None:
    if not copy.is_file() or copy.read_bytes() != content:
        copy.parent.mkdir(exist_ok=True)
        _put(copy, content)


def _put(file: Path, content: bytes) -> None:
    """Whole or not at all."""
    partial = file.with_name(f"putting-{file.name}-{os.getpid()}")
    partial.write_bytes(content)
    partial.replace(file)


def all_messages(found: tuple[SetAside, ...]) -> list[str]:
    """What happened, in every language."""
    return [each.message(language) for each in found for language in LANGUAGES]
