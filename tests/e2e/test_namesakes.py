"""Several companies of exactly the same name: whichever is chosen is the one the question is answered about."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from core.ingestion.building.build import build_knowledge_base
from core.messages import LANGUAGES, Language, translate
from core.ontology import default_ontology
from core.storage.embeddings import Encoder
from tests.e2e.conftest import ranking, serve
from tests.support import company, relation, settings_for, write_data

COMPANIES = [
    company("tesla", "特斯拉", "Tesla"),
    company("71", "Tesla", "Tesla"),
    company("72", "Tesla", "Tesla"),
    company("cells", "甲电芯", "Alpha Cells"),
    company("doors", "乙门业", "Beta Doors"),
]
RELATIONS = [
    relation("cells", "supplies", "tesla"),
    relation("cells", "competitor", "tesla"),
    relation("doors", "supplies", "71"),
]
QUESTION: dict[Language, str] = {"en": "Who supplies Tesla?", "zh": "谁给Tesla供货？"}


@pytest.fixture(scope="module")
def url(encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over three companies called Tesla and what supplies two of them."""
    folder = tmp_path_factory.mktemp("namesakes")
    data = write_data(folder / "data", companies=COMPANIES, relations=RELATIONS)
    build_knowledge_base(settings_for(data, folder / "kb"), encoder, default_ontology())
    folders = {"GUANXI_DATA_FOLDER": str(data), "GUANXI_KNOWLEDGE_BASE_FOLDER": str(folder / "kb")}
    with serve(folder / "log", **folders) as address:
        yield address


@pytest.mark.thorough
@pytest.mark.matrix(every=12)
@pytest.mark.parametrize(
    ("company_id", "label", "supplier"),
    [("tesla", {"en": "Tesla · 特斯拉", "zh": "特斯拉 · Tesla"}, "cells"), ("71", {"en": "Tesla (71)"}, "doors")],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_of_them_can_be_chosen(
    language: Language, company_id: str, label: dict[Language, str], supplier: str, page: Page, url: str
) -> None:
    page.goto(f"{url}/?q={QUESTION[language]}&lang={language}")
    page.get_by_role("button", name=label.get(language, label["en"]), exact=True).click()
    expect(page.locator("[class*=st-key-choice-]")).to_have_count(0)
    expect(page).to_have_url(re.compile(f"company={company_id}&"))
    asked = page.get_by_role("textbox", name=translate("search.question", language))
    expect(asked).to_have_value(QUESTION[language])
    assert ranking(page)[0] == supplier


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", ["Tesla", "TESLA"])
def test_a_name_of_several_that_is_typed_on_the_company_page_is_asked_back(
    typed: str, language: Language, page: Page, url: str
) -> None:
    page.goto(f"{url}/company?lang={language}")
    box = page.get_by_role("combobox", name=translate("company.picker", language))
    box.click()
    box.press_sequentially(typed)
    expect(page.get_by_role("option").first).to_be_visible()
    box.press("Enter")
    choices = page.locator("[class*=st-key-choice-]")
    expect(choices).to_have_count(3)
    expect(page.get_by_text(translate("company.ambiguous", language, name=typed))).to_be_visible()
    keys = [each.get_attribute("class") or "" for each in choices.all()]
    found = [next(part for part in each.split() if part.startswith("st-key-")) for each in keys]
    assert found == ["st-key-choice-tesla", "st-key-choice-71", "st-key-choice-72"]  # by their relations
    choices.first.get_by_role("button").click()
    expect(page).to_have_url(re.compile("id=tesla&"))
