"""No text is embedded twice: not after a change elsewhere, and not after a build was killed."""

from __future__ import annotations

import numpy as np
import pytest

from core.ingestion.building.build import BuildFailedError, build_knowledge_base
from core.ingestion.building.known_vectors import LOG, KnownVectors
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import open_knowledge_base
from core.storage.row_keys import single_keys, text_keys
from tests.doubles import CountingEncoder, FailingEncoder


def built(settings: Settings, encoder: Encoder, ontology: Ontology, name: str = "") -> list[str]:
    """The texts that a build embeds."""
    counting = CountingEncoder(encoder)
    counting.name = name or encoder.name
    build_knowledge_base(settings, counting, ontology)
    return [text for texts in counting.calls for text in texts]


def vectors(settings: Settings) -> Vectors:
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    stored = (opened.entity_vectors, opened.relation_vectors, opened.passage_vectors)
    return np.concatenate([vectors.of(vectors.rows) for vectors in stored])


def test_only_what_changed_is_embedded(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> None:
    first = built(own_settings, encoder, ontology)
    assert len(first) == len(set(first)) > 5
    before = vectors(own_settings)
    assert built(own_settings, encoder, ontology) == []
    np.testing.assert_array_equal(vectors(own_settings), before)
    companies = own_settings.data_folder / "companies.csv"
    companies.write_text(companies.read_text(encoding="utf-8") + "new,新公司,New Company,,,,,,,\n", encoding="utf-8")
    (again,) = built(own_settings, encoder, ontology)
    assert "新公司" in again
    assert not list(own_settings.knowledge_base_folder.glob(f"*{LOG}"))


def test_a_build_that_stopped_goes_on_where_it_was(
    own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    small = own_settings.model_copy(update={"embedding_batch_size": 2})
    with pytest.raises(BuildFailedError):
        build_knowledge_base(small, FailingEncoder(encoder, OSError("power cut"), 3), ontology)
    (log,) = own_settings.knowledge_base_folder.glob(f"*{LOG}")
    with log.open("ab") as file:
        file.write(b"half an entry")  # what a kill in the middle of writing leaves
    rest = built(small, encoder, ontology)
    whole = vectors(own_settings)
    everything = built(
        own_settings.model_copy(update={"knowledge_base_folder": log.parent / "other"}), encoder, ontology
    )
    assert len(rest) == len(everything) - 5
    other = own_settings.model_copy(update={"knowledge_base_folder": log.parent / "other"})
    np.testing.assert_allclose(vectors(other), whole, atol=1e-6)


def test_vectors_of_another_model_are_not_taken(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> None:
    first = built(own_settings, encoder, ontology)
    assert built(own_settings, encoder, ontology, name="another/model") == first


def test_what_is_written_down_comes_back(tmp_path: object, own_settings: Settings, encoder: Encoder) -> None:
    own_settings.knowledge_base_folder.mkdir(parents=True)
    known = KnownVectors(own_settings.knowledge_base_folder, encoder)
    known.keep(single_keys(text_keys(["甲", "b"])), np.arange(2 * encoder.dimension, dtype=np.float32).reshape(2, -1))
    for _ in range(2):
        found, unknown = known.of(text_keys(["b", "c", "甲"]))
        assert unknown.tolist() == [False, True, False]
        assert found[0, 0] == encoder.dimension
        assert found[2, 1] == 1.0
        known.close(published=False)
        known = KnownVectors(own_settings.knowledge_base_folder, encoder)
    known.close(published=True)
    _, unknown = KnownVectors(own_settings.knowledge_base_folder, encoder).of(text_keys(["b"]))
    assert unknown.all()
