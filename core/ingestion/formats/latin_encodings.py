"""Which encoding of one byte a character a text in Latin letters is in: too little text for statistics, as a rule."""

from __future__ import annotations

import re

_SIGNS = "\xa0“”‘’„‚–—…•€£§°«»®™©·¡¿ºª½¼¾²³µ´×"
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_BESIDE_PLAIN_LETTERS = re.compile("(?<=[A-Za-z])[^\\W\\d_A-Za-z]|[^\\W\\d_A-Za-z](?=[A-Za-z])")
_SIGN_IN_A_WORD = re.compile(
    "[A-Za-zÀ-ÿ][^\\w\\s\x00-\x7f’‘´·–—][a-zà-ÿ]|[¹²³¿][a-zà-ÿ]|[a-zà-ÿ]Ÿ[a-zà-ÿ]|œ(?![euioE])"
)
_CZECH_AND_SLOVAK = (set("ŠšŽž"), set("øìùèïò"))  # as cp1252 shows them: the second are ř ě ů č ď ň


def latin_encoding(raw: bytes) -> str:
    """Windows' encoding of Western (cp1252), Central European (cp1250) or Turkish text (cp1254), read as which it makes
    words; "" if it makes none. Western where several do: most of their letters are the same."""
    western = raw.decode("cp1252", errors="replace")
    letters = set(western)
    if _SIGN_IN_A_WORD.search(western) or all(letters & each for each in _CZECH_AND_SLOVAK):
        found = "cp1250"
    elif letters & set("ðþýÞÝ") and letters & set("çüÇÜ") and not letters & set("áéíóúæ"):
        found = "cp1254"
    else:
        found = "cp1252"
    return found if _makes_words(raw.decode(found, errors="replace")) else ""


def _makes_words(text: str) -> bool:
    """Whether what is beyond ASCII are signs of such texts, or letters of which nearly all stand beside plain ones."""
    beyond = _BEYOND_ASCII.findall(text)
    letters = [each for each in beyond if each.isalpha() and each not in _SIGNS]
    signs = [each for each in beyond if each in _SIGNS]
    if not letters or len(letters) + len(signs) < len(beyond):
        return False
    return len(_BESIDE_PLAIN_LETTERS.findall(text)) >= 0.8 * len(letters)
