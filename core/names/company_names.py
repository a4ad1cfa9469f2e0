"""Names that read as those of companies: by a legal form or an industry word at the end, as in Acme Energy."""

from __future__ import annotations

import re

from core.names.normalise import has_legal_form
from core.names.person_names import listed

_HAN = re.compile("[\u4e00-\u9fff]")
_LONGEST = 8  # words; what is longer is a title or a sentence


def reads_as_company(name: str) -> bool:
    """Whether a text of few words ends in what ends names of companies, behind a name of their own.

    >>> [reads_as_company(each) for each in ("晨星机器人", "Lumen Robotics", "Acme GmbH")]
    [True, True, True]
    >>> [reads_as_company(each) for each in ("机器人", "Robotics", "Berlin", "key account")]
    [False, False, False, False]
    """
    words = name.split()
    if not words or len(words) > _LONGEST:
        return False
    if _HAN.search(name):
        own = next((name.removesuffix(end) for end in listed("chinese_trades") if name.endswith(end)), "")
        return has_legal_form(name) or len(own) > 1
    of_trade = len(words) > 1 and words[-1].casefold() in listed("of_companies")
    return words[0][:1].isupper() and (of_trade or (len(words) > 1 and has_legal_form(name)))
