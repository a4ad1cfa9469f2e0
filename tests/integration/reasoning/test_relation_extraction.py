"""A model reads relations out of texts: between given names, of types that there are, each with its quote."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.curation.open_or_build import rebuild
from core.curation.review_queue import queue
from core.curation.text_reading import read_texts, texts_to_read
from core.discovery.pipeline import DiscoveryPipeline
from core.ontology import Ontology
from core.operations.context import Context, Opened
from core.operations.operation import Nothing
from core.operations.proposals import read_texts as read_texts_operation
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import Endpoint, ModelUnavailableError
from core.reasoning.relation_extraction import NamedSentence, extract_relations
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from tests.llm_server import Asked, Reaction, Script, llm_server
from tests.support import company, settings_for, write_data

COMPANIES = [company("tesla", "特斯拉", "Tesla"), company("byd", "比亚迪", "BYD"), company("geely", "吉利", "Geely")]
TEXTS = {
    "p1": "Tesla is said to lean on BYD, its supplier of old. Geely supplies neither.",
    "p2": "特斯拉收购了吉利。",
}


@pytest.fixture
def server() -> Iterator[Script]:
    with llm_server() as script:
        yield script


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, ontology: Ontology) -> tuple[KnowledgeBase, Settings]:
    """Three companies and two texts."""
    folder = tmp_path_factory.mktemp("extraction")
    passages = [
        {"id": key, "title": "x", "language": "zh" if key == "p2" else "en", "text": text}
        for key, text in TEXTS.items()
    ]
    made = settings_for(write_data(folder / "data", companies=COMPANIES, passages=passages), folder / "kb")
    return rebuild(made, ontology).knowledge_base, made


def base_over(
    built: tuple[KnowledgeBase, Settings], tmp_path: Path, ontology: Ontology, server: Script, **changes: Any
) -> Base:
    """With its own file of what was read, and the model of the server."""
    knowledge_base, made = built
    told = {
        "knowledge_base_folder": tmp_path,
        "llm_base_url": server.url,
        "llm_model": "m",
        "llm_cache_file": tmp_path / "answers.sqlite3",
        "llm_reads_texts": True,
        "llm_retries": 0,
        "llm_timeout_seconds": 5,
    }
    return Base.over(knowledge_base, ontology, made.model_copy(update={**told, **changes}))


def says(asked: Asked, *relations: tuple[str, str, str]) -> Reaction:
    """The relations by names, with the keys that the request gave them."""
    lines = [json.loads(line) for line in asked.texts[-1].splitlines() if line.startswith("{")]
    told = []
    for line in lines:
        keys = {name: key for key, name in line["names"].items()}
        for source, kind, target in relations:
            if source in keys and target in keys:
                told.append({"sentence": line["key"], "source": keys[source], "type": kind, "target": keys[target]})
    return Reaction(json.dumps({"relations": told}))


def proposed(base: Base) -> set[tuple[str, str, str, tuple[str, ...]]]:
    return {
        (each.stated.source.key, each.stated.terms.relation_type, each.stated.target.key, each.read.readers)
        for each in queue(base).open
    }


def test_what_a_model_says_is_proposed_with_its_quote(
    built: tuple[KnowledgeBase, Settings], tmp_path: Path, ontology: Ontology, server: Script
) -> None:
    base = base_over(built, tmp_path, ontology, server)
    server.plan(lambda asked: says(asked, ("BYD", "supplies", "Tesla"), ("特斯拉", "acquired", "吉利")))
    context = Context(Opened.of(DiscoveryPipeline(base)))
    found = read_texts_operation.answer(context, Nothing())
    assert (found.passages, found.unusable, len(server.asked)) == (2, 0, 2)
    assert found.model_use is not None and found.model_use.stage == "extraction"
    by_model = {each[:3] for each in proposed(base) if "model" in each[3]}
    assert by_model == {("byd", "supplies", "tesla"), ("tesla", "acquired", "geely")}
    for each in queue(base).open:
        text = TEXTS[each.read.passage_id]
        assert text[each.read.quote_start : each.read.quote_end] == each.read.quote
    assert texts_to_read(base) == 0
    read_texts(base)
    assert len(server.asked) == 2  # what was read is not asked about again


def test_without_the_setting_nothing_is_asked(
    built: tuple[KnowledgeBase, Settings], tmp_path: Path, ontology: Ontology, server: Script
) -> None:
    base = base_over(built, tmp_path, ontology, server, llm_reads_texts=False)
    read_texts(base)
    assert server.asked == []
    assert texts_to_read(base.with_settings(base.settings.model_copy(update={"llm_reads_texts": True}))) == 2


def test_an_endpoint_that_does_not_answer_ends_the_reading_and_says_so(
    built: tuple[KnowledgeBase, Settings], tmp_path: Path, ontology: Ontology, server: Script
) -> None:
    base = base_over(built, tmp_path, ontology, server)
    server.plan(Reaction(status=503))
    with pytest.raises(ModelUnavailableError):
        read_texts(base)
    assert texts_to_read(base) == 2


def test_an_answer_that_is_no_use_leaves_the_rules(
    built: tuple[KnowledgeBase, Settings], tmp_path: Path, ontology: Ontology, server: Script
) -> None:
    base = base_over(built, tmp_path, ontology, server)
    server.plan(Reaction("no JSON at all"))
    found = read_texts(base)
    assert (found.passages, found.unusable) == (2, 2)
    assert ("tesla", "acquired", "geely") in {each[:3] for each in proposed(base)}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"type": "loves"}, "unknown_type"),
        ({"type": "acquired"}, "unknown_type"),
        ({"target": "N1"}, "self"),
        ({"target": "N9"}, "unknown_name"),
        ({"sentence": "S2"}, "unknown_name"),
        ({"target": None}, "malformed"),
    ],
)
def test_what_is_no_relation_of_the_names_is_dropped_and_counted(
    ontology: Ontology, server: Script, change: dict[str, object], reason: str
) -> None:
    told = {"sentence": "S1", "source": "N1", "type": "supplies", "target": "N2"}
    server.plan(Reaction(json.dumps({"relations": [told, {**told, **change}]})))
    sentences = [NamedSentence("BYD supplies Tesla.", {"N1": "BYD", "N2": "Tesla"})]
    model = LanguageModel(Endpoint(server.url, "m", timeout_seconds=10))
    found = extract_relations(model, sentences, ontology, ("supplies", "partner"), "en", temperature=0.0)
    assert found.relations == ((0, "N1", "supplies", "N2"),)
    assert found.dropped == {reason: 1}


_ITEMS = st.one_of(
    st.none(),
    st.integers(),
    st.text(max_size=5),
    st.fixed_dictionaries(
        {
            "sentence": st.one_of(st.sampled_from(["S0", "S1", "S2", "S9", "s1", "S١", ""]), st.integers()),
            "source": st.sampled_from(["N1", "N2", "N3", "N99", "", "Tesla"]),
            "type": st.sampled_from(["supplies", "acquired", "owns", "related_to", "", "chief_executive_of"]),
            "target": st.sampled_from(["N1", "N2", "N3", "N99", "", "Nobody Inc."]),
        }
    ),
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(items=st.lists(_ITEMS, max_size=6))
def test_whatever_it_says_only_what_stands_in_the_text_is_proposed(
    items: list[object],
    built: tuple[KnowledgeBase, Settings],
    tmp_path_factory: pytest.TempPathFactory,
    ontology: Ontology,
    server: Script,
) -> None:
    base = base_over(built, tmp_path_factory.mktemp("said"), ontology, server)
    server.plan(Reaction(json.dumps({"relations": items})))
    read_texts(base)
    for each in queue(base).open:
        text = TEXTS[each.read.passage_id]
        assert text[each.read.quote_start : each.read.quote_end] == each.read.quote
        assert each.read.source_name in each.read.quote and each.read.target_name in each.read.quote
        assert each.read.terms.relation_type in ontology.types
        assert each.stated.source.key != each.stated.target.key
