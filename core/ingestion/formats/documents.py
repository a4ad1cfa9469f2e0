"""Plain text, Markdown and PDF → passages that know where in their document they stand."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import PurePath

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from semantic_text_splitter import MarkdownSplitter, TextSplitter

from core.errors import DataUnreadableError
from core.ingestion.drafts import Draft, Drafts

PASSAGE_CHARACTERS = 800
_PIECE = 20_000
"""Characters that are cut into passages at a time: what the splitter takes for a text without breaks grows with the
square of its length."""
_BREAKS = ("\n\n", "\n", "。", ". ", " ")
MAX_PDF_PAGES = 5_000
_HEADING = re.compile(r"^#{1,6}\s+(.+)$", re.MULTILINE)


def document_drafts(text: str, name: str) -> Drafts:
    """Passages of at most PASSAGE_CHARACTERS, cut between paragraphs, sentences or words, in that order of preference.

    ``start`` and ``end`` count characters of the text as it was read.
    """
    markdown = PurePath(name).suffix.lower() in (".md", ".markdown")
    splitter = MarkdownSplitter(PASSAGE_CHARACTERS) if markdown else TextSplitter(PASSAGE_CHARACTERS)
    heading = _HEADING.search(text) if markdown else None
    title = heading[1].strip() if heading else PurePath(name).stem
    items = [
        Draft(
            "passage", name, text.count("\n", 0, start) + 1,
            {"id": passage_id_at(name, start), "document_id": name, "title": title, "text": chunk, "start": start,
             "end": start + len(chunk), "source_kind": "document"},
        )
        for begin, piece in _pieces(text)
        for start, chunk in ((begin + place, chunk) for place, chunk in splitter.chunk_indices(piece))
    ]  # fmt: skip
    if not items:
        raise DataUnreadableError(file=name, detail="no text in it")
    return Drafts(tuple(items))


def passage_id_at(document: str, start: int) -> str:
    """Of the passage of a text that begins at this character."""
    return f"{document}:{start}"


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The text in pieces of at most _PIECE characters, each with its place: cut after the strongest break in the second
    half of a piece, anywhere if there is none."""
    begin = 0
    while len(text) - begin > _PIECE:
        cuts = (text.rfind(each, begin + _PIECE // 2, begin + _PIECE) + len(each) for each in _BREAKS)
        end = next((cut for cut in cuts if cut > begin + _PIECE // 2), begin + _PIECE)
        yield begin, text[begin:end]
        begin = end
    yield begin, text[begin:]


def pdf_text(raw: bytes, name: str) -> str:
    """The text of all pages, a form feed between them. Raises DataUnreadableError, also for a PDF without text."""
    try:
        reader = PdfReader(io.BytesIO(raw))
        if len(reader.pages) > MAX_PDF_PAGES:
            raise DataUnreadableError(file=name, detail=f"{len(reader.pages)} pages, at most {MAX_PDF_PAGES} are read")
        text = "\f".join(page.extract_text() for page in reader.pages)
    except (PyPdfError, OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise DataUnreadableError(file=name, detail=str(error)[:120] or type(error).__name__) from error
    if not text.strip():
        raise DataUnreadableError(file=name, detail="no text in it; scanned pages are not read")
    return text
