"""Chinese names in questions without their legal form, or with a part of it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Entity
from tests.support import name_index

NAMES = {
    "hengyuan": "江苏恒远精密制造有限公司",
    "shengda": "天津晟达电子股份有限公司",
    "weilan": "苏州微澜传感有限责任公司",
    "haiyue": "海岳控股集团有限公司",
    "lanwan": "上海蓝湾新能源科技有限公司",
    "catl": "宁德时代新能源科技股份有限公司",
}
INDEX = name_index([Entity(id=own, type="company", name_zh=name, name_en=own.title()) for own, name in NAMES.items()])
QUESTIONS = ("{}属于哪个行业？", "{}的客户有哪些？", "谁收购了{}？", "{}持有哪些公司？", "{}", "Who acquired {}?")


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("company", "written"),
    [
        ("hengyuan", "江苏恒远精密制造"),
        ("hengyuan", "江苏恒远精密制造有限公司"),
        ("shengda", "天津晟达电子"),
        ("shengda", "天津晟达电子股份"),
        ("weilan", "苏州微澜传感"),
        ("haiyue", "海岳控股集团"),
        ("haiyue", "海岳控股"),
        ("lanwan", "上海蓝湾新能源科技"),
    ],
)
def test_a_name_is_found_with_as_much_of_its_form_as_is_written(question: str, company: str, written: str) -> None:
    text = question.format(written)
    assert [(text[each.start : each.end], each.entity_ids) for each in INDEX.find(text)] == [(written, (company,))]


def test_words_behind_a_name_that_are_no_form_of_it_stay_words() -> None:
    [match] = INDEX.find("江苏恒远精密制造控股了谁？")
    assert (match.start, match.end) == (0, len("江苏恒远精密制造"))


@given(st.text("海岳控股集团江苏恒远精密制造有限责任公司的谁", max_size=30))
def test_names_never_overlap_and_stay_inside_the_text(text: str) -> None:
    found = INDEX.find(text)
    assert all(0 <= each.start < each.end <= len(text) for each in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
