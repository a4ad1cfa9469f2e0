"""Normalised names that need not be computed again: a build takes over those of the version before."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

from core.names import chinese_script
from core.names import normalise as names


class NormalisedNames(dict[str, str]):
    """Every name that was asked for → ``normalise_name`` of it, taken from ``known`` where that has it."""

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._known = known or {}

    def __missing__(self, name: str) -> str:
        known = self._known.get(name)
        self[name] = names.normalise_name(name) if known is None else known
        return self[name]


@cache
def name_rules() -> str:
    """What tells the rules of normalising apart: forms made by other rules are not to be taken over."""
    rules = blake2b(digest_size=16)
    for module in (names, chinese_script):
        rules.update(Path(str(module.__file__)).read_bytes())
    libraries = (version("rigour"), version("opencc"), unicodedata.unidata_version)
    rules.update(" ".join(libraries).encode())
    return rules.hexdigest()
