"""Names of one list, and names of clauses that each say the same, state nothing of each other."""

from __future__ import annotations

from functools import cache

import pytest

from core.ingestion.reading.candidate_pairs import pairs_in
from core.ingestion.reading.pattern_reader import PatternReader
from core.ingestion.reading.proposals import CandidatePair, NameMention, TextSpan
from core.ingestion.reading.separate_statements import in_one_list, in_separate_clauses
from core.ingestion.reading.shipped_readers import text_reader
from core.ingestion.reading.text_reader import TextReader
from core.ontology import default_ontology
from tests.unit.ingestion.reading.test_text_reader import FewNamed, KnownNames

SYMMETRIC = {kind.id for kind in default_ontology().types.values() if kind.symmetric}


@cache
def reader() -> TextReader:
    return text_reader(default_ontology(), KnownNames(FewNamed(())))


def pair_of(text: str, names: str, one: str, other: str) -> CandidatePair:
    mentions = [NameMention(text.index(name), text.index(name) + len(name), name) for name in names.split("|")]
    return next(each for each in pairs_in(text, mentions) if (each.first.name, each.second.name) == (one, other))


@pytest.mark.parametrize(
    ("text", "names", "listed"),
    [
        ("甲方、乙方和丙方供货。", "甲方|乙方", True),
        ("甲方、乙方和丙方供货。", "甲方|乙方|丙方", True),
        ("甲方与乙方、丙方合作。", "甲方|乙方|丙方", True),
        ("甲方与乙方签署收购协议。", "甲方|乙方", False),
        ("甲方收购乙方、丙方。", "甲方|乙方|丙方", False),
        ("甲方，乙方的子公司。", "甲方|乙方", False),
        ("AA Corp, BB Corp and CC Corp supply screws.", "AA Corp|BB Corp|CC Corp", True),
        ("AA Corp and BB Corp supply screws.", "AA Corp|BB Corp", True),
        ("With its investor AA Corp, BB Corp bought shops.", "AA Corp|BB Corp", False),
        ("AA Corp sells to BB Corp and CC Corp.", "AA Corp|BB Corp|CC Corp", False),
    ],
)
def test_names_with_nothing_but_list_marks_between_them_are_one_list(text: str, names: str, listed: bool) -> None:
    assert in_one_list(pair_of(text, names, *names.split("|")[:2])) == listed


@pytest.mark.parametrize(
    ("text", "names", "separate"),
    [
        ("甲方供应隔膜，乙方供应负极。", "甲方|乙方", True),
        ("甲方供应隔膜，而乙方和丙方也供应负极。", "甲方|丙方|乙方", True),
        ("甲方供应隔膜，丙方供应负极给乙方。", "甲方|乙方|丙方", True),
        ("甲方供应隔膜，乙方上涨。", "甲方|乙方", False),
        ("甲方供应隔膜给乙方，供应负极给丙方。", "甲方|乙方|丙方", False),
        ("AA Corp supplies screws, and BB Corp supplies nuts.", "AA Corp|BB Corp", True),
        ("AA Corp supplies BB Corp, which supplies CC Corp.", "AA Corp|BB Corp|CC Corp", False),
        ("AA Corp supplies XX Corp, BB Corp and CC Corp.", "AA Corp|BB Corp|XX Corp|CC Corp", False),
    ],
)
def test_a_clause_with_a_subject_and_a_word_of_its_own_is_separate(
    text: str, names: str, separate: bool, patterns: PatternReader
) -> None:
    pair = pair_of(text, names, *names.split("|")[:2])
    assert in_separate_clauses(pair, "supplies", patterns.cues_of(pair)) == separate


@pytest.mark.parametrize(
    ("text", "names", "read"),
    [
        (
            "恩捷股份供应隔膜，天赐材料供应电解液，贝特瑞供应负极，容百科技供应高镍正极。",
            "恩捷股份|天赐材料|贝特瑞|容百科技",
            set(),
        ),
        ("后来中创新航成为其主要供应商之一，亿纬锂能和欣旺达也为其供货。", "中创新航|亿纬锂能|欣旺达", set()),
        (
            "浪潮信息向阿里云、腾讯云供应服务器。",
            "浪潮信息|阿里云|腾讯云",
            {("浪潮信息", "supplies", "阿里云"), ("浪潮信息", "supplies", "腾讯云")},
        ),
    ],
)
def test_neither_lists_nor_further_clauses_are_read_as_a_relation(
    text: str, names: str, read: set[tuple[str, str, str]]
) -> None:
    spans = [(text.index(name), text.index(name) + len(name)) for name in names.split("|")]
    given = {
        (each.source.name, each.relation_type, each.target.name)
        for each in reader().read(text, spans).proposals
        if each.relation_type not in SYMMETRIC
    }
    assert given == read
    assert {(each.source.name, each.target.name) for each in reader().read(text).proposals} <= {
        (source, target) for source, _, target in read
    }


def test_a_name_does_not_end_in_half_a_word_for_a_relation() -> None:
    cut = text_reader(default_ontology(), KnownNames(FewNamed(())))
    cut._tagger = lambda *_: [TextSpan(0, 4), TextSpan(7, 11)]
    assert [each.name for each in cut._found("贝特瑞供应负极沃源控股的股权")] == ["贝特瑞", "沃源控股"]
