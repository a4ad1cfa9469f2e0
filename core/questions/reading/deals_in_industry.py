"""Deals in an industry are deals whose target is in it: 2024年AI领域有哪些投资, acquisitions in the chip industry.

The grammar takes the industry for that of the buyer. An acquisition counts with either side in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from core.domain.plan import All, Companies, Count, Filter, Or, Plan, Related
from core.questions.plans.parsed import Parsed

_IN_INDUSTRY = re.compile(
    r"(?:行业|领域|产业|板块|赛道|圈)(?:内|里|中)?的?[^被向对公企厂]{0,8}(?:投资|融资|入股|并购|收购|交易)"
    r"|\b(?:investments?|acquisitions?|takeovers?|mergers?|deals?) (?:\w+ ){0,3}in (?:the )?(?:\w+[ -]){0,3}"
    r"(?:industry|sector|space|field)\b",
    re.IGNORECASE,
)
_BOUGHT, _HOLDS = "acquired", "shareholder_of"
_ALONE = (
    re.compile(
        r"^\W*(?:(?:what|which|list|show(?: me)?|all)\s+)*(?:the |recent |any )*"
        r"(?P<deal>investments?|acquisitions?|takeovers?|mergers?|deals)"
        r"(?: (?:are|were) there)? in (?:the )?(?P<which>[^?,]{2,40}?)(?: (?:industry|sector|space|field))?\W*$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^\W*(?P<which>[^?？,，的]{1,16}?)(?:行业|领域|产业|板块|赛道)(?:内|里|中)?的?"
        r"(?P<deal>投资|入股|并购|收购|交易)(?:有哪些|都有哪些|有什么)?\W*$"
    ),
)
"""Deals in an industry, and no other words."""
_KINDS = {"deals": (_BOUGHT, _HOLDS), "交易": (_BOUGHT, _HOLDS)} | dict.fromkeys(
    ("investment", "investments", "投资", "入股"), (_HOLDS,)
)
"""The relation types that a word for deals means, if not acquisitions alone."""


def with_deals_in_industry(question: str, plan: Plan) -> Plan:
    """The plan with the companies of an industry in which somebody invested, or that were acquired; any other plan, and
    that of any other question, as it is."""
    answer = plan.answer
    if not isinstance(answer, Companies | Count) or not _IN_INDUSTRY.search(question):
        return plan
    match answer.set:
        case Related(end="forward", of=Filter(arg=All(), attribute="industry") as industry) as deals:
            asked = _with_target_in(deals.model_copy(update={"of": All()}), industry)
            return plan.model_copy(update={"answer": answer.model_copy(update={"set": asked})})
    return plan


def deals_alone(question: str, read: Callable[[str], Parsed]) -> Parsed | None:
    """The reading of “acquisitions in the AI sector”, AI领域的投资有哪些; None of any other question. ``read`` reads
    another text in the same way."""
    found = next(filter(None, (pattern.match(question) for pattern in _ALONE)), None)
    if found is None:
        return None
    members = read(f"companies in {found['which']}" if found.re is _ALONE[0] else f"{found['which']}公司")
    if not members.whole or members.plan is None or not isinstance(members.plan.answer, Companies):
        return None
    industry = members.plan.answer.set
    if not isinstance(industry, Filter) or industry.attribute != "industry" or not isinstance(industry.arg, All):
        return None
    kinds = _KINDS.get(found["deal"].lower(), (_BOUGHT,))
    sets = [_with_target_in(Related(type=kind, end="forward", of=All()), industry) for kind in kinds]
    parts = [part for each in sets for part in (each.args if isinstance(each, Or) else (each,))]
    return Parsed(Plan(answer=Companies(set=parts[0] if len(parts) == 1 else Or(args=tuple(parts)))))


def _with_target_in(deals: Related, industry: Filter) -> Filter | Or:
    """The targets of deals of anybody that are in an industry; of acquisitions those as well whose buyer is."""
    into = industry.model_copy(update={"arg": deals})
    return Or(args=(into, deals.model_copy(update={"of": industry}))) if deals.type == _BOUGHT else into
