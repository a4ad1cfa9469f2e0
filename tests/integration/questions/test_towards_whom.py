"""Of whom somebody is something, roles towards those of another, one of two verbs, and who is left out by 除了."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.reading.two_questions import read_question
from tests.plan_notation import written

BATTERIES = (
    "(*[industry in ev-batteries] | produces<(product-consumer-battery product-cylindrical-battery product-ev-battery"
    " product-lfp-battery))"
)
CHIPMAKERS = "[industry in fabless-chips integrated-device-chips memory-chips semiconductor-foundry]"
CARMAKERS = "[industry in automobiles electric-vehicles]"


def read(pipeline: DiscoveryPipeline, question: str) -> str:
    parsed = read_question(pipeline.base, question, (), ())
    assert parsed.plan is not None
    assert parsed.not_understood == ()
    return written(parsed.plan)


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("In which companies is Tencent a shareholder?", "shareholder_of>(tencent)"),
        (
            "In which companies are Tencent and Alibaba both shareholders?",
            "shareholder_of>(tencent) & shareholder_of>(alibaba)",
        ),
        ("For which companies is TSMC a supplier?", "supplies>(tsmc)"),
        ("To whom is Huawei a supplier?", "supplies>(huawei)"),
        ("For which carmakers is CATL a supplier?", f"supplies>(catl){CARMAKERS}"),
        ("With which companies is Toyota a partner?", "partner=(toyota)"),
        ("Which companies is TSMC a supplier of?", "supplies>(tsmc)"),
        ("Of whom is Toyota a customer?", "supplies<(toyota)"),
        ("companies of which Tencent is a shareholder", "shareholder_of>(tencent)"),
        ("carmakers in which Tencent is an investor", f"shareholder_of>(tencent){CARMAKERS}"),
        ("companies for which TSMC is a supplier", "supplies>(tsmc)"),
    ],
)
def test_of_whom_is_what_is_asked(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    assert read(sample_pipeline, question) == plan


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("Is Nvidia a shareholder of any of its customers?", "supplies>(nvidia) & shareholder_of>(nvidia)"),
        ("Is Tencent an investor in any of its partners?", "partner=(tencent) & shareholder_of>(tencent)"),
        ("Is Sony a customer of one of its competitors?", "competitor=(sony) & supplies<(sony)"),
        ("Does Honda own shares in any of its suppliers?", "supplies<(honda) & shareholder_of>(honda)"),
        (
            "Does Honda own shares in any of its battery suppliers?",
            f"supplies<(honda) & shareholder_of>(honda) & {BATTERIES}",
        ),
        (
            "Does Honda compete with any of its battery suppliers?",
            f"supplies<(honda) & competitor=(honda) & {BATTERIES}",
        ),
        (
            "Is SAIC a joint-venture partner of any of its battery suppliers?",
            f"supplies<(saic) & joint_venture=(saic) & {BATTERIES}",
        ),
    ],
)
def test_roles_are_towards_its_own(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    assert read(sample_pipeline, question) == plan


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("Which companies supply or own shares in Tesla?", "supplies<(tesla) | shareholder_of<(tesla)"),
        ("Which companies either supply or compete with Tesla?", "supplies<(tesla) | competitor=(tesla)"),
        (
            "Which carmakers buy from or compete with BYD?",
            f"(supplies>(byd) | competitor=(byd)){CARMAKERS}",
        ),
        (
            "Does Toyota supply or own shares in Subaru?",
            "whether toyota in supplies<(subaru) | shareholder_of<(subaru)",
        ),
        ("哪些公司投资或收购了ARM", "shareholder_of<(arm) | acquired<(arm)"),
        ("供货或投资特斯拉的公司", "supplies<(tesla) | shareholder_of<(tesla)"),
    ],
)
def test_one_of_two_verbs(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    assert read(sample_pipeline, question) == plan


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        (
            "Which companies have neither a Japanese customer nor a Japanese supplier?",
            "* - supplies<(*[country in JP]) - supplies>(*[country in JP])",
        ),
        (
            "Which carmakers have neither a joint venture in China nor a Chinese shareholder?",
            f"*{CARMAKERS} - joint_venture=(*[country in CN]) - shareholder_of>(*[country in CN])"
            " - subsidiary_of<(*[country in CN])",
        ),
        (
            "Which companies have neither suppliers nor customers in China?",
            "* - supplies>(*[country in CN]) - supplies<(*[country in CN])",
        ),
        (
            "Which carmakers have neither a Chinese supplier nor a customer in Japan?",
            "*[industry in automobiles electric-vehicles] - supplies>(*[country in CN]) - supplies<(*[country in JP])",
        ),
    ],
)
def test_neither_of_two_roles(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    assert read(sample_pipeline, question) == plan


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("苹果除了台积电还有哪些供应商", "supplies<(apple) - tsmc"),
        ("苹果除了台积电还有别的供应商吗", "supplies<(apple) - tsmc"),
        ("特斯拉除了松下还有其他供应商吗", "supplies<(tesla) - panasonic"),
        ("台积电除苹果外还有哪些客户", "supplies>(tsmc) - apple"),
        ("台积电除苹果、英伟达以外还有哪些客户", "supplies>(tsmc) - (apple nvidia)"),
        ("吉利除了沃尔沃还有哪些子公司", "subsidiary_of<(geely) - volvo-cars"),
        ("比亚迪除了特斯拉还有其他竞争对手吗", "competitor=(byd) - tesla"),
        ("宁德时代除了特斯拉还给谁供货", "supplies>(catl) - tesla"),
        ("宁德时代除了特斯拉，还给哪些车企供货", f"supplies>(catl){CARMAKERS} - tesla"),
        ("腾讯除了京东还投资了谁", "shareholder_of>(tencent) - jd"),
        ("微软除了GitHub还收购过哪些公司", "acquired>(microsoft) - github"),
        ("丰田除了松下还和谁合资", "joint_venture=(toyota) - panasonic"),
        ("特斯拉除了宁德时代还从谁那里采购电池", f"(supplies<(tesla) & {BATTERIES}) - catl"),
    ],
)
def test_whom_somebody_has_besides(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    assert read(sample_pipeline, question) == plan


@pytest.mark.parametrize(
    "question",
    [
        "宁德时代的客户中，哪些同时也有别的电池供应商",
        "Which of CATL's customers also have other battery suppliers?",
        "Which customers of CATL have other battery suppliers?",
    ],
)
def test_others_of_a_kind_are_not_those_named(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert read(sample_pipeline, question) == f"supplies>(catl) & supplies>({BATTERIES} - catl)"


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("哪些芯片公司给德国的公司供货", f"supplies<(*[country in DE]){CHIPMAKERS}"),
        ("哪些芯片公司给美国公司供货", f"supplies<(*[country in US]){CHIPMAKERS}"),
        ("哪些车企从日本的公司采购", f"supplies>(*[country in JP]){CARMAKERS}"),
        ("哪些日本公司给美国的公司供货", "supplies<(*[country in US])[country in JP]"),
        ("宁德时代给哪些德国的公司供货", "supplies>(catl)[country in DE]"),
        (
            "中国的电池公司给哪些德国的车企供货",
            f"supplies>(*[industry in ev-batteries][country in CN]){CARMAKERS}[country in DE]",
        ),
    ],
)
def test_to_whom_is_no_place(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    assert read(sample_pipeline, question) == plan


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("哪些车企的供应商里没有中国公司", f"*{CARMAKERS} - supplies>(*[country in CN])"),
        ("哪些车企的股东里有中国公司", f"shareholder_of>(*[country in CN]){CARMAKERS}"),
        ("哪些银行的股东里没有国资委", "*[industry in banking] - shareholder_of>(sasac) - subsidiary_of<(sasac)"),
    ],
)
def test_members_of_a_role_tell_whose_they_are(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    assert read(sample_pipeline, question) == plan


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("Who else does Apple's supplier Corning sell to?", "supplies>(corning)"),
        ("苹果的供应商台积电还给谁供货", "supplies>(tsmc)"),
        ("同时是苹果竞争对手和供应商的公司", "competitor=(apple) & supplies<(apple)"),
        ("companies that are suppliers and competitors of Apple", "supplies<(apple) & competitor=(apple)"),
        ("suppliers and competitors of Apple", "supplies<(apple) | competitor=(apple)"),
        ("Who are the CEOs of Ford and GM?", "chief_executive_of<(ford) | chief_executive_of<(general-motors)"),
        ("苹果和微软的CEO", "chief_executive_of<(apple) | chief_executive_of<(microsoft)"),
        ("headquarters of Nokia and Ericsson", "located_in>(nokia) | located_in>(ericsson)"),
        ("suppliers of Apple and Huawei", "supplies<(apple) & supplies<(huawei)"),
        ("Apple's competitors among its suppliers", "competitor=(apple) & supplies<(apple)"),
        ("Which of Intel's customers are cloud providers?", "supplies>(intel)[industry in cloud-computing]"),
        (
            "Which of Nvidia's customers are American cloud providers?",
            "supplies>(nvidia)[industry in cloud-computing][country in US]",
        ),
        ("Which owners of OpenAI also supply it?", "shareholder_of<(openai) & supplies<(openai)"),
        ("owners of OpenAI", "subsidiary_of>(openai)"),  # alone: parents, else holders of shares
        ("Are Huawei and Apple competitors or partners?", "compare huawei apple"),
        (
            "Who owns Volvo Cars and who owns its owner?",
            "subsidiary_of>(volvo-cars) | shareholder_of<(subsidiary_of>(volvo-cars))",
        ),
        ("特斯拉2020年的电池供应商是谁？", f"supplies<(tesla) & {BATTERIES}"),  # as of that year
    ],
)
def test_roles_of_who_is_named(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    assert read(sample_pipeline, question) == plan


@pytest.mark.parametrize(
    "question",
    [
        "腾讯和阿里都没有投资的人工智能公司",
        "AI companies Tencent and Alibaba have both not invested in",
    ],
)
def test_both_that_did_not_is_neither(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    plan = read(sample_pipeline, question)
    assert plan.startswith(
        "*[industry in artificial-intelligence] - shareholder_of>(tencent) - shareholder_of>(alibaba)"
    )


def test_the_year_of_a_supplier_of_goods_is_that_of_the_records(sample_pipeline: DiscoveryPipeline) -> None:
    parsed = read_question(sample_pipeline.base, "Who was Tesla's battery supplier in 2018?", (), ())
    assert parsed.plan is not None
    assert parsed.plan.as_of == "2018"
