"""The reader of texts as it ships: patterns and the classifier, over the names of an open knowledge base."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from core.ingestion.reading.classifier_reader import FILE, NAME, NONE, ClassifierReader, class_meaning
from core.ingestion.reading.cue_words import CueWords
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.linear_model import LinearModel, shipped_model
from core.ingestion.reading.name_tagger import tagged_names
from core.ingestion.reading.pattern_reader import PatternReader
from core.ingestion.reading.proposals import RelationReader
from core.ingestion.reading.statement_reader import StatementReader
from core.ingestion.reading.text_reader import TextReader
from core.messages import LANGUAGES, Language
from core.ontology import Ontology
from core.runtime.package_files import package_text

NAME_FILE = "name_model.json"


class OperatingPoint(NamedTuple):
    """``sharpness`` of the classifier; ``least`` confidence by language and type, as in ``en acquired``, and of other
    types that were taught."""

    sharpness: float
    least: Mapping[str, float]
    default: float = 0.85


def text_reader(
    ontology: Ontology,
    known: KnownNames,
    thresholds: Mapping[str, float] = MappingProxyType({}),
    further: Sequence[RelationReader] = (),
) -> TextReader:
    """The reader over ``known`` names; types that the ontology does not have are not read. ``thresholds``: by language
    and type, in place of those that were learnt. ``further``: readers beside those that ship."""
    relations = {language: shipped_model(FILE, language) for language in LANGUAGES}
    names = {language: shipped_model(NAME_FILE, language) for language in LANGUAGES}
    point = operating_point()
    point = point._replace(least={**point.least, **thresholds})
    return assembled(ontology, known, relations, names, point, further)


def assembled(
    ontology: Ontology,
    known: KnownNames,
    relations: Mapping[Language, LinearModel],
    names: Mapping[Language, LinearModel],
    point: OperatingPoint,
    further: Sequence[RelationReader] = (),
) -> TextReader:
    """The reader with these models: whoever measures uses others than those that ship. ``further`` readers and
    that of plain statements are heard like the classifier on the types that it was taught."""
    cues = CueWords(ontology)
    patterns = PatternReader(cues)
    classifier = ClassifierReader(relations, patterns, point.sharpness)
    taught = {
        language: {class_meaning(each)[0] for each in model.classes} - {NONE} for language, model in relations.items()
    }
    statements = StatementReader(patterns.cues_of)
    others = [each.name for each in further]
    return TextReader(
        ontology,
        known,
        lambda text, language: tagged_names(text, language, names[language]),
        cues,
        patterns.cues_of,
        (classifier, patterns, statements, *further),
        {language: dict.fromkeys((NAME, statements.name, *others), types) for language, types in taught.items()},
        point.least,
        point.default,
        others,
    )


@cache
def shipped_digest() -> str:
    """Changes with the numbers that ship."""
    texts = (package_text(__package__, file) for file in (FILE, NAME_FILE))
    return hashlib.blake2b("".join(texts).encode(), digest_size=16).hexdigest()


@cache
def operating_point() -> OperatingPoint:
    """The operating point that was learnt with the models."""
    document = json.loads(package_text(__package__, FILE))
    return OperatingPoint(document["sharpness"], document["least"])
