"""Run by test_tenth_arm.py in a copy of the program that has one arm more; prints what it says of itself as JSON."""

from __future__ import annotations

import json
import time

import numpy as np
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from app.api.application import create_api
from app.discover.results.cards_component import COLOURS
from app.runtime.services import Services
from app.state.view_parameters import defaults_of, values_in
from core.defaults import default_request
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import ARMS
from core.domain.requests import FusionMode, FusionSettings
from core.evaluation.experiment import evaluate
from core.evaluation.tasks import LabelledQuestion, TaskSet
from core.evaluation.variants import default_variants
from core.ingestion.building.build import build_knowledge_base
from core.monitoring.api_keys import new_key
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.retrieval.fusion import fuse
from core.settings import load_settings
from core.storage.embeddings import load_encoder
from core.storage.knowledge_base import open_knowledge_base
from core.workspace.tuned_settings import TunedSettings


def page() -> None:
    import streamlit as st

    from app.state.sliders import fusion_controls
    from app.state.view_parameters import defaults_of
    from core.settings import load_settings

    for name, value in defaults_of(load_settings()).items():
        st.session_state.setdefault(name, value)
    st.session_state["lang"] = "en"
    st.session_state["shares"] = True
    fusion_controls(answered=False)


def alone(mode: FusionMode) -> FusionSettings:
    shares = {FusionSettings.share_name(arm): float(arm == "initial") for arm in ARMS}
    return FusionSettings(mode=mode, graph_weight=1.0, vector_weight=0.0, **shares)


settings = load_settings()
encoder = load_encoder(settings.embedding_model, batch_size=8, threads=1)
build_knowledge_base(settings, encoder, default_ontology())
base = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
pipeline = DiscoveryPipeline(Base.over(base, default_ontology(), settings))
found = pipeline.retrieve(default_request(settings, company="a1", language="en")).found
candidates, column = found.candidates, ARMS.index("initial")
raw = candidates.raw[:, column]
fused = {mode.value: fuse(candidates, alone(mode)) for mode in (FusionMode.WEIGHTED, FusionMode.RRF)}

question = LabelledQuestion(id="q", language="en", company="a1", query="", relevant={"z9": 3.0})
variants = [each for each in default_variants(alone(FusionMode.WEIGHTED), settings) if each.name.endswith(" only")]
scores = evaluate(pipeline, TaskSet((question,)), variants)

by_it_alone = dict.fromkeys(ARMS, 0.0) | {"initial": 2.0}
key, kept = new_key("reader")
served = settings.model_copy(
    update={
        "api_keys": kept.line,
        "fusion_mode": "weighted",
        "hybrid_graph_weight": 1.0,
        "hybrid_vector_weight": 0.0,
        **{f"hybrid_{'walk' if arm == 'graph' else arm}_weight": share for arm, share in by_it_alone.items()},
        "hybrid_walk_weight": 0.5,
    }
)
services = Services(served)
while not services.warm and services.error is None:
    time.sleep(0.05)
api = create_api(lambda: services, served, bound_to="127.0.0.1")
client = TestClient(api, base_url="http://127.0.0.1", headers={"X-API-Key": key})
answer = client.post("/api/v1/relationships", json={"company": "a1"}).json()
by_shares = client.post("/api/v1/relationships", json={"company": "a1", "fusion": {"shares": {"initial": 0.0}}}).json()

field = type(settings).model_fields["hybrid_initial_weight"]
link = values_in({"initial": "0.7"}, "", defaults_of(settings))
print()
print(
    json.dumps(
        {
            "arms": ARMS,
            "raw": {
                name: None if np.isnan(score) else score
                for name, score in zip(candidates.company_ids, raw.tolist(), strict=True)
            },
            "timed": list(found.milliseconds),
            "first by it alone": {mode: each.company_ids[each.order[0]] for mode, each in fused.items()},
            "adaptive weight": float(candidates.adaptive_weights[column]),
            "setting": [settings.hybrid_initial_weight, field.description],  # type: ignore[attr-defined]
            "preset": TunedSettings.of(settings).model_dump()["initial_share"],
            "link": {name: link[name] for name in ("initial", "mode")},
            "sliders": [slider.label for slider in AppTest.from_function(page, default_timeout=60).run().slider],
            "colours": COLOURS,
            "api": [each["company_name"] for each in answer["related_companies"]],
            "api, shares": [each["fusion"]["shares"]["initial"] for each in (answer, by_shares)],
            "api without it": [each["company_name"] for each in by_shares["related_companies"]],
            "evaluated": {name: list(scores[name][0].ranked) for name in ("initial only", "graph only")},
        }
    )
)
