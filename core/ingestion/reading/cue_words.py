"""The ontology's own words in running text: which type they name, and which end of the relation stands where."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from core.messages import Language
from core.names.normalise import fold_characters
from core.ontology import Ontology, RelationEnd, RelationType
from core.ontology.inflection import noun_forms, verb_forms
from core.ontology.types import QuestionWords
from core.runtime.package_files import read_package_yaml

CueKind = Literal["verb", "noun"]
_WORDS = "cue_words.yaml"
_CALLED: Mapping[RelationEnd, Literal["source", "target", "either"]] = {
    "forward": "target",
    "backward": "source",
    "either": "either",
}
_BEGINNING = re.compile(r"[a-z0-9]+|[^\sa-z0-9]")
_INSIDE_WORD = re.compile(r"[a-z0-9]{2}")
_LEAST_CHINESE = 2  # characters: shorter verbs (买, 做) are parts of other words in running text


@dataclass(frozen=True, slots=True)
class Cue:
    """What a word says: of a verb, ``end`` is its subject; of a noun, the end that is called so. ``either``: symmetric.
    ``passive``: the form may be one (acquired, but not acquires)."""

    relation_type: str
    kind: CueKind
    end: Literal["source", "target", "either"]
    passive: bool = False


@dataclass(frozen=True, slots=True)
class FoundCue:
    """``text[start:end]`` is the word of ``cue``."""

    start: int
    end: int
    cue: Cue


class CueWords:
    """All words of the types of ``ontology`` for relations between companies, and those of ``cue_words.yaml``, which
    only texts use."""

    def __init__(self, ontology: Ontology) -> None:
        phrases: dict[Language, dict[str, list[Cue]]] = {"zh": defaultdict(list), "en": defaultdict(list)}
        more: Mapping[str, Mapping[str, Mapping[str, list[str]]]] = read_package_yaml(__package__, _WORDS)
        for kind in ontology.types.values():
            for words in (kind.words, QuestionWords.model_validate(more.get(kind.id, {}))):
                for language, phrase, cue in _cues(kind, words):
                    if language == "zh" and len(phrase) < _LEAST_CHINESE:
                        continue
                    known = phrases[language][fold_characters(phrase)]
                    if cue not in known:
                        known.append(cue)
        self._phrases = {language: dict(found) for language, found in phrases.items()}
        self._lengths = {language: _lengths(found) for language, found in phrases.items()}

    def find(self, text: str, language: Language) -> list[FoundCue]:
        """The longest words at each place of a folded text, left to right, not overlapping; of one word every cue."""
        phrases, lengths = self._phrases[language], self._lengths[language]
        found, taken = list[FoundCue](), 0
        for beginning in _BEGINNING.finditer(text):
            start = beginning.start()
            if start < taken:
                continue
            for length in lengths.get(beginning[0], ()):
                end = start + length
                if text[start:end] in phrases and not _INSIDE_WORD.match(text, end - 1):
                    found += [FoundCue(start, end, cue) for cue in phrases[text[start:end]]]
                    taken = end
                    break
        return found


def _lengths(phrases: Mapping[str, object]) -> dict[str, tuple[int, ...]]:
    """First word or Chinese character → lengths of the phrases that begin with it, the longest first."""
    found: dict[str, set[int]] = defaultdict(set)
    for phrase in phrases:
        beginning = _BEGINNING.match(phrase)
        if beginning is not None:
            found[beginning[0]].add(len(phrase))
    return {first: tuple(sorted(lengths, reverse=True)) for first, lengths in found.items()}


def _cues(kind: RelationType, words: QuestionWords) -> Iterator[tuple[Language, str, Cue]]:
    """Language, phrase and meaning of every form of the words of a type."""
    for subject, verbs in words.verbs.items():
        yield from (("zh", phrase, Cue(kind.id, "verb", subject, passive=True)) for phrase in verbs.zh)
        for phrase in verbs.en:
            for form, passive in verb_forms(phrase):
                yield "en", form, Cue(kind.id, "verb", subject, passive)
    for end, nouns in words.nouns.items():
        called = _CALLED[end]
        yield from (("zh", phrase, Cue(kind.id, "noun", called)) for phrase in nouns.zh)
        yield from (("en", form, Cue(kind.id, "noun", called)) for phrase in nouns.en for form in noun_forms(phrase))
