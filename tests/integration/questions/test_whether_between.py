"""Whether something is between two: a yes or a no, not who else has it with both."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

BETWEEN = {
    "whether sony in joint_venture=(honda)": (
        "索尼和本田有没有合资",
        "索尼集团和本田有没有合资公司",
        "索尼和本田之间有没有合资企业",
        "索尼和本田是否合资",
        "索尼和本田有合资公司吗",
        "索尼和本田合资了没有",
        "索尼有没有和本田的合资公司",
        "索尼有没有与本田合资的公司",
        "索尼和本田的合资公司",
        "Is there a joint venture between Sony and Honda?",
        "Are there any joint ventures between Sony and Honda?",
        "Is there any joint venture of Sony and Honda",
        "joint venture between Sony and Honda",
        "do Sony and Honda have a joint venture",
        "do Sony and Honda run a joint venture",
        "Did Sony and Honda form a joint venture?",
    ),
    "whether apple in partner=(goldman-sachs)": (
        "苹果和高盛有没有合作",
        "苹果和高盛是否有合作",
        "苹果与高盛合作了没有",
        "苹果和高盛的合作",
        "Is there a partnership between Apple and Goldman Sachs?",
        "a partnership of Apple and Goldman Sachs",
    ),
    "whether apple in competitor=(huawei)": (
        "苹果和华为有没有竞争关系",
        "苹果和华为有没有竞争",
        "苹果和华为的竞争关系",
        "Is there competition between Apple and Huawei?",
    ),
    "whether alibaba in shareholder_of<(goto)": ("阿里巴巴投资了GoTo集团没有", "阿里巴巴投资过GoTo集团没有"),
    "whether catl in supplies<(tesla)": ("宁德时代给特斯拉供货没有", "宁德时代供货给特斯拉没有"),
    "path catl tesla": ("宁德时代和特斯拉的供货关系", "宁德时代与特斯拉供货关系"),
}
OF_BOTH = {
    "joint_venture=(sony) & joint_venture=(honda)": (
        "joint-venture partners of Sony and Honda",
        "索尼和本田有没有共同的合资伙伴",
        "索尼和本田有没有合资伙伴",
    ),
    "supplies<(apple) - supplies<(huawei)": ("suppliers of Apple, not Huawei",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(BETWEEN, OF_BOTH))
def test_what_two_have_with_one_another_is_a_yes_or_a_no(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", ["Apple supplies Tesla not", "Is there an acquisition between Apple and Huawei?"])
def test_of_other_words_it_is_not_asked(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.not_understood or parsed.plan is None or not written(parsed.plan).startswith("whether apple")
