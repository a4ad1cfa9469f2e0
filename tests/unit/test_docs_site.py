"""The documentation: every page is in the site, every link leads somewhere, every module of the glossary exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.runtime.package_files import parse_yaml
from tests.support import ROOT

DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md"), ROOT / "data" / "README.md"])
SITE = parse_yaml((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<to>[^)\s]+)\)|!\[[^\]]*\]\((?P<shown>[^)\s]+)\)")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def without_code(page: Path) -> str:
    return _CODE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> Iterator[str]:
    for found in _LINK.finditer(without_code(page)):
        to = found["to"] or found["shown"]
        if not to.startswith(("http://", "https://", "mailto:")):
            yield to


def anchors(page: Path) -> set[str]:
    """Of the headings, as they are made of their words where all of these are English."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", each.replace("`", "").lower()).strip().replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def pages_of(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    for each in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from pages_of(each)


def test_every_page_is_in_the_site() -> None:
    assert sorted(pages_of(SITE["nav"])) == sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))


def test_modules_of_the_reference_exist() -> None:
    named = [
        name
        for page in (DOCS / "reference").glob("*.md")
        for name in re.findall(r"^::: ([\w.]+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(named) > 3
    assert all((ROOT / f"{name.replace('.', '/')}.py").exists() for name in named)


def test_what_the_glossary_names_exists() -> None:
    rows = [line for line in (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    paths = [path for row in rows for path in re.findall(r"`(core/[^`]*)`", row)]
    assert len(paths) >= len(rows) - 1 > 20
    assert all((ROOT / path).exists() for path in paths)
    words = [row.split("|")[1].strip().lower() for row in rows[1:]]
    assert words == sorted(words)


def test_nothing_of_the_site_is_loaded_from_elsewhere() -> None:
    assert SITE["theme"]["font"] is False
    assert not {"extra_css", "extra_javascript"} & set(SITE)
    assert "offline" not in SITE["plugins"]  # fetches a script from a public server when a page is opened
