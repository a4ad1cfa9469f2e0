"""What a Chinese question for a value is about, where nothing in it is a known name."""

from __future__ import annotations

import pytest

from core.reasoning.absent_subject import absent_subject


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("佐布拉特公司在哪里？", "佐布拉特"),
        ("请问，佐布拉特的总部在哪里", "佐布拉特"),
        ("佐布拉特集团主要做什么", "佐布拉特"),
        ("佐布拉特是什么样的公司？", "佐布拉特"),
        ("介绍一下佐布拉特", "佐布拉特"),
        ("佐布拉特", ""),
        ("佐布拉特的供应商有哪些", ""),
        ("哪家公司市值最高", ""),
        ("市值最高的公司在哪里", ""),
        ("锂电池行业怎么样", ""),
        ("Where is Zorblatt based?", ""),
        ("", ""),
        ("佐" * 60 + "在哪里", ""),
    ],
)
def test_the_subject_stands_ahead_of_what_is_asked(question: str, subject: str) -> None:
    assert absent_subject(question) == subject
