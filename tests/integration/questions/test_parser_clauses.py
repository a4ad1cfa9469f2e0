"""A clause behind a comma says more of the set before it, or is not understood: it never adds another set."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

NARROWED = {
    "partner=(toyota)[country in US]": (
        "丰田的合作伙伴，哪些是美国的",
        "丰田的合作伙伴，其中哪些是美国的",
        "丰田的合作伙伴，美国的有哪些",
        "丰田的合作伙伴，美国公司",
        "丰田的合作伙伴；美国的",
        "Toyota's partners, which are American?",
        "Toyota's partners, which of them are from the US",
        "partners of Toyota, those from the US",
        "partners of Toyota, American ones",
    ),
    "supplies<(apple) & supplies<(huawei)": (
        "苹果的供应商，哪些也给华为供货",
        "给苹果供货，也给华为供货的公司",
        "suppliers of Apple, which ones also supply Huawei?",
        "suppliers of Apple, who also supply Huawei",
    ),
    "supplies<(apple)[country in JP]": ("日本公司，给苹果供货的", "Japanese companies, suppliers of Apple"),
    "supplies<(apple)[founded >= 2001]": ("苹果的供应商，2000年以后成立的", "Apple's suppliers, founded after 2000"),
    "supplies<(apple) - supplies<(huawei)": (
        "苹果的供应商，不给华为供货的",
        "companies that supply Apple, not Huawei",
    ),
    "supplies<(apple) - byd": ("苹果的供应商，比亚迪除外", "Apple's suppliers, except BYD"),
    "supplies<(apple)[country not_in JP]": ("苹果的供应商，不要日本的", "Apple's suppliers, excluding Japanese ones"),
    "count supplies<(apple)[country in JP]": (
        "苹果的供应商，有多少是日本的",
        "Apple's suppliers, how many are Japanese?",
    ),
}
SUPERLATIVE = {
    "supplies>(samsung-sdi){least founded}": (
        "三星SDI的客户，哪家最老",
        "三星SDI的客户，哪家成立最早",
        "三星SDI的客户，最早成立的是哪家",
        "Samsung SDI's customers, which was founded first?",
        "customers of Samsung SDI, which one is the oldest",
        "customers of Samsung SDI, the oldest",
    ),
    "supplies<(apple){most founded}": ("苹果的供应商，谁最年轻", "Apple's suppliers, which is the youngest"),
    "supplies<(apple){most supplies>}": (
        "苹果的供应商，哪家的客户最多",
        "Apple's suppliers, which has the most customers",
    ),
    "acquired>(microsoft){least date}": ("微软收购了谁，最早的是哪家", "companies Microsoft acquired, the first one"),
}
CONTINUED = {
    "supplies>(supplies<(tesla))": (
        "特斯拉的供应商，它们的客户",
        "特斯拉的供应商，它们的客户有谁",
        "特斯拉的供应商，他们的客户是谁",
        "谁给特斯拉供货，它们的客户有谁",
        "suppliers of Tesla, their customers",
        "Tesla's suppliers, who are their customers?",
        "companies that supply Tesla, who are their customers?",
    ),
    "supplies<(partner=(toyota))": ("丰田的合作伙伴，谁给它们供货", "Toyota's partners, who supplies them?"),
    "supplies>(partner=(toyota))": ("丰田的合作伙伴，它们给谁供货", "Toyota's partners, whom do they supply?"),
    "count supplies<(partner=(toyota))": (
        "丰田的合作伙伴，它们的供应商有多少家",
        "Toyota's partners, how many suppliers of them",
    ),
    "partner=(toyota){least founded}": (
        "丰田的合作伙伴，它们中哪家最老",
        "Toyota's partners, which of them is the oldest",
    ),
}
LISTED = {
    "supplies<(apple) & supplies<(huawei) & supplies<(xiaomi)": (
        "苹果、华为、小米的供应商",
        "苹果，华为和小米的供应商",
        "suppliers of Apple, Huawei and Xiaomi",
        "Apple, Huawei, and Xiaomi suppliers",
    ),
    "supplies<(apple)[country in JP KR US]": ("Japanese, Korean and American suppliers of Apple",),
    "supplies<(apple) | supplies>(tesla)": (
        "苹果的供应商和特斯拉的客户",
        "苹果的供应商以及特斯拉的客户",
        "苹果的供应商或特斯拉的客户",
        "suppliers of Apple and customers of Tesla",
        "suppliers of Apple or customers of Tesla",
    ),
    "competitor=(microsoft) - partner=(microsoft)": ("rivals of Microsoft that are not their partners",),
    "compare byd catl": ("比亚迪，宁德时代，对比",),
}
NOT_ATTACHED = (
    "苹果的供应商，特斯拉的客户",
    "suppliers of Apple, customers of Tesla",
    "Apple's suppliers, Huawei's suppliers",
    "丰田的合作伙伴，本田的竞争对手，哪些是美国的",
    "宁德时代的供应商，它的客户",
    "CATL's suppliers, its customers",
    "宁德时代的竞争对手和它们的供应商",
    "宁德时代的竞争对手，以及他们的供应商",
    "suppliers of Tesla and their customers",
    "Toyota's partners, and their suppliers",
    "特斯拉的供应商有哪些？它们的客户呢？",
    "suppliers of Tesla. Who are their customers?",
    "电池公司，车企",
    "battery makers, carmakers",
)


@pytest.mark.parametrize(
    ("question", "plan"), [each for said in (NARROWED, SUPERLATIVE, CONTINUED, LISTED) for each in by_question(said)]
)
def test_clauses_are_of_the_set_before_them(question: str, plan: str, parser: Parser) -> None:
    found = parser.parse(question)

    assert found.plan is not None
    assert (written(found.plan), found.not_understood) == (plan, ())


@pytest.mark.parametrize("question", NOT_ATTACHED)
def test_what_cannot_be_attached_is_not_understood(question: str, parser: Parser) -> None:
    assert parser.parse(question).not_understood
