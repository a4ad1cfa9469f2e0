"""What the thumbs of people teach: another weight of the graph, and β of relation families, each only if it does better
on questions it was not learnt from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np

from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.relation_influence import FamilyInfluence, RelationInfluence
from core.evaluation.learning import FOLDS
from core.evaluation.significance import Difference, Estimate, Values, differences, estimates
from core.evaluation.tasks import TaskSet
from core.retrieval.base import Base
from core.tuning.quality import CURVE_WEIGHTS, DECIDING, RESAMPLES, on_the_curve
from core.tuning.questions import SearchedQuestions, score, walk_again
from core.workspace.tuned_settings import TunedSettings, Walk

ENOUGH_QUESTIONS = 10
ENOUGH_GROUPS = 3
ENOUGH_THUMBS = 5
"""Thumbs up, and as many down, from which on relation families are weighed."""
_SMOOTHING = 0.05  # of a score: one result must not decide a family that hardly occurs
_LARGEST = 3.0
_BETTER = 1e-9
_SEED = 0


@dataclass(frozen=True)
class FamilyEvidence:
    """Why a family gets its β: the mean share, in [0, 1], of the graph score that its relations bring results with
    thumbs up and down; ``types`` are those of them that bring most."""

    family: str
    beta: float
    up: float
    down: float
    types: tuple[str, ...]


@dataclass(frozen=True)
class Learnt:
    """What is proposed, and how well it did on questions that it was not learnt from.

    ``missing`` questions with a thumb up, or ``missing_groups`` companies asked about, are lacking; then nothing was
    learnt. ``proposal`` is None too where nothing did better. ``families`` is empty where β stay as they are.
    """

    questions: int
    ups: int
    downs: int
    missing: int = 0
    missing_groups: int = 0
    proposal: TunedSettings | None = None
    before: Estimate | None = None
    after: Estimate | None = None
    difference: Difference | None = None
    families: tuple[FamilyEvidence, ...] = ()


@dataclass(eq=False)
class _Shares:
    """Per thumb, what each relation type brings to the graph score of the result."""

    by_type: list[Mapping[str, float]] = field(default_factory=list)
    liked: list[bool] = field(default_factory=list)
    question: list[int] = field(default_factory=list)


def fold_of(group: str) -> int:
    """The fold of a company's questions: the same in every run."""
    return crc32(group.encode()) % FOLDS


def learn_from_thumbs(
    pipeline: DiscoveryPipeline,
    thumbs: SearchedQuestions,
    current: TunedSettings,
    *,
    check_cancelled: Callable[[], None] = lambda: None,
) -> Learnt:
    """Learn from questions with thumbs, walked as ``current`` says; cross-validated in folds grouped by company.

    The weight of the graph that did best on the other folds is tried on each fold; then β from the thumbs of the other
    folds as well, which are kept if they do better still. Nothing is proposed that does no better than ``current``.
    """
    questions = thumbs.tasks.questions
    grades = [grade for question in questions for grade in question.relevant.values()]
    scored = [row for row, question in enumerate(questions) if max(question.relevant.values()) > 0]
    groups = {questions[row].fold_group for row in scored}
    counted = Learnt(len(scored), sum(grade > 0 for grade in grades), sum(grade == 0 for grade in grades))
    missing, missing_groups = ENOUGH_QUESTIONS - len(scored), ENOUGH_GROUPS - len(groups)
    if missing > 0 or missing_groups > 0:
        return Learnt(counted.questions, counted.ups, counted.downs, max(0, missing), max(0, missing_groups))
    folds = np.array([fold_of(question.fold_group) for question in questions])
    known = np.array(scored)
    points = []
    for weight in CURVE_WEIGHTS:
        check_cancelled()
        points.append(_values(thumbs, current.model_copy(update=_weights(current, weight)))[known])
    by_weight = np.array(points).T  # (questions, weights)
    before = _values(thumbs, current)[known]
    chosen = [_best(by_weight[folds[known] != fold]) for fold in range(FOLDS)]
    after = np.array([by_weight[place, chosen[folds[row]]] for place, row in enumerate(scored)])
    weight = CURVE_WEIGHTS[_best(by_weight)]
    proposal = current.model_copy(update=_weights(current, weight))
    shares = _shares(pipeline.base, thumbs)
    evidence = _families(pipeline.base, shares, np.ones(len(shares.liked), dtype=bool))
    families: tuple[FamilyEvidence, ...] = ()
    if evidence:
        weighed = _tried(pipeline, thumbs, current, shares, folds, chosen, check_cancelled)[known]
        if weighed.mean() > after.mean() + _BETTER:
            after, families = weighed, evidence
            proposal = proposal.model_copy(update={"influence": _influence(evidence)})
    first, second = before[:, None], after[:, None]
    return Learnt(
        counted.questions,
        counted.ups,
        counted.downs,
        proposal=proposal if after.mean() > before.mean() + _BETTER else None,
        before=estimates(first, seed=_SEED, resamples=RESAMPLES)[0],
        after=estimates(second, seed=_SEED, resamples=RESAMPLES)[0],
        difference=differences(second, first, seed=_SEED, resamples=RESAMPLES)[0],
        families=families,
    )


def _weights(current: TunedSettings, weight: float) -> dict[str, object]:
    point = on_the_curve(current.fusion, weight)
    return {"mode": point.mode, "graph_weight": point.graph_weight, "vector_weight": point.vector_weight}


def _values(questions: SearchedQuestions, tuned: TunedSettings) -> Values:
    """nDCG@10 of each question, shape (questions,)."""
    return np.array([each.metrics[DECIDING] for each in score(questions, tuned.fusion)], dtype=np.float64)


def _best(by_weight: Values) -> int:
    """The place of the best weight for these questions, shape (questions, weights); of equal ones the most even."""
    totals = by_weight.sum(axis=0)
    best = np.flatnonzero(totals >= totals.max() - _BETTER)
    middle = (len(CURVE_WEIGHTS) - 1) / 2
    return int(min(best, key=lambda place: abs(place - middle)))


def _tried(
    pipeline: DiscoveryPipeline,
    thumbs: SearchedQuestions,
    current: TunedSettings,
    shares: _Shares,
    folds: Values,
    chosen: Sequence[int],
    check_cancelled: Callable[[], None],
) -> Values:
    """nDCG@10 of each question with the β and the weight that the other folds taught, shape (questions,)."""
    found = np.zeros(len(folds))
    of_thumb = folds[shares.question]
    for fold in sorted(set(folds.tolist())):
        rows = np.flatnonzero(folds == fold)
        taught = _families(pipeline.base, shares, of_thumb != fold)
        held_out = SearchedQuestions(
            TaskSet(tuple(thumbs.tasks.questions[row] for row in rows)),
            thumbs.walk,
            tuple(thumbs.retrievals[row] for row in rows),
        )
        influence = _influence(taught) if taught else current.influence
        walk = Walk(damping=current.damping, max_hops=current.max_hops, influence=influence)
        walked = walk_again(pipeline, held_out, walk, check_cancelled=check_cancelled)
        tuned = current.model_copy(update=_weights(current, CURVE_WEIGHTS[chosen[fold]]))
        found[rows] = _values(walked, tuned)
    return found


def _shares(base: Base, thumbs: SearchedQuestions) -> _Shares:
    """What relations bring to the graph scores of all results with a thumb that the walk reached."""
    shares = _Shares()
    for number, (question, searched) in enumerate(zip(thumbs.tasks.questions, thumbs.retrievals, strict=True)):
        for company, grade in question.relevant.items():
            found = _of_result(base, searched, company)
            if found:
                shares.by_type.append(found)
                shares.liked.append(grade > 0)
                shares.question.append(number)
    return shares


def _of_result(base: Base, searched: Searched | None, company: str) -> dict[str, float]:
    """Share of the graph score by relation type; nothing for mentions, and for what the walk does not reach."""
    knowledge_base = base.knowledge_base
    if searched is None or searched.found.attribution is None or company not in knowledge_base.node_of:
        return {}
    names = knowledge_base.manifest.edge_types
    by_type = searched.found.attribution.shares(knowledge_base.node_of[company]).by_type
    return {names[each.edge_type]: each.share for each in by_type if names[each.edge_type] in base.ontology}


def _families(base: Base, shares: _Shares, used: Values) -> tuple[FamilyEvidence, ...]:
    """β of each family from the thumbs that are ``used``; nothing where they are too few."""
    liked = np.array(shares.liked, dtype=bool)
    ups, downs = np.flatnonzero(liked & used), np.flatnonzero(~liked & used)
    if min(len(ups), len(downs)) < ENOUGH_THUMBS:
        return ()
    found = []
    for family in FamilyInfluence.model_fields:
        types = [name for name in base.ontology.types if base.ontology[name].family.lower() == family]
        brought = np.array([[each.get(name, 0.0) for name in types] for each in shares.by_type])
        up, down = brought[ups].sum(axis=1).mean(), brought[downs].sum(axis=1).mean()
        beta = float(np.clip((up + _SMOOTHING) / (down + _SMOOTHING), 1 / _LARGEST, _LARGEST))
        order = np.argsort(-brought[np.concatenate([ups, downs])].sum(axis=0), kind="stable")[:3]
        most = tuple(types[place] for place in order if brought[:, place].any())
        found.append(FamilyEvidence(family, round(beta, 2), float(up), float(down), most))
    return tuple(found)


def _influence(evidence: Sequence[FamilyEvidence]) -> RelationInfluence:
    return RelationInfluence(families=FamilyInfluence(**{each.family: each.beta for each in evidence}))
