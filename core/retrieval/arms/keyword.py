"""Keyword: which companies the passages name that hold the words of the question."""

from __future__ import annotations

from core.retrieval.arms.contract import ArmInputs, Found, RetrievalArm
from core.retrieval.keyword_search import companies_in_passages


def score(inputs: ArmInputs) -> Found:
    """The best passage of each company, by the weight of its mention."""
    return Found(companies_in_passages(inputs.knowledge_base, inputs.searched.keywords.result()))


ARM = RetrievalArm(score)
