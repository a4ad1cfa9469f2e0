"""Whether a word that is also the name of a company is written as that name: "with Focus", not "that focus on"."""

from __future__ import annotations

import re

from core.names.name_finder import NameMatch
from core.names.normalise import FUNCTION_WORDS, fold_characters, is_legal_form
from core.retrieval.written_tickers import capitals_tell

_OPEN_QUOTE, _CLOSED_QUOTE = re.compile(r"[\"'“‘「『《]$"), re.compile(r"[\"'”’」』》]")
_CODE_BEHIND = re.compile(r" ?[(（\[][A-Z0-9:. ]*(?:\d|[A-Z]{2})[A-Z0-9:. ]*[)）\]]")
_OF_IT = re.compile(r"['’]s?(?![A-Za-z0-9])")
_FORM_BEHIND = re.compile(r",? ((?:[A-Z]\.)+(?:[A-Z]\.?)?|[A-Za-z]+)")
_COMPANY_BEFORE = re.compile(r"(?:\b(?:company|firm|group)(?: (?:called|named))?|公司) ?$", re.IGNORECASE)
_CHINESE_FORM = re.compile(r" ?(?:(?:控股)?(?:股份)?有限(?:责任)?公司|控股|股份|集团)")
_COMPANY_BEHIND = re.compile(r" ?公司")
_SENTENCE_BEGINS = re.compile(r"(?:^|[.?!:;。？！：；\n])[\s\"'“‘(（]*$")
_WORD = re.compile(r"[A-Za-z]+")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_SAYS_ONLY_WHAT_IT_IS = frozenset({"company", "group", "public"})


def is_marked_as_name(text: str, match: NameMatch) -> bool:
    """Whether a word is written as a name: nothing else is there, it stands in quotation marks, with a legal form, with
    a code in brackets, or with a capital where capitals tell."""
    written, before, behind = text[match.start : match.end], text[: match.start], text[match.end :]
    if not any(character.isalnum() for character in before + behind):
        return True
    quoted = _OPEN_QUOTE.search(before) is not None and _CLOSED_QUOTE.match(behind) is not None
    if quoted or _CODE_BEHIND.match(behind) or _CHINESE_FORM.match(behind):
        return True
    if _has_form(behind, capital=written[0].isupper()):
        return True
    return _has_capital(text, match, before, behind)


def _has_form(behind: str, *, capital: bool) -> bool:
    """Whether a legal form follows; "company" and "group" are one only behind a capital: a cloud company is none."""
    found = _FORM_BEHIND.match(behind)
    if found is None or not is_legal_form(found[1]):
        return False
    return capital or (found[1].lower() not in _SAYS_ONLY_WHAT_IT_IS and found[1][0].isupper())


def _has_capital(text: str, match: NameMatch, before: str, behind: str) -> bool:
    """Whether a capital is there that neither the beginning of a sentence nor a title explains."""
    written = text[match.start : match.end]
    if not written[:1].isupper() or not capitals_tell(text):
        return False
    if _OF_IT.match(behind) or _COMPANY_BEFORE.search(before) or _COMPANY_BEHIND.match(behind):
        return True
    if _CHINESE.search(before + behind):
        return True  # in Chinese no sentence begins with a capital
    first, *others = _WORD.findall(before) or [""]
    words = [each for each in (*others, *_WORD.findall(behind)) if _says_something(each)]
    is_title = not first.islower() and bool(words) and all(each[0].isupper() for each in words)
    if len(written) > 1 and written.isupper():
        return True  # FOCUS Suppliers; where all is in capitals none tells
    return _SENTENCE_BEGINS.search(before) is None and not is_title


def _says_something(word: str) -> bool:
    return not word.isupper() and fold_characters(word) not in FUNCTION_WORDS  # a CEO is one in no title
