"""One file of any format → tables whose columns are still to be mapped, or records-to-be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from core.errors import DataUnreadableError
from core.ingestion.formats.adjacency_matrix import is_matrix, matrix_as_edges
from core.ingestion.formats.beneficial_ownership import beneficial_ownership_raw_records, is_beneficial_ownership
from core.ingestion.formats.decoding import DecodedText, decode
from core.ingestion.formats.documents import document_raw_records
from core.ingestion.formats.excel import workbook_tables
from core.ingestion.formats.exhibit_21 import (
    exhibit_21_raw_records,
    is_exhibit_21,
    is_subsidiary_list,
    subsidiary_list_raw_records,
)
from core.ingestion.formats.finance_database import finance_database_raw_records, is_finance_database
from core.ingestion.formats.follow_the_money import follow_the_money_raw_records, is_follow_the_money
from core.ingestion.formats.gleif import gleif_raw_records, is_gleif
from core.ingestion.formats.graphml import graphml_tables
from core.ingestion.formats.html import HtmlPage, html_page, html_tables
from core.ingestion.formats.json_records import JsonRecords, as_table, json_records
from core.ingestion.formats.neo4j import is_neo4j, neo4j_raw_records
from core.ingestion.formats.parquet import parquet_table
from core.ingestion.formats.pdf import pdf_text
from core.ingestion.formats.sec_companies import is_sec_companies, sec_company_raw_records
from core.ingestion.formats.sentence_triples import is_sentence_triples, sentence_raw_records
from core.ingestion.formats.significant_control import is_significant_control, significant_control_raw_records
from core.ingestion.formats.sniffing import FileFormat, check_content, sniff
from core.ingestion.formats.source_lists import is_source_list, source_raw_records
from core.ingestion.formats.table import Table, delimited_table, with_original_cells
from core.ingestion.formats.unreadable import readable_records, readable_table
from core.ingestion.formats.wikidata import is_wikidata, wikidata_raw_records
from core.ingestion.formats.word import word_text
from core.ingestion.reading_progress import RowProgress, no_progress
from core.ingestion.records.raw_records import RawRecords

_JSON: tuple[tuple[Callable[[JsonRecords], bool], Callable[[JsonRecords], RawRecords]], ...] = (
    (is_follow_the_money, follow_the_money_raw_records),
    (is_beneficial_ownership, beneficial_ownership_raw_records),
    (is_wikidata, wikidata_raw_records),
    (is_significant_control, significant_control_raw_records),
    (is_sec_companies, sec_company_raw_records),
    (is_sentence_triples, sentence_raw_records),
)
_TABLES: tuple[tuple[Callable[[Table], bool], Callable[[Table], RawRecords]], ...] = (
    (is_neo4j, neo4j_raw_records),
    (is_finance_database, finance_database_raw_records),
    (is_subsidiary_list, subsidiary_list_raw_records),
)
"""Dialects of JSON and of tables that say themselves what they hold: the first that records are is read."""


@dataclass(frozen=True)
class ReadFile:
    """What is in a file: ``tables`` need a mapping, ``raw_records`` say themselves what they are."""

    name: str
    format: FileFormat
    encoding: str = ""
    tables: tuple[Table, ...] = ()
    raw_records: tuple[RawRecords, ...] = ()


def read_file(
    raw: bytes, name: str, *, max_bytes: int, progress: RowProgress = no_progress, encoding: str = ""
) -> ReadFile:
    """Look what it is and read it, text in ``encoding`` if that is known; ``progress`` hears of its rows, lines or
    pages.

    Raises DataUnreadableError for what cannot be read, and for more than ``max_bytes``.
    """
    check_size(name, len(raw), max_bytes)
    if not raw.strip():
        raise DataUnreadableError(file=name, fault="empty")
    kind = sniff(raw, name)
    check_content(kind, name)
    return _without_source_lists(_read(raw, kind, name, progress, encoding))


def _without_source_lists(file: ReadFile) -> ReadFile:
    """Tables of sources of facts say themselves what they are."""
    listed = tuple(source_raw_records(table) for table in file.tables if is_source_list(table))
    others = tuple(table for table in file.tables if not is_source_list(table))
    return replace(file, tables=others, raw_records=(*file.raw_records, *listed)) if listed else file


def _read(raw: bytes, kind: FileFormat, name: str, progress: RowProgress, encoding: str) -> ReadFile:
    if kind == "workbook":
        sheets = map(with_original_cells, workbook_tables(raw, name, progress))
        return ReadFile(name, kind, tables=tuple(matrix_as_edges(each) if is_matrix(each) else each for each in sheets))
    if kind == "parquet":
        return ReadFile(name, kind, tables=(parquet_table(raw, name, progress),))
    if kind == "pdf":
        return ReadFile(name, kind, raw_records=(document_raw_records(pdf_text(raw, name, progress), name),))
    if kind == "word":
        return ReadFile(name, kind, raw_records=(document_raw_records(word_text(raw, name), name),))
    if kind in ("delimited", "json") and not encoding and is_gleif(raw):
        return ReadFile(name, kind, "utf-8", raw_records=(gleif_raw_records(raw, name, progress),))
    return _text(decode(raw, name, encoding), kind, name, progress)


def check_size(name: str, size: int, max_bytes: int) -> None:
    """Raises DataUnreadableError for a file of more than ``max_bytes``."""
    if size > max_bytes:
        raise DataUnreadableError(file=name, fault="too_large", size=f"{size:,}", most=f"{max_bytes:,}")


def _text(decoded: DecodedText, kind: FileFormat, name: str, progress: RowProgress) -> ReadFile:
    text, encoding, odd = decoded.text, decoded.encoding, decoded.problems(name)
    if kind == "text":
        raw_records = document_raw_records(text, name)
        return ReadFile(
            name, kind, encoding, raw_records=(replace(raw_records, problems=(*odd, *raw_records.problems)),)
        )
    if kind == "graphml":
        first, *others = graphml_tables(text, name)
        return ReadFile(name, kind, encoding, tables=(replace(first, problems=(*odd, *first.problems)), *others))
    if kind == "html":
        return _html(html_page(text, name), name, encoding)
    if kind == "json":
        return _json(decoded, name, progress)
    table = with_original_cells(readable_table(delimited_table(text, name, progress), decoded))
    if (reader := next((read for is_it, read in _TABLES if is_it(table)), None)) is not None:
        return ReadFile(name, kind, encoding, raw_records=(reader(table),))
    return ReadFile(name, kind, encoding, tables=(matrix_as_edges(table) if is_matrix(table) else table,))


def _html(page: HtmlPage, name: str, encoding: str) -> ReadFile:
    if is_exhibit_21(page):
        return ReadFile(name, "html", encoding, raw_records=(exhibit_21_raw_records(page, name),))
    try:
        return ReadFile(name, "html", encoding, tables=html_tables(page, name))
    except DataUnreadableError:
        if not page.text:
            raise
    return ReadFile(name, "html", encoding, raw_records=(document_raw_records(page.text, name),))


def _json(decoded: DecodedText, name: str, progress: RowProgress) -> ReadFile:
    tables, raw_records = [], []
    for part in json_records(decoded.text, name, progress):
        records = readable_records(part, decoded)
        if not records.items:
            tables.append(Table(records.name, (), (), records.problems))
        elif (reader := next((read for is_it, read in _JSON if is_it(records)), None)) is not None:
            raw_records.append(reader(records))
        else:
            tables.append(as_table(records))
    return ReadFile(name, "json", decoded.encoding, tuple(tables), tuple(raw_records))
