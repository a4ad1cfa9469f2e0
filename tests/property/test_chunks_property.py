"""Chunks → records-to-be: each chunk one passage, each name one entity, and the same ids whenever they come again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Entity
from core.ingestion.checking.chunks import Chunk, ChunkOrigin, chunk_raw_records
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validation import validate
from core.names.normalise import fold_characters
from core.ontology import default_ontology

NAMES = st.sampled_from(["", "Solid State", "solid state", "ＳＯＬＩＤ ＳＴＡＴＥ", "钠离子", "CATL"])
ORIGINS = st.builds(
    ChunkOrigin,
    title=st.text("ab 钠", max_size=5),
    path=st.sampled_from(["", "a/b.md"]),
    entity_name=NAMES,
    entity_type=st.sampled_from(["product", "nonsense", ""]),
    language=st.sampled_from(["", "zh", "python"]),
)
CHUNKS = st.lists(
    st.builds(
        Chunk,
        id=st.uuids().map(str),
        content=st.sampled_from(["电池。", "A text."]),
        source_id=st.sampled_from(["", "page:7"]),
        metadata=ORIGINS,
    ),
    max_size=6,
)
CATL = Entity(id="catl", type="company", name_zh="宁德时代", name_en="CATL")


@given(CHUNKS, st.booleans())
def test_each_chunk_is_one_passage_and_each_name_one_entity(chunks: list[Chunk], extract: bool) -> None:
    items = chunk_raw_records(chunks, [CATL], extract_entities=extract).items
    assert [each.values["id"] for each in items if each.kind == "passage"] == [chunk.id for chunk in chunks]
    named = [fold_characters(str(each.values["name"])) for each in items if each.kind == "entity"]
    said = {fold_characters(chunk.metadata.entity_name) for chunk in chunks} - {"", "catl"}
    assert sorted(named) == sorted(said if extract else ())
    assert items == chunk_raw_records(chunks, [CATL], extract_entities=extract).items


@given(CHUNKS)
def test_a_passage_says_what_it_is_about_in_its_title(chunks: list[Chunk]) -> None:
    data = validate(chunk_raw_records(chunks, (), extract_entities=True).items, default_ontology(), Choices()).data
    about = {chunk.id: chunk.metadata for chunk in chunks}
    assert {passage.id for passage in data.passages} == set(about)
    for passage in data.passages:
        assert fold_characters(about[passage.id].entity_name) in fold_characters(passage.title)
        assert about[passage.id].title.strip() in passage.title
        assert passage.language == (
            about[passage.id].language if about[passage.id].language == "zh" else "zh" if "电" in passage.text else "en"
        )
