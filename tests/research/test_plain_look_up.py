from __future__ import annotations

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.evaluation.tasks import LabelledQuestion
from tests.research.plain_look_up import look_up, score


def test_what_is_asked_for_comes_first(document_pipeline: DiscoveryPipeline) -> None:
    searched = document_pipeline.retrieve(DiscoveryRequest(query="公司A的供应商是谁？", language="zh"))
    assert look_up(searched.understood)[:2] == ["公司C", "公司B"]
    question = LabelledQuestion(id="1", language="zh", query="公司A的供应商是谁？", relevant={"公司C": 3})
    assert score(document_pipeline, [question], as_labelled=False)["nDCG@10"].mean == 1.0
    assert look_up(searched.understood, "competitor")[0] == "公司B"
