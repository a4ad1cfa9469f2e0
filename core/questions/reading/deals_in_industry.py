"""Deals in an industry are deals whose target is in it: 2024年AI领域有哪些投资, acquisitions in the chip industry.

The grammar takes the industry for that of the buyer. An acquisition counts with either side in it.
"""

from __future__ import annotations

import re

from core.domain.plan import All, Companies, Count, Filter, Or, Plan, Related

_IN_INDUSTRY = re.compile(
    r"(?:行业|领域|产业|板块|赛道|圈)(?:内|里|中)?的?[^被向对公企厂]{0,8}(?:投资|融资|入股|并购|收购|交易)"
    r"|\b(?:investments?|acquisitions?|takeovers?|mergers?|deals?) (?:\w+ ){0,3}in (?:the )?(?:\w+[ -]){0,3}"
    r"(?:industry|sector|space|field)\b",
    re.IGNORECASE,
)
_BOTH = "acquired"


def with_deals_in_industry(question: str, plan: Plan) -> Plan:
    """The plan with the companies of an industry in which somebody invested, or that were acquired; any other plan, and
    that of any other question, as it is."""
    answer = plan.answer
    if not isinstance(answer, Companies | Count) or not _IN_INDUSTRY.search(question):
        return plan
    match answer.set:
        case Related(end="forward", of=Filter(arg=All(), attribute="industry") as industry) as deals:
            into = industry.model_copy(update={"arg": deals.model_copy(update={"of": All()})})
            asked = Or(args=(into, deals)) if deals.type == _BOTH else into
            return plan.model_copy(update={"answer": answer.model_copy(update={"set": asked})})
    return plan
