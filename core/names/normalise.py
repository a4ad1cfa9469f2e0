"""One way to compare names: width, case, script, diacritics, punctuation and legal forms do not count."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from rigour.names.org_types import extract_org_types
from rigour.text.normalize import Cleanup, Normalize

from core.names.chinese_script import simplified_characters

_PUNCTUATION = re.compile(r"(?:[^\w+#]|_)+")  # C, C++ and C# are three names
_APOSTROPHES = str.maketrans("", "", "'’")
_ACCENTS = re.compile("[\u0300-\u036f]+")  # not the marks of Devanagari, Thai or kana, which are letters of their own
_BARRED_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
# Legal forms of some two hundred countries come from rigour (ISO 20275 among its sources). Of its short ones, of which
# most are words or initials elsewhere (in, is, ca, ii), only these count, and only at the end of a name.
_SHORT_FORMS = frozenset(
    "ab ag aps as bhd bv inc jsc kg lda llc llp lp ltd nv oy oyj plc sa sas se sl sro spa srl".split()  # noqa: SIM905
)
_LONG_FORM = 4  # letters
# What rigour does not take for a legal form, or only together with another one.
_MORE_ENDINGS = re.compile(
    r"(?: (?:co|company|corp|corporation|anonim|asa|a s|s p a|pcl|public|publ|tbk|the|kabushiki kaisha|kk"
    r"|s a b de c v|societe anonyme|株式会社|주식회사))+$"
)
_BEGINNINGS = re.compile(
    r"^(?:(?:the|pt|pjsc|jsc|pao|oao|ooo|zao|пао|оао|ооо|зао|ао|public joint stock company|joint stock company|株式会社"
    r"|주식회사) )+"
)
_ASIAN_FORM = re.compile(
    r"(?:(?:集团)?(?:控股)?(?:股份)?(?:有限责任公司|有限公司|公司)|集团|株式会社|有限会社|合同会社|주식회사)$"
    r"|^(?:株式会社|有限会社|合同会社|주식회사)"
)
_ONE_FORM = {
    **dict.fromkeys(("coltd", "limited", "ptyltd", "pteltd", "pvtltd"), "ltd"),
    **dict.fromkeys(("corp", "corporation", "incorporated"), "inc"),
    "kabushikikaisha": "kk",
    **dict.fromkeys(("co", "company", "the", "public", "publ"), ""),
}
"""Forms that are one, or none: a company is a Corporation and an Inc., a Co. is any."""

_MAKES_NO_NAME = frozenset("company firm group public the".split())  # noqa: SIM905 - "a battery company" is a topic
_ASIAN_COMPANY = re.compile(r"(?:有限(?:责任)?公司|股份公司|集团|株式会社|有限会社|合同会社|주식회사)$")
_CAPITAL = re.compile(r"[(\"'“]?[A-Z\d&]")
_ASKING = re.compile(
    r"\b(?:who|whom|whose|which|what|when|where|why|how|do|does|did|is|are|was|were|with|by|find|show|list|tell"
    r"|companies|similar|like|competitors?|rivals?|peers|suppliers?|customers?|makers?)\b"
    r"|[?？的谁吗呢]|哪|什么|怎么|如何|列出|关于|有关|同行"
)
_ROLE_OF = re.compile(
    r"(?:the |all |key |main |major |current |former )*(?:(?:share|stock|stake)?holders?|owners?|investors?|backers?"
    r"|[\w-]*partners?|allies|subsidiar(?:y|ies)|affiliates?|parents?|controllers?|investees?|holdings?|portfolio"
    r"|investments?|acquisitions?|takeovers?|acquirers?|buyers?|clients?|vendors?|dependents?|(?:key )?providers?"
    r"|licen[sc]ors?|licen[sc]ees?|(?:joint )?ventures?|mergers?|(?:co-?)?founders?|directors?|management|executives?"
    r"|board(?: members| seats?)?|(?:\w+ )?officers?|chair(?:man|woman|person)?|(?:vice[ -])?president|c[efto]os?"
    r"|heads?|plaintiffs?|defendants?|pledg(?:ee|or)s?|guarantors?|creditors?|contractors?|contract part(?:y|ies)"
    r"|producers?|products?|brands?|headquarters|hq|seat|location|ticker|share price|(?:merger|joint-venture) partners?"
    r"|chief executives?|industr(?:y|ies)|(?:\w+ )?(?:compan(?:y|ies)|members?|peers?)|same entit(?:y|ies)) of ",
    re.IGNORECASE,
)
"""Opens a question without a verb: Shareholders of Inspur."""

FUNCTION_WORDS = frozenset(
    (  # noqa: SIM905
        "a an and are as at be by for from has have in inc into is it its ltd limited co corp corporation "
        "company companies of on or that the their this to was were which who whom whose with what how many "
        "much does do did when where why other also through such"
    ).split()
)
"""English words that say nothing of a company."""


def normalise_name(name: str) -> str:
    """Comparable form of a name; never empty unless nothing but punctuation was given. Normalising twice is once.

    >>> normalise_name("ＢＹＤ Co., Ltd.")
    'byd'
    >>> normalise_name("寧德時代新能源科技股份有限公司")
    '宁德时代新能源科技'
    >>> normalise_name("Münchener Rückversicherungs-Gesellschaft Aktiengesellschaft")
    'munchener ruckversicherungs gesellschaft'
    """
    spaced = _spaced(name)
    while (shortened := _without_legal_form(spaced)) not in ("", spaced):
        spaced = shortened
    return spaced


def has_legal_form(name: str) -> bool:
    """Whether something of a name is a legal form."""
    return normalise_name(name) != _spaced(name)


def legal_form(name: str) -> str:
    """Which legal form a name in Latin letters has, one word for those that are one; empty where none says so.

    Chinese, Japanese and Korean forms are left out: names of companies are seldom written with the right one.

    >>> legal_form("Gannet Marine Limited"), legal_form("Gannet Marine Co., Ltd."), legal_form("Gannet S.p.A.")
    ('ltd', 'ltd', 'spa')
    """
    spaced, bare = _spaced(name), normalise_name(name)
    if spaced == bare or not spaced.isascii():
        return ""
    found = extract_org_types(spaced, Normalize.CASEFOLD, Cleanup.Strong)
    rest = spaced.removeprefix(bare) if spaced.startswith(bare) else ""
    form = (found[-1][1] if found else rest).replace(" ", "")
    return _ONE_FORM.get(form, form)


def _spaced(name: str) -> str:
    plain = name.lower() if name.isascii() else _plain(name)
    return _PUNCTUATION.sub(" ", plain.translate(_APOSTROPHES)).strip()


def _plain(name: str) -> str:
    """Half width, lower case, simplified characters, letters without accents."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", folded))
    return unicodedata.normalize("NFC", bare).translate(_plain_characters())


@cache
def _plain_characters() -> Mapping[int, str]:
    return {**simplified_characters(), **{ord(letter): plain for letter, plain in _BARRED_LETTERS.items()}}


def _without_legal_form(name: str) -> str:
    """``name`` without the forms at its end, without those that are put first, or as it is."""
    found = extract_org_types(name, Normalize.CASEFOLD, Cleanup.Strong)
    if found:
        form = found[-1][0].strip()
        letters = form.replace(" ", "")
        if len(letters) >= _LONG_FORM or letters in _SHORT_FORMS:
            name = name.removesuffix(f" {form}")
    name = _BEGINNINGS.sub("", _MORE_ENDINGS.sub("", name))
    return (name if name.isascii() else _ASIAN_FORM.sub("", name)).strip()  # looking for them costs most of all


def reads_as_company_name(text: str) -> bool:
    """Whether ``text`` ends in a legal form, as names of companies do, and asks nothing.

    >>> reads_as_company_name("Shenzhen Konka Electronic Co., Ltd")
    True
    >>> reads_as_company_name("Who competes with BYD Co., Ltd.?")
    False
    """
    if _ASKING.search(text.lower()):
        return False
    words = _PUNCTUATION.sub(" ", _plain(text).translate(_APOSTROPHES)).strip()
    if not words[-1:].isascii():
        return _ASIAN_COMPANY.search(words) is not None  # 储能公司 is a topic
    return not words.endswith(_without_legal_form(words)) and words.rpartition(" ")[2] not in _MAKES_NO_NAME


def is_written_as_name(text: str) -> bool:
    """Whether ``text`` is two words or more with capitals, and asks nothing: Keyera Facilities Income Fund."""
    words = [word for word in text.split() if word.lower() not in FUNCTION_WORDS]
    asks = _ASKING.search(text.lower()) or _ROLE_OF.match(text)
    return len(words) > 1 and all(map(_CAPITAL.match, words)) and not asks


def is_legal_form(text: str) -> bool:
    """Whether ``text`` carries no meaning behind a name: "plc" is no company in "Kiotech International plc"."""
    return normalise_name(f"x {text}") == "x"


def fold_characters(text: str) -> str:
    """Lower-case, half-width, simplified form of equal length, so that offsets in it are offsets in ``text``."""
    return text.lower() if text.isascii() else text.translate(_FOLDED)


class _FoldedCharacters(dict[int, str]):
    """Code point → what it is folded to, found when it is first asked for."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = unicodedata.normalize("NFKC", character).lower()
        kept = folded if len(folded) == 1 else character
        self[code] = simplified_characters().get(ord(kept), kept)
        return self[code]


_FOLDED = _FoldedCharacters()


def is_word_character(character: str) -> bool:
    """Whether a Latin-script name may not begin or end right beside this character (Chinese has no word breaks)."""
    return character.isalnum() and character.isascii()
