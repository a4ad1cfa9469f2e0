"""How well the type of a relation is read between two given mentions, beside what costs less.

    python -m tests.research.measure_reading --public FOLDER

Five folds of CORE and FinRE, passages kept together; the classifier is taught with FIRE or FewFC as well, as it ships.
Raw sentences: ``python -m tests.research.learn_reading``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np

from core.ingestion.reading.classifier_reader import NONE, class_meaning
from core.ingestion.reading.proposals import CandidatePair
from core.storage.embeddings import Vectors, load_encoder
from tests.research.reading_figures import type_scores
from tests.research.reading_models import (
    PATTERNS,
    class_name,
    class_of,
    features_of,
    folds_of,
    model_of,
    pair_of,
    rows_of_texts,
    taught_relations,
)
from tests.research.relation_texts import evidence_pairs, fewfc_texts, fire_texts

_FOLDS = 5


def compared(folder: Path, dataset: str) -> dict[str, dict[str, float]]:
    """Way of reading → its scores on ``core`` or ``finre``. ``folder``: of all public sets."""
    known = [
        (each, pair)
        for each in evidence_pairs(folder / "relation_evidence", dataset)
        if (pair := pair_of(each)) is not None
    ]
    truth, pairs = [class_of(labelled) for labelled, _ in known], [pair for _, pair in known]
    folds = folds_of([labelled.group for labelled, _ in known], _FOLDS)
    features, vectors = [features_of(pair) for pair in pairs], _vectors(pairs)
    further, further_classes = _further(folder / "text_relations", dataset, {pair.text for pair in pairs})
    types = {class_meaning(each)[0] for each in truth}
    said: dict[str, list[str]] = {
        "majority class": [""] * len(truth),
        "cue words alone": [_by_words(pair, types) for pair in pairs],
        "nearest example by embedding": [""] * len(truth),
        "classifier": [""] * len(truth),
    }
    for fold in range(_FOLDS):
        taught, asked = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        most = Counter(truth[row] for row in taught if truth[row] != NONE).most_common(1)[0][0]
        model = model_of(
            taught_relations(
                [*(features[row] for row in taught), *further],
                [*(truth[row] for row in taught), *further_classes],
            )
        )
        nearest = taught[(vectors[asked] @ vectors[taught].T).argmax(axis=1)]
        for row, near in zip(asked.tolist(), nearest.tolist(), strict=True):
            said["majority class"][row] = most
            said["nearest example by embedding"][row] = truth[near]
            said["classifier"][row] = model.classes[int(model.scores(features[row]).argmax())]
    return {name: type_scores(truth, of_way) for name, of_way in said.items()}


def _further(folder: Path, dataset: str, asked: Collection[str]) -> tuple[list[set[str]], list[str]]:
    """Features and classes of the pairs of the texts of the same language that mark every name, without the texts
    ``asked`` about."""
    english = dataset == "core"
    texts = fire_texts(folder / "fire_dev.json") if english else fewfc_texts(folder / "fewfc_train_base.json")
    return rows_of_texts(text for text in texts if text.text not in asked)


def _by_words(pair: CandidatePair, types: set[str]) -> str:
    """What the surest pattern says, of the types that the set labels."""
    votes = [vote for vote in PATTERNS.read([pair])[0] if vote.relation_type in types]
    if not votes:
        return NONE
    return class_name(votes[0].relation_type, forward=votes[0].forward)


def _vectors(pairs: Sequence[CandidatePair]) -> Vectors:
    """Of the sentences, with letters for both names."""
    texts = []
    for pair in pairs:
        begin, end, first, second = pair.sentence.start, pair.sentence.end, pair.first, pair.second
        between, behind = pair.text[first.end : second.start], pair.text[second.end : end]
        texts.append(f"{pair.text[begin : first.start]} A {between} B {behind}")
    return load_encoder("use-multilingual").encode(texts)


def _table(scores: Mapping[str, Mapping[str, float]]) -> str:
    rows = sorted({kind for of_way in scores.values() for kind in of_way}, key=lambda kind: ("macro" in kind, kind))
    lines = [f"| F1 | {' | '.join(scores)} |", f"|---{'|---' * len(scores)}|"]
    lines += [f"| {kind} | {' | '.join(f'{of.get(kind, 0.0):.3f}' for of in scores.values())} |" for kind in rows]
    return "\n".join(lines)


def main() -> None:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--public", type=Path, required=True, metavar="FOLDER")
    folder = parser.parse_args().public
    for dataset in ("core", "finre"):
        print(dataset, _table(compared(folder, dataset)), sep="\n", flush=True)


if __name__ == "__main__":
    main()
