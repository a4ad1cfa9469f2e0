"""Links between passages of different sources: made by rules, stored, found again, searched."""

from __future__ import annotations

import json

import pytest

from app.graph.picture import PASSAGE, picture
from core.cli.parser import main
from core.curation.open_or_build import open_or_build
from core.curation.passage_linking import link_counts, link_passages, source_kinds
from core.discovery.passage_search import SearchFilters, search_passages
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.linking import LinkingRules
from core.exploring.drawing import Drawing, DrawnEntity
from core.exploring.drawn_passages import drawn_passages
from core.ingestion.building.build import BuildFailedError
from core.ontology import Ontology
from core.retrieval.base import Base
from core.retrieval.linked_passages import link_sentence, linked_passages
from core.settings import Settings
from core.workspace.linking_rules import LINKING, LinkingRulesInvalidError, chosen_rules, linking_rules
from core.workspace.workspace import Workspace, WorkspaceUnavailableError
from tests.support import company, relation, settings_for, write_data

BOTH = {"language": "en", "text": "CATL supplies lithium iron phosphate batteries to the Tesla factory in Shanghai."}


@pytest.fixture
def linked_settings(own_settings: Settings) -> Settings:
    """News of a day, the filing of the next, and a note of one company."""
    write_data(
        own_settings.data_folder,
        companies=[company("catl", "宁德时代", "CATL"), company("tesla", "特斯拉", "Tesla")],
        relations=[relation("catl", "supplies", "tesla")],
        passages=[
            {"id": "n1", "title": "The news", "source_kind": "news", "date": "2024-05-01", **BOTH},
            {"id": "f1", "title": "The filing", "source_kind": "filing", "date": "2024-05-02", **BOTH},
            {"id": "o1", "title": "Another", "source_kind": "blog", **BOTH},
        ],
    )
    return own_settings


def test_news_is_linked_to_the_filing_with_all_components(linked_settings: Settings, ontology: Ontology) -> None:
    base = open_or_build(linked_settings, ontology).knowledge_base
    (link,) = base.links()
    assert (link.from_passage_id, link.to_passage_id, link.type) == ("n1", "f1", "EXPLAINS")
    assert link.similarity == pytest.approx(1.0, abs=0.1)
    assert (link.name_boost, link.author_boost) == (0.15, 0.0)
    assert link.date_boost == pytest.approx(0.10 * 6 / 7)
    assert link.confidence == 1.0
    assert base.links_of("n1") == base.links_of("f1") == [link]
    assert base.links_of("o1") == []
    assert source_kinds(base) == ["blog", "filing", "news"]
    assert [(each.from_kind, each.to_kind, each.links) for each in link_counts(base)] == [("news", "filing", 1)]


def test_a_document_is_linked_to_the_code_it_explains(own_settings: Settings, ontology: Ontology) -> None:
    said = "Exact Personalized PageRank by conjugate gradient, limited to the hops around the seeds."
    kinds = {"c1": "code", "c2": "code", "d1": "document"}
    texts = {"c1": said, "c2": "Reads a CSV file with its header.", "d1": f"How the walk is solved: {said}"}
    passages = [{"id": key, "source_kind": kinds[key], "language": "en", "text": text} for key, text in texts.items()]
    write_data(own_settings.data_folder, companies=[], relations=[], passages=passages)
    base = open_or_build(own_settings, ontology).knowledge_base
    (link,) = base.links()
    assert (link.from_passage_id, link.to_passage_id, link.type) == ("d1", "c1", "EXPLAINS")


def test_linking_again_makes_the_same_links(linked_settings: Settings, ontology: Ontology) -> None:
    first = open_or_build(linked_settings, ontology).knowledge_base
    again = link_passages(None, linked_settings, ontology).knowledge_base
    assert list(again.links()) == list(first.links())
    assert again.manifest.build_id != first.manifest.build_id


def test_rules_are_kept_and_forgotten(linked_settings: Settings, ontology: Ontology) -> None:
    open_or_build(linked_settings, ontology)
    rules = LinkingRules(pairs=("blog:*",), min_similarity=0.5, top=3)
    base = link_passages(rules, linked_settings, ontology).knowledge_base
    assert {(link.from_passage_id, link.to_passage_id) for link in base.links()} == {("o1", "n1"), ("o1", "f1")}
    assert chosen_rules(linked_settings) == rules == linking_rules(linked_settings)
    link_passages(None, linked_settings, ontology)
    assert chosen_rules(linked_settings) is None


def test_rules_of_a_job_that_failed_do_not_hold(
    linked_settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise BuildFailedError(detail="disk full")

    monkeypatch.setattr("core.curation.passage_linking.rebuild", full)
    with pytest.raises(BuildFailedError):
        link_passages(LinkingRules(pairs=("a:b",)), linked_settings, ontology)
    assert chosen_rules(linked_settings) is None


def test_rules_that_cannot_be_followed_are_refused(own_settings: Settings, ontology: Ontology) -> None:
    wrong = settings_for(own_settings.data_folder, own_settings.knowledge_base_folder, link_pairs="news>filing")
    with pytest.raises(LinkingRulesInvalidError, match="pairs"):
        linking_rules(wrong)
    Workspace.beside(own_settings.knowledge_base_folder).put(LINKING, "{")
    with pytest.raises(WorkspaceUnavailableError, match="rules for linking"):
        linking_rules(own_settings)


def test_a_search_of_passages_shows_what_is_linked(linked_settings: Settings, ontology: Ontology) -> None:
    pipeline = DiscoveryPipeline(
        Base.over(open_or_build(linked_settings, ontology).knowledge_base, ontology, linked_settings)
    )
    found, timings = search_passages(pipeline, "Who supplies batteries to Tesla?")
    assert timings
    assert {each.passage_id for each in found.passages} == {"n1", "f1", "o1"}
    assert [each.rank for each in found.passages] == [1, 2, 3]
    assert all(each.similarity is not None and each.similarity > 0.3 for each in found.passages)
    assert [each.id for each in found.entities[:2]] == ["catl", "tesla"]
    assert found.entities[0].passages == 3
    assert [(each.from_passage_id, each.to_passage_id) for each in found.links] == [("n1", "f1")]
    news, _ = search_passages(pipeline, "batteries of Tesla", filters=SearchFilters(source_kinds=("news",)))
    assert [each.passage_id for each in news.passages] == ["n1"]
    assert news.links == ()  # the filing is not searched
    alone, _ = search_passages(pipeline, "batteries of Tesla", include_cross_source=False, limit=2)
    assert (len(alone.passages), alone.links) == (2, ())
    assert search_passages(pipeline, "Tesla", filters=SearchFilters(languages=("zh",)))[0].passages == ()


def test_a_link_reads_the_same_from_both_ends(linked_settings: Settings, ontology: Ontology) -> None:
    base = open_or_build(linked_settings, ontology).knowledge_base
    (seen,) = linked_passages(base, ["n1"])
    assert link_sentence(seen, "n1", "en").startswith(
        "Explains “The filing” (confidence 1.00 = similarity 0.95 + names the same company 0.15"
    )
    (other,) = linked_passages(base, ["f1"])
    assert link_sentence(other, "f1", "zh").startswith("由“The news”解读（置信度 1.00")
    rules = LinkingRules(pairs=("*:*",))
    alike = link_passages(rules, linked_settings, ontology).knowledge_base
    assert len(linked_passages(alike, ["n1", "f1", "o1"])) == 3


def test_the_command_line_links_and_searches(
    linked_settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(linked_settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(linked_settings.knowledge_base_folder))
    assert main(["link", "--pair", "blog:news", "--min-similarity", "0.6"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["rules"] == {"pairs": ["blog:news"], "min_similarity": 0.6, "top": 10}
    assert report["by_kind"][0]["from_kind"] == "blog"
    assert main(["link"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"]["pairs"] == ["blog:news"]
    assert main(["search", "Who supplies Tesla?", "--passages", "--source-kind", "blog"]) == 0
    assert [each["passage_id"] for each in json.loads(capsys.readouterr().out)["passages"]] == ["o1"]
    assert main(["link", "--default"]) == 0
    assert json.loads(capsys.readouterr().out)["links"] == 1
    assert main(["link", "--pair", "nonsense"]) == 1
    assert "from:to" in capsys.readouterr().err
    for pair in ("news:bogus", "bogus:*"):
        assert main(["link", "--pair", pair]) == 1
        told = capsys.readouterr().err
        assert "“bogus”; there are: blog, filing, news" in told
        assert "“bogus”的段落；现有的类型：blog, filing, news" in told
    assert main(["link", "--pair", "*memo:fil*"]) == 0  # kinds that may come


CATL, TESLA = (
    DrawnEntity(
        id=each, type="company", name_zh=each, name_en=each, country="", root=True, relations=1, walk=0.5, further=0
    )
    for each in ("catl", "tesla")
)


def test_passages_are_drawn_with_what_they_name_and_explain(linked_settings: Settings, ontology: Ontology) -> None:
    base = open_or_build(linked_settings, ontology).knowledge_base
    drawn = drawn_passages(base, ["catl"], {"catl", "tesla"})
    assert [each.id for each in drawn.passages][:2] == ["n1", "f1"]  # the first, and what it explains
    assert {(each.passage_id, each.entity_id) for each in drawn.mentions} == {
        (passage, entity) for passage in ("n1", "f1", "o1") for entity in ("catl", "tesla")
    }
    assert [(link.from_passage_id, link.to_passage_id) for link in drawn.links] == [("n1", "f1")]
    assert drawn.left_out == 0
    few = drawn_passages(base, ["catl"], {"catl"}, most=1)
    assert (len(few.passages), few.links, few.left_out) == (1, (), 2)
    assert {each.entity_id for each in few.mentions} == {"catl"}
    content = picture(Drawing(entities=(CATL, TESLA), passages=drawn), ontology, "en").content
    assert [node["id"] for node in content["nodes"][:3]] == ["catl", "tesla", f"{PASSAGE}n1"]
    assert content["edges"][0]["title"].startswith("Named in the first sentence")
    assert [each["label"] for each in content["legend"]] == ["names", "explains"]
    assert content["shapes"][-1] == {"label": "Passage", "shape": "box"}
