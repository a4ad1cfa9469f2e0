"""Reading one file in memory, and a PDF file of one line."""

from __future__ import annotations

import json
from typing import Any

from core.ingestion.formats.reading import ReadFile, read_file


def read(content: str | bytes | object, name: str) -> ReadFile:
    """The file; what is neither text nor bytes is written as JSON."""
    if isinstance(content, bytes):
        raw = content
    else:
        raw = (content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)).encode()
    return read_file(raw, name, max_bytes=1_000_000)


def values(found: ReadFile) -> list[tuple[str, dict[str, Any]]]:
    return [
        (raw_record.kind, dict(raw_record.values))
        for raw_records in found.raw_records
        for raw_record in raw_records.items
    ]


# ---- JSON


PDF = b"""%PDF-1.1
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R
/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj
4 0 obj << /Length 52 >> stream
BT /F1 12 Tf 10 50 Td (CATL supplies Tesla.) Tj ET
endstream endobj
trailer << /Root 1 0 R >>
startxref
0
%%EOF
"""
