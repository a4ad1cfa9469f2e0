from __future__ import annotations

import numpy as np
import pytest

from core.domain.arms import ARMS, Arm
from core.ontology import Ontology
from core.reasoning.asked_relation import AskedInOntology, AskedRelation
from core.retrieval.evidence import RecordedEvidence
from core.retrieval.passages import PASSAGE_ARMS
from core.retrieval.question import HybridQuestion
from core.retrieval.question_features import company_features, known_of, passage_features
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data
from tests.unit.retrieval.test_adaptive import KNOWN


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("features")
    data = write_data(
        folder / "data",
        companies=[company(name) for name in ("hub", "rival", "alone")],
        concepts=[{"id": "car", "type": "product", "name_zh": "车", "name_en": "cars"}],
        relations=[relation("hub", "competitor", "rival"), relation("rival", "produces", "car")],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


class Known:
    def __init__(self, knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
        self.knowledge_base, self.ontology = knowledge_base, ontology

    def __call__(
        self, *ids: str, text: str = "x", asked: str = "", topic: str = "", named: tuple[str, ...] = ()
    ) -> dict[str, float]:
        answering = AskedInOntology(AskedRelation(asked, "either"), self.ontology) if asked else None
        evidence = RecordedEvidence(self.knowledge_base, self.ontology, ids)
        question = HybridQuestion(
            query_ids=ids,
            text=text,
            damping=0.85,
            max_hops=3,
            asked=answering,
            recorded_answers=evidence.matches(answering) if answering else {},
            named_ids=named,
            topic=topic,
        )
        found = known_of(self.knowledge_base, question)
        assert tuple(found) == KNOWN
        assert all(0.0 <= value <= 1.0 for value in found.values())
        return {name: value for name, value in found.items() if value}


@pytest.fixture
def known(knowledge_base: KnowledgeBase, ontology: Ontology) -> Known:
    return Known(knowledge_base, ontology)


def test_a_company_is_told_from_a_bridge_and_from_nobody(known: Known) -> None:
    assert set(known("alone")) == {"asks about a company"}
    assert set(known("car")) == {"relations of the company", "relations to companies"}
    assert known() == {}


def test_a_topic_and_names_besides_are_told(known: Known) -> None:
    assert set(known(topic="steel", named=("car",))) == {"asks about a topic", "names something besides"}


@pytest.mark.parametrize(
    ("asked", "feature"),
    [
        ("competitor", "asks for competitors"),
        ("similar_product", "asks for similar companies"),
        ("same_industry", "asks for the same industry"),
        ("supplies", "asks for another relation"),
    ],
)
def test_what_is_asked_for_is_told(asked: str, feature: str, known: Known) -> None:
    assert [name for name in known("alone", asked=asked) if name.startswith("asks for")] == [feature]


def test_whether_the_asked_relation_is_recorded_is_told(known: Known) -> None:
    assert known("hub", asked="competitor")["asked relation is recorded"] == 1.0
    assert "asked relation is not recorded" not in known("hub", asked="competitor")
    assert known("hub", asked="supplies")["asked relation is not recorded"] == 1.0
    assert "asked relation is recorded" not in known("hub", asked="supplies")
    assert not {"asked relation is recorded", "asked relation is not recorded"} & set(known("hub"))


def test_the_number_of_relations_is_logarithmic(known: Known, knowledge_base: KnowledgeBase) -> None:
    edges = {name: len(knowledge_base.graph.edges_of(knowledge_base.node_of[name])) for name in ("hub", "rival")}
    assert edges == {"hub": 1, "rival": 2}
    assert known("hub")["relations of the company"] == pytest.approx(np.log(2) / 10)
    assert known("hub", "rival")["relations of the company"] == pytest.approx(np.log(4) / 10)


def test_only_relations_to_companies_count_as_such(known: Known) -> None:
    assert (
        known("hub")["relations to companies"]
        == known("rival")["relations to companies"]
        == pytest.approx(np.log(2) / 3)
    )
    assert "relations to companies" not in known("alone")


def test_one_chinese_character_makes_a_question_chinese(known: Known) -> None:
    assert known("alone", text="CATL的对手")["is in Chinese"] == 1.0
    assert "is in Chinese" not in known("alone", text="CATL's rivals")


def features_of(candidates: int = 30, **columns: list[float]) -> dict[str, float]:
    normalised = np.zeros((candidates, len(ARMS)))
    for arm, values in columns.items():
        normalised[: len(values), ARMS.index(arm)] = values  # type: ignore[arg-type]
    return company_features({"is in Chinese": 1.0}, normalised, ARMS)


def test_what_is_known_is_a_feature_beside_the_bias() -> None:
    found = features_of()
    assert found["bias"] == found["is in Chinese"] == 1.0


@pytest.mark.parametrize("candidates", [0, 1, 2, 25])
def test_arms_that_say_nothing_have_no_peak_and_do_not_agree(candidates: int) -> None:
    found = company_features({}, np.zeros((candidates, len(ARMS))), ARMS)
    assert {name for name, value in found.items() if value} == {"bias"}
    found = passage_features({}, np.zeros((candidates, len(PASSAGE_ARMS))), PASSAGE_ARMS)
    assert {name for name, value in found.items() if value} == {"bias"}


def test_an_arm_that_finds_one_far_before_the_others_is_peaked() -> None:
    found = features_of(graph=[1.0, 0.1, 0.1], text=[1.0] * 30)
    assert found["graph is peaked"] == pytest.approx(1 - 0.2 / 20)
    assert found["text is peaked"] == 0.0
    assert (found["graph speaks"], found["text speaks"], found["peers speaks"]) == (1.0, 1.0, 0.0)


def test_peaks_are_told_from_the_best_twenty_one() -> None:
    assert features_of(graph=[1.0] + [0.5] * 20 + [0.1] * 9)["graph is peaked"] == pytest.approx(0.5)
    assert features_of(candidates=3, graph=[0.25, 1.0, 0.75])["graph is peaked"] == pytest.approx(0.5)


def test_an_only_candidate_stands_out_where_it_scores() -> None:
    found = features_of(candidates=1, graph=[1.0])
    assert found["graph is peaked"] == 1.0
    assert found["text is peaked"] == 0.0


def test_arms_agree_as_far_as_they_have_the_same_best() -> None:
    found = features_of(graph=[1.0, 0.5, 0.2, 0.1], text=[0.0, 0.9, 0.8], words=[1.0])
    assert found["graph agrees with text"] == 1.0
    assert found["text agrees with words"] == 0.0
    assert found["graph agrees with keyword"] == 0.0
    half = features_of(graph=[1.0, 0.5], relation=[0.0, 1.0, 0.5])
    assert half["graph agrees with relation"] == 0.5


def test_only_the_best_twenty_agree_or_not() -> None:
    worse_than_others = [0.1] * 5 + [0.9] * 20
    found = features_of(graph=[1.0] * 5, text=worse_than_others)
    assert found["graph agrees with text"] == 0.0


def test_every_peaked_arm_is_an_arm() -> None:
    for features, arms in ((features_of(), ARMS), (passage_features({}, np.zeros((1, 4)), PASSAGE_ARMS), PASSAGE_ARMS)):
        told: set[Arm] = {name.removesuffix(" speaks") for name in features if name.endswith(" speaks")}  # type: ignore[misc]
        assert told <= set(arms)
        assert len(told) >= 4


@pytest.mark.parametrize("seed", range(5))
def test_features_are_between_nought_and_one(seed: int) -> None:
    random = np.random.default_rng(seed)
    for rows in (1, 2, 19, 20, 21, 200):
        normalised = np.where(random.random((rows, len(ARMS))) < 0.5, random.random((rows, len(ARMS))), 0.0)
        found = [company_features({}, normalised, ARMS), passage_features({}, normalised[:, :4], PASSAGE_ARMS)]
        for features in found:
            assert all(0.0 <= value <= 1.0 for value in features.values())
