"""Links of the documentation to files outside docs/, which the site does not hold: they become the path as code."""

from __future__ import annotations

import re

_OUTSIDE = re.compile(r"\[(?P<words>[^\]]+)\]\((?:\.\./)+(?P<path>[^)#\s]+)(?:#[^)]*)?\)")


def on_page_markdown(markdown: str, **_: object) -> str:
    """The page with such links as their words and the path of the file in the repository."""
    return _OUTSIDE.sub(_as_path, markdown)


def _as_path(link: re.Match[str]) -> str:
    words, path = link["words"], link["path"]
    if path.endswith(".md") and not path.startswith(("data/", "README")):
        return link[0]  # of docs/decisions to docs
    return f"`{path}`" if words.strip("`") == path.rsplit("/", 1)[-1] else f"{words} (`{path}`)"
