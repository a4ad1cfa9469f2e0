"""Names that are found by their shape, and what is taken from them or for none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.name_spans import Tagger, mentions_in, shaped_names
from core.ingestion.reading.proposals import TextSpan
from core.messages import Language
from tests.unit.ingestion.reading.test_text_reader import COMPANIES, FewNamed

KNOWN = KnownNames(FewNamed(COMPANIES))


def tagging(*names: str) -> Tagger:
    """A tagger that marks these where they stand."""

    def tagged(text: str, _language: Language) -> Iterator[TextSpan]:
        yield from (TextSpan(text.index(name), text.index(name) + len(name)) for name in names)

    return tagged


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        (
            "en",
            "In May, Maxwell Widgets Inc., with Bank of Elbonia Ltd, met.",
            ["Maxwell Widgets Inc.", "Bank of Elbonia Ltd"],
        ),
        ("en", "nothing of that shape", []),
        ("zh", "昨日甲乙丙股份有限公司收购丁戊己集团。", ["昨日甲乙丙股份有限公司", "丁戊己集团"]),
        ("zh", "有限公司是一种形式", []),  # nothing before the form
        ("zh", "该公司收购甲集团", []),  # a single character before it
        ("zh", "持有工商信达有限公司上海分行", ["工商信达有限公司上海分行"]),
    ],
)
def test_names_that_end_in_a_legal_form(language: Language, text: str, names: list[str]) -> None:
    assert [text[each.start : each.end] for each in shaped_names(text, language)] == names


@pytest.mark.parametrize(
    ("language", "text", "tagged", "names"),
    [
        (
            "en",
            "Hilton Hotels Acquired by Blackrock",
            ["Hilton Hotels Acquired by Blackrock"],
            ["Hilton Hotels", "Blackrock"],
        ),
        ("en", "To Acquire Zorblatt", ["To Acquire Zorblatt"], ["Zorblatt"]),
        ("en", "It was Acquired", ["Acquired"], []),
        ("en", "Mr. Smith of Zorblatt in May", ["Smith", "Zorblatt", "May"], ["Zorblatt"]),
        ("en", "X sells The 42 to France", ["X", "The", "42", "France"], []),
        ("zh", "该公司与甲乙丙在法国", ["该公司", "甲乙丙", "法国"], ["甲乙丙"]),
    ],
)
def test_spans_that_may_be_companies(language: Language, text: str, tagged: list[str], names: list[str]) -> None:
    found = mentions_in(text, language, KNOWN, tagging(*tagged))
    assert [(each.name, each.entity_id) for each in found] == [(name, None) for name in names]
    assert all(text[each.start : each.end] == each.name for each in found)


def test_of_two_that_overlap_the_longer_and_of_equal_ones_the_known() -> None:
    text = "CATL and Tesla Zorblatt"
    found = mentions_in(text, "en", KNOWN, tagging("CATL", "Tesla Zorblatt"))
    assert [(each.name, each.entity_id) for each in found] == [("CATL", "catl"), ("Tesla Zorblatt", None)]
