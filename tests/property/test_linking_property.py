from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from core.domain.records import Entity
from core.domain.requests import DiscoveryRequest
from core.retrieval.name_link import Link
from tests.support import name_index

ENTITIES = [
    Entity(id="catl", type="company", name_zh="宁德时代", name_en="CATL", tickers=("300750.SZ",)),
    Entity(id="byd", type="company", name_zh="比亚迪", name_en="BYD", aliases=("BYD Auto",), tickers=("002594.SZ",)),
    Entity(id="tesla", type="company", name_zh="特斯拉", name_en="Tesla", tickers=("TSLA",)),
    Entity(id="lges", type="company", name_zh="LG新能源", name_en="LG Energy Solution", aliases=("LGES",)),
    Entity(id="delta-1", type="company", name_zh="达美航空", name_en="Delta Air Lines", aliases=("Delta",)),
    Entity(id="delta-2", type="company", name_zh="台达电子", name_en="Delta Electronics", aliases=("Delta",)),
    Entity(id="cells", type="product", name_zh="动力电池", name_en="EV batteries"),
]
NAMES = name_index(ENTITIES)
WORDS = name_index(
    [
        *ENTITIES,
        Entity(id="focus", type="company", name_zh="FOCUS", name_en="FOCUS"),
        *(
            Entity(id=f"f{each}", type="company", name_zh="甲", name_en=f"F{each}", description_en="They focus on it.")
            for each in range(5)
        ),
    ]
)
IDS = {entity.id for entity in ENTITIES}
UNIQUE = [
    (name, entity.id)
    for entity in ENTITIES
    if entity.type == "company"
    for name in (entity.name_zh, entity.name_en, *entity.tickers)
]
unique_names = st.sampled_from(UNIQUE)
pieces = st.sampled_from([name for name, _ in UNIQUE] + ["Delta", "动力电池", "的", " ", "and", "x", "İ", "ﬁ", "！"])
texts = st.text(max_size=80) | st.lists(pieces, max_size=8).map("".join)


def full_width(text: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


def cleaned(text: str) -> str:
    return DiscoveryRequest(query=text).query


def assert_sound(link: Link) -> None:
    assert set(link.entity_ids) <= IDS
    assert {choice.company_id for choice in link.choices} <= IDS
    assert len(link.choices) <= 6
    assert bool(link.entity_ids) == (link.outcome == "linked")
    assert link.outcome != "ambiguous" or len(link.choices) > 1
    similarities = [choice.similarity for choice in link.choices]
    assert similarities == sorted(similarities, reverse=True)


@given(texts)
def test_any_text_links_to_known_ids_only(text: str) -> None:
    assert_sound(NAMES.link_name(cleaned(text)))
    assert_sound(NAMES.link_question(cleaned(text)))


@given(unique_names, st.sampled_from([str, str.lower, str.upper, str.title, full_width]), st.sampled_from(["", " "]))
def test_case_width_and_spaces_do_not_count(named: tuple[str, str], change: object, space: str) -> None:
    name, company = named
    assert NAMES.link_name(space + change(name) + space).entity_ids == (company,)  # type: ignore[operator]


@given(
    unique_names,
    st.sampled_from([" Co., Ltd.", " Inc.", "股份有限公司", "集团有限公司", " plc", " AG", "控股有限公司"]),
)
def test_legal_suffixes_do_not_count(named: tuple[str, str], suffix: str) -> None:
    name, company = named
    assert NAMES.link_name(name + suffix).entity_ids == (company,)


@given(texts)
def test_matches_are_in_order_and_do_not_overlap(text: str) -> None:
    text = cleaned(text)
    position = 0
    for match in NAMES.find(text):
        assert position <= match.start < match.end <= len(text)
        assert match.entity_ids
        assert set(match.entity_ids) <= IDS
        position = match.end


@given(
    unique_names,
    st.text("的，。！？：、是谁有哪些给供货", max_size=20),
    st.text("的，。！？：、是谁有哪些给供货", max_size=20),
)
def test_a_name_amid_chinese_text_is_found(named: tuple[str, str], before: str, after: str) -> None:
    name, company = named
    assert NAMES.link_question(before + name + after).entity_ids == (company,)


@given(texts, st.randoms(use_true_random=False))
def test_the_order_of_the_entities_does_not_matter(text: str, random: object) -> None:
    shuffled = list(ENTITIES)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    other, text = name_index(shuffled), cleaned(text)
    assert set(other.link_name(text).entity_ids) == set(NAMES.link_name(text).entity_ids)
    assert other.link_question(text).outcome == NAMES.link_question(text).outcome
    assert other.link_question(text).entity_ids == NAMES.link_question(text).entity_ids


LOWER_WORDS = ("who", "supplies", "firms", "that", "on", "lithium", "catl", "should", "i", "the", "of")
lower_words = st.lists(st.sampled_from(LOWER_WORDS), max_size=6)


@given(lower_words, lower_words, st.sampled_from(["focus", "Focus"]))
def test_a_common_word_among_others_in_lower_case_is_no_company(before: list[str], after: list[str], word: str) -> None:
    assume(after[:1] != ["the"])  # lists write The Focus as “Focus, the”, whatever follows
    word = word.lower() if before else word  # at the beginning a capital says nothing
    linked = WORDS.link_question(" ".join([*before, word, *after])).entity_ids
    assert ("focus" in linked) == (not before and not after)


@given(unique_names.filter(lambda named: named[0].isascii() and named[0].isalpha()), st.sampled_from(["", " GmbH"]))
def test_a_longer_name_never_means_the_known_one_in_it(named: tuple[str, str], form: str) -> None:
    name, company = named
    link = NAMES.link_question(f"suppliers of {name} Zorblatt{form}")
    assert (link.outcome, link.entity_ids) == ("unknown", ())
    assert link.choices[0].company_id == company
