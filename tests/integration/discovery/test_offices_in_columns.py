"""Who holds an office, by the position that an imported list of a board has."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.messages import Language
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.imports import imported, opened

BOARDS = """Company,Director,Position,Appointed
Hub Motors,Eleanor Pike,Non-executive Chair,2015-02-01
Hub Motors,Tom Okafor,Vice chair,2018
湖滨传感,王立群,董事长兼总经理,2019
湖滨传感,陈丽,副董事长,2020
"""


@pytest.mark.parametrize(
    ("question", "language", "who"),
    [
        ("Who is the chair of Hub Motors?", "en", "Eleanor Pike"),
        ("Hub Motors的董事长是谁？", "zh", "Eleanor Pike"),
        ("湖滨传感的董事长是谁？", "zh", "王立群"),
        ("Who is the chairman of 湖滨传感?", "en", "王立群"),
    ],
)
def test_a_position_in_a_column_is_an_office(
    own_base: Settings, ontology: Ontology, encoder: Encoder, question: str, language: Language, who: str
) -> None:
    imported(own_base, ontology, (("board.csv", BOARDS.encode()),))
    base = Base.over(opened(own_base), ontology, own_base)
    pipeline = DiscoveryPipeline(base, encoder=lambda: encoder)
    answer = pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.value) == ("answered", who)
    assert len(answer.sources) == 1


ENDED = """Company,Director,Position,Appointed,Resigned
青禾农业,周建国,董事长,2022-05-20,2025-05-19
青禾农业,林晓芳,副董事长,2022-05-20,2025-05-19
"""


@pytest.mark.parametrize(
    ("question", "language"), [("青禾农业的董事长是谁", "zh"), ("Who is the chair of 青禾农业?", "en")]
)
def test_of_an_office_that_nobody_holds_it_is_told_who_did(
    own_base: Settings, ontology: Ontology, encoder: Encoder, question: str, language: Language
) -> None:
    imported(own_base, ontology, (("board.csv", ENDED.encode()),))
    base = Base.over(opened(own_base), ontology, own_base)
    pipeline = DiscoveryPipeline(base, encoder=lambda: encoder)
    answer = pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.value, len(answer.sources)) == ("empty", None, 1)
    told = answer.sentences[0].text
    assert "周建国" in told
    assert "2025-05-19" in told
    assert "林晓芳" not in told
    assert told.startswith(("没有记录青禾农业现任的董事长；曾任：", "Nobody is on record as chair of "))


CHANGED = """Company,Director,Position,Appointed,Resigned
Brook Foods,Ines Okoro,Chair,2011-05-01,2019-04-30
Brook Foods,Tom Whitby,Chair,2019-05-01,
Brook Foods,Ann Lee,Director,2010-01-01,
"""


@pytest.mark.parametrize(
    ("question", "who"),
    [
        ("Who chaired Brook Foods in 2015?", "Ines Okoro"),
        ("Brook Foods 2015年的董事长是谁", "Ines Okoro"),
        ("Who chaired Brook Foods in 2020?", "Tom Whitby"),
        ("Who chaired Brook Foods in 2019?", "Tom Whitby, Ines Okoro"),
        ("Who chaired Brook Foods in 2010?", None),
        ("Who is the chair of Brook Foods?", "Tom Whitby"),
    ],
)
def test_who_held_it_in_a_year_is_told_by_the_dates_of_the_row(
    own_base: Settings, ontology: Ontology, encoder: Encoder, question: str, who: str | None
) -> None:
    imported(own_base, ontology, (("board.csv", CHANGED.encode()),))
    base = Base.over(opened(own_base), ontology, own_base)
    pipeline = DiscoveryPipeline(base, encoder=lambda: encoder)
    answer = pipeline.discover(DiscoveryRequest(query=question, language="en")).answer
    assert (answer.outcome, answer.value) == ("answered" if who else "empty", who)
