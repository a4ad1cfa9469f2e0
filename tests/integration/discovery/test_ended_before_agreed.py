"""Lists of contracts: a row whose status says that it has ended has, though the day until which it was agreed is still
to come; nothing is told of that day as of an end."""

from __future__ import annotations

import pytest

from core.curation.import_plans import plan_import
from core.curation.importing import check_import, relation_sentences, run_import
from core.curation.open_or_build import open_or_build
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ingestion.checking.import_choices import Choices
from core.messages import Language
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.support import company, dated, settings_for, write_data
from tests.unit.ingestion.checking.test_facts_of_tables import imported

SUPPLY = """Supplier,Customer,Contract start,Contract end,Contract status
Bluefen Castings Ltd,Orlen,2019-01-01,2088-12-31,Cancelled
Bluefen Castings Ltd,Lumen,2022-01-01,2087-06-30,Active
Bluefen Castings Ltd,Voltara,2018-01-01,2023-06-30,Inactive
"""
CHINESE = """供应商,客户,合同开始日期,合同结束日期,状态
澄光电子有限公司,海岳手机,2022-01-01,2088-12-31,已终止
澄光电子有限公司,云帆手机,2023-01-01,2087-12-31,执行中
"""
LICENCES = """Licensee,Licensor,Signed,Status,Expiry
Helix Nord AB,Orlen,2021-04-01,Terminated,2088-03-31
"""
OVER = ["Terminated", "Cancelled", "Inactive", "Ended", "Discontinued", "gekündigt", "résilié", "cancelado"]
OVER += ["已终止", "终止", "已取消", "已停止", "已解除", "已失效", "終了"]
GOING_ON = ["", "Active", "In force", "执行中", "有效"]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, ontology: Ontology, encoder: Encoder) -> DiscoveryPipeline:
    folder = tmp_path_factory.mktemp("agreed")
    known = [company(each, f"{each}公司", each.title()) for each in ("orlen", "lumen", "voltara")]
    own = [dated("lumen", "partner", "orlen", status="ended", start="2019", end="2088")]
    write_data(folder / "data", companies=known, relations=own)
    settings = settings_for(folder / "data", folder / "kb")
    for name, text in (("supply.csv", SUPPLY), ("供货.csv", CHINESE), ("licences.csv", LICENCES)):
        base = open_or_build(settings, ontology).knowledge_base
        plan = plan_import(((name, text.encode()),), settings, choices=Choices(create_missing=True))
        checked = check_import(plan, base, ontology)
        told = relation_sentences(checked, base, ontology, "en")
        assert told[0].startswith("Formerly: ")
        run_import(plan, checked, settings, ontology)
    base = open_or_build(settings, ontology).knowledge_base
    return DiscoveryPipeline(Base.over(base, ontology, settings), encoder=lambda: encoder)


def asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language: Language = "zh" if any("一" <= each <= "龥" for each in question) else "en"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize("status", OVER)
@pytest.mark.parametrize("end", ["2088", "2088-12", "2088-12-31"])
def test_the_agreed_end_of_what_has_ended_is_kept_beside(status: str, end: str) -> None:
    found = imported(("x.csv", f"source,type,target,start,end,status\na,supplies,b,2020,{end},{status}\n"))
    (relation,) = found.data.relations
    assert (relation.status, relation.end, dict(relation.attributes)) == ("ended", "", {"agreed_end": end})
    assert [(each.field, each.reason, each.detail) for each in found.repairs] == [("agreed_end", "agreed_end", end)]
    assert all(end in found.repairs[0].message(language) for language in ("zh", "en"))


@pytest.mark.parametrize(
    ("status", "end"), [*((each, "2088") for each in GOING_ON), *((each, "2021-05") for each in OVER)]
)
def test_other_ends_stay(status: str, end: str) -> None:
    found = imported(("x.csv", f"source,type,target,start,end,status\na,supplies,b,2020,{end},{status}\n"))
    assert [(each.end, each.attributes) for each in found.data.relations] == [(end, ())]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Does Bluefen Castings still supply Orlen?", "Not any more"),
        ("Does Bluefen Castings supply Lumen?", "Yes"),
        ("澄光电子还给海岳手机供货吗？", "已经不是"),
        ("澄光电子给云帆手机供货吗？", "是"),
        ("Does Lumen partner with Orlen?", "Not any more"),
        ("Does Orlen license technology to Helix Nord?", "Not any more"),
    ],
)
def test_whether_it_still_is_so(pipeline: DiscoveryPipeline, question: str, said: str) -> None:
    answer = asked(pipeline, question)
    told = " ".join(each.text for each in answer.sentences)
    assert told.startswith(said)
    assert "2088" not in told


@pytest.mark.parametrize(
    ("question", "names", "others"),
    [
        ("Who does Bluefen Castings supply?", ["Lumen"], ["Orlen"]),
        ("Who are Bluefen Castings' former customers?", ["Orlen", "Voltara"], ["Lumen"]),
        ("Who are the former suppliers of Orlen?", ["Bluefen"], []),
        ("Who are the former partners of Orlen?", ["Lumen"], []),
        ("澄光电子的客户有哪些？", ["云帆手机"], ["海岳手机"]),
        ("澄光电子以前的客户有哪些？", ["海岳手机"], ["云帆手机"]),
    ],
)
def test_who_is_and_who_was(pipeline: DiscoveryPipeline, question: str, names: list[str], others: list[str]) -> None:
    first = asked(pipeline, question).sentences[0].text
    assert all(each in first for each in names), first
    assert not any(each in first for each in [*others, "2088"]), first
