"""What a question is about where it names nothing: its content words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from core.domain.names import FUNCTION_WORDS, fold_characters
from core.domain.text import COMPANY_SLOT, PRONOUNS
from core.ontology import Ontology

_RUNS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")
_FUNCTION_WORDS = re.compile(
    r"\b(?:a|an|the|of|in|on|for|to|and|or|is|are|was|were|do|does|did|who|whom|whose|which|what|how|many|much|when|where"
    r"|why|there|this|that|these|those|with|by|from|as|at|company|companies|firm|firms|maker|makers|find|show|list|me|any"
    r"|all|similar|like|related|relevant|listed|public)\b"
    r"|有哪些|是哪些|哪些|哪家|哪个|什么|上市公司|上市|环节|環節|所有|公司|同業|同业|企业|厂商|相关|概念|有关|关于|以及|还有|请问|列出|谁|的|和|与|或|是|吗|呢"
)
_PARTICLES = frozenset("给为向被把对从由")  # only where nothing else is left beside them: 给水 is a product

_LITTLE_WORDS = re.compile(
    rf"\b(?:{'|'.join(sorted(FUNCTION_WORDS))}|i|you|he|she|we|us|my|me|your|our|can|could|should|would|will|may|must|not|no"
    r"|if|so|but|about|into|over|please|tell|give|let|get|explain|compare|between|against|than|both|share)\b|之间|有什么关系|关系"
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


@cache
def _cues(ontology: Ontology) -> re.Pattern[str]:
    """Any cue word of any relation type, the longest first."""
    words = {word for kind in ontology.types.values() for cue in kind.cues.values() for word in (*cue.zh, *cue.en)}
    longest_first = sorted((word for word in words if COMPANY_SLOT not in word), key=len, reverse=True)
    return re.compile(
        "|".join(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in longest_first)
    )
