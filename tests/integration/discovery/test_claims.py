"""What an answer claims, on the bundled sample: the rows of its files, and nothing where words are left over."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, FusionSettings, RelevanceLevel
from core.domain.results import Discovery
from core.messages import LANGUAGES, Language, translate
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import ROOT, company, relation, settings_for, write_data

CLAIM = {"en": "The relation you asked for", "zh": "正是所问的关系"}


def rows(name: str) -> list[dict[str, str]]:
    with (ROOT / "data" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def recorded(kind: str, *, source: str = "", target: str = "") -> set[str]:
    """The other ends of the rows of one type that hold today, straight from the file."""
    of_type = [row for row in rows("relations.csv") if row["type"] == kind]
    found = [row for row in of_type if not row["end"] and row["status"] not in {"ended", "planned", "denied"}]
    return {row["target"] for row in found if row["source"] == source} | {
        row["source"] for row in found if row["target"] == target
    }


def ask(pipeline: DiscoveryPipeline, question: str, **fusion: object) -> Discovery:
    language: Language = "en" if question.isascii() else "zh"
    request = DiscoveryRequest(query=question, language=language, fusion=FusionSettings.model_validate(fusion))
    return pipeline.discover(request)


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Who are BMW's suppliers?", recorded("supplies", target="bmw") | recorded("depends_on", source="bmw")),
        ("Who are Apple's suppliers?", recorded("supplies", target="apple") | recorded("depends_on", source="apple")),
        ("台积电的客户有哪些？", recorded("supplies", source="tsmc") | recorded("depends_on", target="tsmc")),
        ("华为的竞争对手有哪些", recorded("competitor", source="huawei", target="huawei")),
        ("Which companies has SoftBank invested in?", recorded("shareholder_of", source="softbank")),
        ("谁投资了Anthropic", recorded("shareholder_of", target="anthropic")),
        (
            "supply chain of CATL",
            recorded("supplies", source="catl", target="catl") | recorded("depends_on", source="catl", target="catl"),
        ),
        (
            "companies like Nvidia",
            recorded("similar_product", source="nvidia", target="nvidia")
            | recorded("competitor", source="nvidia", target="nvidia"),
        ),
    ],
)
@pytest.mark.parametrize("level", [RelevanceLevel.LOW, RelevanceLevel.HIGH])
def test_exactly_the_recorded_companies_answer(
    sample_pipeline: DiscoveryPipeline, question: str, members: set[str], level: RelevanceLevel
) -> None:
    found = ask(sample_pipeline, question, max_results=100, min_relevance=level)
    assert (found.answer.outcome, found.answer.kind, found.answer.not_understood) == ("answered", "companies", ())
    assert set(found.answer.company_ids) == members
    assert len(found.answer.company_ids) == len(members)
    listed = [each for each in found.related_companies if each.answers_question]
    assert [each.company_id for each in listed] == list(found.answer.company_ids)
    assert found.related_companies[: len(listed)] == tuple(listed)
    assert all(each.judgement.level is RelevanceLevel.HIGH for each in listed)
    for each in found.related_companies:
        assert any(map(each.judgement.reason.startswith, CLAIM.values())) == each.answers_question
    assert len(ask(sample_pipeline, question, max_results=2).answer.company_ids) == len(members)


def test_a_list_says_how_many_are_there_by_another_relation(sample_pipeline: DiscoveryPipeline) -> None:
    suppliers, needed = recorded("supplies", target="apple"), recorded("depends_on", source="apple")
    answer = ask(sample_pipeline, "Who are Apple's suppliers?").answer
    first, second = answer.sentences[:2]
    more = len(needed - suppliers)
    assert first.text.startswith(f"{len(suppliers)} suppliers of Apple are on record: ")
    assert second.text.startswith(f"{more} more ")
    assert "on record only as key provider" in second.text
    numbers = [int(number) for number in re.findall(r"\[(\d+)\]", first.text + second.text)]
    assert numbers == sorted(numbers) == list(range(1, len(numbers) + 1))
    keys = [source.key for source in answer.sources]
    assert [*first.source_ids, *second.source_ids] == keys[: len(numbers)]


def companies_of(**columns: str) -> set[str]:
    return {row["id"] for row in rows("companies.csv") if all(row[key] == value for key, value in columns.items())}


def suppliers_of(company_id: str) -> set[str]:
    return recorded("supplies", target=company_id) | recorded("depends_on", source=company_id)


RIVALS_OF_CATL = recorded("competitor", source="catl", target="catl")


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Japanese companies that supply Apple", suppliers_of("apple") & companies_of(country="JP")),
        ("suppliers of CATL's competitors", set().union(*map(suppliers_of, RIVALS_OF_CATL))),
        (
            "Who invested in both NIO and XPeng?",
            recorded("shareholder_of", target="nio") & recorded("shareholder_of", target="xpeng"),
        ),
        (
            "Who does not compete with Tesla?",
            companies_of() - recorded("competitor", source="tesla", target="tesla") - {"tesla"},
        ),
        ("宁德时代的韩国对手有哪些", RIVALS_OF_CATL & companies_of(country="KR")),
        ("除了腾讯，还有谁投资了美团", recorded("shareholder_of", target="meituan") - {"tencent"}),
        ("who pays royalties to Arm", recorded("licenses_to", source="arm")),
        (
            "rivals of Microsoft that are not its partners",
            recorded("competitor", source="microsoft", target="microsoft")
            - recorded("partner", source="microsoft", target="microsoft"),
        ),
    ],
)
def test_exactly_the_companies_answer_that_satisfy_every_part(
    sample_pipeline: DiscoveryPipeline, question: str, members: set[str]
) -> None:
    found = ask(sample_pipeline, question, max_results=100)
    outcome = "answered" if members else "empty"
    assert (found.answer.outcome, found.answer.kind, found.answer.not_understood) == (outcome, "companies", ())
    assert set(found.answer.company_ids) == members
    assert {each.company_id for each in found.related_companies if each.answers_question} <= members
    for each in found.related_companies:
        assert any(map(each.judgement.reason.startswith, CLAIM.values())) <= each.answers_question


def test_a_count_is_of_the_relation_asked_for_alone(sample_pipeline: DiscoveryPipeline) -> None:
    answer = ask(sample_pipeline, "特斯拉的供应商有多少家").answer
    counted = recorded("supplies", target="tesla")
    assert (answer.outcome, answer.kind, answer.value) == ("answered", "count", len(counted))
    assert set(answer.company_ids) == counted


@pytest.mark.parametrize(
    ("question", "ignored"),
    [
        ("profitable suppliers of Apple", "profitable"),
        ("solvent suppliers of Apple", "solvent"),
        ("rumoured suppliers of CATL's competitors", "rumoured"),
        ("Who invested secretly in both NIO and XPeng?", "secretly"),
        ("Which Korean rivals of CATL are bankrupt?", "bankrupt"),
        ("Who does not compete fairly with Tesla?", "fairly"),
        ("苹果盈利的供应商", "盈利"),
        ("宁德时代的韩国对手里亏损的有哪些", "亏损"),
        ("除了腾讯，还有谁偷偷投资了美团", "偷偷"),
        ("特斯拉破产的供应商有哪些", "破产"),
    ],
)
def test_with_words_left_over_nothing_is_claimed(
    sample_pipeline: DiscoveryPipeline, question: str, ignored: str
) -> None:
    found = ask(sample_pipeline, question, max_results=40)
    assert (found.answer.outcome, found.answer.kind) == ("partly_understood", "none")
    assert ignored in found.answer.not_understood
    assert all(each in found.answer.sentences[0].text for each in found.answer.not_understood)
    assert found.related_companies
    assert found.answer.company_ids == ()
    for each in found.related_companies:
        assert not each.answers_question
        assert not any(map(each.judgement.reason.startswith, CLAIM.values()))
    assert not any("on record" in warning or "没有记录" in warning for warning in found.warnings)


def test_what_is_asked_for_is_told_first_though_it_is_not_lifted(sample_pipeline: DiscoveryPipeline) -> None:
    first = ask(sample_pipeline, "profitable suppliers of Apple").related_companies[0].judgement
    assert first.reason.startswith("Supplier of Apple")


@pytest.mark.parametrize(
    ("question", "more"),
    [("who acquired Tesla?", "who secretly acquired Tesla?"), ("谁收购了特斯拉？", "谁偷偷收购了特斯拉？")],
)
def test_nothing_recorded_is_said_only_of_a_question_that_is_understood(
    sample_pipeline: DiscoveryPipeline, question: str, more: str
) -> None:
    for wording in (question, f"{question} 2030"):
        found = ask(sample_pipeline, wording)
        assert (found.answer.outcome, found.answer.kind, found.answer.company_ids) == ("empty", "companies", ())
        assert found.answer.sentences
        assert ("2030" in found.answer.sentences[0].text) == ("2030" in wording)
    assert ask(sample_pipeline, more).answer.outcome == "partly_understood"


@pytest.mark.parametrize(
    ("question", "outcome"),
    [
        ("CATL", "open"),
        ("lithium batteries", "open"),
        ("宁德时代", "open"),
        ("Tesla 4680", "partly_understood"),
        ("solid state batteries before 2020", "partly_understood"),
        ("固态电池 2030年以后", "partly_understood"),
        ("新能源汽车 2030年以后", "partly_understood"),
    ],
)
def test_a_question_without_a_relation(sample_pipeline: DiscoveryPipeline, question: str, outcome: str) -> None:
    answer = ask(sample_pipeline, question).answer
    assert (answer.outcome, answer.kind, answer.company_ids) == (outcome, "none", ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_company_is_asked_for_its_columns(sample_pipeline: DiscoveryPipeline, language: Language) -> None:
    base = sample_pipeline.base.knowledge_base
    for row in rows("companies.csv")[::60]:
        name = row[f"name_{language}"]
        year = f"When was {name} founded?" if language == "en" else f"{name}是哪一年成立的？"
        ticker = f"What is the ticker of {name}?" if language == "en" else f"{name}的股票代码是什么？"
        industry = f"What industry is {name} in?" if language == "en" else f"{name}属于哪个行业？"
        expected = (
            (year, row["founded"]),
            (ticker, row["tickers"]),
            (industry, base.entity(row["industry"]).name(language) if row["industry"] else ""),
        )
        for question, value in expected:
            request = DiscoveryRequest(company=row["id"], query=question, language=language)
            answer = sample_pipeline.discover(request).answer
            assert answer.kind == "value", question
            if value:
                assert all(part in str(answer.value or "") for part in value.split("|")), question
                assert "companies.csv" in answer.sources[0].origin
                assert answer.sentences[0].source_ids == tuple(source.key for source in answer.sources)
            else:
                assert (answer.outcome, answer.value, answer.sources) == ("empty", None, ()), question


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("claims")
    data = write_data(
        folder / "data",
        companies=[
            company("a", "甲电池", "Alpha Cells", country="DE"),
            company("b", "乙汽车", "Beta Cars", founded="1990"),
            company("b2", "乙汽车", "Beta Cars", country="FR"),
            company("c", "丙材料", "Gamma Materials"),
        ],
        concepts=[
            {"id": "person-li", "type": "person", "name_zh": "李雷", "name_en": "Li Lei"},
            {"id": "product-cell", "type": "product", "name_zh": "电芯", "name_en": "battery cells"},
        ],
        relations=[
            relation("a", "supplies", "b"),
            relation("a", "founded_by", "person-li"),
            relation("a", "produces", "product-cell"),
            relation("c", "produces", "product-cell"),
            relation("b", "depends_on", "c"),
        ],
    )
    settings: Settings = settings_for(data, folder / "kb")
    return DiscoveryPipeline(
        Base.over(build_and_open(settings, encoder), default_ontology(), settings), encoder=lambda: encoder
    )


def test_companies_of_one_name_are_one_member(own: DiscoveryPipeline) -> None:
    found = ask(own, "Who are the customers of Alpha Cells?")
    assert len(found.answer.company_ids) == 1
    assert found.related_companies[0].company_id == found.answer.company_ids[0]
    assert found.answer.company_ids[0] in ("b", "b2")


def test_what_a_shared_product_implies_answers_where_nothing_else_is_recorded(own: DiscoveryPipeline) -> None:
    found = ask(own, "companies with products similar to Alpha Cells")
    assert found.answer.company_ids == ("c",)
    gamma = next(each for each in found.related_companies if each.company_id == "c")
    assert gamma.judgement.relation_type == "produces"
    assert "battery cells" in gamma.judgement.reason


def test_a_value_that_is_not_recorded_is_not_guessed(own: DiscoveryPipeline) -> None:
    answer = ask(own, "When was Alpha Cells founded?").answer
    assert (answer.outcome, answer.kind, answer.value) == ("empty", "value", None)
    assert answer.sentences[0].text == "No field records the founding year of Alpha Cells."


def test_people_and_products_are_told_as_values(own: DiscoveryPipeline) -> None:
    answer = ask(own, "Who founded Alpha Cells?").answer
    assert (answer.outcome, answer.kind, answer.value, answer.company_ids) == ("answered", "value", "Li Lei", ())
    makers = ask(own, "Who makes battery cells?").answer
    assert (makers.outcome, set(makers.company_ids)) == ("answered", {"a", "c"})


def test_the_country_is_told_by_its_name(own: DiscoveryPipeline) -> None:
    assert ask(own, "What country is Alpha Cells in?").answer.value == "Germany"
    assert ask(own, "甲电池是哪个国家的公司？").answer.value == "德国"


@pytest.mark.parametrize(
    "question",
    [
        "宁德时代是特斯拉主要的供应商吗",  # of XPeng, another sentence says so
        "宁德时代与宝马在哪里建厂",  # with others it has plants in Spain
        "Is CATL the largest supplier of Tesla?",
        "How many main competitors does CATL have?",
    ],
)
def test_a_sentence_that_leaves_out_a_company_of_the_question_answers_nothing(
    sample_pipeline: DiscoveryPipeline, question: str
) -> None:
    found = ask(sample_pipeline, question).answer
    assert found is not None
    assert (found.outcome, found.company_ids) == ("partly_understood", ())


@pytest.mark.parametrize(
    ("question", "is_a_name"),
    [
        *((each, False) for each in ("How many companies are there?", "companies founded in 3000", "Who?")),
        *((each, False) for each in ("一共有多少家公司", "谁", "公司", "What is 2+2?", "Why is the sky blue?")),
        *((each, True) for each in ("Zorblatt", "zorblatt", "Zorblatt Industries", "佐布拉特")),
    ],
)
def test_a_question_is_not_called_the_name_of_a_company(
    sample_pipeline: DiscoveryPipeline, question: str, is_a_name: bool
) -> None:
    found = ask(sample_pipeline, question)
    language: Language = "en" if question.isascii() else "zh"
    assert found.outcome == "unknown_company"
    assert (found.explanation != translate("discover.nothing_named", language)) is is_a_name
