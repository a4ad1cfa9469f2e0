"""Run labelled questions through the pipeline and compare the hybrid with its own parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from core.domain.requests import DiscoveryRequest, FusionSettings
from core.evaluation.metrics import ndcg, recall, reciprocal_rank
from core.evaluation.tasks import LabelledQuestion
from core.pipeline import DiscoveryPipeline
from core.retrieval.fusion import fuse

DEPTH = 10


def variants(hybrid: FusionSettings) -> dict[str, FusionSettings]:
    """The hybrid and its parts: each arm alone, and the other fusion mode."""

    def with_(**changes: object) -> FusionSettings:
        return FusionSettings.model_validate({**hybrid.model_dump(), **changes})

    vector = {"graph_weight": 0.0, "vector_weight": 1.0}
    return {
        "graph only": with_(graph_weight=1.0, vector_weight=0.0),
        "vector only": with_(**vector),
        "text only": with_(**vector, text_share=1.0, relation_share=0.0, keyword_share=0.0),
        "triplets only": with_(**vector, text_share=0.0, relation_share=1.0, keyword_share=0.0),
        "keywords only": with_(**vector, text_share=0.0, relation_share=0.0, keyword_share=1.0),
        "hybrid, RRF": with_(mode="rrf"),
        "hybrid": hybrid,
    }


@dataclass(frozen=True)
class Scores:
    """Means over a set of questions, each in [0, 1]."""

    questions: int
    ndcg: float
    reciprocal_rank: float
    recall: float


@dataclass(frozen=True)
class QuestionScore:
    """One question under one variant."""

    question: LabelledQuestion
    ranked: tuple[str, ...]
    ndcg: float
    reciprocal_rank: float
    recall: float


def evaluate(
    pipeline: DiscoveryPipeline, questions: Sequence[LabelledQuestion], compared: Mapping[str, FusionSettings]
) -> dict[str, list[QuestionScore]]:
    """Score every variant on every question; each question is searched once and re-fused per variant."""
    results: dict[str, list[QuestionScore]] = {name: [] for name in compared}
    for question in questions:
        settings = pipeline.settings
        retrieval = pipeline.retrieve(
            DiscoveryRequest(
                company=question.company,
                query=question.query,
                damping=settings.ppr_damping_factor,
                max_hops=settings.ppr_max_hops,
            )
        )
        for name, fusion in compared.items():
            fused = fuse(retrieval.found.candidates, fusion)
            ranked = tuple(fused.company_ids[row] for row in fused.order if fused.final[row] > 0)
            results[name].append(
                QuestionScore(
                    question,
                    ranked[:DEPTH],
                    ndcg(ranked, question.relevant, DEPTH),
                    reciprocal_rank(ranked, question.relevant),
                    recall(ranked, question.relevant, DEPTH),
                )
            )
    return results


def mean_scores(scores: Sequence[QuestionScore]) -> Scores:
    """Means over questions; zeros for no questions."""
    if not scores:
        return Scores(0, 0.0, 0.0, 0.0)
    return Scores(
        len(scores),
        fmean(score.ndcg for score in scores),
        fmean(score.reciprocal_rank for score in scores),
        fmean(score.recall for score in scores),
    )


def score_table(results: Mapping[str, Sequence[QuestionScore]]) -> str:
    """A plain-text table: a row per variant, all questions and Chinese and English apart."""
    header = f"{'variant':<16}{'n':>5}{'nDCG@10':>10}{'MRR':>8}{'R@10':>8}{'nDCG zh':>10}{'nDCG en':>10}"
    lines = [header, "-" * len(header)]
    for name, scores in results.items():
        every = mean_scores(scores)
        chinese = mean_scores([score for score in scores if score.question.language == "zh"])
        english = mean_scores([score for score in scores if score.question.language == "en"])
        lines.append(
            f"{name:<16}{every.questions:>5}{every.ndcg:>10.3f}{every.reciprocal_rank:>8.3f}{every.recall:>8.3f}"
            f"{chinese.ndcg:>10.3f}{english.ndcg:>10.3f}"
        )
    return "\n".join(lines)
