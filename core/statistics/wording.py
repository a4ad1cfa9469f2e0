"""The figures in words: one wording for the page Data and for ``python -m core stats``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.messages import Language, translate, translated_or_itself
from core.ontology import Ontology
from core.statistics.figures import CountName, Statistics, VectorCoverage

_MEGABYTE = 1_000_000
_NAMED = 5


@dataclass(frozen=True)
class LabelledCount:
    """``name`` as in the data, None for all that is not listed; ``label`` is what a person reads."""

    name: str | None
    label: str
    count: int


@dataclass(frozen=True)
class Phrase:
    """One thing said of the knowledge base."""

    label: str
    text: str


def labelled_counts(
    statistics: Statistics, kind: CountName, ontology: Ontology, language: Language
) -> tuple[LabelledCount, ...]:
    """The counts of one kind, most first, no two with the same label."""
    tally = getattr(statistics, kind)
    labels = [_label(kind, each.name, ontology, language) for each in tally.listed]
    borne = Counter(labels)
    counts = [
        LabelledCount(each.name, f"{label} ({each.name})" if borne[label] > 1 else label, each.count)
        for each, label in zip(tally.listed, labels, strict=True)
    ]
    if tally.others:
        counts.append(LabelledCount(None, translate("statistics.others", language), tally.others))
    return tuple(counts)


def _label(kind: CountName, name: str, ontology: Ontology, language: Language) -> str:
    if not name:
        return translate("statistics.unnamed", language)
    if kind == "relations_by_type":
        return ontology[name].label.text(language) if name in ontology else name
    if kind == "entities_by_type":
        return ontology.entity_types[name].label.text(language) if name in ontology.entity_types else name
    keys: dict[CountName, str] = {
        "relations_by_family": f"influence.{name.lower()}",
        "mentions_by_role": f"influence.{name.lower()}",
        "passages_by_language": f"statistics.language.{name}",
        "passages_by_source_kind": f"source_kind.{name}",
        "links_by_type": f"statistics.link.{name}",
    }
    return translated_or_itself(keys[kind], name, language)


def in_words(statistics: Statistics, name_of: Callable[[str], str], language: Language) -> tuple[Phrase, ...]:
    """Everything but the counts; ``name_of`` says what the company of an id is called."""
    vectors = {
        "entities": statistics.entity_vectors,
        "relations": statistics.relation_vectors,
        "passages": statistics.passage_vectors,
    }
    dates, years = statistics.passage_dates, statistics.relation_years
    texts = {
        "degrees": _degrees(statistics, language),
        "isolated": _isolated(statistics, name_of, language),
        "components": _components(statistics, language),
        "density": translate("statistics.density.text", language, share=percent(statistics.density)),
        "vectors": translate(
            "statistics.vectors.text", language, **{table: _coverage(each) for table, each in vectors.items()}
        ),
        "passage_dates": _period(dates.first, dates.last, dates.dated, dates.undated, dates.unreadable, language),
        "relation_years": _period(years.first, years.last, years.dated, years.undated, 0, language),
        "sources": f"{len(statistics.sources):,}" if statistics.sources else translate("statistics.none", language),
        "model": translate(
            "statistics.model.text",
            language,
            model=statistics.embedding_model,
            dimension=statistics.embedding_dimension,
        ),
        "version": translate(
            "statistics.version.text",
            language,
            build_id=statistics.build_id,
            time=statistics.created_at[:16].replace("T", " "),
            megabytes=number(statistics.storage_bytes / _MEGABYTE),
        ),
    }
    return tuple(Phrase(translate(f"statistics.{part}", language), text) for part, text in texts.items())


def _degrees(statistics: Statistics, language: Language) -> str:
    degrees = statistics.degrees
    if not degrees.histogram:
        return translate("statistics.none", language)
    return translate(
        "statistics.degrees.text",
        language,
        minimum=number(degrees.minimum),
        maximum=number(degrees.maximum),
        mean=number(degrees.mean),
        median=number(degrees.median),
        percentile=number(degrees.percentile_95),
    )


def _isolated(statistics: Statistics, name_of: Callable[[str], str], language: Language) -> str:
    isolated = statistics.isolated
    if not isolated.count:
        return translate("statistics.none", language)
    names = ("、" if language == "zh" else ", ").join(name_of(each) for each in isolated.first[:_NAMED])
    if isolated.count > _NAMED:
        names = translate("statistics.isolated.more", language, names=names)
    return translate("statistics.isolated.text", language, count=number(isolated.count), names=names)


def _components(statistics: Statistics, language: Language) -> str:
    components = statistics.components
    if not components.number:
        return translate("statistics.none", language)
    if components.number == 1:
        return translate("statistics.components.one", language, largest=number(components.largest))
    return translate(
        "statistics.components.text",
        language,
        number=number(components.number),
        single=number(components.single),
        largest=number(components.largest),
        share=percent(components.largest_share),
    )


def _coverage(vectors: VectorCoverage) -> str:
    return "–" if vectors.share is None else f"{percent(vectors.share)}%"


def _period(first: object, last: object, dated: int, undated: int, unreadable: int, language: Language) -> str:
    """From when to when, then what is left out of it, if anything is."""
    parts: Sequence[str] = (
        translate("statistics.period", language, first=str(first), last=str(last), dated=number(dated))
        if dated
        else "",
        translate("statistics.undated", language, count=number(undated)) if undated else "",
        translate("statistics.unreadable", language, count=number(unreadable)) if unreadable else "",
    )
    said = ("；" if language == "zh" else "; ").join(part for part in parts if part)
    return said or translate("statistics.none", language)


def number(value: float) -> str:
    """Thousands apart, one decimal where there is something after the point.

    >>> number(1234567), number(14.18), number(11.0)
    ('1,234,567', '14.2', '11')
    """
    return f"{value:,.1f}".removesuffix(".0")


def percent(share: float) -> str:
    """A share in [0, 1] in per cent: one decimal, two digits of what is below one per cent, 100 for all only.

    >>> percent(0.1686), percent(0.0000339), percent(0.99999), percent(1.0)
    ('16.9', '0.0034', '99.9', '100')
    """
    if 0.0 < share < 0.01:
        return str(np.format_float_positional(100.0 * share, precision=2, unique=False, fractional=False, trim="-"))
    return number(100.0 * share if share == 1.0 else min(100.0 * share, 99.9))
