from __future__ import annotations

import itertools
import unicodedata
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from core.domain.records import Entity
from core.domain.text import clean_text
from core.names.chinese_script import simplified_characters
from core.names.name_finder import NameFinder
from core.names.name_tables import entity_names
from core.names.normalise import fold_characters, is_word_character, normalise_name
from core.storage.name_files import map_names, save_names
from tests.support import name_finder

FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}
LEGAL_FORMS = [
    *(
        "Co",
        "Ltd.",
        "Inc",
        "S.A.",
        "AG",
        "Co., Ltd.",
        "GmbH",
        "& Co. KG",
        "The",
        "PT",
        "S.p.A.",
        "Société anonyme",
        "A/S",
    ),
    *("公司", "有限公司", "股份", "集团", "集團", "控股", "株式會社", "주식회사"),
    *("ООО", "(publ)", "S.A. de C.V.", "Public Joint Stock Company"),
]
WORDS = st.text(alphabet="abcXYZ09比亚迪宁德寧臺灣éßıİøǅ", min_size=1, max_size=6)
NAMES = st.lists(WORDS | st.sampled_from(LEGAL_FORMS), min_size=1, max_size=5).map(" ".join) | st.text(max_size=30)


@given(NAMES)
def test_a_name_with_a_letter_or_digit_never_vanishes(name: str) -> None:
    if any(character.isalnum() for character in unicodedata.normalize("NFKC", name).casefold()):
        assert normalise_name(name)


@given(st.text(max_size=30).filter(lambda name: "_" not in name))
def test_normalising_twice_is_normalising_once(name: str) -> None:
    assert normalise_name(normalise_name(name)) == normalise_name(name)


@given(NAMES)
@example("Alpha Co公司")
def test_normalising_a_name_with_legal_forms_twice_is_normalising_it_once(name: str) -> None:
    assert normalise_name(normalise_name(name)) == normalise_name(name)


@given(st.text(alphabet=st.characters(min_codepoint=0x3400, max_codepoint=0x9FFF), min_size=1, max_size=12))
def test_a_chinese_name_never_vanishes_and_its_script_does_not_count(name: str) -> None:
    assert normalise_name(name)
    simplified = name.translate(simplified_characters())
    assert normalise_name(simplified) == normalise_name(name)
    assert fold_characters(simplified) == fold_characters(name)
    assert simplified.translate(simplified_characters()) == simplified
    assert len(simplified) == len(name)


@given(st.text(alphabet=st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=30))
def test_full_width_and_half_width_are_the_same(name: str) -> None:
    assert normalise_name(name.translate(FULL_WIDTH)) == normalise_name(name)
    assert fold_characters(name.translate(FULL_WIDTH)) == fold_characters(name)


@given(NAMES)
def test_case_does_not_count(name: str) -> None:
    if name.upper().lower() == name.lower():
        assert normalise_name(name.upper()) == normalise_name(name.lower())


@given(NAMES)
def test_a_normalised_name_has_neither_punctuation_nor_edges(name: str) -> None:
    normalised = normalise_name(name)
    assert normalised == normalised.strip()
    assert all(character.isalnum() or character in " +#" for character in normalised)


@given(st.text())
@example("İ ﬁ ㍿ ǰ ß Ⅷ ẞ ŉ")
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold_characters(text)) == len(text)


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    clean = clean_text(text)
    assert clean_text(clean) == clean
    assert not any(unicodedata.category(character) in {"Cc", "Cs"} for character in clean)


@given(before=st.text(max_size=10), after=st.text(max_size=10), name=st.text("比亚迪宁德时代", min_size=2, max_size=5))
def test_a_chinese_name_is_found_wherever_it_stands(before: str, after: str, name: str) -> None:
    finder = name_finder([Entity(id="x", type="company", name_zh=name, name_en=name)])
    text = before + name + after
    matches = finder.find(text, respect_case=True)
    assert any(text[match.start : match.end] == name for match in matches)


@given(text=st.text("aAbB ＡＢ比亚迪İ🚗.", max_size=30))
def test_matches_are_names_in_order_and_do_not_overlap(text: str) -> None:
    finder = name_finder(
        [Entity(id=name, type="company", name_zh="比亚迪", name_en=name) for name in ("AB", "A B", "BAA")]
    )
    matches = finder.find(text, respect_case=False)
    assert all(fold_characters(text[match.start : match.end]) in {"ab", "a b", "baa", "比亚迪"} for match in matches)
    assert all(one.end <= other.start for one, other in itertools.pairwise(matches))


@given(
    names=st.lists(st.text("aAB .0比", min_size=1, max_size=4).filter(lambda name: bool(clean_text(name))), max_size=8),
    texts=st.lists(st.text("aAB .0比", max_size=25) | st.text(st.characters(exclude_categories=[])), max_size=3),
)
def test_names_mapped_from_files_are_those_that_were_saved(names: list[str], texts: list[str]) -> None:
    entities = [Entity(id=str(number), type="company", name_zh=name, name_en=name) for number, name in enumerate(names)]
    ids = [entity.id for entity in entities]
    made = entity_names(entities, np.ones(len(entities), dtype=bool))
    with TemporaryDirectory() as folder:
        save_names(made, Path(folder))
        mapped = NameFinder(map_names(Path(folder)).folded, ids)
        for text in texts:
            assert mapped.find(text, respect_case=True) == NameFinder(made.folded, ids).find(text, respect_case=True)


@given(
    names=st.lists(st.text("aAB b比亚", min_size=1, max_size=4).filter(str.strip), min_size=1, max_size=8),
    text=st.text("aAB b比亚.", max_size=25),
    respect_case=st.booleans(),
)
def test_names_are_found_as_if_every_one_were_tried_everywhere(names: list[str], text: str, respect_case: bool) -> None:
    entities = [Entity(id=str(number), type="company", name_zh=name, name_en=name) for number, name in enumerate(names)]
    expected, taken = [], 0
    bearers: dict[str, list[str]] = {}
    for entity in entities:
        bearers.setdefault(fold_characters(entity.name_en), []).append(entity.id)
    for start, end in itertools.product(range(len(text)), range(len(text), 0, -1)):
        written = text[start:end]
        known = bearers.get(fold_characters(written), []) if start >= taken and end - start > 1 else []
        capitals = all(name != name.lower() for name in names if fold_characters(name.strip()) == written.lower())
        inside = any(
            0 < at < len(text) and is_word_character(text[at - 1]) and is_word_character(text[at])
            for at in (start, end)
        )
        if known and not inside and not (respect_case and capitals and written == written.lower()):
            expected.append((start, end, tuple(known)))
            taken = end
    found = name_finder(entities).find(text, respect_case=respect_case)
    assert [(match.start, match.end, match.entity_ids) for match in found] == expected
