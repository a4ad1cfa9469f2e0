"""What the window of a source shows, worded in the reader's language; plain data for the browser."""

from __future__ import annotations

from typing import Any

from core.dossier.source_view import ShownTable, SourceView
from core.messages import Language, translate, translated_or_itself
from core.retrieval.terms import date_in_words, recorded_in_words


def source_window(view: SourceView, language: Language) -> dict[str, Any]:
    """What is cited, the document, the text with what is cited in it, and the rows. Every text is set as text."""
    parts = [{"text": part.text, "cited": part.cited} for part in view.parts]
    return {
        "statement": view.statement,
        "recorded": " · ".join(recorded_in_words(view.recorded, language)) if view.recorded is not None else "",
        "others": _others(view, language),
        "document": _document(view, language),
        "url": {"label": translate("viewer.link", language), "address": view.url} if view.url else None,
        "text": {"heading": translate("viewer.text", language), "parts": parts} if parts else None,
        "tables": [_table(each, language) for each in view.tables],
        "values": _values(view, language),
    }


def _others(view: SourceView, language: Language) -> dict[str, Any] | None:
    """What other sources say of the same, and which of them counts."""
    if not view.others:
        return None
    lines = []
    for each in view.others:
        said = recorded_in_words(each, language)
        if each.stated_by is not None:
            title = ", ".join(filter(None, (each.stated_by.title, each.stated_by.publisher, each.stated_by.date)))
            said.append(translate("source.stated_by", language, title=title))
        said += [translate("source.headline", language)] if each.headline else []
        lines.append(" · ".join(said))
    return {"heading": translate("viewer.others", language), "lines": lines}


def _document(view: SourceView, language: Language) -> list[dict[str, str]]:
    """Name and value of what is known of the document; of what is none, that it is none."""
    if view.general_knowledge:
        day = date_in_words(view.date, language)
        key = "viewer.general_knowledge" if day else "viewer.general_knowledge_undated"
        return [{"name": "", "value": translate(key, language, day=day)}]
    told = {
        "title": view.title,
        "publisher": view.publisher,
        "date": date_in_words(view.date, language) if view.date[:4].isdecimal() else view.date,
        "licence": view.licence,
        "locator": view.locator,
        "origin": "" if view.tables else ", ".join(view.origins),
        "read": _read(view, language),
    }
    return [{"name": translate(f"viewer.{name}", language), "value": value} for name, value in told.items() if value]


def _read(view: SourceView, language: Language) -> str:
    """Who read it from the text and who accepted it when."""
    if view.read is None:
        return ""
    readers = " + ".join(translate(f"review.reader.{each}", language) for each in view.read.readers)
    said = translate("review.read_by", language, readers=readers)
    accepted = translate(f"viewer.accepted.{view.read.accepted_by}", language, day=view.read.accepted_at)
    return f"{said} · {accepted}"


def _table(table: ShownTable, language: Language) -> dict[str, Any]:
    cited = next(row.line for row in table.rows if row.cited)
    return {
        "heading": translate("viewer.row", language, file=table.name, line=cited),
        "line": translate("viewer.line", language),
        "cited": translate("viewer.cited", language),
        "columns": table.columns,
        "rows": [{"line": str(row.line), "cells": row.cells, "cited": row.cited} for row in table.rows],
    }


def _values(view: SourceView, language: Language) -> dict[str, Any] | None:
    """What was read, where the file is not there to be looked at."""
    if not view.values:
        return None
    rows = [
        {"name": translated_or_itself(f"data.field.{name}", name, language), "value": each}
        for name, each in view.values
    ]
    return {"heading": translate("viewer.values", language), "rows": rows}
