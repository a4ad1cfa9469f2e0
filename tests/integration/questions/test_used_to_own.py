"""Who used to own a company: its former parents or, where none is recorded, its former shareholders."""

from __future__ import annotations

import csv

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.messages import Language
from tests.support import ROOT

with (ROOT / "data" / "relations.csv").open(encoding="utf-8", newline="") as _file:
    FORMER: dict[str, set[str]] = {}
    for _row in csv.DictReader(_file):
        if _row["type"] == "shareholder_of" and (_row["end"] or _row["status"] == "ended"):
            FORMER.setdefault(_row["target"], set()).add(_row["source"])
ASKED: dict[Language, tuple[str, ...]] = {
    "en": ("Who used to own {}?", "Who previously owned {}?", "Which companies used to own {}?"),
    "zh": ("谁曾经拥有{}？", "{}以前是谁的？"),
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_former_shareholders_are_who_used_to_own(language: Language, sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base.knowledge_base
    for company in ("bilibili", "tesla"):
        name = base.entity(company).name(language)
        for asked in ASKED[language]:
            request = DiscoveryRequest(query=asked.format(name), language=language)
            answer = sample_pipeline.discover(request).answer
            assert answer.outcome != "empty", request.query
            if answer.outcome == "answered":
                assert set(answer.company_ids) == FORMER[company], request.query
