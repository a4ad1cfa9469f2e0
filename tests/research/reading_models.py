"""Teaching the two linear models of reading: where names are, and what a pair of names is said to be."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from marisa_trie import Trie
from scipy.sparse import csr_matrix
from sklearn.svm import LinearSVC

from core.ingestion.reading.candidate_pairs import pairs_in
from core.ingestion.reading.classifier_reader import NONE
from core.ingestion.reading.cue_words import CueWords
from core.ingestion.reading.linear_model import LinearModel
from core.ingestion.reading.name_tagger import CLASSES, best_path, token_features, tokens_of
from core.ingestion.reading.pair_features import pair_features
from core.ingestion.reading.pattern_reader import PatternReader
from core.ingestion.reading.proposals import CandidatePair, NameMention
from core.messages import Language
from core.names.word_breaks import word_breaks
from core.ontology import default_ontology
from tests.research.relation_texts import LabelledPair, LabelledText, Span

Document = dict[str, Any]
Tokens = tuple[list[list[str]], list[str]]
SYMMETRIC = frozenset(kind.id for kind in default_ontology().types.values() if kind.symmetric)
PATTERNS = PatternReader(CueWords(default_ontology()))
_STRENGTH = 1.0
"""C of the support vector machines."""
_EVENNESS = 0.8
"""How much rare classes are raised: 0 counts every pair alike, 1 every class."""
_SMALLEST = 0.08
"""Weights that say less are left out of the file."""


def folds_of(groups: Sequence[str], count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The fold of each row: rows of one group together."""
    names = sorted(set(groups))
    drawn = dict(zip(names, np.random.RandomState(0).randint(count, size=len(names)).tolist(), strict=True))
    return np.array([drawn[each] for each in groups])


def pair_of(labelled: LabelledPair, others: Iterable[Span] = ()) -> CandidatePair | None:
    """The pair as the reader sees it."""
    spans = sorted({labelled.first, labelled.second, *others})
    mentions = [NameMention(start, end, labelled.text[start:end]) for start, end in spans]
    wanted = labelled.first[0], labelled.second[0]
    found = pairs_in(labelled.text, mentions, across=True)
    return next((each for each in found if (each.first.start, each.second.start) == wanted), None)


def features_of(pair: CandidatePair) -> set[str]:
    """What the classifier looks at."""
    return pair_features(pair, PATTERNS.cues_of(pair), PATTERNS.read([pair])[0])


def class_of(labelled: LabelledPair) -> str:
    """The class that the classifier is to say."""
    return class_name(labelled.relation_type or NONE, forward=labelled.forward)


def class_name(relation_type: str, *, forward: bool) -> str:
    """The class of a type and direction."""
    if relation_type == NONE or relation_type in SYMMETRIC:
        return relation_type
    return f"{relation_type} {'>' if forward else '<'}"


def taught_relations(features: Sequence[set[str]], classes: Sequence[str]) -> Document:
    """A linear support vector machine for each class; features seen once are left out."""
    matrix, vocabulary = _matrix(features, least=2, normalised=True)
    rows_of = Counter(classes)
    even = len(classes) / len(rows_of)
    weights = {name: (even / rows) ** _EVENNESS for name, rows in rows_of.items()}
    model = LinearSVC(C=_STRENGTH, class_weight=weights, random_state=0).fit(matrix, np.array(classes))
    return _document(model, vocabulary, normalised=True)


def rows_of_texts(texts: Iterable[LabelledText]) -> tuple[list[set[str]], list[str]]:
    """Features and classes of all pairs of the companies that the texts mark."""
    features, classes = list[set[str]](), list[str]()
    for text in texts:
        for labelled in text.pairs():
            pair = pair_of(labelled, text.companies)
            if pair is not None:
                features.append(features_of(pair))
                classes.append(class_of(labelled))
    return features, classes


def taught_names(rows: Sequence[Tokens], rounds: int = 5, most: int = 60_000) -> Document:
    """An averaged perceptron over whole texts; of its weights the ``most`` largest."""
    counts = Counter(feature for of_text, _ in rows for token in of_text for feature in token)
    vocabulary = sorted(feature for feature, count in counts.items() if count >= 4)
    row = {feature: number for number, feature in enumerate(vocabulary)}
    texts = [_numbered(of_text, classes, row) for of_text, classes in rows if classes]
    weights = np.zeros((len(vocabulary) + 1, len(CLASSES)), dtype=np.float32)
    summed, step, order = np.zeros_like(weights), 1, np.random.RandomState(0)
    for _ in range(rounds):
        for number in order.permutation(len(texts)):
            places, truth = texts[number]
            said = np.array(best_path(weights[places].sum(axis=1)))
            for at in np.flatnonzero(said != truth):
                for kind, change in ((truth[at], 1.0), (said[at], -1.0)):
                    weights[places[at, :-1], kind] += change
                    summed[places[at, :-1], kind] += step * change
            weights[-1] = 0.0
            step += 1
    averaged = (weights - summed / step)[:-1]
    smallest = np.sort(np.abs(averaged).ravel())[-min(most, averaged.size)]
    told = {
        feature: {
            name: round(float(weight), 1)
            for name, weight in zip(CLASSES, of_feature, strict=True)
            if abs(weight) >= smallest and round(float(weight), 1)
        }
        for feature, of_feature in zip(vocabulary, averaged, strict=True)
    }
    return {
        "classes": CLASSES,
        "bias": [0.0] * len(CLASSES),
        "normalised": False,
        "weights": {key: value for key, value in told.items() if value},
    }


def _numbered(of_text: Sequence[Sequence[str]], classes: Sequence[str], row: Mapping[str, int]) -> tuple[Any, Any]:
    """Rows of the weights for each token, the last one for nothing, and the numbers of the classes."""
    width = 1 + max(map(len, of_text))
    places = np.full((len(of_text), width), len(row), dtype=np.int32)
    for at, features in enumerate(of_text):
        known = [row[feature] for feature in features if feature in row]
        places[at, : len(known)] = known
    return places, np.array([CLASSES.index(each) for each in classes])


def model_of(document: Mapping[str, Any]) -> LinearModel:
    """The model that a file of numbers is read into."""
    return LinearModel(document["classes"], document["bias"], document["weights"], normalised=document["normalised"])


def _matrix(rows: Sequence[Iterable[str]], *, least: int, normalised: bool) -> tuple[csr_matrix, list[str]]:
    counts = Counter(feature for row in rows for feature in row)
    vocabulary = sorted(feature for feature, count in counts.items() if count >= least)
    column = {feature: number for number, feature in enumerate(vocabulary)}
    columns, values, ends = [], [], [0]
    for row in rows:
        given = list(row)
        known = [column[feature] for feature in given if feature in column]
        columns += known
        values += [1.0 / math.sqrt(len(given)) if normalised else 1.0] * len(known)
        ends.append(len(columns))
    shape = (len(rows), len(vocabulary))
    return csr_matrix((np.array(values, dtype=np.float32), columns, ends), shape=shape), vocabulary


def _document(model: Any, vocabulary: Sequence[str], *, normalised: bool) -> Document:
    classes = [str(each) for each in model.classes_]
    weights = {}
    for feature, row in zip(vocabulary, model.coef_.T, strict=True):
        told = {
            name: round(float(weight), 2) for name, weight in zip(classes, row, strict=True) if abs(weight) >= _SMALLEST
        }
        if told:
            weights[feature] = told
    bias = [round(float(each), 3) for each in model.intercept_]
    return {"classes": classes, "bias": bias, "normalised": normalised, "weights": weights}


def tagged_tokens(text: str, spans: Iterable[Span], language: Language, *, partly: bool = False) -> Tokens:
    """Features and classes of the tokens of a text. ``partly``: only some names are marked, so that other words with
    capitals are left out."""
    marked, tokens = list(spans), tokens_of(text, language)
    classes = []
    for token in tokens:
        inside = next((span for span in marked if span[0] <= token.start < span[1]), None)
        first, last = inside is not None and token.start <= inside[0], inside is not None and token.end >= inside[1]
        classes.append("O" if inside is None else "S" if first and last else "B" if first else "E" if last else "I")
    features = token_features(text, tokens, language)
    kept = [
        place
        for place, token in enumerate(tokens)
        if not partly or classes[place] != "O" or not text[token.start].isupper()
    ]
    return [features[place] for place in kept], [classes[place] for place in kept]


def evidence_tokens(folder: Path, dataset: str) -> Iterator[Tokens]:
    """The passages of CORE (partly marked) or FinRE (marked by all names of the set)."""
    names = dict(pd.read_parquet(folder / "entities.parquet")[["id", "name"]].itertuples(index=False))
    named: dict[str, list[str]] = {}
    for entity, passage in pd.read_parquet(folder / "mentions.parquet")[["entity", "passage"]].itertuples(index=False):
        named.setdefault(passage, []).append(names[entity])
    passages = pd.read_parquet(folder / "passages.parquet")
    chinese = dataset == "finre"
    every = Trie([name for key, name in names.items() if key.startswith("zh") and len(name) >= 3]) if chinese else None
    for row in passages[passages["source"] == dataset].itertuples():
        spans = spans_of([name for name in named.get(row.id, ()) if name in row.text], row.text)
        if every is not None:
            spans += _further(row.text, spans, every)
        yield tagged_tokens(row.text, spans, "zh" if chinese else "en", partly=not chinese)


def spans_of(names: Iterable[str], text: str) -> list[Span]:
    """Every place of these names, the longest first."""
    found = list[Span]()
    for name in sorted(names, key=len, reverse=True):
        start = text.find(name)
        while start >= 0:
            if all(start + len(name) <= begin or start >= end for begin, end in found):
                found.append((start, start + len(name)))
            start = text.find(name, start + 1)
    return found


def _further(text: str, taken: Sequence[Span], names: Trie) -> list[Span]:
    """Names of the whole set that stand between word breaks."""
    breaks, found = word_breaks(text), list[Span]()
    for start in sorted(breaks):
        longest = max(names.prefixes(text[start : start + 30]), key=len, default="")
        span = start, start + len(longest)
        free = all(span[1] <= begin or start >= end for begin, end in (*taken, *found))
        if longest and span[1] in breaks and free:
            found.append(span)
    return found


def labelled_by(text: LabelledText, spans: Sequence[Span]) -> Iterator[LabelledPair]:
    """Pairs of names that were found in a text, with what is stated of the companies that they overlap."""
    meant = {span: _meant(text, span) for span in spans}
    types = {(source, target): kind for source, kind, target in text.stated}
    ordered = sorted(spans)
    for place, first in enumerate(ordered):
        for second in ordered[place + 1 :]:
            if first[1] <= second[0]:
                ahead = next((types[key] for key in _keys(meant[first], meant[second]) if key in types), "")
                back = next((types[key] for key in _keys(meant[second], meant[first]) if key in types), "")
                yield LabelledPair(text.text, first, second, ahead or back, bool(ahead), text.group)


def _meant(text: LabelledText, span: Span) -> list[str]:
    return [text.text[begin:end] for begin, end in text.companies if begin < span[1] and span[0] < end]


def _keys(sources: Iterable[str], targets: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((source, target) for source in sources for target in targets)
