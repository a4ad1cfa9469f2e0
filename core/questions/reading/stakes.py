"""How large a stake is: “How large is SoftBank's stake in Arm?”, 软银持有Arm多少股份.

Such a question is one of a few frames around two names; anything beside them is left to the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from core.domain.plan import Entities, Plan, Related, Share, YesNo
from core.domain.text import PRONOUNS
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters
from core.questions.vocabulary.openings import opening_of
from core.retrieval.base import Base

STATED = Share(operator=">=", percent=0)
"""A share of which anything is recorded."""
_HOLDER, _HELD = "\ue000", "\ue001"
_LITTLE = re.compile(
    r"\b(?:currently|now|today|still|actually|exactly|about|roughly|approximately|in total|altogether|the company"
    r"|at the moment|at present|right now|together|please)\b"
    r"|请问|目前|现在|当前|如今|到底|究竟|总共|一共|合计|大概|大约|约|共"
    r"|还|仍然?|公司|集团(?=的)"
    r"|^(?:\s*(?:(?:can|could|would) you (?:please )?)?(?:tell|show) me|do you know|i(?: want|'d like) to know)\b"
    r"|[?？.。!！,，:：\"“”]"
)
_STAKE = r"(?:equity |ownership |share ?)?(?:stake|holding|shareholding|interest|share|ownership|position|percentage)s?"
_PART = r"(?:percentage|percent|per cent|%|share|proportion|fraction|portion|part|stake|ownership|shareholding)"
_SHARES = r"(?: of (?:the )?(?:shares|stock|equity|capital|votes|voting rights))?"
_OWN = r"(?:own|owns|hold|holds|have|has|control|controls|owned|held)"
_MUCH_ZH = r"(?:多少|几成|百分之(?:多少|几)|多大(?:的)?(?:比例|份额)?|多高(?:的)?比例?|什么比例)"
_STOCK_ZH = r"(?:的?(?:股份|股权|股票|股本|权益|股|表决权|比例|份额|股比))*"
_RATIO_ZH = r"(?:持股|控股|占股|占比|股份|股权|股比|持有)(?:的)?(?:比例|比率|比重|占比|份额|数量|多少)*"
_HAVE_ZH = r"(?:持有|拥有|占有?|握有|控制|持股|占股|手里有|手上有|手中有|手里握着|攥着|入股|参股)(?:了|着)?"
_WHAT = r"(?:what|what's|how much|how large|how big|how high|how many)"
_NAMES = re.compile(r"(?<![A-Za-z])[HT](?![A-Za-z])")
_FRAMES = tuple(
    re.compile(_NAMES.sub(lambda name: _HOLDER if name[0] == "H" else _HELD, each), re.IGNORECASE)
    for each in (
        rf"(?:{_WHAT}(?: is| are| was)? |the )*(?:(?:size|amount|extent) of )?H(?:'s|’s|')? {_STAKE}(?: size)?"
        " (?:in|of) T",
        rf"(?:{_WHAT}(?: is)? |the )*{_STAKE}(?: size)? (?:that )?(?:of )?H (?:{_OWN} )?(?:in|of) T",
        rf"(?:what|which|how much|how large|how big)(?: size)?(?: of)?(?: a)? {_PART}{_SHARES} (?:(?:of|in) )?T"
        rf"(?:'s|’s)?{_SHARES}(?: shares| stock| equity)?(?: does| do| did)? H (?:{_OWN})",
        rf"(?:what|which|how (?:much|large|big|many))(?: size)?(?: of)?(?: a)?(?: {_PART}| shares)?{_SHARES}"
        rf"(?: does| do| did)? H {_OWN} (?:in|of) T",
        rf"how (?:much|many)(?: shares| stock| equity| of the shares| of the equity| of the stock)? (?:of|in) T"
        rf"(?: does| do| did)? H {_OWN}",
        rf"how much T(?: stock| equity| shares)? (?:does |do )?H {_OWN}",
        rf"(?:what|how much|how large a|how big a)(?: {_PART})?{_SHARES} (?:of|in) T (?:is )?"
        r"(?:owned|held|controlled|belongs to|belonging)(?: by| to)? H",
        rf"H(?:对于?|在|于|占)?T(?:里面?|中|里头|手中)?的?{_RATIO_ZH}(?:是|有|为|达到?)?(?:{_MUCH_ZH})?",
        rf"H(?:的)?{_HAVE_ZH}T{_STOCK_ZH}(?:是|有|为)?{_MUCH_ZH}{_STOCK_ZH}",
        rf"H(?:的)?{_HAVE_ZH}T的?{_RATIO_ZH}(?:是|有|为)?(?:{_MUCH_ZH})?",
        rf"H(?:在|对)T(?:里面?|中|的)?{_HAVE_ZH}(?:是)?{_MUCH_ZH}{_STOCK_ZH}",
        rf"T(?:的)?{_STOCK_ZH}(?:里面?|中)?(?:有)?{_MUCH_ZH}{_STOCK_ZH}(?:是)?(?:在|被|由|归|属于)?H(?:手里|手上|手中|所有|持有|的|控制)?",
        rf"T(?:的)?{_STOCK_ZH}(?:里面?|中|被|由)?H{_HAVE_ZH}{_MUCH_ZH}{_STOCK_ZH}",
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
    named = _two_named(base, question, chosen, otherwise_written)
    if named is None:
        return None
    first, second = named
    for holder, held in ((first, second), (second, first)):
        marked = {holder[0]: _HOLDER, held[0]: _HELD}
        if any(each.fullmatch(_said(question, marked)) for each in _FRAMES) and len(holder[1]) == 1:
            asked = Related(type="shareholder_of", end="backward", of=Entities(ids=held[1]), share=STATED)
            return Plan(answer=YesNo(entity=holder[1][0], set=asked, asks="share"))
    return None


_MAY_ASK = re.compile(
    r"\b(?:how (?:much|large|big|high|many)|what|which|stake|shareholding|holding|ownership)\b"
    r"|多少|几成|百分之|多大|多高|比例|占比|股比|比率",
    re.IGNORECASE,
)
_Place = tuple[int, int]


def _two_named(
    base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]
) -> tuple[tuple[_Place, tuple[str, ...]], tuple[_Place, tuple[str, ...]]] | None:
    """Where the only two names stand, one of which may be a pronoun for who is chosen."""
    found = {
        (each.start, each.end): _holding(base, each.entity_ids)
        for each in (*base.names.find(question), *otherwise_written)
    }
    if chosen:
        found |= {each.span(): tuple(chosen) for each in PRONOUNS.finditer(question)}
    places = sorted(place for place, ids in found.items() if ids)
    if len(places) != 2 or any(before[1] > behind[0] for before, behind in pairwise(places)):
        return None
    return (places[0], found[places[0]]), (places[1], found[places[1]])


def _holding(base: Base, ids: Sequence[str]) -> tuple[str, ...]:
    """Of what a name may mean, who may hold shares or be held."""
    types = ("company", "person")
    return tuple(each for each in ids if base.knowledge_base.entity(each).type in types)


def _said(question: str, marked: dict[_Place, str]) -> str:
    """The folded question with marks in the place of names, without words that say nothing."""
    opening = opening_of(fold_characters(question))
    text, position = "", 0 if opening is None else opening[1]
    for (start, end), mark in sorted(marked.items()):
        text += f"{question[position:start]}{mark}"
        position = max(end, position)
    text = _LITTLE.sub(" ", fold_characters(f"{text}{question[position:]}"))
    return _SPACES.sub("", " ".join(text.split()))


_SPACES = re.compile(r"(?<=[\u3400-\u9fff\ue000\ue001]) (?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff]) (?=[\ue000\ue001])")
