"""Whatever is asked, tools name only what the knowledge base holds, or refuse in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.discovery.pipeline import DiscoveryPipeline
from core.errors import GuanxiError, RefusedError
from core.mcp.tools import TOOLS
from core.operations.context import Context, Opened
from core.storage.knowledge_base import KnowledgeBase
from tests.support import examples

ENTITY_FIELDS = {"company_id", "entity_id", "target_id", "source_id", "from_id", "to_id"}
PASSAGE_FIELDS = {"passage_id", "from_passage_id", "to_passage_id"}


@pytest.fixture(scope="module")
def engine(sample_pipeline: DiscoveryPipeline) -> Opened:
    return Opened.of(sample_pipeline)


def fields(found: Any) -> Iterator[tuple[str, Any]]:
    """All fields of nested JSON, however deep."""
    for key, value in found.items() if isinstance(found, dict) else ():
        yield key, value
        yield from fields(value)
    for value in found if isinstance(found, list) else ():
        yield from fields(value)


def objects(found: Any) -> Iterator[dict[str, Any]]:
    yield from (value for value in [found, *(value for _, value in fields(found))] if isinstance(value, dict))
    lists: Iterable[Any] = (value for _, value in fields(found) if isinstance(value, list))
    yield from (each for value in lists for each in value if isinstance(each, dict))


def holds(base: KnowledgeBase, key: str, value: Any) -> bool:
    """Whether what a field refers to, if it refers to anything, is there."""
    if key in ENTITY_FIELDS:
        return value is None or value in base.node_of
    if key in PASSAGE_FIELDS:
        return value == "" or base.has_passage(value)
    if key == "query_company_ids":
        return all(each in base.node_of for each in value)
    return key != "relation_id" or base.has_relation(value)


def is_known(base: KnowledgeBase, found: dict[str, Any]) -> bool:
    """Whether a source, a passage or an entity that is given as a whole is there."""
    if "id" not in found:
        return True
    if found.get("type") in ("object", "relationship"):  # a hit of a search
        return base.has_relation(found["id"]) if found["type"] == "relationship" else found["id"] in base.node_of
    if "publisher" in found and "licence" in found:  # what a fact is taken from
        return base.fact_source(found["id"]).id == found["id"]
    if "kind" in found:
        kinds = {"relation": base.has_relation, "passage": base.has_passage}
        return found["id"] in base.node_of if found["kind"] == "profile" else kinds[found["kind"]](found["id"])
    return base.has_passage(found["id"]) if "document_id" in found else found["id"] in base.node_of


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_ids_in_results_are_those_of_the_knowledge_base(engine: Opened, data: st.DataObject) -> None:
    base = engine.pipeline.base.knowledge_base
    entity = base.entity_at(data.draw(st.integers(0, len(base.entity_ids) - 1)))
    named = st.sampled_from([entity.id, entity.name_zh, entity.name_en, *entity.aliases, *entity.tickers])
    name = data.draw(named | st.text(max_size=12))
    question = data.draw(st.sampled_from(["", "{} competitors", "{}的供应商", "{}"]) | st.text(max_size=30))
    texts = dict.fromkeys(("company", "source", "entity_id"), name)
    texts |= {field: question.replace("{}", name) for field in ("query", "text", "target")}
    tool = data.draw(st.sampled_from([tool for tool in TOOLS.values() if tool.takes.model_fields.keys() & texts]))
    arguments = {key: value for key, value in texts.items() if key in tool.takes.model_fields}
    try:
        answer = tool.answer(Context(engine), tool.read(arguments)).model_dump(mode="json")
    except GuanxiError as error:
        assert isinstance(error, RefusedError)
        assert error.message("zh") != error.message("en")
        return
    assert [(key, value) for key, value in fields(answer) if not holds(base, key, value)] == []
    assert [each for each in objects(answer) if not is_known(base, each)] == []
