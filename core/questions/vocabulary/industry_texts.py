"""Industries that only the column of companies names: no node of the graph stands for them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from core.names.normalise import fold_characters
from core.questions.vocabulary.stems import WORDS, stem_of

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_NOUN_ZH = re.compile("公司|企业|厂商|集团|行业|产业|领域|板块")
_NOUN = re.compile(rf"(?:{_NOUN_ZH.pattern}| (?:company|companies|firms?|groups?|industry|sector))$")
_LONGEST = 12
"""Characters of a Chinese industry that is looked for before a word for companies."""


class IndustryTexts:
    """The texts of the column, in the order given, found by the words that a question has for them."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = tuple(texts)
        self._by_key: dict[str, list[str]] = defaultdict(list)
        for text in self._texts:
            self._by_key[_key(text)].append(text)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def called(self, words: str) -> tuple[str, ...]:
        """The texts that equal these words but for plurals."""
        return tuple(self._by_key.get(_key(words), ()))

    def of_companies(self, words: str) -> tuple[str, ...]:
        """The texts that equal a word for companies without its noun: drug of drug company, 医药 of 医药公司."""
        return self.called(_NOUN.sub("", words))

    def before_companies(self, folded: str) -> Iterator[tuple[int, int]]:
        """Spans of a text right before a Chinese word for companies, such as 机器人 in 机器人公司."""
        for noun in _NOUN_ZH.finditer(folded):
            for length in range(min(_LONGEST, noun.start()), 1, -1):
                if folded[noun.start() - length : noun.start()] in self._by_key:
                    yield noun.start() - length, noun.start()
                    break


def _key(words: str) -> str:
    folded = fold_characters(words)
    if _CHINESE.search(folded):
        return "".join(folded.split())
    return " ".join(map(stem_of, WORDS.findall(folded)))
