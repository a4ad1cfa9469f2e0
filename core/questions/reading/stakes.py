"""How large a stake is: “How large is SoftBank's stake in Arm?”, 软银持有Arm多少股份.

Such a question is one of a few frames around two names; anything beside them is left to the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.domain.plan import Entities, Plan, Related, Share, YesNo
from core.names.name_finder import NameMatch
from core.questions.reading.named_places import HELD, HOLDER, frame, marked, names_in_places
from core.retrieval.base import Base

STATED = Share(operator=">=", percent=0)
"""A share of which anything is recorded."""
_MAY_HOLD = ("company", "person")
_STAKE = (
    r"(?:equity |ownership |share ?|percentage )?(?:stake|holding|shareholding|interest|share|ownership|position"
    r"|percentage|slice|chunk|piece|portion|equity|percent|fraction|cut|part)s?"
)
_PART = (
    r"(?:big |large |sizeable )?(?:an? )?(?:percentage|percent|per cent|%|share|proportion|fraction|portion|part|stake"
    r"|ownership|shareholding|slice|chunk|piece|bit|cut)(?: stake| interest)?"
)
_SHARES = r"(?: of (?:the )?(?:shares|stock|equity|capital|votes|voting rights))?"
_OWN = r"(?:own|owns|hold|holds|have|has|control|controls|owned|held|own of|hold of|possess|possesses)"
_MUCH_ZH = (
    r"(?:多少|几成|百分之(?:多少|几)|多大(?:的)?(?:比例|份额)?(?:一块|块|一份)?|多高(?:的)?比例?|什么比例|几个点"
    r"|多少个点|几股)"
)
_STOCK_ZH = r"(?:的?(?:股份|股权|股票|股本|权益|股|表决权|比例|份额|股比|占比))*"
_RATIO_ZH = r"(?:持股|控股|占股|占比|股份|股权|股比|持有|占|参股)(?:的)?(?:比例|比率|比重|占比|份额|数量|多少)*"
_HAVE_ZH = (
    r"(?:持有?|拥有|占有?|握有|握|控制|控股|持股|占股|(?:手里|手上|手中)(?:有|握着|攥着|拿着)?|攥着|掌握|拿着|入股"
    r"|参股)(?:了|着)?"
)
_WHAT = r"(?:what|what's|how much|how large|how big|how high|how many)"
_IN_PERCENT = r"(?: size| percentage| \(?(?:in )?(?:percent|per cent|%)\)?)?"
_FRAMES = tuple(
    frame(each)
    for each in (
        rf"(?:{_WHAT}(?: is| are| was)? |the )*(?:(?:size|amount|extent) of )?H(?:'s|’s|'|’)? {_STAKE}{_IN_PERCENT}"
        rf" (?:in|of) T{_IN_PERCENT}",
        rf"(?:{_WHAT}(?: is)? |the )*{_STAKE}(?: size)? (?:that )?(?:of )?H (?:{_OWN} )?(?:in|of) T",
        rf"(?:what|which|how (?:much|large|big|many))(?: size)?(?: of)?(?: an?)? {_PART}{_SHARES} (?:(?:of|in) )?T"
        rf"(?:'s|’s)?{_SHARES}(?: shares| stock| equity)?(?: does| do| did| is)? H (?:{_OWN})",
        rf"(?:what|which|how (?:much|large|big|many))(?: size)?(?: of)?(?: an?)?(?: {_PART}| shares)?{_SHARES}"
        rf"(?: does| do| did)? H {_OWN} (?:in|of) T",
        rf"how (?:much|many)(?: shares| stock| equity| of the shares| of the equity| of the stock)? (?:of|in) T"
        rf"(?: does| do| did)? H {_OWN}",
        rf"how much T(?: stock| equity| shares)? (?:does |do )?H {_OWN}",
        rf"(?:what|how much|how large an?|how big an?)(?: {_PART})?{_SHARES} (?:of|in) T (?:is )?(?:in )?"
        r"(?:owned|held|controlled|belongs to|belonging)?(?: by| to)? ?H(?:'s?|’s?)?(?: hands| possession| ownership)?",
        rf"H {_OWN} (?:what|how much|which|how many)(?: {_PART}| shares)?{_SHARES} (?:of|in) T",
        rf"T (?:how much|what share|what percentage|what percent)(?: does)? H {_OWN}",
        r"to (?:what|which) extent (?:does|do|is) (?:H (?:own|control|hold) T|T (?:owned|controlled|held) by H)",
        r"how much is T owned by H",
        rf"H(?:对于?|在|于|占)?T(?:里面?|中|里头|手中)?的?{_RATIO_ZH}(?:是|有|为|达到?)?(?:{_MUCH_ZH})?",
        rf"H(?:的)?{_HAVE_ZH}T{_STOCK_ZH}(?:是|有|为)?{_MUCH_ZH}{_STOCK_ZH}",
        rf"H(?:的)?{_HAVE_ZH}(?:的)?T的?{_RATIO_ZH}(?:是|有|为)?(?:{_MUCH_ZH})?",
        rf"H(?:在|对)T(?:里面?|中|的)?{_HAVE_ZH}(?:是)?{_MUCH_ZH}{_STOCK_ZH}",
        rf"T(?:的)?{_STOCK_ZH}(?:里面?|中)?(?:有)?{_MUCH_ZH}{_STOCK_ZH}(?:是)?(?:在|被|由|归|属于)?H(?:手里|手上|手中|所有|持有|的|控制|名下)?",
        rf"T(?:的)?{_STOCK_ZH}(?:里面?|中|被|由)?H{_HAVE_ZH}{_MUCH_ZH}{_STOCK_ZH}",
        rf"T(?:里面?|中)?(?:有)?{_MUCH_ZH}{_STOCK_ZH}(?:是)?(?:归|属于)?H(?:的|手里|名下|所有)",
    )
)


def stake_asked(
    base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]
) -> Plan | None:
    """The plan of a question for how much of a company somebody holds; None for any other question.

    The arguments are those of ``Parser.parse``.
    """
    if base.ontology.types.get("shareholder_of") is None or not _MAY_ASK.search(question):
        return None
    named = names_in_places(base, question, chosen, otherwise_written, _MAY_HOLD)
    if len(named) != 2:
        return None
    first, second = named
    for holder, held in ((first, second), (second, first)):
        said = marked(question, {holder[0]: HOLDER, held[0]: HELD})
        if any(each.fullmatch(said) for each in _FRAMES) and len(holder[1]) == 1:
            asked = Related(type="shareholder_of", end="backward", of=Entities(ids=held[1]), share=STATED)
            return Plan(answer=YesNo(entity=holder[1][0], set=asked, asks="share"))
    return None


_MAY_ASK = re.compile(
    r"\b(?:how (?:much|large|big|high|many)|what|which|stake|shareholding|holding|ownership|percent\w*|equity|share"
    r"|slice|chunk|piece|portion|part|cut)\b|多少|几成|百分之|多大|多高|比例|占比|股比|比率|几个点|几股",
    re.IGNORECASE,
)
