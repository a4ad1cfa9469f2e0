"""The sources of an answer, numbered from 1 in the order in which its sentences cite them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from core.domain.results import AnswerSentence, Source
from core.messages import Language, translate
from core.questions.plans.sentences import said_once
from core.retrieval.base import Base
from core.retrieval.citations import relation_source

_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
"""Where a name that ends in one, such as Norma S.p.A., ends a sentence."""
NAMED = 5
"""Of many, how many are named."""
SOURCES_EACH = 2


class Footnotes:
    """Collects sources while sentences are written."""

    def __init__(self, base: Base, day: int, language: Language) -> None:
        self._base = base
        self._day = day
        self.language = language
        self._numbers: dict[str, int] = {}
        self._sources: list[Source] = []

    @property
    def sources(self) -> tuple[Source, ...]:
        """All that were cited, each once."""
        return tuple(self._sources)

    def cite(self, source: Source) -> str:
        """The key of a source, which has a number from now on."""
        if source.key not in self._numbers:
            self._sources.append(source)
            self._numbers[source.key] = len(self._sources)
        return source.key

    def relation(self, row: int) -> str:
        """Cites a relation."""
        base = self._base.knowledge_base
        weight = float(base.graph.weight[row])
        return self.cite(relation_source(base, self._base.ontology, row, "graph", weight, self._day, self.language))

    def marks(self, keys: Iterable[str]) -> str:
        """The numbers as they stand behind words: " [1][2]"."""
        numbers = sorted({self._numbers[key] for key in keys})
        return " " + "".join(f"[{number}]" for number in numbers) if numbers else ""

    def names(self, named: Sequence[str], count: int) -> str:
        """The first of ``count`` as they are named, joined, and how many more there are."""
        names = translate("reason.separator", self.language).join(named)
        if count <= NAMED:
            return names
        return translate("answer.and_more", self.language, names=names, more=count - NAMED)

    def sentence(self, key: str, keys: Iterable[str] = (), **words: str | int) -> AnswerSentence:
        """A message of the catalogue as a sentence that these sources state."""
        text = _TWO_STOPS.sub(".", said_once(translate(key, self.language, **words)))
        return AnswerSentence(text=text[:1].upper() + text[1:], source_ids=tuple(dict.fromkeys(keys)))
