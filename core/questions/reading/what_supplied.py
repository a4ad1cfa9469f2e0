"""What one company supplies, or licenses, to another: “What does Foxconn supply to Apple?”, 小米从比亚迪采购什么.

Such a question is one of a few frames around two names; anything beside them is left to the grammar. Relations have no
field for goods, so that the records are told in their own words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.domain.plan import Entities, Plan, Related, YesNo
from core.names.name_finder import NameMatch
from core.questions.reading.named_places import HELD, HOLDER, frame, marked, names_in_places
from core.retrieval.base import Base

_MAY_ASK = re.compile(r"\b(?:what|which)\b|什么|啥|哪些|哪[几个种款]", re.IGNORECASE)
_THINGS = (
    r"(?: (?:kinds? of |types? of |sorts? of )?(?:goods|products?|parts?|components?|materials?|items?|things?"
    r"|services?|technolog(?:y|ies)|stuff|rights|patents?|drugs?|medicines?))?"
)
_WHAT = rf"(?:what|which)(?: exactly| else)?{_THINGS}"
_THINGS_ZH = "(?:东西|产品|商品|货物?|零部件|零件|部件|配件|材料|原材料|原料|设备|服务|技术|药品?|专利|权利)*"
_WHAT_ZH = rf"(?:的|的是|是)?(?:什么|啥|哪些|哪[几个种款]){_THINGS_ZH}的?"
_DO = r"(?:does|do|did|has|have|is|was|are)"
_SUPPLY = (
    r"(?:suppl(?:y|ies|ied|ying)|sell|sold|selling|provid(?:e|ed|ing)|deliver(?:ed|ing)?|ship(?:ped|ping)?"
    r"|mak(?:e|ing)|made|manufactur(?:e|ed|ing)|produc(?:e|ed|ing)|assembl(?:e|ed|ing)|buil(?:d|t|ding))"
)
_BUY = (
    r"(?:buy|bought|buying|get|got|getting|sourc(?:e|ed|ing)|purchas(?:e|ed|ing)|procur(?:e|ed|ing)|order(?:ed|ing)?"
    r"|receiv(?:e|ed|ing))"
)
_LICENSE = r"(?:(?:out-)?licen[sc](?:e|ed|ing)(?: out)?)"
_SUPPLY_ZH = r"(?:供应|供货|供给|供|提供|卖|销售|出售|生产|代工|制造|造|做)(?:了|过)?"
_BUY_ZH = r"(?:采购|购买|进口|买|购|进|拿|订购)(?:了|过)?"
_FRAMES = {
    "supplies": (
        rf"{_WHAT} {_DO} H {_SUPPLY} (?:to|for) T",
        rf"{_WHAT} {_DO} H (?:supply|supplied|provide|provided) T(?: with)?",
        rf"{_WHAT} {_DO} T {_BUY} from H",
        rf"{_WHAT} {_DO} T (?:use|using) H for",
        rf"H(?:给|向|为|替|帮)T{_SUPPLY_ZH}{_WHAT_ZH}",
        rf"H(?:供应|供货|供给|卖|提供|销售|出售)(?:给|向)?(?:了|过)?T{_WHAT_ZH}",
        rf"T(?:从|向|找|在|跟)H(?:那里|那儿|手里|手上|处)?{_BUY_ZH}{_WHAT_ZH}",
        rf"T(?:用|使用|采用)(?:了|的是)?H{_WHAT_ZH}",
    ),
    "licenses_to": (
        rf"{_WHAT} {_DO} H {_LICENSE} to T",
        rf"{_WHAT} {_DO} T (?:{_LICENSE}|in-licen[sc]ed?) from H",
        rf"H(?:把|将){_WHAT_ZH}(?:授权|许可)(?:给|于)?(?:了|过)?T",
        rf"H(?:授权|许可)(?:给|于)?(?:了|过)?T{_WHAT_ZH}",
        rf"H(?:给|向)T(?:授权|许可)(?:了|过)?{_WHAT_ZH}",
    ),
}
_SINCE_WHEN = re.compile(
    r"(?:,? (?:and|plus) | ?[,，、] ?|以及|还有)"
    r"(?:since when|from when|from what year|when did (?:it|that) (?:begin|start))\W*$"
    r"|[,，、 ]*(?:以及|还有|是)?(?:从|自)?(?:什么时候|何时|哪年)(?:开始|起)(?:的)?\W*$",
    re.IGNORECASE,
)
"""Since when is told of every record."""
_COMPILED = {kind: tuple(map(frame, patterns)) for kind, patterns in _FRAMES.items()}


def what_supplied(
    base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]
) -> Plan | None:
    """The plan of a question for what one company supplies or licenses to another; None for any other question.

    The arguments are those of ``Parser.parse``.
    """
    if not _MAY_ASK.search(question):
        return None
    question = _SINCE_WHEN.sub("", question)
    names = names_in_places(base, question, chosen, otherwise_written, ("company",))
    if len(names) != 2:
        return None
    for giver, taker in (names, names[::-1]):
        text = marked(question, {giver[0]: HOLDER, taker[0]: HELD})
        for kind, frames in _COMPILED.items():
            if kind in base.ontology and len(giver[1]) == 1 and any(each.fullmatch(text) for each in frames):
                asked = Related(type=kind, end="backward", of=Entities(ids=taker[1]))
                return Plan(answer=YesNo(entity=giver[1][0], set=asked, asks="what"))
    return None
