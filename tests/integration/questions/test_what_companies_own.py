"""What a company owns: its subsidiaries or, where none is recorded, what it holds shares in."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer


def answer(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("What does Temasek own?", {"singapore-airlines", "dbs", "singtel"}),
        ("淡马锡拥有哪些公司", {"singapore-airlines", "dbs", "singtel"}),
        ("which companies does Exor own", {"cnh", "iveco", "stellantis", "philips", "ferrari"}),
        ("What does Geely own?", {"zeekr"}),  # who has subsidiaries is asked for these
        ("Which companies in Singapore does Temasek own?", {"singapore-airlines", "dbs", "singtel"}),
        ("淡马锡拥有哪些新加坡公司？", {"singapore-airlines", "dbs", "singtel"}),
        ("Which Italian companies are owned by Exor?", {"iveco", "ferrari"}),
        ("Exor拥有哪些意大利公司？", {"iveco", "ferrari"}),
        ("Which banks does Temasek own?", {"dbs"}),
        ("Which companies founded before 1970 does Temasek own?", {"dbs", "singtel"}),
        ("How many companies does Temasek own?", {"singapore-airlines", "dbs", "singtel"}),
        ("Exor拥有多少家公司？", {"cnh", "iveco", "stellantis", "philips", "ferrari"}),
        ("How many companies does Berkshire Hathaway own?", {"bnsf", "geico"}),
        ("哪些银行是汇丰拥有的？", {"hang-seng"}),
    ],
)
def test_holdings_stand_in_where_no_subsidiary_is_recorded(
    question: str, members: set[str], sample_pipeline: DiscoveryPipeline
) -> None:
    found = answer(sample_pipeline, question)
    assert (found.outcome, set(found.company_ids)) == ("answered", members)


@pytest.mark.parametrize("question", ["subsidiaries of Temasek", "淡马锡的子公司"])
def test_subsidiaries_are_subsidiaries(question: str, sample_pipeline: DiscoveryPipeline) -> None:
    assert answer(sample_pipeline, question).outcome == "empty"


@pytest.mark.parametrize(
    ("question", "said"),
    [("苹果前5大供应商", "前5大"), ("宁德时代的前几大客户", "前几大")],
)
def test_the_largest_few_are_no_former_ones(question: str, said: str, sample_pipeline: DiscoveryPipeline) -> None:
    found = answer(sample_pipeline, question)
    assert (found.outcome, found.not_understood, found.company_ids) == ("partly_understood", (said,), ())
