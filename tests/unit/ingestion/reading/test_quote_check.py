from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.ingestion.reading.proposals import NameMention, Proposal, Vote
from core.ingestion.reading.quote_check import checked, fault_of
from core.ontology import Ontology, default_ontology
from tests.support import examples

TEXT = "In 2013 GE acquired Lufkin. 腾讯与百度合作。"
RIGHT = Proposal(
    NameMention(8, 10, "GE"),
    "acquired",
    NameMention(20, 26, "Lufkin"),
    TEXT[:27],
    0,
    27,
    "current",
    0.9,
    (Vote("patterns", "acquired", True, 0.9),),
)


def test_what_the_text_says_is_kept(ontology: Ontology) -> None:
    kept, dropped = checked([RIGHT], TEXT, ontology)
    assert (kept, dropped.total()) == ([RIGHT], 0)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"quote": "In 2014 GE acquired Lufkin."}, "quote_not_in_text"),
        ({"quote": TEXT[:26]}, "quote_not_in_text"),
        ({"quote_start": 1}, "quote_not_in_text"),
        ({"quote_end": 10_000}, "quote_not_in_text"),
        ({"quote": "", "quote_end": 0}, "quote_not_in_text"),
        ({"quote_start": -27, "quote_end": 0}, "quote_not_in_text"),
        ({"source": NameMention(8, 10, "HP")}, "end_not_in_quote"),
        ({"target": NameMention(28, 30, "腾讯")}, "end_not_in_quote"),
        ({"source": NameMention(10, 11, " ")}, "end_not_in_quote"),
        ({"source": NameMention(20, 26, "Lufkin")}, "same_end"),
        ({"source": NameMention(8, 10, "GE", "x"), "target": NameMention(20, 26, "Lufkin", "x")}, "same_end"),
        ({"relation_type": "owns_the_moon"}, "type_unknown"),
        ({"relation_type": "related"}, "type_unknown"),
        ({"confidence": float("nan")}, "confidence_out_of_range"),
        ({"confidence": 1.01}, "confidence_out_of_range"),
        ({"confidence": 0.0}, "confidence_out_of_range"),
    ],
)
def test_what_it_does_not_say_is_dropped_and_counted(changes: dict[str, Any], fault: str, ontology: Ontology) -> None:
    kept, dropped = checked([replace(RIGHT, **changes)], TEXT, ontology)
    assert (kept, dropped) == ([], {fault: 1})


places = st.integers(-3, len(TEXT) + 3)
names = st.one_of(st.sampled_from(["GE", "Lufkin", "腾讯", "百度", "", " ", "Apple"]), st.text(max_size=6))
mentions = st.builds(NameMention, places, places, names, st.one_of(st.none(), st.sampled_from("xy")))
adversarial = st.builds(
    Proposal,
    source=mentions,
    relation_type=st.one_of(st.sampled_from([*default_ontology().types]), st.text(max_size=8)),
    target=mentions,
    quote=st.one_of(st.sampled_from([TEXT, TEXT[:27], TEXT[28:], TEXT.lower()]), st.text(max_size=40)),
    quote_start=places,
    quote_end=places,
    status=st.just("current"),
    confidence=st.floats(),
    votes=st.just(()),
)


@settings(max_examples=examples(100_000, quick=500))
@given(adversarial)
def test_no_invented_quote_passes(proposal: Proposal) -> None:
    if fault_of(proposal, TEXT, default_ontology()) is not None:
        return
    quote = TEXT[proposal.quote_start : proposal.quote_end]
    assert proposal.quote == quote != ""
    for mention in (proposal.source, proposal.target):
        assert mention.name
        assert TEXT[mention.start : mention.end] == mention.name
        assert mention.name in quote
    assert proposal.relation_type in default_ontology().types
    assert 0.0 < proposal.confidence <= 1.0
