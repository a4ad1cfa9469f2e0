"""Names that are clearly those of people: 王晓明, 埃隆·马斯克, Anna Braun, "Braun, Anna", Wang Xiaoming; and in which
order these are said."""

from __future__ import annotations

import re
from functools import cache

from core.names.normalise import fold_characters, has_legal_form, is_legal_form, normalise_name
from core.runtime.package_files import read_package_yaml

_HAN = "[\u4e00-\u9fff]"
_DOTTED = re.compile(rf"{_HAN}+(?:[·•・‧]{_HAN}+)+")  # 埃隆·马斯克
_WRITTEN = re.compile(r"[^\W\d_]+(?:['’.-]+[^\W\d_]+)*\.?")
_FEWEST, _MOST = 2, 5  # words
_MOST_OF_LAST_NAME, _MOST_FORENAMES = 3, 4  # words
_CAPITAL_BEHIND = re.compile(r"(?<=\bMc)[a-z]")
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
    before, _, behind = text.rpartition(",")
    text = before if "," in before and all(map(_is_title, behind.split())) else text  # Smith, John, Sir
    surname, _, given = (part.strip() for part in text.partition(","))
    if not surname or not given or is_name_of_person(surname) or not is_name_of_person(text):
        return False
    names = [word for word in normalise_name(given).split() if word not in listed("titles")]
    several = len(surname.split()) == 1 and normalise_name(surname) in listed("given")
    all_given = all(word in listed("given") or len(word) == 1 for word in names)
    return bool(names) and (all_given or len(names) == 1) and not several


def in_ordinary_order(name: str) -> str:
    """What somebody is called who is written the last name first, as registers and boards have people; "" of a text
    that is no such name, if it names a person at all: a list of several, a company with its legal form, "Smith, Jr.".

    >>> [in_ordinary_order(each) for each in ("WHITCOMBE, Eleanor Jane", "van der Berg, Jan", "WANG, Xiaoming")]
    ['Eleanor Jane Whitcombe', 'Jan van der Berg', 'Wang Xiaoming']
    >>> [in_ordinary_order(each) for each in ("Smith, Jr.", "Foo, Inc.", "Larry Page, Bill Gates")]
    ['', '', '']
    """
    surname, *behind = (part.split() for part in name.split(","))
    forenames, *more = ([word for word in part if not _is_title(word)] for part in behind or [[]])
    if not forenames or any(more) or not _is_last_name_before(surname, forenames):
        return ""
    said = [" ".join(map(_in_small_letters, part)) for part in (forenames, surname)]
    pinyin = _is_pinyin(normalise_name(" ".join(said)).split())
    return " ".join(said[::-1] if pinyin else said)


def _is_last_name_before(surname: list[str], forenames: list[str]) -> bool:
    """Whether words are a last name, and those behind a comma its forenames. Without a forename that is known, a last
    name of several words is one in capitals only, and one that is a forename as well may be one of several people."""
    last, first = " ".join(surname), " ".join(forenames)
    if not (len(last) > 1 and len(surname) <= _MOST_OF_LAST_NAME and len(forenames) <= _MOST_FORENAMES):
        return False
    words = normalise_name(f"{first} {last}").split()
    if not all(map(_is_written_as_name, (*surname, *forenames))) or has_legal_form(last) or is_legal_form(first):
        return False
    if listed("of_companies").union(listed("behind_names")).intersection(words) or is_name_of_person(last):
        return False
    in_capitals = last.isupper() and not first.isupper()
    given = [normalise_name(each) in listed("given") or len(each.rstrip(".")) == 1 for each in forenames]
    single = sum(word.lower() not in listed("particles") for word in surname) == 1
    either = normalise_name(last) in listed("given") and len(forenames) == 1
    return in_capitals or (single and not either) or (any(given) and not single)


def _is_title(word: str) -> bool:
    return word.lower().rstrip(".") in listed("titles")


def _in_small_letters(word: str) -> str:
    """A word of a name that is written in capitals as names are; initials as they are."""
    if len(word) < _FEWEST + 1 or not word.isupper() or "." in word:
        return word
    if word.lower() in listed("particles"):
        return word.lower()
    return _CAPITAL_BEHIND.sub(lambda letter: letter[0].upper(), word.title())


@cache
def listed(key: str) -> frozenset[str]:
    """One of the lists of person_names.yaml; of text without spaces the characters."""
    given = read_package_yaml("core.names", "person_names.yaml")[key]
    if isinstance(given, str):
        return frozenset(given.split() if " " in given else given)
    return frozenset(given)
