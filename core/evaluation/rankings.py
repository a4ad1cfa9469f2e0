"""What a question is scored on: the list as the searches rank it, and the labels as they apply to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.discovery.ranking import found_rows
from core.discovery.searched import Searched
from core.domain.arms import ARMS
from core.domain.requests import FusionMode, FusionSettings
from core.retrieval.fusion import arm_weights
from core.retrieval.passages import PASSAGE_ARMS

Namesakes = Callable[[str], frozenset[str]]


def ranked_companies(searched: Searched, fusion: FusionSettings, among: frozenset[str] | None) -> tuple[str, ...]:
    """Companies in the order in which the searches have them: one per name, the query's own left out. Members of a plan
    that no search finds, and their own order, are no merit of a search.

    With ``among``, only lines that stand for one of these ids.
    """
    fused, rows = found_rows(searched, fusion)
    listed = [fused.company_ids[row] for row in rows]
    if among is None:
        return tuple(listed)
    namesakes = searched.base.knowledge_base.namesakes
    return tuple(company for company in listed if company in among or namesakes(company) & among)


def ranked_passages(searched: Searched, fusion: FusionSettings) -> tuple[str, ...]:
    """Passages, best first: by the adaptive weights, or by those that the fusion gives the arms that score passages."""
    scores = searched.found.passage_scores
    if fusion.mode is FusionMode.ADAPTIVE:
        return scores.ranked()
    weights = arm_weights(fusion)[[ARMS.index(arm) for arm in PASSAGE_ARMS]]
    if not weights.any():
        return ()
    return scores.ranked_by_rank(weights, fusion.rrf_k) if fusion.mode is FusionMode.RRF else scores.ranked(weights)


def grades_by_line(relevant: Mapping[str, float], ranked: Sequence[str], namesakes: Namesakes) -> dict[str, float]:
    """Grades of the lines of a list that shows companies of one name as one line.

    A line has the best grade of the companies it stands for; labelled companies of one name that are not listed count
    as one.
    """
    line_of: dict[str, str] = {}
    for company in (*ranked, *relevant):
        for bearer in (company, *namesakes(company)):
            line_of.setdefault(bearer, company)
    grades: dict[str, float] = {}
    for company, grade in relevant.items():
        grades[line_of[company]] = max(grade, grades.get(line_of[company], 0.0))
    return grades
