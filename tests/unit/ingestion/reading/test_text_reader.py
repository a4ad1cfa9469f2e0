"""The reader as it ships, over a few known companies."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Entity
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.quote_check import fault_of
from core.ingestion.reading.shipped_readers import text_reader
from core.ingestion.reading.text_reader import TextReader
from core.names.entity_names import EntityNames
from core.names.name_tables import entity_names
from core.ontology import default_ontology

COMPANIES = (
    Entity(id="catl", type="company", name_zh="宁德时代", name_en="CATL"),
    Entity(id="tesla", type="company", name_zh="特斯拉", name_en="Tesla, Inc.", aliases=("Tesla",)),
    Entity(id="twin-1", type="company", name_zh="双子一", name_en="Twin Corp"),
    Entity(id="twin-2", type="company", name_zh="双子二", name_en="Twin Corp"),
    Entity(id="dawn", type="company", name_zh="晨光储能科技有限公司", name_en="晨光储能科技有限公司"),
    Entity(id="kestrel", type="company", name_zh="Kestrel Mobility Ltd", name_en="Kestrel Mobility Ltd"),
    Entity(id="battery", type="product", name_zh="电池", name_en="battery"),
)


class FewNamed:
    """A few entities in place of a knowledge base."""

    def __init__(self, entities: tuple[Entity, ...]) -> None:
        self.entity_ids = [entity.id for entity in entities]
        self.is_company = np.array([entity.type == "company" for entity in entities])
        self.names: EntityNames = entity_names(entities, self.is_company)


@cache
def reader() -> TextReader:
    return text_reader(default_ontology(), KnownNames(FewNamed(COMPANIES)))


def test_known_names_have_ids_and_the_relation_its_direction() -> None:
    text = "新闻。宁德时代向特斯拉供货。"
    spans = [(3, 7), (8, 11)]
    (found,) = reader().read(text, spans).proposals
    assert (found.source.entity_id, found.relation_type, found.target.entity_id) == ("catl", "supplies", "tesla")
    assert (found.quote, found.quote_start, found.quote_end) == ("宁德时代向特斯拉供货。", 3, len(text))


@pytest.mark.parametrize(
    ("text", "entity_id"),
    [
        ("晨光储能与宁德时代竞争。", "dawn"),
        ("Kestrel Mobility Ltd delivers buses. Kestrel competes with Tesla in electric buses.", "kestrel"),
        ("Kestrel competes with Tesla in electric buses.", None),
        ("Twin competes with Tesla in electric buses.", None),
    ],
)
def test_a_shorter_name_is_that_of_the_only_company_it_can_mean(text: str, entity_id: str | None) -> None:
    found = [each for each in reader().read(text).proposals if each.relation_type == "competitor"]
    assert [each.source.entity_id for each in found] == [entity_id]


@pytest.mark.parametrize("written", ["北辉电芯", "Borealis", "北辉电芯（Borealis）"])
def test_a_name_in_two_scripts_is_known_by_either(written: str) -> None:
    named = (Entity(id="borealis", type="company", name_zh="北辉电芯（Borealis）", name_en="北辉电芯（Borealis）"),)
    found = KnownNames(FewNamed((*COMPANIES, *named))).mention(f"特斯拉收购{written}。", 5, 5 + len(written))
    assert (found.name, found.entity_id) == (written, "borealis")


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("CATL's main customers include Tesla, BMW and NIO.", ("Tesla", "BMW", "NIO")),
        ("The customers of CATL include Tesla, BMW and NIO.", ("Tesla", "BMW", "NIO")),
        ("CATL的主要客户包括特斯拉、宝马和蔚来。", ("特斯拉", "宝马", "蔚来")),
    ],
)
def test_every_company_of_a_list_is_read(text: str, listed: tuple[str, ...]) -> None:
    spans = [(text.index(name), text.index(name) + len(name)) for name in ("CATL", *listed)]
    found = reader().read(text, spans).proposals
    assert {(each.source.name, each.relation_type, each.target.name) for each in found} == {
        ("CATL", "supplies", each) for each in listed
    }


def test_a_company_that_is_not_known_is_named_as_written() -> None:
    text = "In April 2013, Tesla, Inc. acquired Maxwell Widgets Inc. for $218 million."
    found = reader().read(text).proposals
    assert [(each.source.entity_id, each.relation_type, each.target.entity_id) for each in found] == [
        ("tesla", "acquired", None)
    ]
    assert "Maxwell Widgets" in found[0].target.name
    assert (found[0].start, found[0].amount, found[0].currency) == ("2013-04", 218e6, "USD")


def test_a_name_that_two_bear_has_no_id() -> None:
    (found,) = reader().read("Tesla acquired Twin Corp.", [(0, 5), (15, 24)]).proposals
    assert (found.source.entity_id, found.target.entity_id) == ("tesla", None)


def test_given_spans_are_read_across_sentences_and_nothing_else_is() -> None:
    text = "Tesla is a carmaker. In 2019 it was acquired by Twin Corp. CATL acquired Other Corp."
    found = reader().read(text, [(0, 5), (48, 57)]).proposals
    assert {(each.source.name, each.target.name) for each in found} <= {("Twin Corp", "Tesla"), ("Tesla", "Twin Corp")}


@pytest.mark.parametrize(
    "text", ["", "   ", "Tesla", "Tesla acquired", "宁德时代上涨。特斯拉下跌。", "\x00\n\n", "。" * 50]
)
def test_texts_that_state_nothing_propose_nothing(text: str) -> None:
    assert reader().read(text).proposals == ()


NAMES = ["Tesla", "CATL", "宁德时代", "特斯拉", "Inc.", "<b>", "{x}", "🚗"]
SAID = ["acquired", "by", "收购", "被", "与", "合作", "subsidiary", "of", "的", "子公司", "拟", "no", "2020", "5%"]
WORDS = st.sampled_from([*NAMES, *SAID, ",", "。", ".", "!", "|", "\n"])


@given(st.lists(WORDS, max_size=40), st.sampled_from(["", " "]))
def test_whatever_is_proposed_stands_in_the_text(words: list[str], between: str) -> None:
    text = between.join(words)
    for proposal in reader().read(text).proposals:
        assert fault_of(proposal, text, default_ontology()) is None
        assert proposal.votes


@given(st.text(max_size=200), st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=5))
def test_any_spans_of_any_text_are_read(text: str, spans: list[tuple[int, int]]) -> None:
    inside = [(start, end) for start, end in spans if 0 <= start < end <= len(text)]
    for proposal in reader().read(text, inside).proposals:
        assert {(each.start, each.end) for each in (proposal.source, proposal.target)} <= set(inside)
