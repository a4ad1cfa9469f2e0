"""Names, years and tickers in any sentence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Entity
from tests.support import name_index

WORDS = ("AI", "CRM", "LNG", "SKY", "GPS", "CASH", "LOVE")
YEARS = range(1900, 2101)
TEXT = f"Uses {' and '.join(word.lower() for word in WORDS)}."


def listed(identifier: str, name: str, ticker: str) -> Entity:
    return Entity(id=identifier, type="company", name_zh=f"甲{name}乙", name_en=f"Bearer of {name}x", tickers=(ticker,))


LISTED = [
    *[listed(word, word, word) for word in WORDS],
    *[listed(f"y{year}", f"{year}", f"{year}.HK") for year in YEARS],
]
DESCRIBED = [
    Entity(id=f"t{number}", type="company", name_zh=f"企业{number}", name_en=f"Firm {number}", description_en=TEXT)
    for number in range(6)
]
NAMED = [
    Entity(id="a", type="company", name_zh="宁德时代", name_en="CATL"),
    Entity(id="b", type="company", name_zh="贵州茅台", name_en="Kweichow Moutai"),
    Entity(id="c", type="company", name_zh="三星电子", name_en="Samsung Electronics"),
    Entity(id="d", type="company", name_zh="天空完美", name_en="SKY Perfect JSAT"),
    Entity(id="e", type="company", name_zh="人工智能社", name_en="AI Works"),
]
NAMES = name_index([*LISTED, *DESCRIBED, *NAMED])
IDS = {entity.id for entity in LISTED}
english = st.sampled_from(
    [
        "Who supplies {}?",
        "competitors of {}",
        "{} rivals",
        "Does {} make chips?",
        "companies like {} in Japan",
        "is {} big?",
    ]
)
chinese = st.sampled_from(["谁给{}供货？", "{}的竞争对手有哪些", "和{}类似的公司", "介绍一下{}"])
time_frames = st.sampled_from(
    [
        "companies founded in {}",
        "who was acquired since {}?",
        "deals before {} in steel",
        "after {}, who made chips",
        "{}年以来的新能源企业",
        "{}年成立的公司",
        "at the end of {} who led?",
        "rivals ({})",
        "the {} crisis and steel",
    ]
)
word_frames = st.sampled_from(["who makes {} software", "{} chips for cars", "we use {} at home", "做{}的公司很多"])


@given(st.sampled_from(NAMED), st.booleans(), english | chinese)
def test_a_whole_name_in_any_sentence_is_linked(named: Entity, in_chinese: bool, frame: str) -> None:
    name = named.name_zh if in_chinese else named.name_en
    assert NAMES.link_question(frame.format(name)).entity_ids == (named.id,)


@given(st.sampled_from(YEARS), time_frames)
def test_a_year_in_a_sentence_is_no_company(year: int, frame: str) -> None:
    assert NAMES.link_question(frame.format(year)).entity_ids == ()


@given(st.sampled_from(WORDS), word_frames, st.booleans())
def test_a_ticker_that_is_a_word_of_the_texts_is_no_company_in_a_sentence(word: str, frame: str, lower: bool) -> None:
    assert not IDS & set(NAMES.link_question(frame.format(word.lower() if lower else word)).entity_ids)


@given(st.sampled_from(WORDS), st.sampled_from(["${} rivals", "NYSE:{} rivals", "ticker {}", "股票代码{}的同行", "{}"]))
def test_a_ticker_that_is_written_as_one_is_the_company(word: str, frame: str) -> None:
    assert NAMES.link_question(frame.format(word)).entity_ids == (word,)
