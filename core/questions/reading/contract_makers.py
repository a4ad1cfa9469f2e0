"""Who makes for others what those sell: 代工厂, contract manufacturers, who assembles for somebody: suppliers of the
industries that do so. And to sell a company is not to supply it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import FilterCondition, RelationNoun, RelationVerb
from core.questions.vocabulary.segments import Unknown

_HIRED = re.compile(
    r".*(?:代工|组装|贴牌|代加工|外协|外包|委外|委托生产).*"
    r"|(?:do |does |did |doing )?contract[ -](?:manufactur|producer|assembler).*|assembl.*|handl\w+ assembly for"
    r"|(?:foundry|manufacturing|production|outsourcing) partners?"
    r"|(?:outsourc|farm|contract)\w*(?: out)?(?: production| manufacturing| assembly)? to"
)
_SELLS = re.compile(r"sells?|sold|selling|卖|出售|售卖|销售|卖了")


def with_contract_makers(
    folded: str, found: Sequence[Token | Unknown], industries: tuple[str, ...], makes: str | None
) -> list[Token | Unknown]:
    """The same words, where those for contract makers mean suppliers of these ``industries``; without such industries
    they are not understood. ``makes``: the relation type that leads to products."""
    hired = (FilterCondition("industry", "in", industries),)
    chosen: list[Token | Unknown] = []
    for each in found:
        said = folded[each.start : each.end]
        if isinstance(each, Unknown) or not {"noun", "verb"} & set(each.readings):
            chosen.append(each)
        elif _HIRED.fullmatch(said) and not industries and "class" not in each.readings:
            chosen.append(Unknown(each.start, each.end))
        else:
            hires, sells = _HIRED.fullmatch(said) is not None, _SELLS.fullmatch(said) is not None
            readings = {
                category: tuple(_meant(one, hired, makes, hires=hires, sells=sells) for one in meant)
                for category, meant in each.readings.items()
            }
            chosen.append(replace(each, readings=readings))
    return chosen


def without_their_goods(found: Sequence[Token | Unknown]) -> list[Token | Unknown]:
    """The same words, of which those for goods are not understood beside contract makers: 苹果的手机找谁代工."""
    hired = any(_hires(each) for word in found if isinstance(word, Token) for each in word.readings.get("verb", ()))
    if not hired:
        return list(found)
    return [
        Unknown(each.start, each.end) if isinstance(each, Token) and "class" in each.readings else each
        for each in found
    ]


def _hires(one: Any) -> bool:
    return isinstance(one, RelationVerb) and one.type == "supplies" and bool(one.hired)


def _meant(one: Any, hired: tuple[FilterCondition, ...], makes: str | None, *, hires: bool, sells: bool) -> Any:
    match one:
        case RelationNoun(type="supplies", end="backward") if hires:
            return replace(one, conditions=hired)
        case RelationVerb(type="supplies") if hires:
            return replace(one, hired=hired)
        case RelationVerb(type="supplies") if sells:
            return replace(one, sells=True)
        case RelationVerb(type=kind) if kind == makes:
            return replace(one, hired=hired)
    return one
