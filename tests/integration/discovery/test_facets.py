"""Facets: what a list can be narrowed by, counted right, and the list narrowed to it."""

from __future__ import annotations

import pytest

from core.discovery.answering import answer
from core.discovery.facets import FACETS, NOTHING_CHOSEN, FacetedList, FacetName
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.ranking import ranked
from core.discovery.searched import Searched
from core.domain.requests import DiscoveryRequest, FusionSettings
from core.messages import LANGUAGES
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.imports import imported, opened

ALL = FusionSettings(max_results=50)
QUESTIONS = (
    "Who supplies Apple?",
    "CATL",
    "Which of Tesla's competitors buy from CATL?",
    "lithography",
    "宁德时代的竞争对手",
)


def searched_for(pipeline: DiscoveryPipeline, query: str) -> Searched:
    return pipeline.retrieve(DiscoveryRequest(query=query))


def listed(searched: Searched) -> FacetedList:
    return FacetedList(searched, ranked(searched, ALL))


@pytest.mark.parametrize("query", QUESTIONS)
def test_a_count_is_how_many_companies_the_list_has_once_it_is_narrowed_to_the_value(
    sample_pipeline: DiscoveryPipeline, query: str
) -> None:
    searched = searched_for(sample_pipeline, query)
    faceted = listed(searched)
    counted = {line.company_id for line in faceted.order.members or faceted.order.others[:50]}
    for facet in FACETS:
        for value in faceted.values(facet, NOTHING_CHOSEN, "en"):
            narrowed = faceted.narrowed({facet: (value.value,)})
            assert value.companies == len(counted & {line.company_id for line in narrowed.lines})
            assert value.label


@pytest.mark.parametrize("query", QUESTIONS)
def test_narrowing_keeps_the_order_and_the_answer(sample_pipeline: DiscoveryPipeline, query: str) -> None:
    searched = searched_for(sample_pipeline, query)
    whole = answer(searched, ALL, "en")
    order = [each.company_id for each in whole.related_companies]
    for facet in FACETS:
        for value in listed(searched).values(facet, NOTHING_CHOSEN, "en")[:2]:
            narrowed = answer(searched, ALL, "en", chosen={facet: (value.value,)})
            ids = [each.company_id for each in narrowed.related_companies]
            assert ids
            assert [each for each in order if each in ids] == [each for each in ids if each in order]
            assert narrowed.answer == whole.answer
            assert [each.rank for each in narrowed.related_companies] == list(range(1, len(ids) + 1))


def test_values_of_one_facet_add_up_and_facets_narrow_each_other(sample_pipeline: DiscoveryPipeline) -> None:
    faceted = listed(searched_for(sample_pipeline, "Who supplies Apple?"))
    base = sample_pipeline.base.knowledge_base
    countries = {"JP", "KR"}
    both = faceted.narrowed({"country": tuple(countries)})
    assert both.members
    assert {base.entity(line.company_id).country for line in both.lines} == countries
    industries = faceted.values("industry", {"country": ("JP",)}, "en")
    assert sum(each.companies for each in industries) == len(faceted.narrowed({"country": ("JP",)}).members)
    everywhere = {each.value: each.companies for each in faceted.values("country", {"country": ("JP",)}, "en")}
    assert everywhere["KR"] == len(faceted.narrowed({"country": ("KR",)}).members)  # its own choice does not narrow it


def test_labels_are_in_the_language_of_the_reader(sample_pipeline: DiscoveryPipeline) -> None:
    faceted = listed(searched_for(sample_pipeline, "Who supplies Apple?"))
    for facet, value, zh, en in (
        ("country", "JP", "日本", "Japan"),
        ("relation", "supplies:backward", "供应商", "supplier"),
        ("period", "2020", "2020 年起", "2020 or later"),
    ):
        for language, label in (("zh", zh), ("en", en)):
            found = {each.value: each.label for each in faceted.values(facet, NOTHING_CHOSEN, language)}  # type: ignore[arg-type]
            assert found[value] == label


def test_periods_are_told_by_their_years(sample_pipeline: DiscoveryPipeline) -> None:
    faceted = listed(searched_for(sample_pipeline, "Toyota"))
    zh, en = ([each.label for each in faceted.values("period", NOTHING_CHOSEN, said)] for said in LANGUAGES)
    assert zh == ["2020 年起", "2015–2019", "2010–2014", "2000–2009", "2000 年前"]
    assert en == ["2020 or later", "2015–2019", "2010–2014", "2000–2009", "before 2000"]


def test_periods_are_listed_the_latest_first(sample_pipeline: DiscoveryPipeline) -> None:
    faceted = listed(searched_for(sample_pipeline, "Tesla"))
    values = [each.value for each in faceted.values("period", NOTHING_CHOSEN, "en")]
    assert len(values) > 2
    assert values == sorted(values, key=lambda each: int(each) if each.isdigit() else 0, reverse=True)


def test_the_period_is_that_of_the_relation_asked_for(sample_pipeline: DiscoveryPipeline) -> None:
    """Corning has supplied Apple for longer than it is on record as its partner (2025), and no year says since when."""
    searched = searched_for(sample_pipeline, "Who supplies Apple?")
    narrowed = {line.company_id for line in listed(searched).narrowed({"period": ("2020",)}).lines}
    base, members = sample_pipeline.base.knowledge_base, searched.understood.members
    for each in narrowed & set(members.lines):
        assert any(int(base.relation_facts.start[row]) >= 2020_00_00 for row in members.lines[each].rows)
    assert "corning" not in narrowed


def test_an_empty_narrowed_list_says_that_it_is_the_choice_and_keeps_the_chosen_value(
    sample_pipeline: DiscoveryPipeline,
) -> None:
    searched = searched_for(sample_pipeline, "Who supplies Apple?")
    nowhere = answer(searched, ALL, "en", chosen={"country": ("IS",)})
    assert nowhere.related_companies == ()
    assert nowhere.explanation.startswith("No company in the list matches all chosen filters")
    assert nowhere.answer == answer(searched, ALL, "en").answer
    values = {each.value: each for each in listed(searched).values("country", {"country": ("IS",)}, "en")}
    assert (values["IS"].companies, values["IS"].label) == (0, "Iceland")


@pytest.mark.parametrize("facet", FACETS)
def test_a_value_that_no_company_and_no_word_list_knows_is_shown_as_it_is(
    sample_pipeline: DiscoveryPipeline, facet: FacetName
) -> None:
    faceted = listed(searched_for(sample_pipeline, "Who supplies Apple?"))
    values = {each.value: each for each in faceted.values(facet, {facet: ("<b>odd</b>",)}, "en")}
    assert (values["<b>odd</b>"].companies, values["<b>odd</b>"].label) == (0, "<b>odd</b>")


def test_one_country_is_one_value_however_rows_write_it(
    own_base: Settings, ontology: Ontology, encoder: Encoder
) -> None:
    rows = "Company,Country,Supplies\nFirst Cells,CN,Corvex\nSecond Cells,China,Corvex\n第三电池,中国,Corvex\n"
    imported(own_base, ontology, (("list.csv", rows.encode()),))
    pipeline = DiscoveryPipeline(Base.over(opened(own_base), ontology, own_base), encoder=lambda: encoder)
    faceted = listed(searched_for(pipeline, "Who supplies Corvex?"))
    for language, label in (("en", "China"), ("zh", "中国")):
        (value,) = faceted.values("country", NOTHING_CHOSEN, language)
        assert (value.value, value.label, value.companies) == ("CN", label, 3)
    assert len(faceted.narrowed({"country": ("CN",)}).lines) == 3
