from __future__ import annotations

import pytest

from core.ontology import Ontology
from core.retrieval import evidence as evidence_module
from core.retrieval.evidence import RecordedEvidence
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import by_id, company, relation, settings_for, write_data


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("evidence")
    data = write_data(
        folder / "data",
        companies=[company(name) for name in ("query", "other", "rival", "maker", "seller", "buyer", "lonely")],
        concepts=[
            {"id": "cells", "type": "product", "name_zh": "电芯", "name_en": "cells"},
            {"id": "packs", "type": "product", "name_zh": "电池包", "name_en": "packs"},
            {"id": "energy", "type": "industry", "name_zh": "能源", "name_en": "energy"},
        ],
        relations=[
            relation("query", "partner", "rival", weight="0.3"),
            relation("rival", "competitor", "query", weight="0.9"),
            relation("seller", "supplies", "query"),
            relation("query", "supplies", "buyer"),
            relation("query", "produces", "cells", weight="0.8"),
            relation("query", "produces", "packs"),
            relation("maker", "produces", "cells", weight="0.5"),
            relation("maker", "produces", "packs", weight="0.9"),
            relation("query", "in_industry", "energy"),
            relation("rival", "in_industry", "energy"),
            relation("seller", "supplies", "cells"),
            relation("other", "competitor", "maker"),
            relation("query", "competitor", "other"),
            relation("cells", "in_industry", "energy"),
        ],
        passages=[{"id": "p", "language": "en", "text": "query and lonely met."}],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


def test_direct_relations_keep_their_direction_and_weight(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    found = RecordedEvidence(knowledge_base, ontology, ["query"])
    (sold,) = found["buyer"].relations
    (bought,) = found["seller"].relations
    assert (sold.type, sold.forward, sold.weight) == ("supplies", True, 1.0)
    assert (bought.type, bought.forward) == ("supplies", False)
    assert knowledge_base.relation(bought.row).source == "seller"


def test_the_relations_that_evidence_starts_from_are_counted(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    assert RecordedEvidence(knowledge_base, ontology, ["query"]).relations_read == 8  # 5 to companies, 3 to bridges
    assert RecordedEvidence(knowledge_base, ontology, ["lonely"]).relations_read == 0
    assert RecordedEvidence(knowledge_base, ontology, []).relations_read == 0


def test_several_relations_of_a_pair_stay_apart_strongest_first(
    knowledge_base: KnowledgeBase, ontology: Ontology
) -> None:
    relations = RecordedEvidence(knowledge_base, ontology, ["query"])["rival"].relations
    assert [(found.type, found.forward) for found in relations] == [("competitor", False), ("partner", True)]


def test_shared_products_imply_similar_products_strongest_first(
    knowledge_base: KnowledgeBase, ontology: Ontology
) -> None:
    bridges = RecordedEvidence(knowledge_base, ontology, ["query"])["maker"].bridges
    assert [bridge.bridge_id for bridge in bridges] == ["packs", "cells"]
    assert {(bridge.type, bridge.implied_type) for bridge in bridges} == {("produces", "similar_product")}
    assert [bridge.weight for bridge in bridges] == pytest.approx([0.9, 0.4])
    assert knowledge_base.relation(bridges[0].company_row).source == "maker"
    assert knowledge_base.relation(bridges[0].query_row).source == "query"


def test_a_shared_industry_implies_the_same_industry(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    (bridge,) = RecordedEvidence(knowledge_base, ontology, ["query"])["rival"].bridges
    assert (bridge.implied_type, bridge.bridge_id) == ("same_industry", "energy")


def test_another_type_of_relation_to_the_bridge_shares_nothing(
    knowledge_base: KnowledgeBase, ontology: Ontology
) -> None:
    assert RecordedEvidence(knowledge_base, ontology, ["query"])["seller"].bridges == ()


def test_a_relation_that_implies_nothing_leads_to_nobody(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    assert set(RecordedEvidence(knowledge_base, ontology, ["seller"])) == {"query"}


def test_mentions_are_no_evidence(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    assert "lonely" not in RecordedEvidence(knowledge_base, ontology, ["query"])
    assert RecordedEvidence(knowledge_base, ontology, ["lonely"]) == {}


def test_bridges_and_the_query_itself_are_no_candidates(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    assert set(RecordedEvidence(knowledge_base, ontology, ["query"])) == {"rival", "maker", "seller", "buyer", "other"}


def test_two_query_companies_gather_both_evidences(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    found = RecordedEvidence(knowledge_base, ontology, ["query", "other"])
    assert "other" not in found
    assert "query" not in found
    assert [relation.type for relation in found["maker"].relations] == ["competitor"]
    assert len(found["maker"].bridges) == 2


def test_a_bridge_as_the_query_finds_its_companies(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    found = RecordedEvidence(knowledge_base, ontology, ["cells"])
    direct = {name: [(relation.type, relation.forward) for relation in found[name].relations] for name in found}
    assert direct["query"] == direct["maker"] == [("produces", False)]
    assert direct["seller"] == [("supplies", False)]
    assert [bridge.bridge_id for bridge in found["rival"].bridges] == ["energy"]


def test_no_query_gives_no_evidence(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    assert RecordedEvidence(knowledge_base, ontology, []) == {}


def test_at_a_hub_only_the_strongest_are_listed_but_every_company_has_its_evidence(
    knowledge_base: KnowledgeBase, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = dict(RecordedEvidence(knowledge_base, ontology, ["energy"]))
    assert set(everything) == {"query", "rival"}
    monkeypatch.setattr(evidence_module, "LISTED_PER_HUB", 1)
    bounded = RecordedEvidence(knowledge_base, ontology, ["energy"])
    assert list(bounded) == ["query"]
    assert bounded["rival"] == everything["rival"]
    assert "maker" not in bounded


class Asked:
    def __init__(self, relation_type: str, *, forward: bool) -> None:
        self._asked = (relation_type, forward)

    def answers(self, relation_type: str, *, forward: bool) -> bool:
        return (relation_type, forward) == self._asked


def test_a_recorded_relation_answers_whole_and_an_implied_one_half(
    knowledge_base: KnowledgeBase, ontology: Ontology
) -> None:
    found = RecordedEvidence(knowledge_base, ontology, ["query"])
    assert by_id(knowledge_base, found.matches(Asked("supplies", forward=True))) == {"buyer": 1.0}
    assert by_id(knowledge_base, found.matches(Asked("supplies", forward=False))) == {"seller": 1.0}
    assert by_id(knowledge_base, found.matches(Asked("similar_product", forward=True))) == {"maker": 0.5}
    assert found.matches(Asked("licence", forward=True)) == {}


@pytest.mark.parametrize("query_ids", [["query"], ["cells"], ["query", "other"], ["maker", "seller"]])
def test_matches_are_what_the_evidence_of_each_company_says(
    knowledge_base: KnowledgeBase, ontology: Ontology, query_ids: list[str]
) -> None:
    found = RecordedEvidence(knowledge_base, ontology, query_ids)
    for relation_type in ontology.types:
        for forward in (True, False):
            asked, expected = Asked(relation_type, forward=forward), {}
            for name, evidence in found.items():
                if any(asked.answers(relation.type, forward=relation.forward) for relation in evidence.relations):
                    expected[name] = 1.0
                elif any(asked.answers(bridge.implied_type, forward=True) for bridge in evidence.bridges):
                    expected[name] = 0.5
            assert by_id(knowledge_base, found.matches(asked)) == expected
