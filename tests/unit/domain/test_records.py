from __future__ import annotations

import math

import pyarrow as pa
import pytest
from pydantic import ValidationError

from core.domain.fact_sources import FactSource
from core.domain.records import RESERVED, CrossLink, Entity, Mention, Passage, Record, Relation
from core.storage.tables import FIELDS_BY_RECORD, ONLY_READ, TABLE_FIELDS, records_table


def entity(**cells: object) -> Entity:
    return Entity.model_validate({"id": "x", "type": "company", "name_zh": "甲", "name_en": "Alpha", **cells})


def relation(**cells: object) -> Relation:
    return Relation.model_validate({"id": "r", "source": "a", "target": "b", "type": "supplies", **cells})


def link(**boosts: object) -> CrossLink:
    parts = {"similarity": 0.8, "name_boost": 0.0, "date_boost": 0.0, "author_boost": 0.0, **boosts}
    return CrossLink.model_validate({"from_passage_id": "p", "to_passage_id": "q", **parts})


def rounded(record: Record) -> dict[str, object]:
    return {name: round(cell, 6) if isinstance(cell, float) else cell for name, cell in record.model_dump().items()}


def test_an_entity_shows_the_name_of_the_language_first() -> None:
    assert (entity().name("zh"), entity().other_name("zh")) == ("甲", "Alpha")
    assert (entity().name("en"), entity().other_name("en")) == ("Alpha", "甲")


def test_an_entity_with_one_name_has_no_other() -> None:
    assert entity(name_en="甲").other_name("zh") == ""


@pytest.mark.parametrize(
    ("zh", "en", "shown_zh", "shown_en"),
    [("中", "En", "中", "En"), ("中", "", "中", "中"), ("", "En", "En", "En"), ("", "", "", "")],
)
def test_a_missing_text_is_shown_in_the_other_language(zh: str, en: str, shown_zh: str, shown_en: str) -> None:
    described = entity(description_zh=zh, description_en=en)
    evident = relation(evidence_zh=zh, evidence_en=en)
    assert (described.description("zh"), described.description("en")) == (shown_zh, shown_en)
    assert (evident.evidence("zh"), evident.evidence("en")) == (shown_zh, shown_en)


def test_records_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        entity().name_zh = "乙"  # type: ignore[misc]


def test_records_refuse_unknown_fields() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        entity(nickname="x")


def test_control_characters_are_removed_and_markup_is_plain_text() -> None:
    cleaned = entity(name_en="<script>\x00alert(1)</script>\u202e", description_en="**bold**\r\n[link](javascript:x)")
    assert cleaned.name_en == "<script>alert(1)</script>"
    assert cleaned.description_en == "**bold** [link](javascript:x)"


def test_an_id_of_nothing_but_control_characters_is_empty_and_refused() -> None:
    with pytest.raises(ValidationError, match="id"):
        entity(id="\x00\u200b ")


@pytest.mark.parametrize("field", ["aliases", "tickers"])
def test_aliases_and_tickers_are_cleaned_like_names(field: str) -> None:
    assert getattr(entity(**{field: ("evil\u202eman",)}), field) == ("evilman",)


@pytest.mark.parametrize("weight", [0, -1, 1.01, 2, math.nan, math.inf])
@pytest.mark.parametrize("field", ["weight", "confidence"])
def test_weights_lie_above_zero_and_at_most_at_one(field: str, weight: float) -> None:
    with pytest.raises(ValidationError, match=field):
        relation(**{field: weight})


@pytest.mark.parametrize("year", [999, 2101, "soon", 2020.5])
def test_years_are_whole_and_plausible(year: object) -> None:
    with pytest.raises(ValidationError, match="year"):
        relation(year=year)


@pytest.mark.parametrize(("given", "kept"), [("usd", "USD"), ("CNY", "CNY"), ("", ""), (" eur ", "EUR")])
def test_a_currency_is_three_letters(given: str, kept: str) -> None:
    assert relation(currency=given).currency == kept


@pytest.mark.parametrize("given", ["US", "dollar", "$", "美元", "U1D", "USD1"])
def test_any_other_currency_is_refused(given: str) -> None:
    with pytest.raises(ValidationError, match="currency"):
        relation(currency=given)


def test_a_status_is_one_of_those_known() -> None:
    assert [relation(status=each).status for each in ("", "current", "planned")] == ["", "current", "planned"]
    with pytest.raises(ValidationError, match="status"):
        relation(status="over")


def test_identifiers_have_a_kind() -> None:
    known = entity(identifiers=("lei:529900T8BM49AURSDO55", "register:gb/01234567", "social credit code:9135"))
    assert known.typed_identifiers == (
        ("lei", "529900T8BM49AURSDO55"),
        ("register", "gb/01234567"),
        ("social credit code", "9135"),
    )


@pytest.mark.parametrize("given", ["529900T8BM49AURSDO55", "lei:", ":5299", "LEI:5299", f"lei:{'5' * 200}"])
def test_an_identifier_without_a_kind_or_a_value_is_refused(given: str) -> None:
    with pytest.raises(ValidationError, match="identifiers"):
        entity(identifiers=(given,))


def test_a_fact_source_is_cited_by_its_title() -> None:
    assert FactSource(id="s", title="Annual report", url="https://example.com/a", date="2024-03").title
    for wrong in ({"title": " "}, {"url": "javascript:alert(1)"}, {"url": "example.com"}, {"date": "March"}):
        with pytest.raises(ValidationError, match=next(iter(wrong))):
            FactSource.model_validate({"id": "s", "title": "t", **wrong})


def test_a_passage_needs_a_text_and_a_known_language() -> None:
    with pytest.raises(ValidationError, match="text"):
        Passage(id="p", text=" \n", language="en")
    with pytest.raises(ValidationError, match="language"):
        Passage(id="p", text="x", language="fr")  # type: ignore[arg-type]


def test_a_mention_weighs_the_mean_of_its_scores() -> None:
    mention = Mention(
        passage_id="p", entity_id="e", role="PRIMARY", role_score=1.0, similarity_score=0.5, position_score=0.0
    )
    assert mention.weight == 0.5


def test_a_links_confidence_adds_the_boosts() -> None:
    assert link(name_boost=0.15, date_boost=0.02).confidence == pytest.approx(0.97)


def test_a_links_confidence_ends_at_one() -> None:
    assert link(similarity=0.95, name_boost=0.15, author_boost=0.1).confidence == 1.0


@pytest.mark.parametrize("record_type", FIELDS_BY_RECORD)
def test_a_table_stores_every_field_of_its_record(record_type: type[Record]) -> None:
    only_read = ONLY_READ.get(record_type, frozenset())
    assert set(FIELDS_BY_RECORD[record_type]) == set(record_type.model_fields) - only_read
    assert only_read <= record_type.model_fields.keys()


def test_every_table_belongs_to_a_record() -> None:
    assert list(TABLE_FIELDS.values()) == list(FIELDS_BY_RECORD.values())


@pytest.mark.parametrize(
    "record",
    [
        entity(aliases=("Al", "A1"), tickers=("000001.SZ",), founded=1999),
        entity(),
        relation(weight=0.5, confidence=0.25, year=2020, evidence_zh="证据"),
        Passage(id="p", text="t", language="zh", start=3, end=9),
        Mention(passage_id="p", entity_id="e", role="SECONDARY", role_score=0.5, similarity_score=1, position_score=0),
        link(similarity=0.75),
        pytest.param(
            link(name_boost=0.15),
        ),
        pytest.param(
            link(date_boost=0.10, author_boost=0.10),
        ),
    ],
)
def test_a_stored_row_reads_back_as_the_same_record(record: Record) -> None:
    row = records_table(type(record), [record]).to_pylist()[0]
    assert rounded(type(record).model_validate(row)) == rounded(record)


@pytest.mark.parametrize("weight", [1e-46, 1e-300])
def test_a_weight_too_small_to_be_stored_is_refused_or_kept_above_zero(weight: float) -> None:
    try:
        tiny = relation(weight=weight)
    except ValidationError:
        return
    assert records_table(Relation, [tiny]).to_pylist()[0]["weight"] > 0


def test_no_records_make_an_empty_table_with_all_columns() -> None:
    table = records_table(Entity, [])
    assert table.num_rows == 0
    assert table.schema == pa.schema(FIELDS_BY_RECORD[Entity].items())


@pytest.mark.parametrize(
    ("place", "zh", "en"),
    [
        ("宁德 Ningde", "宁德", "Ningde"),
        ("马耳他（纽约州） Malta, New York", "马耳他（纽约州）", "Malta, New York"),
        ("库尔布瓦（拉德芳斯） Courbevoie (La Défense)", "库尔布瓦（拉德芳斯）", "Courbevoie (La Défense)"),
        ("北京", "北京", "北京"),
        ("New York", "New York", "New York"),
        ("北京 Beijing 朝阳", "北京 Beijing 朝阳", "北京 Beijing 朝阳"),
        ("", "", ""),
    ],
)
def test_a_seat_in_both_languages_is_told_in_that_of_the_reader(place: str, zh: str, en: str) -> None:
    found = entity(place=place)
    assert (found.seat("zh"), found.seat("en"), found.place) == (zh, en, place)


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_no_identifier_is_what_every_object_of_a_browser_has(name: str) -> None:
    with pytest.raises(ValidationError, match="is reserved"):
        entity(id=name)
    with pytest.raises(ValidationError, match="is reserved"):
        link(from_passage_id=name)
    assert entity(id=name.capitalize() + "s").id
