"""Regions that are several countries: the EU, the Middle East, the Nordic countries."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Filter, nodes_of
from core.domain.requests import DiscoveryRequest
from core.messages import LANGUAGES
from core.names.places import place_called, places_in
from core.questions.plans.places_and_markets import groups_of_countries
from core.questions.reading.two_questions import read_question
from core.runtime.package_files import parse_yaml

GROUPS: dict[str, dict[str, Any]] = {
    name: group
    for name, group in parse_yaml(
        files("core.questions").joinpath("words", "places.yaml").read_text(encoding="utf-8")
    ).items()
    if "name" in group
}
SAID = [(name, word) for name, group in GROUPS.items() for word in (*group["zh"], *group["en"])]


@pytest.mark.parametrize(("name", "word"), SAID)
def test_each_way_to_say_a_group_means_its_countries(sample_pipeline: DiscoveryPipeline, name: str, word: str) -> None:
    question = f"companies from {word}" if word.isascii() else f"来自{word}的公司"
    read = read_question(sample_pipeline.base, question, (), ())
    assert read.whole and read.plan is not None
    [condition] = [node for _, node in nodes_of(read.plan) if isinstance(node, Filter)]
    assert condition.values == tuple(GROUPS[name]["countries"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_group_has_a_name_of_its_own(language: str) -> None:
    names = groups_of_countries("zh" if language == "zh" else "en")
    assert len(names) == len(set(names.values())) == len(GROUPS)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("EU rivals of Boeing", "competitors of Boeing from the EU"),
        ("Airbus customers in the Middle East", "customers of Airbus from the Middle East"),
        ("欧盟的汽车公司", "属于电动汽车或汽车制造行业、来自欧盟的公司"),
    ],
)
def test_an_answer_calls_them_together(sample_pipeline: DiscoveryPipeline, question: str, said: str) -> None:
    request = DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")
    answer = sample_pipeline.discover(request).answer
    assert (answer.outcome, answer.understood_as) == ("answered", said)


@pytest.mark.parametrize("words", ["欧盟", "联合国", "欧元区", "European Union", "United Nations", "Eurozone"])
def test_no_company_is_from_a_union_of_countries(words: str) -> None:
    assert place_called(words) is None
    assert not [each for each in places_in(words) if each.place.code.isalpha()]
