"""Stages of reading one by one: which pairs are read, who of several readers is heard, and what is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ingestion.reading.candidate_pairs import LONGEST_QUOTE, pairs_in
from core.ingestion.reading.classifier_reader import NONE, ClassifierReader
from core.ingestion.reading.ensemble import decided
from core.ingestion.reading.linear_model import LinearModel
from core.ingestion.reading.name_tagger import CLASSES, tagged_names
from core.ingestion.reading.one_end import with_one_end
from core.ingestion.reading.pair_features import pair_features
from core.ingestion.reading.pattern_reader import PatternReader
from core.ingestion.reading.proposals import CandidatePair, NameMention, Proposal, Vote
from tests.unit.ingestion.reading.conftest import MakePair
from tests.unit.ingestion.reading.test_text_reader import reader


def mentions(text: str, *names: str) -> list[NameMention]:
    return [NameMention(text.index(name), text.index(name) + len(name), name) for name in names]


def named(pairs: list[CandidatePair]) -> list[tuple[str, str]]:
    return [(each.first.name, each.second.name) for each in pairs]


def test_names_that_overlap_or_are_the_same_are_no_pair() -> None:
    text = "Alpha Beta Gamma and Alpha"
    again = NameMention(text.rindex("Alpha"), len(text), "Alpha")
    given = [*mentions(text, "Alpha", "Alpha Beta", "Beta Gamma"), again]
    assert named(list(pairs_in(text, given))) == [
        ("Alpha", "Beta Gamma"),
        ("Alpha Beta", "Alpha"),
        ("Beta Gamma", "Alpha"),
    ]
    assert list(pairs_in("", given)) == []


@pytest.mark.parametrize("across", [False, True])
def test_of_a_long_list_neighbours_are_paired(across: bool) -> None:
    names = [f"N{chr(ord('A') + number)}" for number in range(13)]
    text = ", ".join(names)
    expected = {(names[at], names[at + step]) for step in (1, 2) for at in range(len(names) - step)}
    assert set(named(list(pairs_in(text, mentions(text, *names), across=across)))) == expected


def test_a_quote_across_long_sentences_is_cut_beside_the_names() -> None:
    words = "and so on " * (LONGEST_QUOTE // 17)
    text = f"It {words} Alpha rose. Then Beta fell {words} in the end."
    (pair,) = pairs_in(text, mentions(text, "Alpha", "Beta"), across=True)
    assert (pair.sentence.start, pair.sentence.end) == (pair.first.start - 100, pair.second.end + 100)


def test_a_model_says_what_it_is_biased_to_where_it_knows_no_feature(patterns: PatternReader, pair: MakePair) -> None:
    asked = pair("Tesla met CATL.", "Tesla", "CATL")
    for bias, votes in (([5.0, 0.0], ()), ([0.0, 5.0], (Vote("classifier", "acquired", False, 0.993),))):
        model = LinearModel([NONE, "acquired <"], bias, {}, normalised=True)
        assert model.scores(["unknown"]).tolist() == bias
        assert ClassifierReader({"en": model}, patterns, 1.0).read([asked]) == [votes]
    unsure = LinearModel([str(number) for number in range(30)], [0.0] * 30, {}, normalised=False)
    assert ClassifierReader({"en": unsure}, patterns, 1.0).read([asked]) == [()]


def test_readers_that_were_taught_a_type_are_heard_before_those_that_were_not() -> None:
    taught, sure, weak = (
        Vote("taught", "acquired", True, 0.6),
        Vote("patterns", "acquired", True, 0.8),
        Vote("patterns", "partner", True, 0.7),
    )
    known = {"taught": {"acquired"}}
    assert decided([sure], known, ()) is None  # the other's silence counts
    assert decided([weak], known, ()) is None
    alone = decided([replace(weak, confidence=0.75)], known, ())
    assert alone is not None and (alone.relation_type, alone.confidence) == ("partner", 0.75)
    both = decided([sure, taught, weak], known, ())
    assert both is not None
    assert (both.relation_type, both.confidence, both.votes) == ("acquired", 0.6 + 0.4 * 0.5 * 0.6, (sure, taught))


def test_no_names_are_tagged_where_nothing_is_said() -> None:
    model = LinearModel(CLASSES, [0.0] * len(CLASSES), {}, normalised=False)
    assert list(tagged_names(" \n", "en", model)) == []


def test_a_company_is_a_subsidiary_of_one() -> None:
    a, b, c = mentions("A B C", "A", "B", "C")
    surest = Proposal(a, "subsidiary_of", b, "A B C", 0, 5, "current", 0.9, ())
    weaker, as_sure = (replace(surest, target=c, confidence=confidence) for confidence in (0.8, 0.82))
    assert with_one_end([weaker, surest]) == [surest]
    assert with_one_end([as_sure, surest]) == [as_sure, surest]


def test_which_other_names_stand_in_a_sentence_is_no_feature() -> None:
    def features(other: str) -> set[str]:
        text = f"Tesla, {other} and CATL met."
        given = mentions(text, "Tesla", other, "CATL")
        pair = next(each for each in pairs_in(text, given) if each.second.name == "CATL" and each.first.name == "Tesla")
        return pair_features(pair, (), ())

    assert features("Zorblatt Works Ltd") == features("Quux")
    assert "names between 1" in features("Quux")


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        (f"Alpha {'of whom much is said, ' * 4}acquired Beta.", "Alpha", "Beta"),
        (f"Alpha acquired {'something that was like ' * 4}Beta.", "Alpha", "Beta"),
        (f"甲乙{'在很长很长的一段时间里面' * 2}被丙丁收购。", "甲乙", "丙丁"),
    ],
)
def test_a_word_that_is_far_from_a_name_says_nothing_of_it(
    text: str, one: str, other: str, patterns: PatternReader, pair: MakePair
) -> None:
    assert patterns.read([pair(text, one, other)]) == [()]


def test_what_two_sentences_say_of_a_symmetric_relation_stands_once() -> None:
    text = "宁德时代与特斯拉合作。特斯拉与宁德时代合作。"
    found = reader().read(text, [(0, 4), (5, 8), (11, 14), (15, 19)]).proposals
    assert [each.relation_type for each in found] == ["partner"]
    assert set(found[0].readers) <= {"classifier", "patterns", "statements"}
    assert found[0].readers


def test_english_words_count_by_their_clause_and_without_endings(patterns: PatternReader, pair: MakePair) -> None:
    asked = pair("In May, Alpha, which is large, acquired Beta in Rome, sources say.", "Alpha", "Beta")
    found = pair_features(asked, patterns.cues_of(asked), ())
    assert {"clause2 acquired", "clause a rome", "stem m acquir", "stem a sourc"} <= found
    assert "nearest2 before acquired verb source" in found
    assert not {"clause1 acquired", "clause acquired", "clause a sources", "clause b in"} & found
    assert {"clause acquires", "cue types 0"} <= pair_features(pair("Alpha acquires Beta.", "Alpha", "Beta"), (), ())
