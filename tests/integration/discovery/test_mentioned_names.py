"""A brand or product that is no company's name leads to the companies whose descriptions mention it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.discovery.mentioned_names import mentioned_by
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.names.normalise import fold_characters

FIRST = {
    "Who competes with WeChat?": "tencent",
    "微信的竞争对手": "tencent",
    "Who owns WhatsApp?": "meta",
    "Instagram属于谁": "meta",
    "iPhone suppliers": "apple",
    "iPhone的供应商": "apple",
    "Who makes the iPhone?": "apple",
    "Azure customers": "microsoft",
}
NOBODY = ("Who supplies Quectel?", "Who competes with Qzxwv?", "suppliers of the")


@pytest.mark.parametrize(("question", "company"), FIRST.items())
def test_it_is_offered_and_claimed_by_nobody(sample_pipeline: DiscoveryPipeline, question: str, company: str) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question, language="en"))
    assert found.answer.outcome in ("unknown_name", "partly_understood")
    assert found.answer.choices[0].company_id == company
    assert not any(each.similarity for each in found.answer.choices)
    assert not found.answer.company_ids
    assert found.outcome != "unknown_company" or found.choices == found.answer.choices


@pytest.mark.parametrize("question", NOBODY)
def test_where_no_description_has_it_nobody_is_offered(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language="en")).answer
    assert not [each for each in answer.choices if not each.similarity]


@pytest.mark.parametrize("words", ["the", "company", "公司"])
def test_a_word_of_very_many_descriptions_is_nobodys(sample_pipeline: DiscoveryPipeline, words: str) -> None:
    assert mentioned_by(sample_pipeline.base, words) == ()


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_whoever_is_offered_is_described_with_it(sample_pipeline: DiscoveryPipeline, data: st.DataObject) -> None:
    base = sample_pipeline.base
    known = base.knowledge_base
    company = known.entity(known.entity_ids[data.draw(st.sampled_from(known.company_nodes.tolist()))])
    text = data.draw(st.sampled_from([company.description_zh, company.description_en, "WeChat 微信 🂡"]))
    start = data.draw(st.integers(0, max(0, len(text) - 1)))
    words = text[start : start + data.draw(st.integers(0, 12))]
    for each in mentioned_by(base, words):
        described = known.entity(each.company_id)
        said = fold_characters(f"{described.description_zh}\n{described.description_en}")
        assert fold_characters(words.strip()) in said
