"""Links that rows of relations come with: each is a source that these relations cite."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b
from urllib.parse import urlsplit

from core.domain.fact_sources import is_link
from core.ingestion.records.raw_records import RawRecord

_MOST_TITLE, _MOST_URL = 500, 2000  # characters, as sources have them


def with_links_as_sources(raw_records: Iterable[RawRecord]) -> list[RawRecord]:
    """The raw records with a source for each link, once, before the first relation that has it. A relation that names a
    source of its own cites that one, and what is no link stays as it is."""
    found: list[RawRecord] = []
    told: set[str] = set()
    for raw_record in raw_records:
        url = str(raw_record.values.get("url") or "").strip()
        if (
            raw_record.kind != "relation"
            or raw_record.values.get("source_id")
            or not is_link(url)
            or len(url) > _MOST_URL
        ):
            found.append(raw_record)
            continue
        source_id = f"link:{blake2b(url.encode(), digest_size=8).hexdigest()}"
        if source_id not in told:
            told.add(source_id)
            found.append(
                RawRecord(
                    "source", raw_record.file, raw_record.line, {"id": source_id, "title": _title(url), "url": url}
                )
            )
        values = {name: value for name, value in raw_record.values.items() if name != "url"}
        found.append(replace(raw_record, values={**values, "source_id": source_id}))
    return found


def _title(url: str) -> str:
    """The host and the path, without what is asked for there."""
    parts = urlsplit(url)
    return f"{parts.netloc}{parts.path}".rstrip("/")[:_MOST_TITLE] or url[:_MOST_TITLE]
