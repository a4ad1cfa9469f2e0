"""The largest, the smallest and small ones: read where the data say how large companies are, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.domain.plan import Companies
from core.domain.records import Attribute
from core.ingestion.building.build import publish_data_set
from core.ingestion.progress import ProgressReporter
from core.ingestion.records.csv_files import read_data_set
from core.ontology import default_ontology
from core.questions.execution.executor import Executor
from core.questions.reading.parser import Parser, parser_of
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.plan_notation import by_question, written
from tests.support import company, relation, settings_for, write_data

BANKS = "*[industry in banks]"
BY_AMOUNT = {
    f"{BANKS}{{most size}}": (
        "the largest bank",
        "规模最大的银行",
        "市值最大的银行是哪家",
        "哪家银行规模最大",
        "the largest bank by market cap",
        "the most valuable bank",
    ),
    f"{BANKS}{{most 10 size}}": ("largest banks", "the biggest banks", "规模最大的银行有哪些"),
    f"{BANKS}{{most 2 size}}": ("the 2 largest banks", "the two biggest banks", "最大的2家银行", "规模最大的两家银行"),
    f"{BANKS}{{least size}}": ("the smallest bank", "规模最小的银行"),
    f"{BANKS}[country in JP]{{most size}}": ("the largest Japanese bank", "最大的日本银行"),
    "supplies<(shop){most size}": ("the biggest supplier of Shop", "Shop最大的供应商", "Shop's largest supplier"),
    "supplies<(shop){most 10 size}": ("the biggest suppliers of Shop",),
    "supplies<(shop){most 3 size}": ("Shop的三大供应商", "the three largest suppliers of Shop"),
}
BY_CLASS = {
    f"{BANKS}[size <= Small Cap]": ("small banks", "小型银行"),
    f"{BANKS}[size >= Large Cap]": ("large banks", "大型银行"),
    f"{BANKS}[country in JP][size = Mid Cap]": ("mid-sized Japanese banks",),
    f"{BANKS}{{most size}}": ("the largest bank",),
    "supplies<(shop)[size <= Small Cap]": ("small suppliers of Shop", "Shop的小型供应商"),
}


ROWS = (
    ("big-bank", "Bigbank", "US", "industry-banks"),
    ("mid-bank", "Midbank", "JP", "industry-banks"),
    ("tiny-bank", "Tinybank", "JP", "industry-banks"),
    ("shop", "Shop", "US", "industry-retail"),
)


def opened_with(folder: Path, encoder: Encoder, sizes: Sequence[str]) -> Base:
    """Three banks and a shop that they supply, with a column of sizes."""
    data = write_data(
        folder / "data",
        companies=[company(each, "", name, country=country, industry=kind) for each, name, country, kind in ROWS],
        concepts=[
            {"id": "industry-banks", "type": "industry", "name_zh": "银行", "name_en": "banks"},
            {"id": "industry-retail", "type": "industry", "name_zh": "零售", "name_en": "retail"},
        ],
        relations=[relation(each, "supplies", "shop") for each in ("big-bank", "mid-bank", "tiny-bank")],
    )
    read = read_data_set(data, default_ontology())
    by_id = dict(zip((row[0] for row in ROWS), sizes, strict=True))
    described = tuple(
        each.model_copy(update={"attributes": (Attribute("market cap", by_id[each.id]),)}) if each.id in by_id else each
        for each in read.entities
    )
    settings = settings_for(data, folder / "knowledge_base")
    publish_data_set(
        replace(read, entities=described), "sizes", settings, encoder, default_ontology(), ProgressReporter(None)
    )
    built = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
    return Base.over(built, default_ontology(), settings)


@pytest.fixture(scope="module")
def with_amounts(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Base:
    """Market values."""
    return opened_with(tmp_path_factory.mktemp("amounts"), encoder, ("9e11", "9e9", "9e7", "9e8"))


@pytest.fixture(scope="module")
def with_classes(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Base:
    """Classes of size."""
    caps = ("Mega Cap", "Mid Cap", "Micro Cap", "Small Cap")
    return opened_with(tmp_path_factory.mktemp("classes"), encoder, caps)


@pytest.mark.parametrize(("question", "plan"), by_question(BY_AMOUNT))
def test_amounts_say_who_is_largest(with_amounts: Base, question: str, plan: str) -> None:
    parsed = parser_of(with_amounts).parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(("question", "plan"), by_question(BY_CLASS))
def test_classes_say_who_is_small(with_classes: Base, question: str, plan: str) -> None:
    parsed = parser_of(with_classes).parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("the largest bank", ["big-bank"]),
        ("largest banks", ["big-bank", "mid-bank", "tiny-bank"]),
        ("the two largest banks", ["big-bank", "mid-bank"]),
        ("规模最小的银行", ["tiny-bank"]),
        ("the largest Japanese bank", ["mid-bank"]),
        ("the biggest supplier of Shop", ["big-bank"]),
    ],
)
def test_they_are_found(with_amounts: Base, question: str, ids: list[str]) -> None:
    answer = parser_of(with_amounts).parse(question).plan
    assert answer is not None
    assert isinstance(answer.answer, Companies)
    found = Executor(with_amounts.knowledge_base, with_amounts.ontology, 20261125).members(answer.answer.set)
    assert list(found.members.ids) == ids


@pytest.mark.parametrize(
    "question",
    [
        "small banks",
        "小型银行",
        "the largest bank by revenue",
        "the most valuable bank by revenue",
        "营收最高的银行",
        "员工最多的银行",
    ],
)
def test_what_the_data_do_not_measure_is_not_understood(with_amounts: Base, question: str) -> None:
    assert not parser_of(with_amounts).parse(question).whole


@pytest.mark.parametrize(
    "question",
    [
        "largest carmakers",
        "small Japanese carmakers",
        "规模最大的车企",
        "市值最大的苹果供应商",
        "苹果规模最大的供应商",
        "the smallest supplier of Apple",
        "the two biggest suppliers of Apple",
        "苹果的前十大供应商",
        "the biggest in batteries",
        "最大的电池",
    ],
)
def test_without_sizes_nothing_is_claimed(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole


@pytest.mark.parametrize("question", ["the biggest suppliers of Apple", "苹果最大的供应商", "main suppliers of Apple"])
def test_without_sizes_the_biggest_of_a_relation_are_the_strongest(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == ("supplies<(apple)", ())
