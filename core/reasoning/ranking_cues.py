"""Ranking cues: the relation that a question's words name where no plan uses all of them.

They order what is searched for and claim nothing: no text, count or membership may come from them. Adaptive fusion
learnt its weights from them (docs/decisions/ranking-cues.md).
"""

from __future__ import annotations

import re
from functools import cache

from core.domain.text import CHINESE_CHARACTER
from core.names.normalise import fold_characters
from core.ontology import Ontology, RelationEnd
from core.reasoning.asked_relation import AskedRelation, asked_of


def ranking_cue(masked_question: str, ontology: Ontology) -> AskedRelation | None:
    """The relation of the longest cue word of the ontology in the question, of equally long ones the first; None
    without any. ``masked_question``: with a slot for each name (``mask_names``)."""
    text = fold_characters(masked_question)
    unspaced = text.replace(" ", "")
    best: tuple[int, AskedRelation] | None = None
    for relation_type in ontology.types.values():
        for cue_end, words in relation_type.cues.items():
            end: RelationEnd = "either" if cue_end == "both" else cue_end
            for cue in map(_folded, (*words.zh, *words.en)):
                weight = _weight(cue)
                heavier = best is None or weight > best[0]
                # most do not occur: to look for where they stand takes longer
                if heavier and (cue in text or cue in unspaced) and _stands(text, cue):
                    best = weight, asked_of(relation_type, end)
    return best and best[1]


_folded = cache(fold_characters)  # the cue words of an ontology are few


def _weight(cue: str) -> int:
    """Length of a cue; a Chinese character says about as much as three letters."""
    return len(cue) + 2 * len(CHINESE_CHARACTER.findall(cue))


def _stands(text: str, cue: str) -> bool:
    """Whether a cue stands there: a whole word in English; between Chinese characters spaces mean nothing."""
    if CHINESE_CHARACTER.search(cue):
        parts = re.findall(r"\{x\}|\S", cue)
        return re.search(r"\s*".join(map(re.escape, parts)), text) is not None
    return re.search(rf"(?<![a-z0-9]){re.escape(cue)}(?![a-z0-9])", text) is not None
