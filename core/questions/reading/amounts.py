"""What was paid or invested: “How much did Microsoft pay for GitHub?”, 微软花多少钱收购了GitHub.

Such a question is one of a few frames around one name or two, with a year perhaps; anything beside them is left to the
grammar. What is recorded is told in its own words: an amount may be that of a part of a company.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.domain.plan import Companies, Entities, Or, Plan, Related, SetPlan, When, YesNo
from core.names.name_finder import NameMatch
from core.questions.reading.deal_frames import FRAMES, FRAMES_OF_ONE, FRAMES_OF_ONE_ZH, FRAMES_ZH
from core.questions.reading.named_places import HELD, HOLDER, Place, joined, marked, names_in_places
from core.retrieval.base import Base

DEALS = ("acquired", "shareholder_of")
"""Relation types of which an amount is what was paid, or invested."""
_MAY_PAY = ("company", "person")
_MAY_ASK = re.compile(
    r"\b(?:how (?:much|many|big|large|high|expensive)|what|price|cost|amount|sum|value|size|worth|money|valuation)\b"
    r"|多少|几个?亿|价|金额|资金|投资额|规模|对价|费用|成本",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"\b(?:back then|at the time|in the end|originally|reportedly)\b|当年|当初|当时|最终|最后", re.IGNORECASE
)
_YEAR = re.compile(
    r"\s*\b(?:back )?in (?:the year )?(?P<en>(?:19|20)\d\d)\b|(?:在|于)?(?P<zh>(?:19|20)\d\d)年(?:的时候|时)?"
)


def amount_asked(
    base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]
) -> Plan | None:
    """The plan of a question for the money that somebody paid for, or put into, a company; None for any other question.

    The arguments are those of ``Parser.parse``.
    """
    if not _MAY_ASK.search(question) or not all(each in base.ontology for each in DEALS):
        return None
    names = names_in_places(base, question, chosen, otherwise_written, _MAY_PAY)
    years = [each for each in _YEAR.finditer(question) if not any(_overlaps(each, name) for name, _ in names)]
    if len(years) > 1 or not 1 <= len(names) <= 2:
        return None
    year = int(years[0]["en"] or years[0]["zh"]) if years else None
    when = None if year is None else When(first=year, last=year)
    if len(names) == 1:
        (place, bought) = names[0]
        asked = Related(type=DEALS[0], end="backward", of=Entities(ids=bought), when=when)
        fits = _fits((*FRAMES_OF_ONE, *FRAMES_OF_ONE_ZH), question, {place: HELD})
        return Plan(answer=Companies(set=asked, beside="amount")) if fits else None
    for holder, held in (names, names[::-1]):
        marks = {holder[0]: HOLDER, held[0]: HELD}
        if len(holder[1]) == 1 and _fits((*FRAMES, *FRAMES_ZH), question, marks):
            return Plan(answer=YesNo(entity=holder[1][0], set=_deals(held[1], when), asks="amount"))
    return None


def _overlaps(year: re.Match[str], name: Place) -> bool:
    return year.start() < name[1] and name[0] < year.end()


def _fits(frames: Sequence[re.Pattern[str]], question: str, marks: Mapping[Place, str]) -> bool:
    """Whether a frame is the whole question, but for the year and for words that say nothing."""
    text = joined(_THEN.sub(" ", _YEAR.sub(" ", marked(question, marks))))
    return any(each.fullmatch(text) for each in frames)


def _deals(held: tuple[str, ...], when: When | None) -> SetPlan:
    """Who acquired, or holds shares of, a company."""
    of = Entities(ids=held)
    return Or(args=tuple(Related(type=each, end="backward", of=of, when=when) for each in DEALS))
