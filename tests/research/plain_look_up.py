"""What a plain look-up scores on labelled questions: the recorded relations of the asked type, in stored order, then
all others.

    python -m tests.research.plain_look_up

Once with the type and end that the rules read, once with the type that the label names. Nothing is ranked: what
`python -m core evaluate` shows above these figures is what ranking adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from core.cli.opening import opened
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.understood import Understood
from core.evaluation.experiment import request_for, searched_or_refused
from core.evaluation.metrics import METRICS, MetricName, measure
from core.evaluation.rankings import grades_by_line
from core.evaluation.significance import Estimate, estimates
from core.evaluation.tasks import LabelledQuestion, read_questions
from core.reasoning.asked_relation import AskedInOntology
from core.settings import load_settings


def look_up(understood: Understood, labelled: str | None = None) -> list[str]:
    """Companies at the other end of the relations that are asked for, then of all others, and last those that share a
    product, an industry or a place: all in stored order. ``labelled``: the type asked for, whatever the rules read.
    """
    base, ontology = understood.base.knowledge_base, understood.base.ontology
    asked = AskedInOntology(understood.answering, ontology) if understood.answering else None
    starts = [base.node_of[each] for each in understood.link.entity_ids]
    rows = sorted(
        (row, node) for node in starts for row in base.graph.edges_of(node).tolist() if row < base.graph.relations
    )
    direct, others, shared = dict[str, None](), dict[str, None](), dict[str, None]()
    for row, node in rows:
        kind = base.manifest.edge_types[base.graph.edge_type[row]]
        forward = int(base.graph.source[row]) == node
        other = int(base.graph.target[row] if forward else base.graph.source[row])
        if labelled is not None:
            answers = bool(labelled) and labelled in (kind, ontology[kind].shared)
        else:
            answers = asked is not None and (
                asked.answers(kind, forward=forward) or ontology[kind].shared == asked.type
            )
        tier = direct if answers else others if base.is_company[other] else shared
        tier.update(dict.fromkeys(_companies(understood, other, node)))
    return list(direct | others | shared)


def _companies(understood: Understood, other: int, node: int) -> Iterator[str]:
    """The company at the other end, or those beside the bridge that is there."""
    base = understood.base.knowledge_base
    beside = [other] if base.is_company[other] else base.graph.neighbours_of(other).tolist()
    asked_about = {base.node_of[each] for each in understood.link.entity_ids} | {node}
    for each in beside:
        if each < base.graph.entities and base.is_company[each] and each not in asked_about:
            yield base.entity_ids[each]


def score(
    pipeline: DiscoveryPipeline, questions: list[LabelledQuestion], *, as_labelled: bool
) -> dict[MetricName, Estimate]:
    """The look-up's means with their intervals. ``as_labelled``: of the type that each label names."""
    metrics = METRICS["company"]
    measured = []
    for question in questions:
        searched = searched_or_refused(pipeline, request_for(question, {}, pipeline.base.settings))
        labelled = question.relation if as_labelled else None
        ranked = look_up(searched.understood, labelled) if searched else []
        grades = grades_by_line(question.relevant, ranked, pipeline.base.knowledge_base.namesakes)
        found = measure("company", ranked, grades)
        measured.append([found[metric] for metric in metrics])
    return dict(zip(metrics, estimates(np.array(measured), seed=0), strict=True))


def main(path: Path | None = None) -> None:
    """The command."""
    settings = load_settings()
    questions = read_questions(path or settings.data_folder / "questions.jsonl")
    pipeline = opened(settings).pipeline
    for as_labelled in (False, True):
        print("type as labelled" if as_labelled else "type as the rules read it")
        for metric, figure in score(pipeline, questions, as_labelled=as_labelled).items():
            print(f"  {metric}: {figure.mean:.3f} [{figure.low:.3f}, {figure.high:.3f}]")


if __name__ == "__main__":
    main()
