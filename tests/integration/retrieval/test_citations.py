from __future__ import annotations

import pytest

from core.domain.partial_dates import today
from core.domain.records import Passage
from core.domain.results import Source, SourceKind
from core.messages import Language
from core.ontology import Ontology, default_ontology
from core.retrieval.citations import MAX_SOURCES, cite, passage_source
from core.retrieval.evidence import Evidence, RecordedEvidence
from core.retrieval.paths import PathFinder
from core.retrieval.vector_search import TripletMatch
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import by_passage_node, company, relation, settings_for, write_data


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("citations")
    data = write_data(
        folder / "data",
        companies=[company(name) for name in ("query", "rival", "maker", "distant", "busy", "silent", "unexplained")]
        + [company("told", description_zh="只有描述。", description_en="Only a description.")],
        concepts=[
            {"id": f"product{number}", "type": "product", "name_zh": f"产品{number}", "name_en": f"Product {number}"}
            for number in range(3)
        ],
        relations=[
            {
                "source": "query",
                "type": "competitor",
                "target": "rival",
                "year": "2021",
                "weight": "0.7",
                "evidence_zh": "是竞品。",
                "evidence_en": "They compete.",
            },
            relation("rival", "partner", "distant", "They work together."),
            relation("query", "supplies", "unexplained", ""),
            *(relation("query", "produces", f"product{number}", f"query {number}") for number in range(3)),
            *(relation("maker", "produces", f"product{number}", f"maker {number}") for number in range(3)),
            *(
                relation("query", kind, "busy", kind)
                for kind in (
                    "competitor",
                    "partner",
                    "supplies",
                    "licenses_to",
                    "acquired",
                    "joint_venture",
                    "same_group",
                )
            ),
        ],
        passages=[
            {
                "id": f"both{number}",
                "language": "en",
                "title": title,
                "source_kind": "news",
                "date": "2024",
                "text": "The firm query met the firm rival and the firm busy.",
            }
            for number, title in enumerate(("plain", "plain", "about rival and query", "plain"))
        ]
        + [{"id": "alone", "language": "en", "text": "rival did something."}],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


def sources_of(
    knowledge_base: KnowledgeBase,
    ontology: Ontology,
    company_id: str,
    *,
    triplets: tuple[TripletMatch, ...] = (),
    passages: dict[str, float] | None = None,
    language: Language = "en",
    with_evidence: bool = True,
) -> tuple[Source, ...]:
    query = ["query"]
    evidence = RecordedEvidence(knowledge_base, ontology, query).get(company_id, Evidence())
    paths = PathFinder(knowledge_base, default_ontology(), query, today()).to(company_id)
    shown = evidence if with_evidence else Evidence()
    reached = by_passage_node(knowledge_base, passages or {})
    shown_paths = paths if with_evidence else ()
    return cite(knowledge_base, ontology, query, company_id, shown, shown_paths, triplets, reached, today(), language)


def test_recorded_relations_come_first_then_shared_passages(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    sources = sources_of(knowledge_base, ontology, "rival")
    assert [source.kind for source in sources] == [SourceKind.RELATION] + [SourceKind.PASSAGE] * 3
    first = sources[0]
    assert (first.id, first.text, first.type, first.date) == (
        "query--competitor--rival",
        "They compete.",
        "graph",
        "2021",
    )
    assert first.score == pytest.approx(0.7)
    assert first.origin == "relations.csv:2"


def test_evidence_is_cited_in_the_asked_language(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    assert sources_of(knowledge_base, ontology, "rival", language="zh")[0].text == "是竞品。"


def test_the_passage_with_the_strongest_mentions_comes_first(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    passages = [source for source in sources_of(knowledge_base, ontology, "rival") if source.kind == "passage"]
    assert passages[0].id == "both2"
    assert passages[0].title == "about rival and query"
    assert passages[0].source_kind == "news"
    assert "alone" not in {source.id for source in passages}


def test_a_passage_says_which_search_reached_it(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    sources = sources_of(knowledge_base, ontology, "rival", passages={"both2": 3.0})
    assert {source.id: source.type for source in sources if source.kind == "passage"}["both2"] == "vector"
    assert {source.type for source in sources_of(knowledge_base, ontology, "rival")} == {"graph"}


def test_shared_bridges_cite_both_sides_of_two_bridges(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    texts = [source.text for source in sources_of(knowledge_base, ontology, "maker")]
    assert texts == ["query 0", "maker 0", "query 1", "maker 1"]


def test_an_indirect_company_cites_its_strongest_path(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    texts = [source.text for source in sources_of(knowledge_base, ontology, "distant")]
    assert texts == ["They compete.", "They work together."]


def test_no_more_than_six_sources_each_once(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    sources = sources_of(knowledge_base, ontology, "busy")
    assert len(sources) == MAX_SOURCES
    assert len({(source.kind, source.id) for source in sources}) == MAX_SOURCES
    assert sources[-1].kind == SourceKind.PASSAGE


def test_relations_found_by_similarity_are_cited_with_their_similarity(
    knowledge_base: KnowledgeBase, ontology: Ontology
) -> None:
    match = TripletMatch("rival--partner--distant", "rival", "distant", "partner", 0.62)
    (source,) = sources_of(knowledge_base, ontology, "distant", triplets=(match,), with_evidence=False)
    assert (source.type, source.score) == ("vector", 0.62)


@pytest.mark.parametrize(("similarity", "score"), [(-0.4, 0.0), (1.0000001, 1.0)])
def test_a_similarity_out_of_range_is_held_within(
    similarity: float, score: float, knowledge_base: KnowledgeBase, ontology: Ontology
) -> None:
    match = TripletMatch("rival--partner--distant", "rival", "distant", "partner", similarity)
    assert sources_of(knowledge_base, ontology, "distant", triplets=(match,), with_evidence=False)[0].score == score


def test_a_relation_reached_both_ways_is_cited_once(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    match = TripletMatch("query--competitor--rival", "query", "rival", "competitor", 0.9)
    sources = sources_of(knowledge_base, ontology, "rival", triplets=(match,))
    assert [source.type for source in sources if source.id == match.relation_id] == ["graph"]


def test_relations_of_others_are_not_cited(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    match = TripletMatch("query--competitor--rival", "query", "rival", "competitor", 0.9)
    (source,) = sources_of(knowledge_base, ontology, "told", triplets=(match,))
    assert source.kind == SourceKind.PROFILE


def test_with_nothing_else_the_profile_is_cited(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    (source,) = sources_of(knowledge_base, ontology, "told", language="zh")
    assert (source.kind, source.id, source.text, source.score) == (SourceKind.PROFILE, "told", "只有描述。", 0.0)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "query supplies unexplained"), ("zh", "query向unexplained供货，是其供应商")]
)
def test_a_relation_without_evidence_is_cited_by_its_row_in_words(
    knowledge_base: KnowledgeBase, ontology: Ontology, language: Language, text: str
) -> None:
    (source,) = sources_of(knowledge_base, ontology, "unexplained", language=language)
    assert (source.kind, source.text, source.origin) == (SourceKind.RELATION, text, "relations.csv:4")


def test_what_has_no_text_is_not_cited(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    assert sources_of(knowledge_base, ontology, "silent") == ()


def test_a_passage_keeps_its_place_in_its_document() -> None:
    passage = Passage(id="r:120", text="x", language="en", document_id="r.md", start=120, end=560)
    cited = passage_source(passage, "graph", 0.5)
    assert (cited.document_id, cited.start, cited.end) == ("r.md", 120, 560)
