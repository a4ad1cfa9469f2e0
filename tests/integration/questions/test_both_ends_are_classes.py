"""Relations of which both ends, or one beside a name, are classes: carmakers and battery makers, Chinese companies."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.messages import Language
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

CARS, BATTERIES = "[industry in automobiles electric-vehicles]", "[industry in ev-batteries]"
CHINESE, GERMAN = f"{CARS}[country in CN]", f"{CARS}[country in DE]"
WITH_ONE = {
    "joint_venture=(toyota)[country in CN]": (
        "show me all joint ventures between Toyota and Chinese companies",
        "joint ventures between Chinese companies and Toyota",
        "which joint ventures are there between Toyota and Chinese companies",
        "joint ventures of Toyota and Chinese companies",
        "丰田和中国公司的合资",
        "丰田和中国公司之间的合资",
        "中国公司和丰田之间有哪些合资公司",
    ),
    f"joint_venture=(volkswagen){CHINESE}": (
        "joint ventures between Volkswagen and Chinese carmakers",
        "joint ventures of Volkswagen with Chinese carmakers",
        "Volkswagen's joint ventures with Chinese carmakers",
        "大众汽车和中国车企的合资公司",
        "中国车企和大众汽车的合资公司",
        "大众汽车与中国车企之间有哪些合资公司",
    ),
    "partner=(byd)[country in JP]": (
        "partnerships between BYD and Japanese companies",
        "比亚迪与日本公司之间的合作",
    ),
    "competitor=(apple)[industry in smartphones][country in CN]": (
        "competition between Apple and Chinese phone makers",
        "苹果和中国手机厂商之间的竞争",
    ),
    "competitor=(byd) & joint_venture=(toyota)": ("joint ventures between Toyota and BYD's rivals",),
    "count joint_venture=(toyota)[country in CN]": (
        "how many joint ventures are there between Toyota and Chinese companies",
    ),
}
OF_BOTH = {
    f"joint_venture=(*{CARS}){BATTERIES} | joint_venture=(*{BATTERIES}){CARS}": (
        "电池厂和车企的合资公司",
        "电池厂与车企的合资",
        "电池厂和车企之间的合资",
        "joint ventures between battery makers and carmakers",
        "joint ventures of battery makers and carmakers",
    ),
    f"joint_venture=(*{GERMAN}){CHINESE} | joint_venture=(*{CHINESE}){GERMAN}": (
        "中国和德国车企的合资公司",
        "中国车企和德国车企的合资",
        "中国车企和德国车企之间的合资",
        "joint ventures between Chinese carmakers and German carmakers",
    ),
    f"partner=(*{CARS}){BATTERIES} | partner=(*{BATTERIES}){CARS}": (
        "电池厂和车企的合作",
        "partnerships between battery makers and carmakers",
    ),
    f"supplies<(*{CARS[:-1]} ev-batteries])": ("电池厂和车企的供应商",),
}
WHO_STANDS_FIRST = {
    f"shareholder_of>(*{CARS}){BATTERIES}": (
        "battery makers backed by carmakers",
        "which battery makers are backed by carmakers",
        "battery makers funded by carmakers",
        "battery makers that carmakers invested in",
        "获得车企投资的电池公司",
        "车企投资的电池公司",
    ),
    f"shareholder_of<(*{BATTERIES}){CARS}": ("carmakers invested in battery makers", "投资电池公司的车企"),
    "shareholder_of>(*[country in CN])[country in DE]": (
        "German companies backed by Chinese companies",
        "中国公司投资的德国公司",
    ),
    f"supplies<(*{CARS}){BATTERIES}": ("battery makers supplying carmakers", "给车企供货的电池公司"),
    f"supplies>(*{BATTERIES}){CARS}": (
        "carmakers supplied by battery makers",
        "which carmakers do battery makers supply",
        "battery makers supply which carmakers",
        "电池公司给哪些车企供货",
    ),
    f"subsidiary_of<(*{CARS}){BATTERIES}": (
        "battery companies owned by carmakers",
        "which battery companies are owned by carmakers",
        "车企旗下的电池公司",
    ),
}


SOLD_TO_EITHER = {
    "supplies<(*[industry in automobiles electric-vehicles ev-batteries])": ("车企和电池厂的供应商",),
    "supplies>(*[industry in automobiles electric-vehicles ev-batteries])": ("车企和电池厂的客户有哪些",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(SOLD_TO_EITHER))
def test_suppliers_of_two_classes_are_none_of_one_to_the_other(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(("question", "plan"), by_question(WITH_ONE, OF_BOTH, WHO_STANDS_FIRST))
def test_who_has_it_with_whom(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("carmakers backed by quantum companies", "quantum"),
        ("which quantum companies does SoftBank own", "quantum"),
        ("被量子公司投资的车企", "量子"),
    ],
)
def test_what_no_class_is_called_is_not_understood(parser: Parser, question: str, words: str) -> None:
    assert words in " ".join(parser.parse(question).not_understood)


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("battery companies owned by carmakers", "en", "There is no record of subsidiaries of (companies in the"),
        (
            "车企旗下的电池公司",
            "zh",
            "没有（属于电动汽车或汽车制造行业的公司）的子公司（属于动力电池行业）的记录。不限“属于",
        ),
    ],
)
def test_what_is_said_of_the_owners_is_no_condition_on_the_owned(
    sample_pipeline: DiscoveryPipeline, question: str, language: Language, said: str
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert answer.outcome == "empty"
    assert answer.sentences[0].text.startswith(said)
    assert answer.nearest is not None
    assert '"type":"subsidiary_of"' in answer.nearest.plan.model_dump_json()


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("joint ventures between Elon Musk and Chinese carmakers", "Elon Musk"),
        ("Elon Musk's partnerships with Chinese carmakers", "Elon Musk"),
        ("马斯克和中国车企的合资公司", "马斯克"),
        ("马斯克和中国车企之间的合作", "马斯克"),
        ("shareholders among Elon Musk and carmakers", "Elon Musk"),
        ("马斯克和车企之间的股东", "马斯克"),
    ],
)
def test_a_person_who_cannot_be_at_either_end_is_not_understood(parser: Parser, question: str, name: str) -> None:
    assert name in parser.parse(question).not_understood
