"""The files beside the versions that hold what people said: one that is damaged is set aside, one that was lost is put
back, and that is said.

What it held when it was last found whole takes its place; where nothing is known of that, what a damaged file said no
longer counts. A file that is missing while its copy is there was lost: the program removes the copy of what it takes
away itself (core/workspace/last_whole.py). A build and the start of the program go on either way. Files that are
databases are not touched: who needs them says what is wrong with them.
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
from core.workspace.last_whole import LAST_WHOLE

_DAMAGED = ".damaged"
_PUT_BACK = ".put-back"
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
_CUT_OFF_UNSEEN = frozenset({verdicts.FILE_NAME, "ontology.yaml"})
"""Cut off at the end of a line these are valid still: the beginning of the copy is no whole file."""


@dataclass(frozen=True)
class SetAside:
    """A damaged file that was renamed to ``aside``; ``replaced`` by what it held when it was last whole.

    ``lost``: the file was not there; ``aside`` is the empty file that says so until a person deletes it.
    """

    folder: Path
    name: str
    aside: str
    replaced: bool
    lost: bool = False

    def message(self, language: Language) -> str:
        """What happened, what that changes, what to do."""
        kind = self.name.partition(".")[0]
        what, undo = translate(f"side_file.what.{kind}", language), translate(f"side_file.undo.{kind}", language)
        key = "side_file.put_back" if self.lost else "side_file.replaced" if self.replaced else "side_file.left_out"
        return translate(key, language, file=self.name, folder=str(self.folder), aside=self.aside, what=what, undo=undo)


def mend_side_files(folder: Path, *, copies: bool = True) -> tuple[SetAside, ...]:
    """Set damaged files of a knowledge base ``folder`` aside, put lost ones back, keep copies of those that are whole.

    ``copies``: False for whoever only reads; then nothing is written unless a file is damaged or lost.
    """
    found = tuple(each for name in CHECKS if (each := _mended(folder, name, copies=copies)) is not None)
    for each in found:
        _log.warning("%s", each.message("en"))
    return found


def files_set_aside(folder: Path) -> tuple[str, ...]:
    """Names of the damaged files that were set aside and are still there."""
    return tuple(sorted(file.name for file in folder.glob(f"*{_DAMAGED}*")))


def files_put_back(folder: Path) -> tuple[str, ...]:
    """Names of the files that say that a lost one was put back, until a person deletes them."""
    return tuple(sorted(file.name for file in folder.glob(f"*{_PUT_BACK}")))


def _mended(folder: Path, name: str, *, copies: bool) -> SetAside | None:
    file, copy = folder / name, folder / LAST_WHOLE / name
    with contextlib.suppress(OSError):  # no room, no permission: whoever needs the file says so
        before = copy.read_bytes() if copy.is_file() else None
        if not file.exists():
            if before is None:
                return None
            if _is_whole(name, before):
                return _put_back(file, before)
            copy.replace(file)  # lost and damaged: handled as a damaged file without a copy
            before = None
        content = file.read_bytes()
        if _is_whole(name, content, before):
            if copies:
                _keep(copy, content)
            return None
        known = before is not None and _is_whole(name, before)
        if known or name not in NEEDED:
            aside = _free(file)
            file.rename(aside)
            if known and before is not None:
                _put(file, before)
            return SetAside(folder, name, aside.name, known)
    return None


def _put_back(file: Path, before: bytes) -> SetAside:
    said = file.with_name(f"{file.name}{_PUT_BACK}")
    said.touch()
    _put(file, before)
    return SetAside(file.parent, file.name, said.name, replaced=True, lost=True)


def _is_whole(name: str, content: bytes, before: bytes | None = None) -> bool:
    """``before``: what the file held when it was last whole, if that is known."""
    try:
        CHECKS[name](content)
    except (ValueError, yaml.YAMLError, RecursionError):
        return False
    held = content.rstrip()
    cut_off = name in _CUT_OFF_UNSEEN and before is not None and before.startswith(held) and held != before.rstrip()
    return bool(held) and not cut_off


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
