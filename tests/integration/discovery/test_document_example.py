"""The seed documents' own example, end to end."""

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest


def test_the_competitor_is_high_and_first(document_pipeline: DiscoveryPipeline) -> None:
    discovery = document_pipeline.discover(DiscoveryRequest(company="公司A", language="zh"))
    first = discovery.related_companies[0]
    assert first.company_id == "公司B"
    assert first.judgement.level == "high"
    assert first.judgement.relation_type == "competitor"
    assert "竞品" in first.sources[0].text


def test_upstream_is_low_and_says_it_supplies(document_pipeline: DiscoveryPipeline) -> None:
    discovery = document_pipeline.discover(DiscoveryRequest(company="Company A", language="zh"))
    supplier = next(found for found in discovery.related_companies if found.company_id == "公司C")
    assert supplier.judgement.level == "low"
    assert supplier.judgement.relation_type == "supplies"
    assert "供应商" in supplier.judgement.reason


def test_companies_near_in_meaning_only_are_found_by_vectors(document_pipeline: DiscoveryPipeline) -> None:
    discovery = document_pipeline.discover(DiscoveryRequest(company="公司A"))
    maker = next(found for found in discovery.related_companies if found.company_id == "公司D")
    parts = {part.arm: part for part in maker.parts}
    assert parts["text"].contribution > 10 * parts["graph"].contribution
    assert {share.type for share in maker.graph_shares} <= {"PRIMARY", "SECONDARY", "PERIPHERAL"}
    assert maker.judgement.relation_type == "related"
