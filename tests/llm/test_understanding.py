"""What the small local model makes of questions: valid every time; how often it is right is printed."""

from __future__ import annotations

import pytest

from core.discovery.intention import intention_by_model, intention_by_rules
from core.domain.requests import BY_QUESTION, DiscoveryRequest
from core.ontology import default_ontology
from core.reasoning.llm.client import LanguageModel
from core.reasoning.ranking_cues import ranking_cue
from core.settings import Settings

FAMILIES = {
    "Who supplies Tesla with batteries?": "causality",
    "苹果公司依赖哪些芯片厂商？": "causality",
    "Which companies belong to the Volkswagen group?": "hierarchical",
    "腾讯持有哪些公司的股份？": "hierarchical",
    "Which companies did Microsoft buy?": "temporal",
    "联想先后收购了哪些公司？": "temporal",
    "Which companies are headquartered in Shenzhen?": "spatial",
    "总部在上海的公司有哪些？": "spatial",
    "Who competes with Intel?": "attribution",
    "谁是宁德时代的竞争对手？": "attribution",
}
INTENTS = {
    "Tell me about TSMC": "fact_qa",
    "Tell me about the battery plant of CATL in Hungary": "fact_qa",
    "Anyone else doing what Stripe does?": "relationship_discovery",
    "TSMC": "relationship_discovery",
    "像SHEIN那样做快时尚的": "relationship_discovery",
    "华为的5G专利": "fact_qa",
}


def test_the_small_model_weighs_relations(model: LanguageModel, capsys: pytest.CaptureFixture[str]) -> None:
    ontology, right = default_ontology(), 0
    for question, family in FAMILIES.items():
        by_rules = intention_by_rules(question, ranking_cue(question, ontology), ontology)
        request = DiscoveryRequest(query=question, influence=BY_QUESTION)
        found = intention_by_model(request, "", by_rules, model, ontology, Settings())
        assert found.reports["influence"].judge == "model"
        weights = found.influence.families.model_dump()
        right += max(weights, key=lambda name: weights[name]) == family
        with capsys.disabled():
            print(question, family, {name: round(beta, 2) for name, beta in weights.items()}, found.reason, flush=True)
    with capsys.disabled():
        print(f"the family asked for weighs most: {right} of {len(FAMILIES)}", flush=True)
    assert right >= 0.5 * len(FAMILIES)


def test_the_small_model_tells_intents(model: LanguageModel, capsys: pytest.CaptureFixture[str]) -> None:
    right = 0
    for question, intent in INTENTS.items():
        by_rules = intention_by_rules(question, None, default_ontology())
        assert not by_rules.sure
        found = intention_by_model(
            DiscoveryRequest(query=question), "", by_rules, model, default_ontology(), Settings()
        )
        assert found.reports["route"].judge == "model"
        right += found.intent == intent
        with capsys.disabled():
            print(question, intent, "model:", found.intent, "rules:", by_rules.intent, flush=True)
    with capsys.disabled():
        print(f"intents right: {right} of {len(INTENTS)}", flush=True)
    assert right >= 0.5 * len(INTENTS)
