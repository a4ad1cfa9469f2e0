"""Names that are clearly those of people: 王晓明, 埃隆·马斯克, Anna Braun, "Braun, Anna", Wang Xiaoming."""

from __future__ import annotations

import re
from functools import cache

from core.names.normalise import fold_characters, normalise_name
from core.runtime.package_files import read_package_yaml

_HAN = "[\u4e00-\u9fff]"
_DOTTED = re.compile(rf"{_HAN}+(?:[·•・‧]{_HAN}+)+")  # 埃隆·马斯克
_WRITTEN = re.compile(r"[^\W\d_]+(?:['’.-]+[^\W\d_]+)*\.?")
_FEWEST, _MOST = 2, 5  # words
_SYLLABLE = (
    r"(?:[zcs]h?|[bpmfdtnlgkhjqxryw])"
    r"(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uan|uai|ai|ao|an|ei|en|ia|ie|in|iu|ou|ua|ue|ui|un|uo|a|e|i|o|u)"
)
_PINYIN = re.compile(_SYLLABLE * 2)  # of one syllable are Li Ning and other companies


def is_name_of_person(name: str) -> bool:
    """Whether hardly anything but a person is called so; False of names that companies may have as well.

    >>> [is_name_of_person(each) for each in ("王晓明", "Anna Braun", "Wang Xiaoming", "Braun, Anna")]
    [True, True, True, True]
    >>> [is_name_of_person(each) for each in ("青云传感", "Lumen Robotics", "Li Auto", "North Star")]
    [False, False, False, False]
    """
    folded = fold_characters(name).strip()
    return _is_chinese(folded) if re.search(_HAN, folded) else _is_in_letters(name.strip())


def _is_chinese(name: str) -> bool:
    bare = next((name.removesuffix(title) for title in listed("chinese_titles") if name.endswith(title)), name)
    if _DOTTED.fullmatch(bare) or bare not in (name, ""):
        return not any(map(bare.endswith, listed("chinese_ends")))
    surname = name[:2] if name[:2] in listed("compound_surnames") else name[:1]
    given = name.removeprefix(surname)
    if len(surname) == 1 and surname not in listed("surnames"):
        return False
    if len(surname) == len(given) == 1:
        return given in listed("short_given")
    return re.fullmatch(f"{_HAN}{{1,2}}", given) is not None and listed("not_given").isdisjoint(given)


def _is_in_letters(name: str) -> bool:
    surname, comma, given = name.partition(",")
    ordered = f"{given} {surname}" if comma else name
    titled = ordered.split(maxsplit=1)[0].lower().rstrip(".") in listed("titles") if ordered.split() else False
    written = ordered.split()[titled:]
    words = normalise_name(" ".join(written)).split()
    if not all(map(_is_written_as_name, written)) or len(words) != len(re.findall(r"[^\W_]+", _joined(written))):
        return False  # it says a number, a lower-case word, a legal form
    if not listed("of_companies").isdisjoint(words) or not _FEWEST - titled <= len(words) <= _MOST:
        return False
    return titled or words[0] in listed("given") or _is_pinyin(words)


def _joined(written: list[str]) -> str:
    return " ".join(written).replace("'", "").replace("’", "")


def _is_written_as_name(word: str) -> bool:
    return _WRITTEN.fullmatch(word) is not None and (word[0].isupper() or word in listed("particles"))


def _is_pinyin(words: list[str]) -> bool:
    """Whether one of two words is a Chinese surname, and the other a given name of two syllables."""
    surnames = [word for word in words if word in listed("pinyin_surnames")]
    given = [word for word in words if _PINYIN.fullmatch(word)]
    return len(words) == len(surnames) + len(given) == _FEWEST and len(given) == 1


def is_last_name_first(text: str) -> bool:
    """Whether words around one comma are one person, the last name first; not two people, or two companies.

    >>> [is_last_name_first(each) for each in ("Müller, Hans", "Wang, Xiaoming", "Larry Page, Bill Gates", "A, Bosch")]
    [True, True, False, False]
    """
    surname, _, given = (part.strip() for part in text.partition(","))
    if not surname or not given or is_name_of_person(surname) or not is_name_of_person(text):
        return False
    names = [word for word in normalise_name(given).split() if word not in listed("titles")]
    several = len(surname.split()) == 1 and normalise_name(surname) in listed("given")
    all_given = all(word in listed("given") or len(word) == 1 for word in names)
    return bool(names) and (all_given or len(names) == 1) and not several


@cache
def listed(key: str) -> frozenset[str]:
    """One of the lists of person_names.yaml; of text without spaces the characters."""
    given = read_package_yaml("core.names", "person_names.yaml")[key]
    if isinstance(given, str):
        return frozenset(given.split() if " " in given else given)
    return frozenset(given)
