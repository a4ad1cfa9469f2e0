"""How well the small local model judges: 40 questions of the bundled sample, the best two companies of each.

GUANXI_TEST_LLM_QUESTIONS may ask fewer.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from core.defaults import default_fusion
from core.discovery.answering import answer
from core.discovery.judged import NOTHING_JUDGED
from core.discovery.llm_judging import judge_by_model
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import Discovery, Judgement
from core.messages import Language
from core.ontology import Ontology
from core.reasoning.llm.client import LanguageModel
from tests.support import ROOT

QUESTIONS = int(os.environ.get("GUANXI_TEST_LLM_QUESTIONS", "40"))
LISTED = 2
RELEVANT = 2  # grade from which a company answers the question


@dataclass
class Tally:
    """Of one language: answers, and relation types of companies that answer the question."""

    questions: int = 0
    valid: int = 0
    repairs: int = 0
    judged: int = 0
    companies: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    rated: int = 0


def sampled() -> list[dict[str, Any]]:
    """As many questions of each language, that ask one company for a relation between companies."""
    lines = (ROOT / "data" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [question for line in lines if (question := json.loads(line)).get("relation")]
    chosen = []
    for language in ("en", "zh"):
        of_language = [question for question in asked if question["language"] == language]
        chosen += random.Random(4).sample(of_language, min(len(of_language), QUESTIONS))
    return chosen


def same_type(judgement: Judgement, wanted: str, ontology: Ontology) -> bool:
    """Whether the relation type is the one asked for, or the same fact told from the other end."""
    found = ontology[judgement.relation_type]
    return wanted in (found.id, found.reverse_of) or ontology[wanted].reverse_of == found.id


def assert_nothing_from_outside(discovery: Discovery, ontology: Ontology) -> None:
    for company in discovery.related_companies:
        assert company.judgement.relation_type in ontology
        assert set(company.judgement.citations) <= {source.key for source in company.sources}


def test_the_small_model_judges_forty_questions(
    model: LanguageModel, sample_pipeline: DiscoveryPipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    ontology = sample_pipeline.base.ontology
    fusion = default_fusion(sample_pipeline.base.settings).model_copy(update={"max_results": LISTED})
    unfiltered = sample_pipeline.base.settings.model_copy(update={"llm_fact_filter": False})  # as the printed lines say
    pipeline = sample_pipeline.with_settings(unfiltered)
    tallies: dict[Language, Tally] = {"en": Tally(), "zh": Tally()}
    for question in sampled():
        language: Language = question["language"]
        tally = tallies[language]
        if tally.questions == QUESTIONS // 2:
            continue
        request = DiscoveryRequest(
            company=question["company"], query=question["query"], fusion=fusion, language=language
        )
        searched = pipeline.retrieve(request)
        before = answer(searched, fusion, language)
        if not before.query_companies or not before.related_companies:
            continue
        judged = judge_by_model(searched, NOTHING_JUDGED, before, model, language)
        after = answer(searched, fusion, language, judged)
        assert_nothing_from_outside(after, ontology)
        assert [company.company_id for company in after.related_companies] == [
            company.company_id for company in before.related_companies
        ]
        stage = after.stages[-1]
        tally.questions += 1
        tally.valid += stage.judge == "model"
        tally.repairs += stage.use.repairs if stage.use else 0
        tally.dropped.update(stage.dropped)
        for old, new in zip(before.related_companies, after.related_companies, strict=True):
            tally.companies += 1
            tally.judged += new.judgement.judge == "model"
            if question["relevant"].get(new.company_id, 0) < RELEVANT or new.judgement.judge != "model":
                continue
            tally.rated += 1
            for judge, judgement in (("model", new.judgement), ("rules", old.judgement)):
                tally.right[judge] += same_type(judgement, question["relation"], ontology)
        with capsys.disabled():
            print(f"{question['id']} {stage.judge} {stage.dropped} {dict(tally.right)} of {tally.rated}", flush=True)
    with capsys.disabled():
        for each, tally in tallies.items():
            print(each, tally, flush=True)
    asked = sum(tally.questions for tally in tallies.values())
    assert sum(tally.valid for tally in tallies.values()) == asked
    rated, right = (
        sum(values) for values in zip(*((t.rated, t.right["model"]) for t in tallies.values()), strict=True)
    )
    assert right >= 0.7 * rated
