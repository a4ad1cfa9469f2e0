from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.discovery.answering import answer
from core.discovery.pipeline import DiscoveryPipeline, DiscoveryRequest
from core.domain.requests import FusionMode, FusionSettings, RelevanceLevel
from core.domain.results import Judgement
from core.messages import Language
from core.ontology import Ontology, RelationEnd, default_ontology
from core.reasoning.asked_relation import AskedInOntology, AskedRelation
from core.reasoning.rules_judge import PairEvidence, RelationEvidence, judge_by_rules

HIGH, MEDIUM, LOW = RelevanceLevel.HIGH, RelevanceLevel.MEDIUM, RelevanceLevel.LOW
TIERS = {
    "competitor": HIGH,
    "similar_product": MEDIUM,
    "supplies": LOW,
    "depends_on": LOW,
    "subsidiary_of": MEDIUM,
    "shareholder_of": LOW,
    "same_group": MEDIUM,
    "partner": LOW,
    "joint_venture": MEDIUM,
    "licenses_to": LOW,
    "same_industry": LOW,
    "founded_by": LOW,
    "related": LOW,
}


def fact(kind: str, *, forward: bool = True, weight: float = 1.0, sentence: str = "有记录。") -> RelationEvidence:
    return RelationEvidence(kind, forward, weight, sentence=sentence)


def shared(kind: str, bridge: str, bridge_type: str = "produces", weight: float = 1.0) -> RelationEvidence:
    return RelationEvidence(kind, True, weight, bridge=bridge, bridge_type=bridge_type)


def judged(
    *facts: RelationEvidence,
    asked: AskedRelation | None = None,
    language: Language = "en",
    via: tuple[str, ...] = (),
) -> Judgement:
    return judge_by_rules(PairEvidence("CATL", facts, via), asked, default_ontology(), language)


@pytest.mark.parametrize(("kind", "level"), TIERS.items())
def test_each_type_has_its_level(kind: str, level: RelevanceLevel) -> None:
    judgement = judged(fact(kind))
    assert (judgement.level, judgement.relation_type, judgement.judge) == (level, kind, "rules")


@pytest.mark.parametrize(("language", "reason"), [("en", "Customer of CATL"), ("zh", "CATL的客户")])
def test_a_relation_without_evidence_gives_a_whole_reason(language: Language, reason: str) -> None:
    assert judged(fact("supplies", sentence=""), language=language).reason == reason


def test_competitors_rank_above_similar_products_above_supply() -> None:
    facts = [fact("supplies"), fact("similar_product"), fact("competitor", weight=0.01)]
    assert judged(*facts).relation_type == "competitor"
    assert judged(*facts[:2]).relation_type == "similar_product"
    assert judged(*facts[:1]).level is LOW


def test_a_recorded_relation_counts_before_an_implied_one() -> None:
    judgement = judged(shared("similar_product", "cells"), fact("similar_product", weight=0.1, sentence="Alike."))
    assert "Alike." in judgement.reason


def test_of_equal_types_the_stronger_relation_is_told() -> None:
    weak, strong = fact("supplies", weight=0.2, sentence="weak"), fact("supplies", weight=0.9, sentence="strong")
    assert "strong" in judged(weak, strong).reason


def test_what_is_wanted_is_told_first_but_nothing_is_claimed_of_it() -> None:
    wanted = AskedRelation("supplies", "backward")
    judgement = judged(fact("competitor"), fact("supplies", forward=False), asked=wanted)
    assert (judgement.level, judgement.relation_type, judgement.forward) == (HIGH, "supplies", False)
    assert judged(fact("supplies", forward=False), asked=wanted).level is LOW
    assert "asked" not in judgement.reason
    assert "所问" not in judged(fact("supplies", forward=False), asked=wanted, language="zh").reason


def test_what_is_wanted_in_the_other_direction_is_not_told_first() -> None:
    judgement = judged(fact("competitor"), fact("supplies"), asked=AskedRelation("supplies", "backward"))
    assert judgement.relation_type == "competitor"


@pytest.mark.parametrize(("kind", "end"), [("partner", "forward"), ("supplies", "either")])
@pytest.mark.parametrize("forward", [True, False])
def test_of_a_symmetric_type_or_of_either_end_both_directions_are_wanted(
    kind: str, end: RelationEnd, forward: bool
) -> None:
    assert judged(fact("competitor"), fact(kind, forward=forward), asked=AskedRelation(kind, end)).relation_type == kind


def test_an_unknown_type_reads_as_related() -> None:
    assert judged(fact("invented_by_users")).level is LOW


def test_the_role_is_that_of_the_other_company() -> None:
    assert judged(fact("supplies", forward=True)).reason.startswith("Customer of CATL")
    assert judged(fact("supplies", forward=False)).reason.startswith("Supplier of CATL")
    assert judged(fact("supplies", forward=False), language="zh").reason == "CATL的供应商：有记录。"


@pytest.mark.parametrize(
    ("bridge_type", "implied", "zh", "en"),
    [
        ("produces", "similar_product", "同类产品", "same kind of product"),
        ("in_industry", "same_industry", "同属一个行业", "same industry"),
        ("located_in", "related", "共同点", "in common"),
    ],
)
def test_a_shared_bridge_is_named_in_both_languages(bridge_type: str, implied: str, zh: str, en: str) -> None:
    evidence = shared(implied, "Cells", bridge_type)
    assert zh in judged(evidence, language="zh").reason
    assert en in judged(evidence).reason
    assert "Cells" in judged(evidence).reason


BESIDES = {"en": " Besides: makes the same kind of product as CATL: Cells", "zh": "另外，与CATL有同类产品：Cells"}


@pytest.mark.parametrize(
    ("language", "sentence", "first"),
    [
        ("en", "CATL sells X cells.", "CATL sells X cells."),
        ("en", "CATL sells X cells", "CATL sells X cells."),
        ("zh", "宁德时代供应电芯。", "宁德时代供应电芯。"),
        ("zh", "宁德时代供应电芯", "宁德时代供应电芯。"),
    ],
)
def test_what_decides_the_level_is_told_besides(language: Language, sentence: str, first: str) -> None:
    reason = judged(fact("supplies", sentence=sentence), shared("similar_product", "Cells"), language=language).reason
    assert reason.endswith(first + BESIDES[language])


def test_at_most_three_shared_bridges_are_named_each_once() -> None:
    names = ["a", "b", "b", "c", "d"]
    facts = [shared("similar_product", f"bridge-{name}", weight=1.0 - place / 10) for place, name in enumerate(names)]
    assert judged(*facts).reason == "Makes the same kind of product as CATL: bridge-a, bridge-b, bridge-c"


def test_bridges_of_another_kind_are_not_mixed_in() -> None:
    reason = judged(shared("similar_product", "cells"), shared("same_industry", "energy", "in_industry")).reason
    assert "cells" in reason
    assert "energy" not in reason


@pytest.mark.parametrize(("language", "text"), [("zh", "经由 甲 → 乙 相连"), ("en", "connected through 甲 → 乙")])
def test_a_path_is_told_where_nothing_is_recorded(language: Language, text: str) -> None:
    judgement = judged(via=("甲", "乙"), language=language)
    assert (judgement.level, judgement.relation_type) == (LOW, "related")
    assert text in judgement.reason


@pytest.mark.parametrize(("language", "text"), [("zh", "描述的文字相近"), ("en", "descriptions are alike")])
def test_text_alone_is_told_where_nothing_leads(language: Language, text: str) -> None:
    assert text in judged(language=language).reason


def test_braces_in_names_and_evidence_are_only_text() -> None:
    pair = PairEvidence("{query}{0}", [fact("supplies", sentence="{evidence} {role!r}")])
    reason = judge_by_rules(pair, None, default_ontology(), "en").reason
    assert reason == "Customer of {query}{0}: {evidence} {role!r}"


types = st.sampled_from([*default_ontology().types, "unknown"])
weights = st.floats(0.001, 1.0)
facts = st.lists(
    st.builds(fact, types, forward=st.booleans(), weight=weights)
    | st.builds(shared, types, st.text(min_size=1), st.sampled_from(["produces", "in_industry"]), weights),
    max_size=6,
)
asked_relations = st.none() | st.builds(AskedRelation, types, st.sampled_from(["forward", "backward", "either"]))


@given(facts, asked_relations, st.randoms(use_true_random=False), st.floats(0.001, 1.0))
def test_weights_and_their_order_never_change_a_level(
    evidence: list[RelationEvidence], asked: AskedRelation | None, random: object, factor: float
) -> None:
    changed = [replace(each, weight=each.weight * factor) for each in evidence]
    random.shuffle(changed)  # type: ignore[attr-defined]
    flattened = [replace(each, weight=0.5) for each in evidence]
    levels = {judged(*each, asked=asked).level for each in (evidence, changed, flattened)}
    assert len(levels) == 1


@given(facts, asked_relations, st.sampled_from(["zh", "en"]))
def test_the_level_is_that_of_the_best_fact(
    evidence: list[RelationEvidence], asked: AskedRelation | None, language: Literal["zh", "en"]
) -> None:
    judgement = judged(*evidence, asked=asked, language=language)
    ontology = default_ontology()
    tiers = [ontology[each.type].tier.order for each in evidence]
    assert judgement.level.order == max(tiers, default=1)
    assert judgement.reason


fusions = st.builds(
    FusionSettings,
    mode=st.sampled_from(FusionMode),
    graph_weight=st.floats(0.0, 1.0),
    vector_weight=st.floats(0.0, 1.0),
    text_share=st.floats(0.0, 5.0),
    relation_share=st.floats(0.0, 5.0),
    keyword_share=st.floats(0.0, 5.0),
    rrf_k=st.integers(1, 100),
    max_results=st.just(100),
)
QUESTIONS = ("公司A", "谁给公司A供货？", "Who competes with Company A?")


@given(st.sampled_from(QUESTIONS), fusions, st.floats(0.001, 1000.0))
def test_scores_and_fusion_never_change_a_level(
    document_pipeline: DiscoveryPipeline, question: str, fusion: FusionSettings, factor: float
) -> None:
    searched = document_pipeline.retrieve(DiscoveryRequest(query=question))
    usual = levels(answer(searched, FusionSettings(max_results=100), "en").related_companies)
    scores = replace(searched.found.candidates, raw=searched.found.candidates.raw * factor)
    scaled = replace(searched, found=replace(searched.found, candidates=scores))
    changed = levels(answer(scaled, fusion, "zh").related_companies)
    assert changed.items() <= usual.items()


def levels(companies: object) -> dict[str, RelevanceLevel]:
    return {company.company_id: company.judgement.level for company in companies}  # type: ignore[attr-defined]


def test_asked_in_ontology_knows_what_implies_the_asked_type(ontology: Ontology) -> None:
    similar = AskedInOntology(AskedRelation("similar_product", "either"), ontology)
    assert similar.concerns("similar_product")
    assert similar.concerns("produces")
    assert not similar.concerns("supplies")
    assert not similar.concerns("PRIMARY")
