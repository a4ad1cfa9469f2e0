"""The knowledge base of the bundled sample, built once for all workers and runs of the tests on the same code."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from hashlib import blake2b

from filelock import FileLock

from core.settings import Settings
from tests.support import ROOT, settings_for

_KEPT = ROOT / ".pytest_cache" / "built_sample"


def built_sample(settings: Settings, build: Callable[[Settings], object]) -> None:
    """Put a knowledge base of the sample where ``settings`` say: a copy, which the test run may write into."""
    _KEPT.mkdir(parents=True, exist_ok=True)
    kept = _KEPT / _digest()
    with FileLock(_KEPT / "lock"):
        if not (kept / "CURRENT").exists():
            for old in _KEPT.glob("*/"):
                shutil.rmtree(old)
            build(settings_for(ROOT / "data", kept))
    shutil.copytree(kept, settings.knowledge_base_folder)


def _digest() -> str:
    """Of everything that a build depends on."""
    digest = blake2b(digest_size=8)
    for folder in (ROOT / "core", ROOT / "data"):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    for file in sorted(ROOT.glob("requirements*.txt")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
