"""What a question is about where it names nothing: its content words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from core.domain import function_words as words
from core.domain.text import COMPANY_SLOT, PRONOUNS
from core.names.normalise import FUNCTION_WORDS, fold_characters
from core.ontology import Ontology

_RUNS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")
_ENGLISH = (
    words.ARTICLES
    | words.PREPOSITIONS
    | words.CONJUNCTIONS
    | words.BE_AND_DO
    | words.INTERROGATIVES
    | words.DEMONSTRATIVES
    | words.QUANTIFIERS
    | words.REQUESTS
    | words.COMPANY_NOUNS
)
_CHINESE = (
    words.INTERROGATIVES_ZH | words.COMPANY_NOUNS_ZH | words.CONJUNCTIONS_ZH | words.CONCERNING_ZH | words.REQUESTS_ZH
)
_FUNCTION_WORDS = re.compile(
    rf"\b(?:{words.any_of(_ENGLISH)}|how|many|much|when|where|why|maker|makers|me|similar|like|related|relevant|listed"
    rf"|public)\b|有哪些|是哪些|{words.any_of(_CHINESE)}|上市公司|上市|环节|環節|所有|同業|同业|概念|来自|的|是|吗|呢"
)
_PARTICLES = frozenset("给为向被把对从由")  # only where nothing else is left beside them: 给水 is a product

_LITTLE = FUNCTION_WORDS | words.PERSONAL_PRONOUNS | words.OTHER_AUXILIARIES | words.COURTESIES | words.TELLING
_LITTLE_WORDS = re.compile(
    rf"\b(?:{words.any_of(_LITTLE)}"
    r"|us|may|must|not|no|if|so|but|about|into|over|explain|compare|between|against|than|both|share)\b"
    r"|之间|有什么关系|关系"
)
_LATIN_WORD = r"[^\W_\u3400-\u9fff](?:[^\s\u3400-\u9fff,;:!?()（）\[\]{}\"“”/|<>，。？！：；、]*[^\W_\u3400-\u9fff])?"
_UNSAID = re.compile(rf"[\u3400-\u9fff]+|{_LATIN_WORD}(?: (?:& )?{_LATIN_WORD})*")
_POSSESSIVE = re.compile(r"['’]s?$")
_TAKEN = "\n"


def topic_of(masked_question: str, ontology: Ontology) -> str:
    """The question without what is masked (``{x}``), cue words of the ontology and function words."""
    text = masked_question.casefold().replace(COMPANY_SLOT, " ")
    left = _RUNS.findall(_FUNCTION_WORDS.sub(" ", _cues(ontology).sub(" ", text)))
    return " ".join(run for run in left if run not in _PARTICLES)


def unsaid_runs(question: str, named: Iterable[tuple[int, int]], ontology: Ontology) -> list[tuple[int, int]]:
    """Where in ``question`` words stand that are neither in ``named`` (start, end) nor cue words, function words or
    pronouns, as (start, end): adjacent Latin words are one run, so are adjacent Chinese characters.
    """
    text = fold_characters(question)
    for start, end in named:
        text = text[:start] + _TAKEN * (end - start) + text[end:]
    for said in (PRONOUNS, _cues(ontology), _LITTLE_WORDS, _FUNCTION_WORDS):
        text = said.sub(lambda found: _TAKEN * len(found[0]), text)
    found = [match.span() for match in _UNSAID.finditer(text)]
    bare = [(start, end - len(text[start:end]) + len(_POSSESSIVE.sub("", text[start:end]))) for start, end in found]
    return [(start, end) for start, end in bare if text[start:end] not in _PARTICLES]


def has_cue(text: str, ontology: Ontology) -> bool:
    """Whether ``text`` holds a cue word of the ontology."""
    return _cues(ontology).search(fold_characters(text)) is not None


def begins_with_cue(text: str, ontology: Ontology) -> bool:
    """Whether ``text`` begins with a cue word of the ontology."""
    return _cues(ontology).match(text.lstrip().casefold()) is not None


def ends_with_cue(text: str, ontology: Ontology) -> bool:
    """Whether ``text`` ends with a cue word of the ontology, such as one that stands before a name: 投资."""
    folded = text.rstrip().casefold()
    if _verbs(ontology)[2].search(folded) is not None:
        return True
    return any(found.end() == len(folded) for found in _cues(ontology).finditer(folded))


def without_verbs(words: str, ontology: Ontology) -> str:
    """Chinese words without the cue words that stand around a name: 收购 in {x}收购, 投资 in 投资{x}."""
    before, behind, _ = _verbs(ontology)
    return behind.sub("", before.sub("", words))


@cache
def _verbs(ontology: Ontology) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What stands in cues before the slot of a name, at the beginning, and behind it, at the end; the former at the
    end, too."""
    cues = {cue for kind in ontology.types.values() for each in kind.cues.values() for cue in each.zh}
    before = {cue.removesuffix(COMPANY_SLOT) for cue in cues if cue.endswith(COMPANY_SLOT)} - {""}
    behind = {cue.removeprefix(COMPANY_SLOT) for cue in cues if cue.startswith(COMPANY_SLOT)} - {""}
    verbs = words.any_of(before)
    return re.compile(rf"^(?:{verbs})"), re.compile(rf"(?:{words.any_of(behind)})了?$"), re.compile(rf"(?:{verbs})了?$")


@cache
def _cues(ontology: Ontology) -> re.Pattern[str]:
    """Any cue word of any relation type, the longest first."""
    cues = {word for kind in ontology.types.values() for cue in kind.cues.values() for word in (*cue.zh, *cue.en)}
    longest_first = sorted((word for word in cues if COMPANY_SLOT not in word), key=len, reverse=True)
    return re.compile(
        "|".join(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in longest_first)
    )
