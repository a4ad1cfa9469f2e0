"""The text of plain text, Markdown and PDF files → passages that know where in their document they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from semantic_text_splitter import MarkdownSplitter, TextSplitter

from core.errors import DataUnreadableError
from core.ingestion.records.raw_records import RawRecord, RawRecords

PASSAGE_CHARACTERS = 800
_PIECE = 20_000
"""Characters that are cut into passages at a time: what the splitter takes for a text without breaks grows with the
square of its length."""
_BREAKS = ("\n\n", "\n", "。", ". ", " ")
_HEADING = re.compile(r"^#{1,6}\s+(.+)$", re.MULTILINE)
_FIRST_HEADING = re.compile(r"\s*#{1,6}[ \t]+([^\r\n]+)[\r\n]+")
_TITLE = re.compile(r"\s*([^\r\n]{2,150}?)[ \t]*\r?\n[ \t]*\r?\n\s*(?=\S)")
_ENDS_SENTENCE = (".", "。", "!", "！", "?", "？", ":", "：", ";", "；", ",", "，")


def document_raw_records(text: str, name: str) -> RawRecords:
    """Passages of at most PASSAGE_CHARACTERS, cut between paragraphs, sentences or words, in that order of preference.

    ``start`` and ``end`` count characters of the text as it was read. What stands above the text as a paragraph of its
    own and ends no sentence is the title, and a passage of its own: it would run into the first sentence.
    """
    markdown = PurePath(name).suffix.lower() in (".md", ".markdown")
    splitter = MarkdownSplitter(PASSAGE_CHARACTERS) if markdown else TextSplitter(PASSAGE_CHARACTERS)
    title, body = _title_and_body(text, markdown=markdown)
    chunks = (
        (begin + at, chunk) for begin, piece in _pieces(text, body) for at, chunk in splitter.chunk_indices(piece)
    )
    above = [(text.index(title), title)] if body else []
    items = [
        RawRecord(
            "passage",
            name,
            text.count("\n", 0, start) + 1,
            {
                "id": passage_id_at(name, start),
                "document_id": name,
                "title": title or PurePath(name).stem,
                "text": chunk,
                "start": start,
                "end": start + len(chunk),
                "source_kind": "document",
            },
        )
        for start, chunk in (*above, *chunks)
    ]
    if not items:
        raise DataUnreadableError(file=name, fault="no_text")
    return RawRecords(tuple(items))


def passage_id_at(document: str, start: int) -> str:
    """Of the passage of a text that begins at this character."""
    return f"{document}:{start}"


def _title_and_body(text: str, *, markdown: bool) -> tuple[str, int]:
    """The title, "" where there is none, and where the text below it begins."""
    above = (_FIRST_HEADING if markdown else _TITLE).match(text)
    title = above[1].strip() if above else ""
    if above and text[above.end() :].strip() and not (title.endswith(_ENDS_SENTENCE) and not markdown):
        return title, above.end()
    heading = _HEADING.search(text) if markdown else None
    return (heading[1].strip() if heading else ""), 0


def _pieces(text: str, begin: int) -> Iterator[tuple[int, str]]:
    """The text from ``begin`` on in pieces of at most _PIECE characters, each with its place: cut after the strongest
    break in the second half of a piece, anywhere if there is none."""
    while len(text) - begin > _PIECE:
        cuts = (text.rfind(each, begin + _PIECE // 2, begin + _PIECE) + len(each) for each in _BREAKS)
        end = next((cut for cut in cuts if cut > begin + _PIECE // 2), begin + _PIECE)
        yield begin, text[begin:end]
        begin = end
    yield begin, text[begin:]
