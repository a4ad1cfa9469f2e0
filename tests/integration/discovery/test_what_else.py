"""What else those do who are asked for is told beside them, or the second half is told as not understood."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.messages import Language


def ask(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language: Language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


def told(answer: QuestionAnswer) -> list[str]:
    return [each.text for each in answer.sentences]


@pytest.mark.parametrize(
    ("question", "owner", "first", "second"),
    [
        (
            "Who owns GEICO and what else does it own?",
            "berkshire-hathaway",
            "1 parent of GEICO is on record: Berkshire Hathaway",
            "1 subsidiary of parents of GEICO other than GEICO is on record: BNSF Railway",
        ),
        (
            "谁拥有沃尔沃汽车？它还拥有哪些公司？",
            "geely-holding",
            "有记录的沃尔沃汽车的母公司：1 家——浙江吉利控股集团",
            "有记录的沃尔沃汽车的母公司的子公司（沃尔沃汽车除外）：1 家——吉利汽车",
        ),
        (
            "谁拥有GEICO，还拥有什么？",
            "berkshire-hathaway",
            "有记录的盖可保险的母公司：1 家——伯克希尔·哈撒韦",
            "（盖可保险除外）：1 家——伯灵顿北方圣太菲铁路",
        ),
        (
            "Who owns Tokopedia and what else does that company own?",
            "bytedance",
            "1 parent of Tokopedia is on record: ByteDance",
            "1 investee of parents of Tokopedia other than Tokopedia is on record: Li Auto",
        ),
        (
            "Who owns KUKA and which other companies does the owner control?",
            "midea",
            "1 parent of KUKA is on record: Midea",
            "There is no record of companies controlled by parents of KUKA other than KUKA",
        ),
        (
            "谁是奥迪的母公司，它还有哪些子公司？",
            "volkswagen",
            "有记录的奥迪的母公司：1 家——大众汽车集团",
            "有记录的奥迪的母公司的子公司（奥迪除外）：4 家",
        ),
        (
            "沃尔沃汽车归谁所有？它旗下还有什么公司？",
            "geely-holding",
            "有记录的沃尔沃汽车的母公司：1 家——浙江吉利控股集团",
            "有记录的沃尔沃汽车的母公司的子公司（沃尔沃汽车除外）：1 家——吉利汽车",
        ),
        (
            "Who owns Volvo Cars and does it own anything else?",
            "geely-holding",
            "1 parent of Volvo Cars is on record: Zhejiang Geely Holding",
            "1 subsidiary of parents of Volvo Cars other than Volvo Cars is on record: Geely Automobile",
        ),
        (
            "Who owns GEICO, and what are its other holdings?",
            "berkshire-hathaway",
            "1 parent of GEICO is on record: Berkshire Hathaway",
            "8 investees of parents of GEICO other than GEICO are on record",
        ),
        (
            "Who acquired GitHub and what else did it acquire?",
            "microsoft",
            "1 acquirer of GitHub is on record: Microsoft",
            "2 acquired companies of acquirers of GitHub other than GitHub are on record",
        ),
        (
            "What is the German parent of Audi and what else does it own?",
            "volkswagen",
            "1 parent of Audi from Germany is on record: Volkswagen Group",
            "other than Audi are on record",
        ),
        (
            "Who owns Volvo Cars and which other companies does it own that make cars?",
            "geely-holding",
            "1 parent of Volvo Cars is on record: Zhejiang Geely Holding",
            "other than Volvo Cars is on record: Geely Automobile",
        ),
        (
            "谁控制沃尔沃汽车？它还控制哪些公司？",
            "geely-holding",
            "有记录的沃尔沃汽车的控制方",
            "控制的公司（沃尔沃汽车除外）：4 家",
        ),
        (
            "谁收购了GitHub，它还收购了谁？",
            "microsoft",
            "有记录的GitHub的收购方：1 家——微软",
            "有记录的GitHub的收购方的被收购公司（GitHub除外）：2 家",
        ),
    ],
)
def test_the_owner_and_its_other_holdings(
    sample_pipeline: DiscoveryPipeline, question: str, owner: str, first: str, second: str
) -> None:
    answer = ask(sample_pipeline, question)
    assert (answer.outcome, answer.company_ids) == ("answered", (owner,))
    assert any(each.startswith(first) for each in told(answer))
    assert any(second in each for each in told(answer))


SCREENS = ("boe", "lg-display", "samsung-display", "corning")
CHIPS = ("samsung-electronics", "nvidia", "stmicroelectronics", "amd")
BATTERIES = ("catl", "panasonic", "lg-energy-solution", "ganfeng", "panasonic-energy")


@pytest.mark.parametrize(
    ("question", "suppliers", "customer", "left_out"),
    [
        ("Who supplies Apple's screens and who else do they supply?", SCREENS, "Samsung Electronics", "Apple"),
        ("Who supplies screens to Apple and which other companies do they supply?", SCREENS, "Huawei", "Apple"),
        ("Who supplies Apple with screens, and who else buys from them?", SCREENS, "Sony", "Apple"),
        ("Who supplies Apple's screens and to whom else do they sell?", SCREENS, "Sony", "Apple"),
        ("Who supplies Apple's screens, and who do they supply besides Apple?", SCREENS, "Sony", "Apple"),
        ("Who supplies Apple's screens and which other phone makers do they supply?", SCREENS, "Honor", "Apple"),
        ("Who supplies Apple's screens and who are their other customers?", SCREENS, "Sony", "Apple"),
        ("Who supplies Apple's screens and who do they supply?", SCREENS, "Sony", ""),
        ("Who supplies Tesla's chips and who else do they supply?", CHIPS, "Microsoft", "Tesla"),
        ("Which battery makers supply Tesla and who else do they supply?", BATTERIES, "NIO", "Tesla"),
        ("苹果的屏幕供应商有哪些？它们还给谁供货？", SCREENS, "索尼集团", "苹果公司"),
        ("谁给苹果供应屏幕，他们还给谁供货？", SCREENS, "索尼集团", "苹果公司"),
        ("谁给苹果供应屏幕？除了苹果，它们还给谁供货？", SCREENS, "索尼集团", "苹果公司"),
        ("谁给特斯拉供应芯片？他们还有哪些客户？", CHIPS, "微软", "特斯拉"),
        ("谁给特斯拉供应电池，这些公司还给谁供货？", BATTERIES, "通用汽车", "特斯拉"),
    ],
)
def test_the_suppliers_of_goods_and_their_other_customers(
    sample_pipeline: DiscoveryPipeline, question: str, suppliers: tuple[str, ...], customer: str, left_out: str
) -> None:
    answer = ask(sample_pipeline, question)
    assert (answer.outcome, set(answer.company_ids)) == ("answered", set(suppliers))
    customers = next(each for each in told(answer) if "customers of (" in each or "）的客户" in each)
    assert customer in customers
    assert f"other than {left_out}" in customers or f"（{left_out}除外）" in customers or not left_out


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("Who makes Apple's screens and who else do they make screens for?", "who else do they make screens for"),
        ("谁为苹果生产屏幕，他们还为谁生产？", "他们还为谁生产"),
    ],
)
def test_what_is_not_read_of_suppliers_is_not_understood(
    sample_pipeline: DiscoveryPipeline, question: str, second: str
) -> None:
    answer = ask(sample_pipeline, question)
    assert answer.outcome == "partly_understood"
    assert any(second in each for each in answer.not_understood)


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("吉利控股拥有沃尔沃，还拥有什么？", ("geely",)),
        ("Geely Holding owns Volvo Cars. What else does it own?", ("geely",)),
        ("Berkshire Hathaway owns GEICO; which other companies does it own?", ("bnsf",)),
        ("微软拥有GitHub，它还拥有哪些公司？", ("activision-blizzard", "linkedin")),
    ],
)
def test_what_else_one_owns_besides_what_is_stated(
    sample_pipeline: DiscoveryPipeline, question: str, others: tuple[str, ...]
) -> None:
    answer = ask(sample_pipeline, question)
    assert (answer.outcome, answer.company_ids) == ("answered", others)


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("Who owns GEICO and what else does it do?", "what else does it do"),
        ("谁是奥迪的母公司，它还有哪些供应商？", "它还有哪些供应商"),
        ("苹果的CEO是谁，他还担任哪些公司的董事？", "他还担任哪些公司的董事"),
        ("Who is the CEO of Tesla and which other companies does he lead?", "which other companies does he lead"),
        ("Apple owns Volvo Cars, what else does it own?", "what else does it own"),  # not on record
        ("In 2010 Geely Holding bought Volvo Cars; what else did it buy?", "Geely Holding"),
        ("沃尔沃汽车被吉利控股收购，它还收购了谁", "沃尔沃汽车"),
        ("How many suppliers does Apple have and who else do they supply?", "who"),
    ],
)
def test_what_no_plan_holds_is_not_understood(sample_pipeline: DiscoveryPipeline, question: str, second: str) -> None:
    answer = ask(sample_pipeline, question)
    assert answer.outcome == "partly_understood"
    assert any(second in each for each in answer.not_understood)


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("Who owns GEICO?", "parents of GEICO"),
        ("特斯拉的供应商有哪些？还有哪些竞争对手？", "suppliers or competitors of Tesla"),
        ("宁德时代有哪些客户，还有哪些供应商？", "customers or suppliers of CATL"),
        ("哪些公司给特斯拉供货，还有哪些是它的竞争对手", "suppliers or competitors of Tesla"),
        ("苹果除了台积电还有哪些供应商", "suppliers of Apple other than TSMC"),
    ],
)
def test_what_is_asked_of_the_company_itself_stays_so(
    sample_pipeline: DiscoveryPipeline, question: str, alone: str
) -> None:
    assert set(ask(sample_pipeline, question).company_ids) == set(ask(sample_pipeline, alone).company_ids)


def test_it_is_the_company_that_is_chosen(sample_pipeline: DiscoveryPipeline) -> None:
    request = DiscoveryRequest(query="What else does it own?", company="microsoft", language="en")
    assert "LinkedIn" in " ".join(told(sample_pipeline.discover(request).answer))
