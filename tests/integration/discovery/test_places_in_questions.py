"""A country in a question is a place whatever stands before it, and no name of a company: exactly the companies from
there answer."""

from __future__ import annotations

import csv

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.messages import Language
from tests.support import ROOT

WORDINGS: dict[Language, tuple[str, ...]] = {
    "en": (
        "companies in {place}",
        "companies from {place}",
        "companies based in {place}",
        "companies of {place}",
        "{demonym} companies",
        "{demonym} firms",
        "Which companies are from {place}?",
        "list {demonym} companies",
    ),
    "zh": ("{place}的公司", "来自{place}的企业", "{place}企业", "总部在{place}的公司", "{place}有哪些公司？"),
}
PLACES: dict[Language, dict[str, str]] = {
    "en": {"Sweden": "Swedish", "Japan": "Japanese", "Taiwan": "Taiwanese", "Europe": "European"},
    "zh": {"瑞典": "", "日本": "", "台湾": "", "欧洲": ""},
}
CODES = {
    "Sweden": {"SE"},
    "Japan": {"JP"},
    "Taiwan": {"TW"},
    "Europe": {"BE", "CH", "CZ", "DE", "DK", "ES", "FI", "FR", "GB", "IE", "IT", "NL", "NO", "SE"},
}
CODES |= dict(zip(("瑞典", "日本", "台湾", "欧洲"), CODES.values(), strict=True))


def companies_from(codes: set[str]) -> set[str]:
    """Straight from the file."""
    with (ROOT / "data" / "companies.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"] for row in csv.DictReader(file) if row["country"] in codes}


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(
    ("language", "question", "place"),
    [
        (language, wording.format(place=place, demonym=demonym), place)
        for language, wordings in WORDINGS.items()
        for wording in wordings
        for place, demonym in PLACES[language].items()
    ],
)
def test_a_country_is_a_place_and_no_company(
    sample_pipeline: DiscoveryPipeline, language: Language, question: str, place: str
) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question, language=language))
    assert (found.outcome, found.answer.outcome, found.answer.kind) == ("found", "answered", "companies")
    assert set(found.answer.company_ids) == companies_from(CODES[place])
    assert found.choices == ()


@pytest.mark.parametrize(
    "question",
    [
        "companies from Singapore",
        "Which companies are from Singapore?",
        "Singaporean companies",
        "Singapore firms",
        "Singapore-based companies",
        "来自新加坡的企业",
        "新加坡的公司",
        "新加坡公司有哪些？",
    ],
)
def test_a_place_of_the_data_is_asked_about(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    plain = sample_pipeline.discover(DiscoveryRequest(query="companies in Singapore"))
    found = sample_pipeline.discover(DiscoveryRequest(query=question))
    assert found.query_companies == plain.query_companies == ("place-singapore",)
    assert found.answer.outcome == "answered"
    assert set(found.answer.company_ids) == set(plain.answer.company_ids)


@pytest.mark.parametrize("question", ["Which Singaporean companies make profits?", "新加坡的公司不盈利的有哪些"])
def test_further_words_about_companies_of_a_place_forbid_a_claim(
    sample_pipeline: DiscoveryPipeline, question: str
) -> None:
    assert sample_pipeline.discover(DiscoveryRequest(query=question)).answer.company_ids == ()


@pytest.mark.parametrize("question", ["competitors of Sweden Steelworks", "Who supplies Swedish Match?"])
def test_a_name_that_holds_a_country_is_a_name(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question))
    assert (found.outcome, found.named in question, "Swed" in found.named) == ("unknown_company", True, True)
