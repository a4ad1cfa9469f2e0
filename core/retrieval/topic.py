"""What a question is about where it names nothing: its content words."""

from __future__ import annotations

import re
from functools import cache

from core.domain.text import COMPANY_SLOT
from core.ontology import Ontology

_RUNS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")
_FUNCTION_WORDS = re.compile(
    r"\b(?:a|an|the|of|in|on|for|to|and|or|is|are|was|were|do|does|did|who|whom|whose|which|what|how|many|much|when|where"
    r"|why|there|this|that|these|those|with|by|from|as|at|company|companies|firm|firms|maker|makers|find|show|list|me|any"
    r"|all|similar|like|related|relevant|listed|public)\b"
    r"|有哪些|是哪些|哪些|哪家|哪个|什么|上市公司|上市|环节|環節|所有|公司|同業|同业|企业|厂商|相关|概念|有关|关于|以及|还有|请问|列出|谁|的|和|与|或|是|吗|呢"
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
    words = {word for kind in ontology.types.values() for cue in kind.cues.values() for word in (*cue.zh, *cue.en)}
    longest_first = sorted((word for word in words if COMPANY_SLOT not in word), key=len, reverse=True)
    return re.compile(
        "|".join(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in longest_first)
    )
