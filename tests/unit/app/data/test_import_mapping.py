"""The controls of the page Data that say what the columns of a table are."""

from __future__ import annotations

import json

from streamlit.testing.v1 import AppTest


def _page() -> None:
    import streamlit as st

    from app.data.import_mapping import as_the_controls_say
    from core.curation.import_plans import ImportPlan
    from core.ingestion.formats.reading import read_file
    from core.ingestion.mapping.mapping_guess import guess_mapping
    from core.ontology import default_ontology

    st.session_state["lang"] = "en"
    content = "Lieferant;Abnehmer;Bemerkung\nA;B;**x** <b>y</b>\nC;B;\n"
    file = read_file(content.encode(), "x.csv", max_bytes=1000)
    mappings = {table.name: guess_mapping(table) for table in file.tables}
    as_the_controls_say(ImportPlan("x", (file,), mappings), default_ontology())


def test_two_values_of_each_column_stand_beside_what_it_is_read_as() -> None:
    shown = AppTest.from_function(_page, default_timeout=60).run()
    assert not shown.exception
    table = shown.dataframe[0].value
    assert list(table["column"]) == ["Lieferant", "Abnehmer", "Bemerkung"]
    assert list(table["examples"]) == ["A · C", "B", "**x** <b>y</b>"]
    assert list(table["field"]) == ["source", "target", "attribute"]  # a remark that is no sentence


def _companies() -> None:
    import streamlit as st

    from app.data.import_mapping import as_the_controls_say, field_name
    from core.curation.import_plans import ImportPlan
    from core.ingestion.formats.reading import read_file
    from core.ingestion.mapping.mapping_guess import guess_mapping
    from core.ontology import default_ontology

    st.session_state["lang"] = "en"
    file = read_file(b"name,suppliers,peers\nBoreal Optics,Juniper Glass;Cobalt Mills,\n", "x.csv", max_bytes=1000)
    mappings = {table.name: guess_mapping(table) for table in file.tables}
    said = as_the_controls_say(ImportPlan("x", (file,), mappings), default_ontology())
    st.write(field_name(said.mappings["x.csv"].columns["suppliers"]))


def test_a_column_of_other_companies_is_shown_as_the_relation_that_it_becomes() -> None:
    shown = AppTest.from_function(_companies, default_timeout=60).run()
    assert not shown.exception
    assert list(shown.dataframe[0].value["field"]) == ["name", "relation:supplies:reversed", "relation:similar_product"]
    assert shown.markdown[-1].value == "relation: supplier"


def _pairs() -> None:
    import streamlit as st

    from app.data.import_mapping import as_the_controls_say, field_name
    from core.curation.import_plans import ImportPlan
    from core.ingestion.formats.reading import read_file
    from core.ingestion.mapping.mapping_guess import guess_mapping
    from core.ontology import default_ontology

    st.session_state["lang"] = "en"
    content = "代码,公司,客户名称,占比(%)\n1,甲,乙,5\n1,甲,丙,6\n2,丁,乙,7\n2,丁,丙,8\n"
    file = read_file(content.encode(), "x.csv", max_bytes=1000)
    mappings = {table.name: guess_mapping(table) for table in file.tables}
    said = as_the_controls_say(ImportPlan("x", (file,), mappings), default_ontology())
    st.write(said.mappings["x.csv"] == mappings["x.csv"])
    st.write(field_name(said.mappings["x.csv"].columns["代码"]))


def test_what_is_said_of_an_end_is_shown_and_stays_as_it_is() -> None:
    shown = AppTest.from_function(_pairs, default_timeout=60).run()
    assert not shown.exception
    assert list(shown.dataframe[0].value["field"]) == ["source:tickers", "source", "target", "attribute"]
    assert [each.value for each in shown.markdown[-2:]] == ["`True`", "source: tickers"]


def _titled() -> None:
    import streamlit as st

    from app.data.import_mapping import as_the_controls_say
    from core.curation.import_plans import ImportPlan
    from core.ingestion.formats.reading import read_file
    from core.ingestion.mapping.mapping_guess import guess_mapping
    from core.ontology import default_ontology

    st.session_state["lang"] = "en"
    file = read_file("**BYD**的供应商\nCATL\nGanfeng\n".encode(), "x.csv", max_bytes=1000)
    mappings = {table.name: guess_mapping(table) for table in file.tables}
    said = as_the_controls_say(ImportPlan("x", (file,), mappings), default_ontology())
    st.write(said.mappings["x.csv"].constants)


def test_the_company_of_a_title_is_filled_in_and_said_to_be() -> None:
    shown = AppTest.from_function(_titled, default_timeout=60).run()
    assert not shown.exception
    assert json.loads(shown.json[0].value) == {"label": "supplies", "target": "**BYD**"}
    assert "\\*\\*BYD\\*\\*" in shown.info[0].value
    assert not shown.warning
