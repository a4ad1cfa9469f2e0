"""The pages of the app, read from pages/: a test that walks all of them needs no list of its own."""

from __future__ import annotations

from tests.support import ROOT

FIRST = "discover"
PAGE_NAMES = (FIRST, *sorted(file.stem for file in (ROOT / "pages").glob("*.py") if file.stem != FIRST))
"""The first page, then the others."""
PAGE_PATHS = tuple("" if name == FIRST else name for name in PAGE_NAMES)
"""Their addresses below that of the app."""
