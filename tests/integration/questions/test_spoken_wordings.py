"""Wordings of people who type as they speak, each with a plain question that has the same plan."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.reading.two_questions import read_question

SAME = {
    "customers of CATL": (
        "battery customers of CATL",
        "Who are CATL's battery buyers?",
        "宁德时代的电池客户",
        "宁德时代电池客户有哪些",
    ),
    "customers of TSMC": ("chip customers of TSMC", "台积电的芯片客户"),
    "customers of BOE": ("BOE的屏卖给谁", "京东方的屏都卖给谁"),
    "producers of CAR-T cell therapies": ("cell therapy companies", "CAR-T cell therapy companies"),
    "producers of VR/AR headsets": ("who makes VR headsets", "谁做头显", "VR头显厂商"),
    "companies that customers of CATL invest in": (
        "宁德时代的客户们都入股了哪些公司？",
        "宁德时代的客户都投资了谁",
    ),
    "producers of battery swapping": (
        "提供换电服务的企业都有谁？",
        "提供换电服务的企业都是谁",
        "提供换电服务的企业都有哪些",
    ),
    "customers of Goertek": ("歌尔给谁做代工供货",),
    "customers of Goertek except Apple": ("除了苹果，歌尔还给谁做代工供货",),
    "suppliers of Walmart founded before 1900": (
        "Walmart's vendors, but only those already around before 1900",
        "Walmart suppliers in existence before 1900",
        "沃尔玛的供应商，成立时间早于1900年",
    ),
    "oldest of the investees of Exor": ("Which of Exor's holdings has been around the longest?",),
    "youngest customer of Airbus": ("Airbus customer that was set up most recently?",),
    "competitors of Goldman Sachs except JPMorgan": (
        "Leaving JPMorgan aside, who does Goldman Sachs compete with?",
        "With JPMorgan left out, who competes with Goldman Sachs?",
        "Goldman Sachs competitors ex JPMorgan",
    ),
    "competitors of both Deutsche Telekom and Vodafone": (
        "deutsche telekom + vodafone, rivals in common",
        "Deutsche Telekom and Vodafone: rivals they share",
        "Deutsche Telekom and Vodafone, rivals both",
    ),
    "shareholders of the shareholders of Uber": ("Which companies hold shares in Uber's own shareholders?",),
    "licensees of Amgen in Basel": ("Amgen's Basel-based licensee",),
    "companies in Madrid": (
        "anything with its HQ in Madrid",
        "companies whose headquarters are in Madrid",
        "Which companies have their headquarters in Madrid?",
        "companies with their head office in Madrid",
    ),
    "Which of CATL's competitors supply German carmakers?": ("Which competitors of CATL supply German carmakers?",),
    "Which of Apple's suppliers also supply Chinese companies?": (
        "Which suppliers of Apple also supply Chinese companies?",
    ),
    "Which directors of Microsoft are also directors of other companies?": (
        "Which directors of Microsoft are also on other boards?",
        "Which directors of Microsoft also sit on another board?",
        "Who on Microsoft's board is also on other boards?",
        "Microsoft directors with other board seats",
        "directors of Microsoft who also serve on other company boards",
        "directors of Microsoft that have other board seats",
    ),
    "wholly owned subsidiaries of Tencent": (
        "Which subsidiaries of Tencent are wholly owned?",
        "Which of Tencent's subsidiaries are wholly owned?",
        "腾讯的哪些子公司是全资的？",
        "腾讯旗下哪些公司是全资的",
    ),
    "majority owned subsidiaries of Tencent": ("Which subsidiaries of Tencent are majority-owned?",),
    "suppliers of Apple headquartered in Japan": ("Which of Apple's suppliers have their headquarters in Japan?",),
    "how many companies are in Shenzhen": ("深圳总部的公司你这里收了几家", "深圳总部的公司有几家"),
    "companies with the most acquired companies": (
        "Which company makes the most acquisitions?",
        "Who has made the most acquisitions",
    ),
    "companies with the most joint ventures": ("Who has more joint ventures than anybody else?",),
    "Of Enel, Engie and Iberdrola, which has the fewest competitors?": (
        "Enel, Engie, Iberdrola - who faces the fewest competitors",
    ),
    "shareholders of Anthropic that are not shareholders of OpenAI": (
        "Anthropic backers without a stake in OpenAI",
        "backers of Anthropic with no stake in OpenAI",
    ),
    "investees of Alphabet since 2018": ("what has alphabet put equity into from 2018 onwards",),
    "licensees of Cambricon": ("寒武纪把自家技术授权给过谁",),
    "competitors of Luxshare": ("立讯的友商是哪几家？",),
    "companies like Visa": (
        "names in the same mould as Visa",
        "和Visa一个路子的公司",
        "companies along the lines of Visa",
    ),
    "compare BHP and Rio Tinto": ("BHP against Rio Tinto", "必和必拓与力拓放一块比一比"),
    "joint-venture partners of Volkswagen from China": ("大众在华合资公司",),
    "可再生能源公司": ("新能源公司有哪些", "新能源企业"),
    "unlisted companies": (
        "Which private companies are there?",
        "privately held companies",
        "未上市的公司有哪些",
    ),
    "competitors of Unilever founded before 1900": ("1900年以前就有的、和联合利华竞争的公司",),
    "investees of Nvidia founded after 2015": ("companies born after 2015 that Nvidia has put money into",),
    "competitors of AstraZeneca that make BTK inhibitors": (
        "Which AstraZeneca competitors sell a BTK inhibitor of their own",
    ),
    "shareholders of China Unicom": ("中国联通背后站着哪些出资方？",),
    "customers of Lens Technology": ("蓝思科技的货都卖到哪几家手里",),
    "competitors of Heineken": ("Give me a quick rundown of the companies Heineken is slugging it out with.",),
    "competitors of Sungrow": ("阳光电源在市场上跟谁打架",),
    "how many Italian companies are there": ("你们库里收了几家意大利公司",),
    "Taiwanese company with the most customers": ("what taiwanese company has more customers than any other",),
    "producers of automotive chips": ("做汽车芯片的公司", "谁做车用芯片"),
    "producers of MDI": ("MDI这东西谁家在产",),
    "companies acquired by the acquirers of GitHub": ("收购GitHub的那家还收过什么公司",),
    "companies like Swire Pacific": ("有没有长得像太古股份的公司？",),
    "suppliers of Tesla in Germany": (
        "does Tesla have any suppliers in Germany? which ones",
        "Does Tesla have any suppliers in Germany, and which ones?",
    ),
    "acquired companies of Rivian": ("who did Rivian buy", "Whom has Rivian bought?"),
    "suppliers of the battery suppliers of Hyundai": ("which companies supply Hyundai's battery suppliers",),
    "acquirers of Volvo Cars": ("沃尔沃汽车被卖给了谁",),
    "Which companies did Microsoft acquire in 2016?": (
        "which companies did Microsoft buy in 2016",
        "What did Microsoft buy in 2016?",
    ),
    "chip companies founded in the last ten years": (
        "chip companies founded less than ten years ago",
        "成立不到十年的芯片公司",
        "成立不足10年的芯片公司",
        "成立十年以内的芯片公司",
    ),
    "customers of Boeing in the airline industry": ("购买波音飞机的航空公司", "Which airlines buy Boeing planes?"),
    "suppliers of Vodafone": ("把给沃达丰供货的公司列出来",),
}


@pytest.mark.parametrize(("plain", "spoken"), [(plain, each) for plain, many in SAME.items() for each in many])
def test_spoken_and_plain_have_one_plan(sample_pipeline: DiscoveryPipeline, plain: str, spoken: str) -> None:
    asked, meant = (read_question(sample_pipeline.base, each, (), ()) for each in (spoken, plain))
    assert meant.whole and meant.plan is not None
    assert asked.not_understood == ()
    assert asked.plan == meant.plan


@pytest.mark.parametrize(
    "question",
    [
        "companies leaving China",
        "companies that leave JPMorgan",
        "Which companies put Apple first?",
        "whose boxes does Maersk carry",
        "rivals of Hermès for the same wallet",
        "quantum companies in Seattle",
        "SoftBank took over a British chip designer; who licenses technology from it?",
        "the retailer that Public Investment Fund owns a slice of - who does that one compete with?",
        "富士康收购的那家日本公司，它的竞争对手是谁",
    ],
)
def test_what_is_said_besides_is_told(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    asked = read_question(sample_pipeline.base, question, (), ())
    assert asked.plan is None or asked.not_understood


@pytest.mark.parametrize("question", ["沃尔沃汽车卖给了谁", "Arm卖给了谁"])
def test_a_company_without_customers_was_sold_itself(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    asked = read_question(sample_pipeline.base, question, (), ())
    acquirers = read_question(sample_pipeline.base, f"{question[:-4]}的收购方", (), ())
    assert acquirers.plan in (asked.plan, *asked.also)
