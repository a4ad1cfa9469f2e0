from __future__ import annotations

from datetime import date
from typing import get_args

import pytest

from core.messages import LANGUAGES, Language
from core.ontology import Ontology
from core.statistics.figures import (
    Components,
    CountName,
    DegreeBin,
    Degrees,
    IsolatedCompanies,
    NamedCount,
    PassageDates,
    RelationYears,
    Statistics,
    Tally,
    VectorCoverage,
)
from core.statistics.wording import in_words, labelled_counts, number, percent
from core.storage.manifest import Counts

NOTHING = Statistics(
    build_id="20260101T000000-a",
    created_at="2026-01-01T00:00:00+00:00",
    embedding_model="use-multilingual",
    embedding_dimension=512,
    sources=(),
    storage_bytes=0,
    counts=Counts(entities=0, companies=0, relations=0, passages=0, mentions=0, links=0, skipped_rows=0),
    **dict.fromkeys(get_args(CountName), Tally()),
    degrees=Degrees(),
    isolated=IsolatedCompanies(count=0, first=()),
    components=Components(number=0, single=0, largest=0, largest_share=0.0),
    density=0.0,
    **dict.fromkeys(
        ("entity_vectors", "relation_vectors", "passage_vectors"), VectorCoverage(rows=0, with_vector=0, share=None)
    ),
    passage_dates=PassageDates(first=None, last=None, dated=0, undated=0, unreadable=0),
    relation_years=RelationYears(first=None, last=None, dated=0, undated=0),
)


def tally(others: int = 0, **counts: int) -> Tally:
    return Tally(listed=tuple(NamedCount(name=name, count=count) for name, count in counts.items()), others=others)


def said(figures: Statistics, language: Language = "en") -> dict[str, str]:
    return {phrase.label: phrase.text for phrase in in_words(figures, str.upper, language)}


def labels(kind: CountName, counts: Tally, ontology: Ontology, language: Language) -> list[str]:
    figures = NOTHING.model_copy(update={kind: counts})
    return [each.label for each in labelled_counts(figures, kind, ontology, language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_nothing_everything_is_said_to_be_none(language: Language) -> None:
    none = {"en": "none", "zh": "无"}[language]
    assert list(said(NOTHING, language).values()).count(none) == 6
    assert "–" in {"en": said(NOTHING)["Rows with a vector"], "zh": said(NOTHING, "zh")["有向量的比例"]}[language]


def test_the_shape_of_a_graph_is_said_in_words() -> None:
    figures = NOTHING.model_copy(
        update={
            "degrees": Degrees(
                minimum=0,
                median=2.5,
                mean=3.21,
                percentile_95=9.0,
                maximum=1200,
                histogram=(DegreeBin(low=0, high=0, companies=1),),
            ),
            "isolated": IsolatedCompanies(count=7, first=("a", "b", "c", "d", "e", "f", "g")),
            "components": Components(number=9, single=7, largest=1234, largest_share=0.99999),
            "density": 0.0000339,
            "entity_vectors": VectorCoverage(rows=3, with_vector=1, share=1 / 3),
            "passage_dates": PassageDates(
                first=date(2020, 1, 1), last=date(2024, 12, 31), dated=5, undated=2, unreadable=1
            ),
            "relation_years": RelationYears(first=None, last=None, dated=0, undated=4000),
            "sources": ("one", "two"),
            "storage_bytes": 37_689_629,
        }
    )
    english = said(figures)
    assert english["Relations per company"] == "0 to 1,200; mean 3.2, median 2.5, 95th percentile 9"
    assert english["Companies without relations"] == "7: A, B, C, D, E …"
    assert english["Connected components"] == (
        "9, of which 7 of a single entity; the largest holds 1,234 entities (99.9%)"
    )
    assert english["Density"] == "0.0034% of all pairs of entities are related directly"
    assert english["Rows with a vector"] == "entities 33.3%, relations –, passages –"
    assert english["Dates of passages"] == "2020-01-01 to 2024-12-31 (5); not given: 2; not readable: 1"
    assert english["Years of relations"] == "not given: 4,000"
    assert english["Imported sources"] == "2"
    assert english["Version"].endswith("37.7 MB on disk")
    assert said(figures, "zh")["没有关系的公司"] == "7 家：A、B、C、D、E等"


def test_one_group_and_few_isolated_companies_are_said_in_full() -> None:
    figures = NOTHING.model_copy(
        update={
            "isolated": IsolatedCompanies(count=2, first=("a", "b")),
            "components": Components(number=1, single=0, largest=5, largest_share=1.0),
        }
    )
    assert said(figures)["Companies without relations"] == "2: A, B"
    assert said(figures)["Connected components"] == "one, which holds all entities (5)"


def test_labels_are_in_the_language_where_there_are_words_for_it(ontology: Ontology) -> None:
    kinds = tally(others=3, profile=5, blog=2, **{"": 1})
    assert labels("passages_by_source_kind", kinds, ontology, "en") == [
        "company profile",
        "blog",
        "(not given)",
        "all others",
    ]
    assert labels("relations_by_type", tally(competitor=2, calls=1), ontology, "zh") == ["竞争", "calls"]
    assert labels("mentions_by_role", tally(PRIMARY=2), ontology, "en") == ["Primary"]
    assert labels("relations_by_family", tally(CAUSALITY=2), ontology, "zh") == ["因果"]
    assert labels("links_by_type", tally(EXPLAINS=2), ontology, "zh") == ["解读"]


def test_no_two_bars_have_the_same_label(ontology: Ontology) -> None:
    same = Tally(listed=(NamedCount(name="profile", count=2), NamedCount(name="company profile", count=1)))
    assert labels("passages_by_source_kind", same, ontology, "en") == [
        "company profile (profile)",
        "company profile (company profile)",
    ]


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (0.0, "0"),
        (1.0, "100"),
        (0.999999, "99.9"),
        (0.5, "50"),
        (0.0123, "1.2"),
        (0.00056, "0.056"),
        (1e-9, "0.0000001"),
    ],
)
def test_only_all_is_a_hundred_per_cent_and_only_none_is_zero(share: float, shown: str) -> None:
    assert percent(share) == shown


def test_numbers_have_their_thousands_apart() -> None:
    assert [number(value) for value in (0, 1234567, 14.18, 11.0)] == ["0", "1,234,567", "14.2", "11"]
