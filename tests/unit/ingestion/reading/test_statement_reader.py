"""Plain statements are read without a second reader; what is not plain is left to the others."""

from __future__ import annotations

import pytest

from core.ingestion.reading.pattern_reader import PatternReader
from core.ingestion.reading.statement_reader import StatementReader
from core.ontology import Ontology
from tests.unit.ingestion.reading.conftest import MakePair

# text with the source in {}, the target in []
STATED = [
    ("supplies", "{Bosch} supplies [BMW] with brake systems."),
    ("supplies", "{Bosch} also supplies the [BMW] and others."),
    ("supplies", "[BMW] is supplied by {Bosch}."),
    ("supplies", "{Bosch} is a key supplier to [BMW]."),
    ("supplies", "[BMW]'s main suppliers include {Bosch}."),
    ("supplies", "The customers of {CATL} include [Tesla]."),
    ("supplies", "The largest customer of {CATL} is [Tesla]."),
    ("acquired", "In April 2013 {GE} acquired [Lufkin]."),
    ("acquired", "[Lufkin] was acquired by {GE}."),
    ("acquired", "{GE} has agreed to acquire [Lufkin]."),
    ("shareholder_of", "{GE} acquired a stake in [Lufkin]."),
    ("competitor", "{Kestrel} competes with [BYD] in electric buses."),
    ("competitor", "{CATL}'s main competitors include [BYD]."),
    ("subsidiary_of", "{Lufkin} is a subsidiary of [GE]."),
    ("subsidiary_of", "[GE]'s subsidiaries include {Lufkin}."),
    ("supplies", "{台积电}的客户包括[苹果]。"),
    ("supplies", "[特斯拉]的主要供应商有{宁德时代}。"),
    ("supplies", "{宁德时代}是[特斯拉]的供应商之一。"),
    ("supplies", "{宁德时代}长期向[特斯拉]供货。"),
    ("competitor", "{宁德时代}的主要竞争对手包括[比亚迪]。"),
    ("competitor", "{格力电器}与[美的集团]竞争。"),
    ("acquired", "{携程}收购了[天巡]。"),
    ("acquired", "[天巡]被{携程}收购。"),
    ("subsidiary_of", "{阅文集团}是[腾讯]的子公司。"),
    ("partner", "{腾讯}与[百度]合作。"),
]
NOT_PLAIN = [
    ("GE acquired Lufkin's pump unit.", "GE", "Lufkin"),
    ("Is GE a supplier of Lufkin?", "GE", "Lufkin"),
    ("If GE acquired Lufkin, prices would rise.", "GE", "Lufkin"),
    ("GE does not supply Lufkin.", "GE", "Lufkin"),
    ("GE never acquired Lufkin.", "GE", "Lufkin"),
    ("GE is a former supplier of Lufkin.", "GE", "Lufkin"),
    ("GE is a potential supplier of Lufkin.", "GE", "Lufkin"),
    ("A fund managed by GE acquired Lufkin.", "GE", "Lufkin"),
    ("携程收购天巡的部分业务。", "携程", "天巡"),
    ("携程没有收购天巡。", "携程", "天巡"),
    ("携程收购天巡49%股权。", "携程", "天巡"),
    ("如果携程收购天巡，价格会上涨。", "携程", "天巡"),
    ("携程是否收购天巡？", "携程", "天巡"),
    ("阅文集团是腾讯的子公司经理。", "阅文集团", "腾讯"),
]


@pytest.fixture
def statements(patterns: PatternReader) -> StatementReader:
    return StatementReader(patterns.cues_of)


@pytest.mark.parametrize(("kind", "stated"), STATED)
def test_a_plain_statement_is_read_with_its_direction(
    kind: str, stated: str, statements: StatementReader, pair: MakePair, ontology: Ontology
) -> None:
    source, target = (stated[stated.index(a) + 1 : stated.index(b)] for a, b in ("{}", "[]"))
    text = stated.translate(str.maketrans("", "", "{}[]"))
    (vote,) = statements.read([pair(text, source, target)])[0]
    assert vote.relation_type == kind
    assert ontology[kind].symmetric or vote.forward == (text.index(source) < text.index(target))


@pytest.mark.parametrize(("text", "one", "other"), NOT_PLAIN)
def test_what_is_not_plain_is_left_to_other_readers(
    text: str, one: str, other: str, statements: StatementReader, pair: MakePair
) -> None:
    assert statements.read([pair(text, one, other)]) == [()]
