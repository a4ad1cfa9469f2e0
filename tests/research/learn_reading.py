"""Teaches the models that read relations from texts, and says how well they read raw sentences.

    python -m tests.research.learn_reading --public FOLDER [--write]

Figures are of three folds of FIRE and FewFC, each read with models and least confidences of the others; with
``--write`` the models taught on all of the public texts replace those that ship.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import core.ingestion.reading as package
from core.ingestion.reading.classifier_reader import FILE
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.linear_model import LinearModel
from core.ingestion.reading.name_tagger import tagged_names
from core.ingestion.reading.proposals import NameMention
from core.ingestion.reading.shipped_readers import NAME_FILE, OperatingPoint, assembled
from core.ingestion.reading.text_reader import TextReader
from core.messages import LANGUAGES, Language
from core.ontology import default_ontology
from tests.research.reading_figures import ANNOTATED, Read, least_confidences, raw_scores
from tests.research.reading_models import (
    Document,
    class_of,
    evidence_tokens,
    features_of,
    folds_of,
    labelled_by,
    model_of,
    pair_of,
    spans_of,
    tagged_tokens,
    taught_names,
    taught_relations,
)
from tests.research.relation_texts import LabelledPair, LabelledText, evidence_pairs, fewfc_texts, fire_texts

_RAW_FOLDS = 3
_SETS: Mapping[Language, tuple[str, str]] = {"en": ("core", "fire"), "zh": ("finre", "fewfc")}
_REPEATS: Mapping[Language, int] = {"en": 6, "zh": 2}
"""How often texts that mark every name count, beside those that mark two."""
COMMAND = "python -m tests.research.learn_reading --public FOLDER --write"
SHARPNESS = 3.0
PRECISION = 0.82
"""Asked of what is proposed, a little above the goal, which other texts are held to."""


class NoNames(KnownNames):
    """No company is known: every name is found by how it is written."""

    def __init__(self) -> None:
        pass

    def find(self, text: str) -> Iterator[NameMention]:  # noqa: ARG002 - as any known names
        """None."""
        return iter(())

    def mention(self, text: str, start: int, end: int) -> NameMention:
        """The span without an id."""
        return NameMention(start, end, text[start:end])


class Lesson:
    """The labelled texts of one language."""

    def __init__(self, folder: Path, language: Language) -> None:
        self.language = language
        self.dataset, self.raw_set = _SETS[language]
        evidence, texts = folder / "relation_evidence", folder / "text_relations"
        pairs = [(each, pair_of(each)) for each in evidence_pairs(evidence, self.dataset)]
        known = [(labelled, pair) for labelled, pair in pairs if pair is not None]
        self.features = [features_of(pair) for _, pair in known]
        self.classes = [class_of(labelled) for labelled, _ in known]
        read = fire_texts(texts / "fire_dev.json") if language == "en" else fewfc_texts(texts / "fewfc_train_base.json")
        self.texts: Sequence[LabelledText] = read
        self.raw_folds = folds_of([text.group for text in read], _RAW_FOLDS)
        self.tokens = list(evidence_tokens(evidence, self.dataset))

    def names(self, texts: Sequence[LabelledText]) -> Document:
        """The model of names, taught with ``texts``."""
        marked = []
        for text in texts:
            spans = spans_of({text.text[slice(*span)] for span in text.companies}, text.text)
            marked.append(tagged_tokens(text.text, spans, self.language))
        return taught_names([*self.tokens, *marked * _REPEATS[self.language]])

    def relations(self, rows: Sequence[int], texts: Sequence[LabelledText], names: LinearModel) -> Document:
        """The model of relations, taught with these rows of the given pairs and with the pairs of ``texts``."""
        features, classes = [self.features[row] for row in rows], [self.classes[row] for row in rows]
        for text in texts:
            for labelled, spans in self._pairs(text, names):
                pair = pair_of(labelled, spans)
                if pair is not None:
                    features.append(features_of(pair))
                    classes.append(class_of(labelled))
        return taught_relations(features, classes)

    def _pairs(self, text: LabelledText, names: LinearModel) -> Iterator[tuple[LabelledPair, list[tuple[int, int]]]]:
        found = [(span.start, span.end) for span in tagged_names(text.text, self.language, names)]
        extra = [span for span in found if all(span[1] <= begin or span[0] >= end for begin, end in text.companies)]
        spans = sorted({*text.companies, *extra})
        return ((each, spans) for each in labelled_by(text, spans))


def reader_of(language: Language, relations: LinearModel, names: LinearModel, point: OperatingPoint) -> TextReader:
    """A reader of one language, over no known names."""
    return assembled(default_ontology(), NoNames(), {language: relations}, {language: names}, point)


def read_raw(reader: TextReader, texts: Sequence[LabelledText]) -> list[list[Read]]:
    """Everything read from ``texts``, however unsure."""
    return [
        [
            Read(each.source.name, each.relation_type, each.target.name, each.confidence)
            for each in reader.read(text.text).proposals
        ]
        for text in texts
    ]


def raw_sentences(lesson: Lesson) -> tuple[list[LabelledText], list[list[Read]], list[int]]:
    """The texts, what was read from each with models that had not seen it, and its fold."""
    texts, read, folds = list[LabelledText](), list[list[Read]](), list[int]()
    every = np.arange(len(lesson.features))
    for fold in range(_RAW_FOLDS):
        others = [text for text, of in zip(lesson.texts, lesson.raw_folds, strict=True) if of != fold]
        own = [text for text, of in zip(lesson.texts, lesson.raw_folds, strict=True) if of == fold]
        names = model_of(lesson.names(others))
        relations = model_of(lesson.relations(every.tolist(), others, names))
        reader = reader_of(lesson.language, relations, names, OperatingPoint(SHARPNESS, {}, 0.0))
        texts += own
        read += read_raw(reader, own)
        folds += [fold] * len(own)
    return texts, read, folds


def held_to(
    texts: Sequence[LabelledText], read: Sequence[Sequence[Read]], folds: Sequence[int], types: Sequence[str]
) -> list[list[Read]]:
    """What is proposed of each text at the confidences that the other folds ask for."""
    least: dict[int, dict[str, float]] = {}
    otherwise = float(OperatingPoint._field_defaults["default"])
    for fold in set(folds):
        rows = [row for row, of in enumerate(folds) if of != fold]
        least[fold] = least_confidences([texts[row] for row in rows], [read[row] for row in rows], types, PRECISION)
    return [
        [each for each in of_text if each.confidence >= least[fold].get(each.relation_type, otherwise)]
        for of_text, fold in zip(read, folds, strict=True)
    ]


def main() -> None:
    """Learn, print the figures, and write the models if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--public", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    relations: dict[str, Any] = {"command": COMMAND, "sharpness": SHARPNESS, "least": {}}
    names: dict[str, Any] = {"command": COMMAND}
    for language in LANGUAGES:
        lesson = Lesson(options.public, language)
        texts, read, folds = raw_sentences(lesson)
        types = sorted(ANNOTATED[lesson.raw_set])
        print(lesson.raw_set, figures(texts, held_to(texts, read, folds, types), types), sep="\n", flush=True)
        least = least_confidences(texts, read, types, PRECISION)
        relations["least"] |= {f"{language} {kind}": value for kind, value in least.items()}
        if options.write:
            names[language] = lesson.names(lesson.texts)
            every = range(len(lesson.features))
            relations[language] = lesson.relations(every, lesson.texts, model_of(names[language]))
    if options.write:
        folder = Path(next(iter(package.__path__)))
        for name, document in ((FILE, relations), (NAME_FILE, names)):
            (folder / name).write_text(as_lines(document), encoding="utf-8")


def figures(texts: Sequence[LabelledText], read: Sequence[Sequence[Read]], types: Sequence[str]) -> str:
    """A table of precision and recall by type, with buying shares apart from buying the company, and alike."""
    apart = raw_scores(texts, read, types, shares_alike=False)
    alike = raw_scores(texts, read, types, shares_alike=True)
    rows = [
        "| type | stated | precision | recall | precision, shares alike | recall, shares alike |",
        "|---|---|---|---|---|---|",
    ]
    for kind, (precision, recall, stated) in apart.items():
        rows.append(
            f"| {kind} | {stated} | {precision:.3f} | {recall:.3f} | {alike[kind][0]:.3f} | {alike[kind][1]:.3f} |"
        )
    return "\n".join(rows)


def as_lines(document: Mapping[str, Any]) -> str:
    """JSON with a line for each feature."""

    def shown(value: object, depth: int) -> str:
        if isinstance(value, Mapping) and depth < 3:
            inner = (f"{json.dumps(key, ensure_ascii=False)}: {shown(each, depth + 1)}" for key, each in value.items())
            return "{\n" + ",\n".join(inner) + "\n}"
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    return shown(document, 0) + "\n"


if __name__ == "__main__":
    main()
