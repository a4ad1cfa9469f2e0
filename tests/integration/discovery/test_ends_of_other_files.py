"""Relations that one file tells without an end and a later one with it: who is asked about them hears of the end."""

from __future__ import annotations

import pytest

from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.open_or_build import open_or_build
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ingestion.checking.import_choices import Choices
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.support import company, settings_for, write_data

FIRST = """source,type,target,start,as_of,status,share,Teil
Müller Teile GmbH,supplies,Voltara Motors AG,2011-04-01,,,,
Nova Fund,shareholder_of,Voltara Motors AG,2012,,,5,
Kite Works,partner,Voltara Motors AG,2013-05,,,,
Holm AG,subsidiary_of,Voltara Motors AG,2010,,,,
Alpha Parts GmbH,supplies,Voltara Motors AG,2019,,current,,
Undated Glass,supplies,Voltara Motors AG,,,,,
Later Steel,supplies,Voltara Motors AG,2011,2025,,,
Again Rubber,supplies,Voltara Motors AG,2024-06-01,,,,
Seats One,supplies,Voltara Motors AG,2011,,,,Seats
Far Alloys,supplies,Voltara Motors AG,2011,,,,
"""
SECOND = """source,type,target,start,end,share,Teil
Müller Teile GmbH,supplies,Voltara Motors AG,2011-04-01,2023-12-31,,
Nova Fund,shareholder_of,Voltara Motors AG,2012-03-01,2022-06-30,5,
Voltara Motors AG,partner,Kite Works,2013,2021-02-03,,
Holm AG,subsidiary_of,Voltara Motors AG,2010,2020-01-31,,
Alpha Parts GmbH,supplies,Voltara Motors AG,2019-01-01,2022-06-30,,
Undated Glass,supplies,Voltara Motors AG,,2022-06-30,,
Later Steel,supplies,Voltara Motors AG,2011,2022-06-30,,
Again Rubber,supplies,Voltara Motors AG,2011,2022-06-30,,
Seats One,supplies,Voltara Motors AG,2011,2022-06-30,,Doors
"""
OVER = {
    "Müller Teile": ("supplier", "supply", "2023-12-31", "供应商"),
    "Nova Fund": ("shareholder", "hold shares in", "2022-06-30", "股东"),
    "Kite Works": ("partner", "partner with", "2021-02-03", "合作伙伴"),
    "Holm AG": ("subsidiary", "", "2020-01-31", "子公司"),
}
"""What it was, what it did, until when."""
OTHERWISE = ("Alpha Parts", "Undated Glass", "Seats One")
"""Of whom one file says that it is so, as of now or an unknown day, or of other goods, and another that it ended."""
SO = ("Later Steel", "Again Rubber", "Far Alloys")


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, ontology: Ontology, encoder: Encoder) -> DiscoveryPipeline:
    folder = tmp_path_factory.mktemp("ends")
    write_data(folder / "data", companies=[company("other", "其他工厂", "Other Works")])
    settings = settings_for(folder / "data", folder / "kb")
    for name, text in (("first.csv", FIRST), ("second.csv", SECOND)):
        base = open_or_build(settings, ontology).knowledge_base
        plan = plan_import(((name, text.encode()),), settings, choices=Choices(create_missing=True))
        run_import(plan, check_import(plan, base, ontology), settings, ontology)
    base = open_or_build(settings, ontology).knowledge_base
    return DiscoveryPipeline(Base.over(base, ontology, settings), encoder=lambda: encoder)


def asked(pipeline: DiscoveryPipeline, question: str, as_of: str = "") -> QuestionAnswer:
    language = "zh" if any("一" <= each <= "龥" for each in question) else "en"
    return pipeline.discover(DiscoveryRequest(query=question, language=language, as_of=as_of)).answer


def said(answer: QuestionAnswer) -> str:
    return " ".join(each.text for each in answer.sentences)


def rows(answer: QuestionAnswer) -> set[str]:
    return {each.origin for each in answer.sources}


@pytest.mark.parametrize("name", OVER)
def test_whether_it_still_is_so_names_the_end(pipeline: DiscoveryPipeline, name: str) -> None:
    role, _, end, role_zh = OVER[name]
    for question in (f"Is {name} still a {role} of Voltara Motors?", f"{name}还是Voltara Motors的{role_zh}吗？"):
        answer = asked(pipeline, question)
        assert answer.value is False, (question, said(answer))
        assert end in said(answer)
        assert any(each.startswith("second.csv") for each in rows(answer))
    assert asked(pipeline, f"Is {name} a {role} of Voltara Motors?", "2015").value is True


@pytest.mark.parametrize("name", [name for name, told in OVER.items() if told[1]])
def test_until_when_it_was_so_is_the_end(pipeline: DiscoveryPipeline, name: str) -> None:
    answer = asked(pipeline, f"Until when did {name} {OVER[name][1]} Voltara Motors?")
    assert answer.value == OVER[name][2], said(answer)


@pytest.mark.parametrize("name", OTHERWISE)
def test_where_it_may_be_so_the_end_is_told_beside(pipeline: DiscoveryPipeline, name: str) -> None:
    questions = (
        f"Is {name} still a supplier of Voltara Motors?",
        f"{name}还是Voltara Motors的供应商吗？",
        f"Until when did {name} supply Voltara Motors?",
        f"Is {name} a supplier of Voltara Motors?",
    )
    for question in questions:
        answer = asked(pipeline, question)
        assert answer.value is not False
        assert "2022-06-30" in said(answer), (question, said(answer))
        assert "othing newer" not in said(answer)
        assert {each.partition(":")[0] for each in rows(answer)} == {"first.csv", "second.csv"}


@pytest.mark.parametrize("name", SO)
def test_what_is_told_later_or_began_later_is_so(pipeline: DiscoveryPipeline, name: str) -> None:
    for question in (f"Is {name} still a supplier of Voltara Motors?", f"Does {name} supply Voltara Motors?"):
        assert "2022" not in said(asked(pipeline, question))
    assert asked(pipeline, f"Does {name} supply Voltara Motors?").value is True


def test_a_list_tells_who_was_one_apart(pipeline: DiscoveryPipeline) -> None:
    told = said(asked(pipeline, "Who supplies Voltara Motors?"))
    now, _, formerly = told.partition("Formerly")
    assert "Müller Teile" in formerly
    assert "Müller Teile" not in now
    assert len(asked(pipeline, "Who supplies Voltara Motors?").company_ids) == len((*OTHERWISE, *SO))
