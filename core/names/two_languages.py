"""Names that stand in Chinese and in Latin letters beside each other: Qingyun Sensors 青云传感."""

from __future__ import annotations

import re
from typing import NamedTuple

from core.names.normalise import is_legal_form
from core.names.places import place_called

_HAN = "[\u3400-\u9fff][\u3400-\u9fff\\d]+"
_LATIN = (
    r"[^\W\d_\u3040-\u9fff\uac00-\ud7a3](?:[^\u3040-\u9fff\uac00-\ud7a3()（）]*[^\W_\u3040-\u9fff\uac00-\ud7a3])?\.?"
)
_BESIDE = re.compile(rf"(?P<a>{_LATIN})\s+(?P<b>{_HAN})|(?P<c>{_HAN})\s+(?P<d>{_LATIN})")
_IN_BRACKETS = re.compile(rf"(?P<a>{_LATIN})\s*[(（](?P<b>{_HAN})[)）]|(?P<c>{_HAN})\s*[(（](?P<d>{_LATIN})[)）]")
_FEWEST = 3  # Chinese characters that are no word such as 中国 or 汽车 beside one Latin word


class BothNames(NamedTuple):
    """The Chinese and the Latin part of a name."""

    zh: str
    en: str


def in_two_languages(name: str) -> BothNames | None:
    """Both names of a text that holds one in each of two scripts; None where a part may only say more of one name: SK
    海力士, Tesla 中国, Bosch (China).

    >>> in_two_languages("Qingyun Sensors 青云传感")
    BothNames(zh='青云传感', en='Qingyun Sensors')
    >>> in_two_languages("特斯拉（Tesla）")
    BothNames(zh='特斯拉', en='Tesla')
    """
    if (parts := in_two_scripts(name)) is None:
        return None
    zh, en = parts
    if place_called(zh) or place_called(en) or is_legal_form(zh) or is_legal_form(en):
        return None
    of_one_word = len(en.split()) == 1
    if of_one_word and (en.isupper() or len(zh) < _FEWEST):
        return None
    return parts


def in_two_scripts(name: str) -> BothNames | None:
    """The parts of such a text also where they may be no names of their own: SK 海力士, BYD 比亚迪."""
    found = _BESIDE.fullmatch(name.strip()) or _IN_BRACKETS.fullmatch(name.strip())
    return None if found is None else BothNames(found["b"] or found["c"], (found["a"] or found["d"]).strip())
