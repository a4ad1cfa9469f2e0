"""What a question is about where it names nothing: its content words, and whether the texts know them."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from functools import cache

import numpy as np

from core.domain.text import COMPANY_SLOT
from core.ontology import Ontology
from core.retrieval.hybrid import RETRIEVAL_FAULTS
from core.retrieval.keyword_search import search_passages
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase

_log = logging.getLogger("guanxi")
_RUNS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")
_FUNCTION_WORDS = re.compile(
    r"\b(?:a|an|the|of|in|on|for|to|and|or|is|are|was|were|do|does|did|who|whom|whose|which|what|how|many|much|when|where"
    r"|why|there|this|that|these|those|with|by|from|as|at|company|companies|firm|firms|maker|makers|find|show|list|me|any"
    r"|all|similar|like|related|relevant|listed|public)\b"
    r"|有哪些|是哪些|哪些|哪家|哪个|什么|上市公司|上市|环节|環節|所有|公司|同業|同业|企业|厂商|相关|概念|有关|关于|以及|还有|请问|列出|谁|的|和|与|或|是|吗|呢"
)
_PARTICLES = frozenset("给为向被把对从由")  # only where nothing else is left beside them: 给水 is a product
_READ = 10


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


def is_known(knowledge_base: KnowledgeBase, topic: str, settings: Settings) -> bool:
    """Whether more than half of the words of ``topic`` occur in company texts or in the passages it finds.

    Where passages cannot be searched, a topic counts as known: the search for it fails too, and is named as failed.
    """
    words = topic.split()
    if not words:
        return False
    try:
        found = list(search_passages(knowledge_base, topic, settings))[:_READ]
    except RETRIEVAL_FAULTS:
        _log.exception("the passages could not be searched for a topic")
        return True
    texts = " ".join(knowledge_base.passage(passage_id).text.casefold() for passage_id in found)
    known = [word in texts or _in_company_texts(knowledge_base, word) for word in words]
    return 2 * sum(known) > len(known)


def _in_company_texts(knowledge_base: KnowledgeBase, word: str) -> bool:
    index = knowledge_base.words
    terms: Sequence[int] = index.of_text(word).terms.tolist()
    return bool(terms) and bool(np.all([index.term_starts[term + 1] > index.term_starts[term] for term in terms]))
