from __future__ import annotations

import pytest

from core.ingestion.reading.cue_words import CueWords
from core.ingestion.reading.pattern_reader import PatternReader
from core.ingestion.reading.proposals import Vote
from core.ontology import COMPANY, Ontology
from tests.unit.ingestion.reading.conftest import MakePair

# text with the source in {}, the target in []
STATED = [
    ("acquired", "In April 2013, {GE} acquired pump maker [Lufkin] for $2.98 billion."),
    ("acquired", "[Lufkin] was acquired by {GE} in 2013."),
    ("acquired", "[Lufkin] was acquired in 2013 by {GE}."),
    ("competitor", "{Bioverativ} is a rival of [Baxalta]."),
    ("acquired", "{智慧能源}拟以9亿元收购[京航安]49%股权。"),
    ("acquired", "[京航安]被{智慧能源}收购。"),
    ("subsidiary_of", "{Lufkin}, a wholly-owned subsidiary of [GE], sells pumps."),
    ("subsidiary_of", "[腾讯]的子公司{阅文}上市。"),
    ("subsidiary_of", "{阅文}是[腾讯]的子公司。"),
    ("partner", "{Cadence13} has a partnership with [Goop]."),
    ("partner", "{腾讯}与[百度]合作。"),
    ("competitor", "{Bioverativ} competes with [Baxalta]."),
    ("supplies", "{宁德时代}向[特斯拉]供货。"),
    ("supplies", "{CATL} supplies [Tesla]."),
    ("shareholder_of", "{高毅}增持[索菲亚]。"),
    ("divested", "{新桥}减持[深发展]。"),
    ("merged_with", "{Scarborough} merged with [Skipton] in 2009."),
    ("litigation", "{标特步}起诉[南宁百货]。"),
    ("litigation", "[Apple] was sued by {Epic}."),
    ("pledge", "{佳源}将股权质押给[大连银行]。"),
    ("guarantee", "{甲方}为[乙方]提供担保。"),
    ("guarantee", "{GE} guarantees debts of [Lufkin]."),
    ("contract", "{中铁}与[铁建]签订合同。"),
    ("joint_venture", "{中海发展}与[中石油]合资。"),
    ("licenses_to", "{ARM} licenses technology to [Apple]."),
    ("depends_on", "{Tesla} depends on [CATL]."),
    ("same_group", "{甲方}与[乙方]同属一个集团。"),
    ("similar_product", "{A1 Corp} makes products similar to [B2 Corp]."),
]


def read(stated: str, patterns: PatternReader, pair: MakePair) -> tuple[Vote, bool]:
    """The surest vote, and whether the source stands first."""
    source, target = (
        stated[stated.index("{") + 1 : stated.index("}")],
        stated[stated.index("[") + 1 : stated.index("]")],
    )
    text = stated.translate(str.maketrans("", "", "{}[]"))
    votes = patterns.read([pair(text, source, target)])[0]
    assert votes, text
    return votes[0], text.index(source) < text.index(target)


@pytest.mark.parametrize(("kind", "stated"), STATED)
def test_the_words_say_the_type_and_the_direction(
    kind: str, stated: str, patterns: PatternReader, pair: MakePair, ontology: Ontology
) -> None:
    vote, ahead = read(stated, patterns, pair)
    assert vote.relation_type == kind
    assert ontology[kind].symmetric or vote.forward == ahead


def test_every_type_between_companies_that_has_words_is_read_from_some_text(ontology: Ontology) -> None:
    ends = {COMPANY}
    between = {kind.id for kind in ontology.types.values() if {kind.source, kind.target} == ends and kind.words.verbs}
    assert between - {kind for kind, _ in STATED} <= {"same_industry"}


@pytest.mark.parametrize(
    "text", ["{A1 Corp} and [B2 Corp] are in Paris.", "{甲方}今天上涨，[乙方]今天下跌。", "{A1 Corp} nor [B2 Corp]"]
)
def test_without_a_word_for_a_relation_nothing_is_read(text: str, patterns: PatternReader, pair: MakePair) -> None:
    plain = text.translate(str.maketrans("", "", "{}[]"))
    names = ("甲方", "乙方") if "甲方" in plain else ("A1 Corp", "B2 Corp")
    assert patterns.read([pair(plain, *names)]) == [()]


def test_a_word_inside_a_word_is_none(ontology: Ontology) -> None:
    cues = CueWords(ontology)
    assert cues.find("unsuedable", "en") == []
    assert {found.cue.relation_type for found in cues.find("he sued them", "en")} == {"litigation"}


def test_a_word_in_a_name_is_none(patterns: PatternReader, pair: MakePair) -> None:
    assert patterns.read([pair("Partner Sued Ltd and Other Corp", "Partner Sued Ltd", "Other Corp")]) == [()]
