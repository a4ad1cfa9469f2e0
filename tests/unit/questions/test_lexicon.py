"""The lexicon files: words are words, and a word does not mean two things by accident."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

from core.names.normalise import fold_characters
from core.ontology import Ontology
from core.questions.parsing.meanings import RelationNoun, RelationVerb
from core.questions.vocabulary.lexicon import lexicon_of
from core.runtime.package_files import parse_yaml

FILES = (
    ("core.questions", "words/operators.yaml"),
    ("core.questions", "words/markets.yaml"),
    ("core.questions", "words/places.yaml"),
    ("core.questions", "words/industries.yaml"),
    ("core.questions", "words/slots.yaml"),
    ("core.ontology", "question_words.yaml"),
)
NOUNS_OF_SEVERAL = {
    "vendor": {"supplies", "produces"},
    "provider": {"supplies", "produces"},
}
"""Singular English and Chinese nouns that stand for two relation types on purpose: what they are with tells which."""
PAST_AND_FUTURE = ["曾", "曾经", "将", "即将", "将要", "former", "formerly", "once", "ex", "will", "may"]
NOISE_AS_WELL = {"need", "在"}
"""Verbs of relations that say nothing where no relation takes them: I need …, 谁在…."""


def document(package: str, name: str) -> Any:
    return parse_yaml(resources.files(package).joinpath(*name.split("/")).read_text(encoding="utf-8"))


def leaves(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every scalar and where it stands; keys count too."""
    if isinstance(node, dict):
        for key, inner in node.items():
            yield (*path, "key"), key
            yield from leaves(inner, (*path, str(key)))
    elif isinstance(node, list):
        for each in node:
            yield from leaves(each, path)
    else:
        yield path, node


@pytest.mark.parametrize(("package", "name"), FILES)
def test_every_entry_is_text(package: str, name: str) -> None:
    """YAML reads bare no, on and yes as booleans, and 688 as a number."""
    wrong = [
        (path, each)
        for path, each in leaves(document(package, name))
        if not isinstance(each, str) and path[-1:] != ("outside",)
    ]
    assert wrong == []


@pytest.mark.parametrize(("package", "name"), FILES)
def test_no_entry_is_empty_or_padded(package: str, name: str) -> None:
    assert [each for _, each in leaves(document(package, name)) if isinstance(each, str) and each != each.strip()] == []
    assert "" not in [each for _, each in leaves(document(package, name))]


@pytest.mark.parametrize(("package", "name"), FILES)
def test_no_list_holds_an_entry_twice(package: str, name: str) -> None:
    seen: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for path, each in leaves(document(package, name)):
        if path[-1:] != ("key",):
            seen[path].append(str(each).casefold())
    twice = {path: sorted({each for each in found if found.count(each) > 1}) for path, found in seen.items()}
    assert {path: found for path, found in twice.items() if found} == {}


def test_no_noun_stands_for_two_relation_types_but_on_purpose(ontology: Ontology) -> None:
    types: dict[str, set[str]] = defaultdict(set)
    for kind in ontology.types.values():
        for nouns in kind.words.nouns.values():
            for phrase in (*nouns.zh, *nouns.en):
                types[phrase].add(kind.id)
    assert {phrase: found for phrase, found in types.items() if len(found) > 1} == NOUNS_OF_SEVERAL


def test_no_noun_stands_for_both_ends_of_a_type(ontology: Ontology) -> None:
    ends: dict[tuple[str, str], set[str]] = defaultdict(set)
    for kind in ontology.types.values():
        for end, nouns in kind.words.nouns.items():
            for phrase in (*nouns.zh, *nouns.en):
                ends[kind.id, phrase].add(end)
    assert {each: found for each, found in ends.items() if len(found) > 1} == {}


def noise() -> list[str]:
    words = document("core.questions", "words/operators.yaml")["noise"]
    return [*words["zh"], *words["en"]]


def test_noise_says_nothing_of_a_relation(ontology: Ontology) -> None:
    lexicon = lexicon_of(ontology)
    assert len(noise()) > 100
    content = {
        phrase
        for phrase in noise()
        for category in ("noun", "verb")
        for each in (lexicon[fold_characters(phrase)] or {}).get(category, ())
        if isinstance(each, RelationNoun | RelationVerb)
    }
    assert content == NOISE_AS_WELL


@pytest.mark.parametrize(
    "word", ["曾", "曾经", "将", "即将", "将要", "former", "formerly", "once", "ex", "will", "may"]
)
def test_words_for_the_past_and_the_future_are_no_noise(word: str) -> None:
    """Only relations of today answer a question without a time."""
    assert word not in noise()
