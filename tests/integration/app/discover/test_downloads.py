from __future__ import annotations

import csv
import io
import json

import pytest

from app.discover.downloads import as_csv, as_json
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, RelevanceLevel
from core.domain.results import Discovery, Judgement, RelatedCompany
from core.domain.spreadsheet_cells import safe_cell
from core.ontology import Ontology


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_what_a_spreadsheet_would_run_is_kept_from_running(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["BYD", "比亚迪", "", "1+1", "a=b"])
def test_harmless_cells_stay_as_they_are(text: str) -> None:
    assert safe_cell(text) == text


def hostile_answer() -> Discovery:
    judgement = Judgement(level=RelevanceLevel.LOW, relation_type="related", reason="=HYPERLINK()")
    found = RelatedCompany(
        company_id="=id",
        name_zh="+zh",
        name_en="-en",
        description="",
        similarity=0.5,
        rank=1,
        judgement=judgement,
        parts=(),
    )
    return Discovery(outcome="found", related_companies=(found,))


def test_no_cell_of_the_csv_starts_a_formula(ontology: Ontology) -> None:
    text = as_csv(hostile_answer(), ontology, "en").decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert all(not cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


def test_csv_and_json_hold_the_whole_answer(document_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    discovery = document_pipeline.discover(DiscoveryRequest(company="公司A", language="zh"))
    rows = list(csv.DictReader(io.StringIO(as_csv(discovery, ontology, "zh").decode("utf-8-sig"))))
    assert [row["company_id"] for row in rows] == [found.company_id for found in discovery.related_companies]
    assert rows[0]["relationship_type"] == "竞争对手"
    assert {row["answers_question"] for row in rows} == {"false"}
    told = json.loads(as_json(discovery, document_pipeline.base, "zh"))
    same = ("company_id", "similarity", "rank", "description")
    assert [[each[name] for name in same] for each in told["related_companies"]] == [
        [getattr(each, name) for name in same] for each in discovery.related_companies
    ]
    first, kept = told["related_companies"][0], discovery.related_companies[0]
    assert (first["relation_type"], first["reason"]) == (kept.judgement.relation_type, kept.judgement.reason)
    assert [len(first[name]) for name in ("parts", "paths", "sources")] == [
        len(kept.parts),
        len(kept.paths),
        len(kept.sources),
    ]
    assert told["answer"] == discovery.answer.model_dump(mode="json")


def test_the_csv_says_which_companies_answer(document_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    discovery = document_pipeline.discover(DiscoveryRequest(query="公司A的竞争对手有哪些", language="zh"))
    rows = list(csv.DictReader(io.StringIO(as_csv(discovery, ontology, "zh").decode("utf-8-sig"))))
    answering = [row["company_id"] for row in rows if row["answers_question"] == "true"]
    assert answering == list(discovery.answer.company_ids) == ["公司B"]
