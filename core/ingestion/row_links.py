"""Links that rows of relations come with: each is a source that these relations cite."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b
from urllib.parse import urlsplit

from core.domain.fact_sources import is_link
from core.ingestion.drafts import Draft

_MOST_TITLE, _MOST_URL = 500, 2000  # characters, as sources have them


def with_links_as_sources(drafts: Iterable[Draft]) -> list[Draft]:
    """The drafts with a source for each link, once, before the first relation that has it. A relation that names a
    source of its own cites that one, and what is no link stays as it is."""
    found: list[Draft] = []
    told: set[str] = set()
    for draft in drafts:
        url = str(draft.values.get("url") or "").strip()
        if draft.kind != "relation" or draft.values.get("source_id") or not is_link(url) or len(url) > _MOST_URL:
            found.append(draft)
            continue
        source_id = f"link:{blake2b(url.encode(), digest_size=8).hexdigest()}"
        if source_id not in told:
            told.add(source_id)
            found.append(Draft("source", draft.file, draft.line, {"id": source_id, "title": _title(url), "url": url}))
        values = {name: value for name, value in draft.values.items() if name != "url"}
        found.append(replace(draft, values={**values, "source_id": source_id}))
    return found


def _title(url: str) -> str:
    """The host and the path, without what is asked for there."""
    parts = urlsplit(url)
    return f"{parts.netloc}{parts.path}".rstrip("/")[:_MOST_TITLE] or url[:_MOST_TITLE]
