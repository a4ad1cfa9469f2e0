"""The controls of the page Data that say what the columns of a table are."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def _page() -> None:
    import streamlit as st

    from app.data.import_mapping import as_the_controls_say
    from core.curation.importing import ImportPlan
    from core.ingestion.formats.reading import read_file
    from core.ingestion.mapping_guess import guess_mapping

    st.session_state["lang"] = "en"
    content = "Lieferant;Abnehmer;Bemerkung\nA;B;**x** <b>y</b>\nC;B;\n"
    file = read_file(content.encode(), "x.csv", max_bytes=1000)
    mappings = {table.name: guess_mapping(table) for table in file.tables}
    as_the_controls_say(ImportPlan("x", (file,), mappings))


def test_two_values_of_each_column_stand_beside_what_it_is_read_as() -> None:
    shown = AppTest.from_function(_page, default_timeout=60).run()
    assert not shown.exception
    table = shown.dataframe[0].value
    assert list(table["column"]) == ["Lieferant", "Abnehmer", "Bemerkung"]
    assert list(table["examples"]) == ["A · C", "B", "**x** <b>y</b>"]
    assert list(table["field"]) == ["source", "target", "evidence"]
