"""A search that fails costs only its arm."""

from __future__ import annotations

from typing import Any

import igraph
import pytest

from core.domain.arms import ARMS, SEARCHES, Arm
from core.reasoning.asked_relation import AskedRelation
from core.retrieval import searches
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.doubles import BrokenEncoder, RecordingEngine
from tests.integration.retrieval.hybrid.bench import Bench, fail, scores


def test_a_walk_that_failed_explains_nothing(bench: Bench) -> None:
    bench.engine = RecordingEngine(RuntimeError("no walk"))
    result = bench.retrieve("hub")
    assert result.attribution is None
    assert result.walk_converged


@pytest.mark.parametrize("error", [OSError("disk"), RuntimeError("lance"), ValueError("shape")])
@pytest.mark.parametrize(
    ("function", "arm"),
    [
        ("search_companies", "text"),
        ("search_triplets", "relation"),
        ("search_passages", "keyword"),
        ("word_match", "words"),
    ],
)
def test_a_search_that_fails_costs_only_its_arm(
    function: str, arm: Arm, error: Exception, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, function, fail(error))
    result = bench.retrieve("hub", text="Who supplies electric cars?", named=["car"])
    assert result.failures == {arm: str(error)}
    assert scores(result, arm) == {}
    assert {other for other in ARMS if other != arm and not scores(result, other)} == {
        "size",
        "industry",
    }  # no column tells them


def test_a_search_for_passages_by_meaning_that_fails_is_named_and_costs_companies_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = bench.retrieve("hub", text="Who supplies it?")
    monkeypatch.setattr(searches, "search_passages_by_meaning", fail(OSError("gone")))
    result = bench.retrieve("hub", text="Who supplies it?")
    assert result.failures == {"passages": "gone"}
    assert {"p"} <= set(result.passage_scores.passage_ids)  # found by keywords
    assert scores(result, "text") == scores(whole, "text") != {}


@pytest.mark.parametrize(
    ("broken", "arms"), [("entities", {"text"}), ("relations", {"relation"}), ("passages", {"passages", "keyword"})]
)
def test_a_table_that_cannot_be_read_costs_the_arms_that_search_it(
    broken: str, arms: set[str], bench: Bench, knowledge_base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = knowledge_base.table

    def table(name: str) -> Any:
        if name == broken:
            raise OSError(f"{name} cannot be read")
        return whole(name)

    monkeypatch.setattr(knowledge_base, "table", table)
    result = bench.retrieve("hub", text="Who supplies battery cells?")
    assert result.failures == dict.fromkeys(arms, f"{broken} cannot be read")
    assert {"graph", "peers", "words"} <= {arm for arm in ARMS if scores(result, arm)}


def test_an_encoder_that_fails_costs_the_arms_that_need_it(bench: Bench, encoder: Encoder) -> None:
    bench.encoder = BrokenEncoder(encoder)
    result = bench.retrieve("hub", text="Who supplies it?")
    assert result.failures == dict.fromkeys(("text", "relation", "passages"), "cannot embed 1 texts")
    assert scores(result, "text") == scores(result, "relation") == {}
    assert {"graph", "peers", "words", "keyword"} == {arm for arm in ARMS if scores(result, arm)}


def test_without_an_encoder_what_is_recorded_as_asked_still_counts(bench: Bench, encoder: Encoder) -> None:
    bench.encoder = BrokenEncoder(encoder)
    result = bench.retrieve("hub", text="Who supplies it?", asked=AskedRelation("supplies", "backward"))
    assert set(result.failures) == {"text", "relation", "passages"}
    assert scores(result, "relation") == {"seller": 0.5}


def test_without_an_encoder_companies_that_may_answer_are_scored_by_the_other_arms(
    bench: Bench, encoder: Encoder
) -> None:
    bench.encoder = BrokenEncoder(encoder)
    result = bench.retrieve("hub", text="Who supplies it?", among=["bank", "seller"])
    assert result.candidates.company_ids == ("bank", "seller")
    assert scores(result, "text") == {}
    assert set(scores(result, "graph")) == {"bank", "seller"}


def test_a_model_that_cannot_be_loaded_is_named(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    error = EmbeddingModelUnavailableError(model="nowhere/model", detail="no such folder")
    monkeypatch.setattr(bench.encoder, "encode", fail(error))
    assert bench.retrieve("hub", text="x").failures == dict.fromkeys(("text", "relation", "passages"), str(error))


def test_an_engine_that_fails_costs_both_walks(bench: Bench) -> None:
    bench.engine = RecordingEngine(RuntimeError("no walk"))
    result = bench.retrieve("hub", text="Who supplies it?")
    assert result.failures == {"graph": "no walk", "peers": "no walk"}
    assert scores(result, "graph") == scores(result, "peers") == {}
    assert {"text", "words", "relation", "keyword"} <= {arm for arm in ARMS if scores(result, arm)}


def test_an_error_of_igraph_costs_only_the_walks(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(igraph.Graph, "personalized_pagerank", fail(igraph.InternalError("prpack")))
    assert set(bench.retrieve("hub").failures) == {"graph", "peers"}


def test_all_arms_may_fail_without_an_exception(
    bench: Bench, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.engine = RecordingEngine(OSError("the disk is gone"))
    bench.encoder = BrokenEncoder(encoder)
    for function in ("search_passages", "word_match"):
        monkeypatch.setattr(searches, function, fail(OSError("the disk is gone")))
    result = bench.retrieve("hub", text="Who supplies it?")
    assert set(result.failures) == set(SEARCHES) - {"named", "size", "industry"}  # these are looked up
    assert result.candidates.company_ids == ()
    assert result.candidates.raw.shape == (0, len(ARMS))


def test_a_fault_of_the_program_is_not_taken_for_a_failed_search(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "search_passages", fail(KeyError("a bug")))
    with pytest.raises(KeyError, match="a bug"):
        bench.retrieve("hub", text="Who supplies it?")
