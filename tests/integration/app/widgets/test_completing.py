"""What a picker makes of the beginning of a name."""

from __future__ import annotations

import pytest

from app.widgets.pickers import best_match, company_options
from core.discovery.pipeline import DiscoveryPipeline
from core.messages import LANGUAGES, Language
from core.names.normalise import normalise_name


@pytest.mark.parametrize("reads", LANGUAGES)
def test_every_beginning_of_every_name_leads_to_a_company_of_that_beginning(
    sample_pipeline: DiscoveryPipeline, reads: Language
) -> None:
    base, names = sample_pipeline.base.knowledge_base, sample_pipeline.base.names
    options = company_options(base, reads)
    for company in options:
        entity = base.entity(company)
        for name in {entity.name_zh, entity.name_en, *entity.aliases, *entity.tickers}:
            begun = normalise_name(normalise_name(name)[:-1])  # what is left may end in a legal form
            if not begun:
                continue
            found = best_match(base, names, options, begun)
            assert found is not None
            match = base.entity(found)
            borne = {match.name_zh, match.name_en, *match.aliases, *match.tickers}
            assert any(normalise_name(each).startswith(begun) for each in borne), (begun, found)


@pytest.mark.parametrize(
    ("typed", "company"),
    [
        ("nvid", "nvidia"),
        ("NVI", "nvidia"),
        ("tesl", "tesla"),
        ("宁德时", "catl"),
        ("寧德時", "catl"),
        ("Contemporary Amp", "catl"),
        ("appl", "apple"),
        ("zzqq", None),
        ("", None),
        ("…", None),
    ],
)
def test_the_best_match(sample_pipeline: DiscoveryPipeline, typed: str, company: str | None) -> None:
    base = sample_pipeline.base.knowledge_base
    for reads in LANGUAGES:
        assert best_match(base, sample_pipeline.base.names, company_options(base, reads), typed) == company
