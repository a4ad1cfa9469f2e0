"""Ontologies that lack a relation which the words of a question name: nothing is claimed of it, and nothing fails."""

from __future__ import annotations

import pytest

from core.discovery.members import executed
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Entities, Related, Share
from core.ontology import Ontology
from core.questions.reading.parser import Parser, parser_of
from core.retrieval.base import Base
from tests.plan_notation import written

QUESTIONS = {
    "supplies": (
        "whose batteries go into BMW cars",
        "who do NAURA's machines go to",
        "who supplies Apple",
        "苹果的零件是谁家给的",
        "台积电的芯片流向了哪些公司",
        "哪些公司拿到了苹果的订单",
        "雅保的产品卖往哪些企业",
    ),
    "acquired": ("who was Red Hat sold to", "companies sold to Alibaba", "特斯拉被谁收购", "companies Apple acquired"),
    "subsidiary_of": ("whose is Volvo", "沃尔沃是谁的", "who is the parent of Volvo"),
    "shareholder_of": ("who owns shares of Apple", "谁持有苹果的股份", "who has stakes in Tesla"),
    "produces": ("battery makers", "phones made by Apple", "CAR-T公司", "电池厂商", "who makes car batteries"),
    "licenses_to": ("who licenses technology to Apple", "谁向苹果授权技术"),
    "depends_on": ("who depends on TSMC", "依赖台积电的公司"),
    "director_of": ("who sits on the board of Apple", "谁是苹果的董事"),
    "similar_product": ("who makes products similar to those of Apple", "谁的产品和苹果相似"),
}


def base_without(pipeline: DiscoveryPipeline, kind: str) -> Base:
    types = {
        each.id: each.model_copy(
            update={name: None for name in ("shared", "reverse_of") if getattr(each, name) == kind}
        )
        for each in pipeline.base.ontology.types.values()
        if each.id != kind
    }
    base = pipeline.base
    return Base.over(base.knowledge_base, Ontology(types, base.ontology.entity_types), base.settings)


@pytest.mark.parametrize("kind", QUESTIONS)
def test_what_the_ontology_lacks_is_in_no_plan(sample_pipeline: DiscoveryPipeline, kind: str) -> None:
    parser = parser_of(base_without(sample_pipeline, kind))
    for question in QUESTIONS[kind]:
        plan = parser.parse(question).plan
        assert plan is None or kind not in written(plan), question


@pytest.mark.parametrize("kind", QUESTIONS)
def test_with_it_they_ask_for_it(parser: Parser, kind: str) -> None:
    plans = [parser.parse(question).plan for question in QUESTIONS[kind]]
    assert any(plan is not None and kind in written(plan) for plan in plans)


def test_where_acquisitions_are_no_type_shares_are_those_of_holdings(sample_pipeline: DiscoveryPipeline) -> None:
    """That of Sharp is stated by its acquisition, that of Foxconn Industrial Internet by a holding."""
    majority = Share(operator=">=", percent=50)
    held = Related(type="shareholder_of", end="forward", of=Entities(ids=("foxconn",)), share=majority)
    with_them, without = (
        set(executed(held, base, 20261125).ids)
        for base in (sample_pipeline.base, base_without(sample_pipeline, "acquired"))
    )
    assert (with_them, without) == ({"sharp", "foxconn-industrial-internet"}, {"foxconn-industrial-internet"})
