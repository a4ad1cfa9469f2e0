"""The question of the page Data whether rows with the ids of known companies are these."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def _page() -> None:
    from types import SimpleNamespace

    import streamlit as st

    from app.data.import_meanings import ask_for_meanings, nothing_asked
    from core.domain.records import Entity
    from core.ingestion.checking.import_choices import Choices
    from core.ingestion.checking.validation import validate
    from core.ingestion.records.raw_records import RawRecord
    from core.ontology import default_ontology

    st.session_state["lang"] = "en"
    known = [Entity(id=str(place), type="company", name_zh=name, name_en=name) for place, name in enumerate("PQ*", 1)]
    rows = [RawRecord("entity", "x.csv", place, {"id": str(place), "name": f"Tessera {place}"}) for place in (1, 2, 3)]
    check = SimpleNamespace(valid=validate(rows, default_ontology(), Choices(), known), created=())
    base = SimpleNamespace(ontology=default_ontology(), knowledge_base=None)
    asked = ask_for_meanings(check, Choices(), nothing_asked(), base)  # type: ignore[arg-type]
    st.session_state["same_ids"] = asked.same_ids


def test_whether_ids_are_those_of_known_companies_is_asked_with_what_the_rows_tell_chosen() -> None:
    shown = AppTest.from_function(_page, default_timeout=60).run()
    assert not shown.exception
    (question,) = shown.radio
    assert "differ entirely: 3 (" in question.label
    assert "Tessera 3 ≠ \\*" in question.label  # names are shown as they are
    assert question.value is False
    assert shown.session_state["same_ids"] is None
    question.set_value(True).run()
    assert shown.session_state["same_ids"] is True
