"""Who only counts by a relation that says about the same the other way round: B depends on A, so that A supplies B."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.members import members_of
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Entities, Plan, Related
from core.domain.requests import DiscoveryRequest
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Does NVIDIA supply XPeng?", "The relation on record is that of key providers."),
        ("英伟达给小鹏汽车供货吗", "记录的关系是依赖对象。"),
    ],
)
def test_a_yes_says_by_which_relation(sample_pipeline: DiscoveryPipeline, question: str, said: str) -> None:
    language = "en" if question.isascii() else "zh"
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert answer.value is True
    assert answer.sentences[1].text == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Who supplies Beta Cars?",
            "No direct record of suppliers of Beta Cars; 1 is on record as key provider: Alpha Cells [1].",
        ),
        (
            "贝塔汽车的供应商有哪些",
            "没有直接记录的贝塔汽车的供应商；有 1 家以依赖对象的关系记录在案：阿尔法电芯 [1]。",
        ),
    ],
)
def test_where_all_are_so_by_another_relation_the_answer_begins_with_that(
    tmp_path: Path, encoder: Encoder, ontology: Ontology, question: str, said: str
) -> None:
    companies = [company("cells", "阿尔法电芯", "Alpha Cells"), company("cars", "贝塔汽车", "Beta Cars")]
    data = write_data(tmp_path / "data", companies=companies, relations=[relation("cars", "depends_on", "cells")])
    settings = settings_for(data, tmp_path / "kb")
    base = Base.over(build_and_open(settings, encoder), ontology, settings)
    language = "en" if question.isascii() else "zh"
    request = DiscoveryRequest(query=question, language=language)
    answer = DiscoveryPipeline(base, encoder=lambda: encoder).discover(request).answer
    assert answer.company_ids == ("cells",)
    assert answer.sentences[0].text == said


def test_a_namesake_with_the_relation_itself_makes_the_line_plain(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    """Two rows of one company: on one of them the customer depends, the other supplies it, less often told."""
    data = write_data(
        tmp_path / "data",
        companies=[
            company("cells", "阿尔法电芯", "Alpha Cells"),
            company("cells-2", "阿尔法电芯", "Alpha Cells"),
            company("cars", "贝塔汽车", "Beta Cars"),
        ],
        relations=[
            relation("cars", "depends_on", "cells", weight="1.0"),
            relation("cells-2", "supplies", "cars", weight="0.4"),
        ],
    )
    base = Base.over(
        build_and_open(settings_for(data, tmp_path / "kb"), encoder), ontology, settings_for(data, tmp_path)
    )
    asked = Related(type="supplies", end="backward", of=Entities(ids=("cars",)))
    (line,) = members_of(Plan(answer=Companies(set=asked)), base, 20261125).lines.values()
    assert (len(line.rows), line.by_reverse_only) == (2, False)
