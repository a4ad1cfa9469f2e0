"""What facts of a published file are cited by: the publication, with the file that they were read from."""

from __future__ import annotations

from dataclasses import dataclass

from core.ingestion.records.raw_records import RawRecord


@dataclass(frozen=True)
class Publication:
    """Who publishes what where, under which licence. ``key``: begins the ids of its files."""

    key: str
    title: str
    publisher: str
    url: str
    licence: str

    def source_id(self, file: str) -> str:
        """Of all facts that ``file`` states."""
        return f"{self.key}:{file}"[:200]

    def raw_record(self, file: str) -> RawRecord:
        """The source of facts that ``file`` is."""
        values: dict[str, object] = {
            "id": self.source_id(file),
            "title": self.title,
            "publisher": self.publisher,
            "url": self.url,
            "kind": "register",
            "licence": self.licence,
            "file": file,
        }
        return RawRecord("source", file, 1, values)
