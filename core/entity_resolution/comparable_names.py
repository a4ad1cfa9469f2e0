"""Names in the form in which duplicates are compared: no legal form on either side, numbers as digits, one script.

What is linked and stored keeps ``core.names.normalise``; here a little more may be taken for the same, since a person
decides about every pair.
"""

from __future__ import annotations

import re
from functools import cache

import icu
from rigour.names import NameTypeTag, SymbolCategory, analyze_names
from rigour.names.org_types import extract_org_types
from rigour.text.normalize import Cleanup, Normalize

from core.names.normalise import normalise_name

_INITIALS = re.compile(r"\b\w(?: \w\b)+", re.ASCII)
_LONG_FORM = 4  # letters; shorter forms are words or initials elsewhere, but for these
_SHORT_FORMS = frozenset(
    "ab ag ao aps as bhd bv cjsc inc jsc kg lda llc llp lp ltd nv oao ojsc ooo oy oyj pao pjsc plc pt sa sas se sl spa "  # noqa: SIM905
    "sro srl tbk zao".split()
)
_CONJUNCTION = re.compile(r" (?:and|und|et|y|e) ")  # & is no word, so neither are these
_NUMBER_WORD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|four|fif|six|seven"
    r"|eigh|nine)ty|first|second|third|fourth|fifth|\d+(?:st|nd|rd|th))\b"
)
_ORDINAL = re.compile(r"(?:first|second|third|th|\dst|\dnd|\drd)$")
_LATIN = re.compile("[a-z0-9 ]*")


def comparable_name(name: str) -> str:
    """Comparable form of a name; never empty unless nothing but punctuation was given.

    >>> comparable_name("Oboronnye Initsiativy o.O.O."), comparable_name("OOO Oboronnye Initsiativy")
    ('oboronnye initsiativy', 'oboronnye initsiativy')
    >>> comparable_name("P.T. Astra International"), comparable_name("Brigade Forty-Four")
    ('astra international', 'brigade 44')
    """
    words = _CONJUNCTION.sub(" ", normalise_name(_without_forms(name.casefold())))
    joined = _INITIALS.sub(lambda found: found[0].replace(" ", ""), words)
    joined = _without_forms(joined)
    return _with_digits(joined) if _NUMBER_WORD.search(joined) else joined


def in_latin_letters(name: str) -> str:
    """A comparable name transliterated: Chinese as Pinyin without tones, Cyrillic by ICU. Latin names stay.

    >>> in_latin_letters("газпром нефть"), in_latin_letters("宁德时代")
    ('gazprom neft', 'ning de shi dai')
    """
    if _LATIN.fullmatch(name):
        return name
    return re.sub(r"[^\w ]", "", _transliterator().transliterate(name))


@cache
def _transliterator() -> icu.Transliterator:
    return icu.Transliterator.createInstance("Any-Latin; Latin-ASCII; Lower")


def _without_forms(name: str) -> str:
    """Without the legal forms at either end, as long as anything is left."""
    while (shorter := _without_form(name)) != name:
        name = shorter
    return name


def _without_form(name: str) -> str:
    """Without one legal form at the end or at the beginning, unless nothing would be left."""
    for form, _ in extract_org_types(name, Normalize.CASEFOLD, Cleanup.Strong):
        words = form.strip()
        letters = words.replace(" ", "")
        if len(letters) < _LONG_FORM and letters not in _SHORT_FORMS:
            continue
        shorter = name.removesuffix(f" {words}") if name.endswith(f" {words}") else name.removeprefix(f"{words} ")
        if shorter != name:
            return shorter
    return name


def _with_digits(name: str) -> str:
    """Numbers in words as digits: three → 3, twenty first → 21th, as 21st is: an ordinal is no cardinal."""
    analysed = next(iter(analyze_names(NameTypeTag.ORG, [name], phonetics=False, rewrite=False)))
    words = [part.form for part in analysed.parts]
    numbers = [span for span in analysed.spans if span.symbol.category == SymbolCategory.NUMERIC]
    read: set[int] = set()
    for span in sorted(numbers, key=lambda each: -len(each.parts)):
        places, said = [part.index for part in span.parts], " ".join(part.form for part in span.parts)
        if not _NUMBER_WORD.search(said) or read.intersection(places):
            continue
        read.update(places)
        digits = f"{span.symbol.id}th" if _ORDINAL.search(said) else span.symbol.id
        words = [digits if place == places[0] else "" if place in places else word for place, word in enumerate(words)]
    return " ".join(filter(None, words))
