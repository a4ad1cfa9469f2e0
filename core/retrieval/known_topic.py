"""Whether the texts know what a question is about: most of its words must occur in them."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

import numpy as np

from core.domain.function_words import COURTESIES, OTHER_AUXILIARIES, PERSONAL_PRONOUNS, TELLING, any_of
from core.domain.text import CHINESE_CHARACTER
from core.retrieval.hybrid import RETRIEVAL_FAULTS
from core.retrieval.keyword_search import search_passages
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase

_log = logging.getLogger("guanxi")
_READ = 10
_COVERED = 0.3
"""Share of a Chinese run that one company's text must hold. 人形机器人 reaches 0.47 where only 机器人 is described;
small talk stays below 0.22 in the bundled sample."""
_SAYS_NOTHING = re.compile(
    rf"[a-z]|{any_of(PERSONAL_PRONOUNS | OTHER_AUXILIARIES | COURTESIES | TELLING)}|us|may|might|must|not|no|yes|if|so"
    r"|but|about|into|over|things?|something|anything|everything|everyone|means?|meaning|good|help|think|love|very|just"
    r"|yet|now|here|then|too|also"
)
"""Beside the function words, which ``topic_of`` leaves out."""
_BEFORE, _BEHIND = re.compile(r"\b[A-Z][\w.-]* $"), re.compile(r" [A-Z][a-z]")
_TIME = re.compile(r"\b(?:1[89]|20)\d\d(?:\s*年)?(?:\s*(?:以[后前来]|之[后前]|[后前起]))?")
"""A time says nothing about what a question is about."""


def is_known(knowledge_base: KnowledgeBase, topic: str, settings: Settings) -> bool:
    """Whether more than half of ``topic`` occurs in company texts or in the passages it finds.

    A word counts 1, a run of Chinese characters one for every two of them. Where passages cannot be searched, a topic
    counts as known: the search for it fails too, and is named as failed.
    """
    words = [word for word in _TIME.sub(" ", topic).split() if not _SAYS_NOTHING.fullmatch(word)]
    if not words:
        return False
    try:
        found = list(search_passages(knowledge_base, topic, settings))[:_READ]
    except RETRIEVAL_FAULTS:
        _log.exception("the passages could not be searched for a topic")
        return True
    texts = [knowledge_base.passage_at(node).text for node in found]
    known = [word for word in words if _in_passages(word, texts) or _in_company_texts(knowledge_base, word)]
    return 2 * sum(map(_words_in, known)) > sum(map(_words_in, words))


def _words_in(run: str) -> float:
    """How many words a run stands for: Chinese ones mostly have two characters."""
    return len(run) / 2 if CHINESE_CHARACTER.match(run) else 1.0


def _in_passages(run: str, texts: Sequence[str]) -> bool:
    """Whether one of the passages holds a word as a whole, not as a part of a longer name (Blue Owl knows of no blue);
    of a Chinese run, more than half of its characters as parts of pairs, because where its words begin and end is not
    known."""
    if not CHINESE_CHARACTER.match(run):
        word = re.compile(rf"\b{re.escape(run)}\b", re.ASCII | re.IGNORECASE)
        return any(not _is_in_longer_name(text, found) for text in texts for found in word.finditer(text))
    return any(run in text or 2 * len(_in_pairs(run, text)) > len(run) for text in texts)


def _is_in_longer_name(text: str, word: re.Match[str]) -> bool:
    """Whether a word stands with a capital beside another one with a capital."""
    capital = word[0][0].isupper() and not word[0].isupper()
    return capital and bool(_BEFORE.search(text[: word.start()]) or _BEHIND.match(text[word.end() :]))


def _in_pairs(run: str, text: str) -> set[int]:
    """Places of the characters of ``run`` that stand in ``text`` beside their neighbour."""
    found = [place for place in range(len(run) - 1) if run[place : place + 2] in text]
    return {place + offset for place in found for offset in (0, 1)}


def _in_company_texts(knowledge_base: KnowledgeBase, run: str) -> bool:
    """Whether one company's text holds enough of the terms of ``run``, weighted by how rare they are."""
    index = knowledge_base.words
    terms: list[int] = index.of_text(run).terms.tolist()
    if not terms or len(run) < 2:
        return False
    holding = [index.texts[index.term_starts[term] : index.term_starts[term + 1]] for term in terms]
    weights = [np.full(len(texts), index.rarity[term]) for texts, term in zip(holding, terms, strict=True)]
    best = np.bincount(np.concatenate(holding), np.concatenate(weights), 1).max()
    return bool(best >= _COVERED * index.rarity[terms].sum())
