"""Similar entities of the bundled sample, checked against its relations and vectors read one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.discovery.pipeline import DiscoveryPipeline
from core.dossier.similar import SimilarEntity, similar_entities
from core.errors import EntityUnknownError
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.stored_vectors import StoredVectors, save_vectors
from tests.conftest import build_and_open
from tests.support import document_example, settings_for


def similar(pipeline: DiscoveryPipeline, entity_id: str, limit: int = 8) -> tuple[SimilarEntity, ...]:
    return similar_entities(
        pipeline.base.knowledge_base, pipeline.base.ontology, pipeline.base.settings, entity_id, limit=limit
    )


def test_battery_makers_are_like_a_battery_maker(sample_pipeline: DiscoveryPipeline) -> None:
    found = similar(sample_pipeline, "catl")
    assert {"byd", "gotion-high-tech", "calb"} & {each.entity_id for each in found}
    byd = next(each for each in found if each.entity_id == "byd")
    assert "competes with" in byd.direct_en
    assert ("produces", "EV traction batteries") in [(each.label_en, each.name_en) for each in byd.shared]
    assert ("生产", "动力电池") in [(each.label_zh, each.name_zh) for each in byd.shared]


def test_a_product_is_like_products(sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base.knowledge_base
    found = similar(sample_pipeline, "product-ev-battery")
    assert found
    assert {base.entity(each.entity_id).type for each in found} == {"product"}


def test_what_has_no_vector_is_like_nothing(tmp_path: Path, encoder: Encoder, ontology: Ontology) -> None:
    chosen: Settings = settings_for(document_example(tmp_path / "data"), tmp_path / "kb")
    base = build_and_open(chosen, encoder)
    save_vectors(
        np.zeros((len(base.entity_ids), base.entity_vectors.of([0]).shape[1]), dtype=np.float32), tmp_path / "none"
    )
    base.entity_vectors = StoredVectors(tmp_path / "none")
    assert similar_entities(base, ontology, chosen, "公司A") == ()


def test_an_unknown_id_is_refused(sample_pipeline: DiscoveryPipeline) -> None:
    with pytest.raises(EntityUnknownError):
        similar(sample_pipeline, "nobody")


@pytest.mark.thorough
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), limit=st.integers(1, 12))
def test_what_is_shared_stands_in_the_relations_of_both(
    sample_pipeline: DiscoveryPipeline, data: st.DataObject, limit: int
) -> None:
    base = sample_pipeline.base.knowledge_base
    node = data.draw(st.integers(0, len(base.entity_ids) - 1))
    entity_id = base.entity_ids[node]
    records = [base.relation(row) for row in range(base.graph.relations)]
    found = similar(sample_pipeline, entity_id, limit)
    assert len(found) <= limit
    assert entity_id not in {each.entity_id for each in found}
    similarities = [each.similarity for each in found]
    assert similarities == sorted(similarities, reverse=True)

    def related(one: str, other: str, kind: str) -> bool:
        return any(record.type == kind and {record.source, record.target} == {one, other} for record in records)

    for each in found:
        assert len(each.shared) <= each.shared_relations
        for same in each.shared:
            assert related(entity_id, same.entity_id, same.relation_type)
            assert related(each.entity_id, same.entity_id, same.relation_type)
        joined = [r for r in records if {r.source, r.target} == {entity_id, each.entity_id}]
        assert bool(joined) == bool(each.direct_en)
