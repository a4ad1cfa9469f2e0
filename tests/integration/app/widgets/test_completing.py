"""What a picker makes of the beginning of a name."""

from __future__ import annotations

import pytest

from app.widgets.pickers import company_options, only_match
from core.discovery.pipeline import DiscoveryPipeline
from core.names.normalise import normalise_name


def test_every_beginning_of_every_name_leads_to_a_company_of_that_beginning_or_to_several(
    sample_pipeline: DiscoveryPipeline,
) -> None:
    base, names = sample_pipeline.base.knowledge_base, sample_pipeline.base.names
    for company in company_options(base, "en"):
        entity = base.entity(company)
        for name in {entity.name_zh, entity.name_en, *entity.aliases, *entity.tickers}:
            begun = normalise_name(normalise_name(name)[:-1])  # what is left may end in a legal form
            if not begun:
                continue
            offered = [choice.company_id for choice in names.beginning_with(begun)]
            assert company in offered or len(offered) == 6, begun  # of more the six best known
            assert only_match(names, begun) in {company, None}, begun


@pytest.mark.parametrize(
    ("typed", "company"),
    [
        ("nvid", "nvidia"),
        ("NVI", "nvidia"),
        ("tesl", "tesla"),
        ("宁德", "catl"),
        ("宁德时", "catl"),
        ("寧德時", "catl"),
        ("Contemporary Amp", "catl"),
        ("zzqq", None),
        ("", None),
        ("…", None),
    ],
)
def test_a_beginning_of_one_company_means_it(
    sample_pipeline: DiscoveryPipeline, typed: str, company: str | None
) -> None:
    assert only_match(sample_pipeline.base.names, typed) == company


@pytest.mark.parametrize(
    ("typed", "best", "beside"),
    [
        ("Samsung", "samsung-electronics", "samsung-sdi"),
        ("samsu", "samsung-electronics", "samsung-sdi"),
        ("三星", "samsung-electronics", "samsung-sdi"),
        ("Air", "airbus", "air-china"),
        ("appl", "apple", "applied-materials"),
    ],
)
def test_of_several_companies_that_begin_so_none_is_taken_and_the_best_known_is_offered_first(
    sample_pipeline: DiscoveryPipeline, typed: str, best: str, beside: str
) -> None:
    names = sample_pipeline.base.names
    assert only_match(names, typed) is None
    choices = [choice.company_id for choice in names.link_name(typed).choices]
    assert choices[0] == best
    assert beside in choices


@pytest.mark.parametrize(
    ("name", "company"),
    [("BYD", "byd"), ("byd", "byd"), ("比亚迪", "byd"), ("CATL", "catl"), ("Tencent", "tencent"), ("LG", "lg-corp")],
)
def test_a_whole_name_is_taken_though_others_begin_so(
    sample_pipeline: DiscoveryPipeline, name: str, company: str
) -> None:
    assert sample_pipeline.base.names.link_name(name).entity_ids == (company,)


@pytest.mark.parametrize("family", ["Samsung", "samsung", "三星", "Air"])
def test_the_words_that_several_names_begin_with_can_mean_any_of_them(
    sample_pipeline: DiscoveryPipeline, family: str
) -> None:
    assert sample_pipeline.base.names.link_name(family).outcome == "ambiguous"
