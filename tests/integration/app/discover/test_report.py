"""A report says what the answer says, numbers its sources once, and whatever stands in the data stays text."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from app.discover.answer.answer_view import told
from app.discover.report.content import report_of
from app.discover.report.files import as_html, as_markdown
from app.graph.picture import picture as picture_of
from app.graph.svg import HEIGHT, WIDTH, as_svg
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, RelevanceLevel
from core.domain.results import Discovery, Judgement, RelatedCompany, Source, SourceKind
from core.exploring.drawing import Drawing, DrawnEdge, DrawnEntity
from core.exploring.neighbourhood import neighbourhood
from core.messages import translate
from core.ontology import Ontology, default_ontology
from tests.support import examples

HOSTILE = "</td><script>alert(1)</script> | [x](http://e.vil) ![y](//z) `c` <b>&amp;\n# h"


def hostile_answer() -> Discovery:
    source = Source(
        id=HOSTILE, kind=SourceKind.PASSAGE, type="graph", text=HOSTILE, title=HOSTILE, origin=HOSTILE, score=0.5
    )
    found = RelatedCompany(
        company_id="x",
        name_zh=HOSTILE,
        name_en=f"{HOSTILE}2",
        description=HOSTILE,
        similarity=0.5,
        rank=1,
        parts=(),
        judgement=Judgement(level=RelevanceLevel.LOW, relation_type="related", reason=HOSTILE),
        sources=(source, source),
    )
    return Discovery(outcome="found", query_companies=("q",), related_companies=(found,))


def test_what_the_data_says_stays_text(ontology: Ontology) -> None:
    report = report_of(hostile_answer(), ontology, "en", heading=HOSTILE, question=HOSTILE, about=[HOSTILE])
    html = as_html(report, "")
    assert "<script" not in html
    assert "<b>" not in html
    assert html.count("&lt;script&gt;") >= 6
    markdown = as_markdown(report)
    assert re.search(r"(?<!\\)[<`]", markdown) is None
    assert "](http" not in markdown
    assert [line for line in markdown.splitlines() if line.startswith("#")] == [
        line for line in markdown.splitlines() if line.startswith(("# ", "## "))
    ]
    assert "script-src" not in html  # default-src 'none' forbids all


def test_each_source_is_listed_once_under_the_number_that_cites_it(
    sample_pipeline: DiscoveryPipeline, ontology: Ontology
) -> None:
    discovery = sample_pipeline.discover(DiscoveryRequest(company="catl", language="zh"))
    report = report_of(discovery, ontology, "zh", heading="h", question="", about=())
    assert [source.number for source in report.sources] == list(range(1, len(report.sources) + 1))
    texts = {source.number: source.text for source in report.sources}
    for row, company in zip(report.rows, discovery.related_companies, strict=True):
        assert (row.rank, row.name) == (company.rank, company.name_zh)
        assert [texts[number] for number in row.cited] == [source.text for source in company.sources]
    html = as_html(report, "")
    assert all(f'id="source-{number}"' in html for row in report.rows for number in row.cited)
    explained = translate("level.explained", "zh")
    assert html.count(explained) == as_markdown(report).count(explained) == 1
    table = [line for line in as_markdown(report).splitlines() if line.startswith("|")]
    assert len(table) == len(report.rows) + 2
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {len(report.columns) + 1}


def test_what_answers_is_told_apart(sample_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    discovery = sample_pipeline.discover(DiscoveryRequest(query="Who invested in Anthropic?", language="en"))
    report = report_of(discovery, ontology, "en", heading="h", question="", about=())
    count = len(discovery.answer.company_ids)
    said = told(discovery.answer)
    assert said.startswith(f"{count} shareholders of Anthropic are on record: Alphabet [1], Amazon [2]")
    assert report.answer == said
    assert [row.group for row in report.rows if row.group] == [
        f"Companies that match the question ({count})",
        f"Also related – not what you asked for ({len(report.rows) - count})",
    ]
    assert report.rows[count].group
    for number, source in enumerate(discovery.answer.sources, start=1):  # the numbers in the sentence are those below
        assert (report.sources[number - 1].number, report.sources[number - 1].text) == (number, source.text)
    markdown, html = as_markdown(report), as_html(report, "")
    assert markdown.count(f"{count} shareholders of") == html.count(f"{count} shareholders of") == 1
    assert html.count('class="group"') == 2
    assert len([line for line in markdown.splitlines() if line.startswith("| ---")]) == 2


def test_words_that_were_not_used_stay_text_in_a_report(sample_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    question = "suppliers of Apple <b>x</b> [y](http://e.vil)"
    discovery = sample_pipeline.discover(DiscoveryRequest(query=question, language="en"))
    report = report_of(discovery, ontology, "en", heading="h", question="", about=())
    assert "did not narrow the list" in report.answer
    assert "<b>" not in as_html(report, "")
    assert "](http" not in as_markdown(report)


def test_without_results_it_says_why(ontology: Ontology) -> None:
    nothing = Discovery(outcome="nothing_related", explanation="because *so*")
    report = report_of(nothing, ontology, "en", heading="h", question="", about=())
    assert "because \\*so\\*" in as_markdown(report)
    assert "because *so*" in as_html(report, "")
    assert report.level_explained == ""


def test_the_picture_is_well_formed_and_within_its_frame(
    sample_pipeline: DiscoveryPipeline, ontology: Ontology
) -> None:
    drawn = neighbourhood(sample_pipeline.base.knowledge_base, sample_pipeline.engine, ["catl"], hops=1)
    first, second = (as_svg(picture_of(drawn, ontology, "zh"), 'a "graph"') for _ in range(2))
    assert first == second
    picture = ElementTree.fromstring(first)  # noqa: S314 - our own
    nodes = [each for each in picture if each.tag.endswith("text")]
    assert {each.text for each in nodes} >= {"宁德时代"}
    assert len(nodes) > len(drawn.entities) / 2
    assert all(0 <= float(each.attrib["x"]) <= WIDTH and 0 <= float(each.attrib["y"]) <= HEIGHT for each in nodes)


def test_the_lines_of_the_picture_have_their_legend_in_the_page(
    sample_pipeline: DiscoveryPipeline, ontology: Ontology
) -> None:
    drawn = neighbourhood(sample_pipeline.base.knowledge_base, sample_pipeline.engine, ["catl"], hops=1)
    legend = picture_of(drawn, ontology, "zh").content["legend"]
    discovery = sample_pipeline.discover(DiscoveryRequest(company="catl", language="zh"))
    report = report_of(discovery, ontology, "zh", heading="h", question="", about=())
    html = as_html(report, "", [{**each, "label": f"{each['label']}<b>"} for each in legend])
    assert legend
    for each in legend:
        assert f"{each['label']}&lt;b&gt; ({each['count']})" in html
        assert f'stroke="{each["colour"]}"' in html
    assert "<b>" not in html


IDS = st.sampled_from(["a", "b", "c", "d"])
KINDS = st.sampled_from(list(default_ontology().entity_types))
NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"), max_size=30)


@settings(max_examples=examples(50))
@given(
    st.sets(IDS),
    st.lists(st.tuples(IDS, IDS), max_size=8),
    NAMES,
    st.sampled_from(list(default_ontology().entity_types)),
)
def test_any_small_graph_can_be_drawn(ids: set[str], pairs: list[tuple[str, str]], name: str, kind: str) -> None:
    nodes = tuple(
        DrawnEntity(
            id=each,
            type=kind,
            name_zh=name,
            name_en=name,
            country="",
            root=each == "a",
            relations=0,
            walk=0,
            further=0,
        )
        for each in sorted(ids)
    )
    edges = tuple(
        DrawnEdge(
            id=f"{number}",
            source=first,
            target=second,
            type="supplies",
            weight=1.0,
            year=None,
            evidence_zh="",
            evidence_en="",
        )
        for number, (first, second) in enumerate(pairs)
        if {first, second} <= ids
    )
    text = as_svg(picture_of(Drawing(entities=nodes, relations=edges), default_ontology(), "en"), name)
    named = [each for each in ElementTree.fromstring(text) if each.tag.endswith("text")]  # noqa: S314 - our own
    assert len(named) <= len(ids)
    assert all(0 <= float(each.attrib["x"]) <= WIDTH and 0 <= float(each.attrib["y"]) <= HEIGHT for each in named)
