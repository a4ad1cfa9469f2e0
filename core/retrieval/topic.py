"""What a question is about where it names nothing: its content words."""

from __future__ import annotations

import re
from functools import cache

from core.domain import function_words as words
from core.domain.text import COMPANY_SLOT
from core.ontology import Ontology

_RUNS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")
_ENGLISH = (
    words.ARTICLES | words.PREPOSITIONS | words.CONJUNCTIONS | words.BE_AND_DO | words.INTERROGATIVES
    | words.DEMONSTRATIVES | words.QUANTIFIERS | words.REQUESTS | words.COMPANY_NOUNS
)  # fmt: skip
_CHINESE = (
    words.INTERROGATIVES_ZH | words.COMPANY_NOUNS_ZH | words.CONJUNCTIONS_ZH | words.CONCERNING_ZH | words.REQUESTS_ZH
)
_FUNCTION_WORDS = re.compile(
    rf"\b(?:{words.any_of(_ENGLISH)}|how|many|much|when|where|why|maker|makers|me|similar|like|related|relevant|listed"
    rf"|public)\b|有哪些|是哪些|{words.any_of(_CHINESE)}|上市公司|上市|环节|環節|所有|同業|同业|概念|的|是|吗|呢"
)
_PARTICLES = frozenset("给为向被把对从由")  # only where nothing else is left beside them: 给水 is a product


def topic_of(masked_question: str, ontology: Ontology) -> str:
    """The question without what is masked (``{x}``), cue words of the ontology and function words."""
    text = masked_question.casefold().replace(COMPANY_SLOT, " ")
    left = _RUNS.findall(_FUNCTION_WORDS.sub(" ", _cues(ontology).sub(" ", text)))
    return " ".join(run for run in left if run not in _PARTICLES)


@cache
def _cues(ontology: Ontology) -> re.Pattern[str]:
    """Any cue word of any relation type, the longest first."""
    cues = {word for kind in ontology.types.values() for cue in kind.cues.values() for word in (*cue.zh, *cue.en)}
    longest_first = sorted((word for word in cues if COMPANY_SLOT not in word), key=len, reverse=True)
    return re.compile(
        "|".join(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in longest_first)
    )
