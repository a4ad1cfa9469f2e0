"""When something happened or began: “Walmart bought Flipkart when exactly”, 库克从什么时候开始担任苹果CEO.

The question is read without the words that ask when, as whether it is so. One about a company that was acquired, and
about who did something “and when”, asks who did it, and when is told beside each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.domain.plan import Companies, Entities, Plan, Related, SetPlan, YesNo
from core.names.name_finder import NameMatch
from core.questions.execution.outermost import outermost
from core.questions.plans.parsed import Parsed
from core.questions.reading.deal_frames import BOUGHT, BOUGHT_ZH, THE_DEAL, THE_DEAL_ZH
from core.questions.reading.largest_holders import parsed_question
from core.questions.reading.named_places import HELD, HOLDER, frame, marked, names_in_places
from core.questions.reading.ownership_words import moved
from core.questions.reading.with_shares import parsed_with_shares
from core.retrieval.base import Base

_WHEN_EN = (
    r"(?:since when|from when|when|(?:in |since )?(?:what|which) year|(?:on |since )?(?:what|which) date"
    r"|at (?:what|which) (?:point|time)|how long ago|how long)(?: exactly| precisely| was it that)?"
)
_WHEN_ZH = (
    r"(?:(?:是|究竟|到底|自|从|在|于|打)*(?:什么时候|什么时间|啥时候|啥时|何时|何年|哪一?年|哪个年份|几几年|哪一天|几时)"
    r"(?:开始|起)?)"
)
_DID = r"(?:did|was|were|is|are|does|do|has|have|had)"
_OPENS = re.compile(
    rf"^\W*(?:(?:do you (?:know|remember)|tell me|(?:i )?(?:want|need) to know|remind me)[, ]+)?{_WHEN_EN} (?=\S)",
    re.IGNORECASE,
)
_ENDS = re.compile(
    rf",?\s+(?:and )?{_WHEN_EN}(?: (?:was|is) (?:that|it|this)| did (?:that|it|this) happen)?\W*$", re.IGNORECASE
)
_IN_ZH = re.compile(
    rf"[，,]?{_WHEN_ZH}(?:的事情?|发生)?|[，,]?(?:这件事|这事)?(?:是)?发生(?:在|于)?{_WHEN_ZH}(?:的事情?)?"
)
_LEFT_ZH = re.compile(r"(?:的|来着|呢|呀|啊|的事|吗)*[\s?？。!！]*$")
_BECAME = re.compile(r"\b(?:become|became|start(?:ed)? (?:to be|as|being)|been|made|named|appointed)\b", re.IGNORECASE)
_BEGAN = re.compile(r"\b(?:start(?:ed)?|begin|began|begun)(?: to)?\b", re.IGNORECASE)
_AUXILIARY = re.compile(rf"^({_DID})\b", re.IGNORECASE)
_COPULA = re.compile(r"\s(?:is|was|are|were|has been)\s", re.IGNORECASE)
_BECAME_ZH = re.compile(r"当上了?|成为了?|做上了?|坐上了?|出任|上任|接任|就任|接手|担任了?|当了?(?=\S)|做了?(?=\S)")
_AND_WHEN = re.compile(
    rf"(?:,\s*(?:and |plus )?|\s+(?:and|plus)\s+|\s*[-–—]\s*){_WHEN_EN}"
    r"(?: (?:was|is) (?:that|it|this)| did (?:that|it|this|they)(?: happen| do (?:it|so|that))?)?\W*$"
    rf"|(?:[，,、]|以及|还有|和)*(?:时间是)?{_WHEN_ZH}(?:的事情?|的|呢)*\W*$|(?<=谁){_WHEN_ZH}",
    re.IGNORECASE,
)
_MONEY_ZH = (
    r"(?:花|用|以|出|掏|付|砸|投|耗资|斥资)(?:了|出)?(?:多少|几)(?:钱|资金|个?亿|[亿万]?(?:美元|欧元|元))+(?:的?价格)?"
)
_AND_HOW_MUCH = re.compile(
    r"(?:,\s*(?:and |plus )?|\s+(?:and|plus)\s+)(?:for|at|with) (?:how much(?: money)?|what (?:price|sum|amount))\W*$"
    r"|(?:,\s*(?:and |plus )?|\s+(?:and|plus)\s+)how much(?: money)? did (?:they|it|he|she|each(?: of them)?)"
    r" (?:pay|spend|invest|put in)(?: for it)?\W*$"
    r"|(?:,\s*(?:and |plus )?|\s+(?:and|plus)\s+)(?:the (?:purchase )?price|what was the price)(?: paid)?\W*$"
    r"|(?<=\w)(?<=ested|unded|acked) in \S+(?: \S+)? and how much\W*$"
    rf"|(?:[，,、]|以及|还有)*(?:各自?|分别|一共|总共)?(?:{_MONEY_ZH}|投了多少|什么价|价格是多少|金额是多少)(?:呢|的)*\W*$"
    rf"|(?<=谁){_MONEY_ZH}",
    re.IGNORECASE,
)
_LARGEST_DEAL = re.compile(
    r"\b(?:biggest|largest|most expensive|priciest|costliest|highest-priced) "
    r"(?=(?:acquisitions?|takeovers?|purchases?|buyouts?|deals?)\b)"
    r"|(?:最大|最贵|最昂贵|金额最高)的?(?:一[次笔个宗桩])?(?=收购|并购|交易)",
    re.IGNORECASE,
)
"""Which deal was the largest: amounts in several currencies are told, not compared."""
_LEADS_TO_TIME = "于"
"""成立于哪一年 asks for the year, not for the founder and the year."""
_TIME_OF = (
    rf"(?:(?:what|when)(?:'s| is| was)? )?(?:the )?(?:exact )?(?:date|year|time|timing|day) (?:of|for) {THE_DEAL}"
)
_HAPPENED = r"(?: (?:take place|happen|occur|close|completed|done|announced|go through))?"
_OF_DEALS = (
    frame(rf"{_TIME_OF}"),
    frame(rf"{_WHEN_EN} (?:did|was|were) {THE_DEAL}{_HAPPENED}"),
    frame(rf"{THE_DEAL}:? (?:date|year|when)"),
    frame(rf"{THE_DEAL_ZH}(?:的)?(?:时间|日期|年份|年月)(?:是|为|在)?(?:{_WHEN_ZH})?"),
)
_OF_BOUGHT = (
    frame(rf"{_WHEN_EN} (?:was|did|has|were) T (?:been |get )?{BOUGHT}(?: up)?"),
    frame(rf"T was {BOUGHT}(?: up)? {_WHEN_EN}"),
    frame(rf"T(?:是)?{_WHEN_ZH}(?:被|遭)(?:人)?{BOUGHT_ZH}(?:的)?"),
    frame(rf"T(?:是)?(?:被|遭)?{BOUGHT_ZH}(?:是)?(?:在)?(?:的(?:时间|日期|年份)|{_WHEN_ZH})(?:的)?"),
)
_ASKS_WHEN = re.compile(
    rf"\b(?:when|how long|year|date|time|timing|at what point)\b|{_WHEN_ZH}|时间|日期|年份", re.IGNORECASE
)


def told_beside_each(base: Base, question: str, chosen: Sequence[str], written: Sequence[NameMatch]) -> Parsed | None:
    """Who did something “and when”, “and for how much”, who holds “and how much”; None of any other question.

    The arguments are those of ``Parser.parse``.
    """
    with_shares = parsed_with_shares(base, question, chosen, written, parsed_question)
    if with_shares is not None:
        return with_shares
    for pattern, beside in ((_AND_HOW_MUCH, "amount"), (_AND_WHEN, "date"), (_LARGEST_DEAL, "amount")):
        tail = pattern.search(question)
        if tail is None or tail[0].startswith(_LEADS_TO_TIME):
            continue
        ranked = (tail[0].strip(),) if pattern is _LARGEST_DEAL else ()
        text = f"{question[: tail.start()]}{question[tail.end() :]}"
        rest = parsed_question(base, text, chosen, moved(written, question, text))
        plan = rest.plan if rest.whole else None
        answer = None if plan is None else plan.answer
        if plan is not None and isinstance(answer, Companies) and _is_plain(answer.set):
            told = answer.model_copy(update={"beside": beside})
            passed_over = (*rest.passed_over, *ranked)
            with_them = plan.model_copy(update={"answer": told})
            return replace(rest, plan=with_them, parts=(), also=(), passed_over=passed_over)
    return None


def _is_plain(asked: SetPlan) -> bool:
    """Whether the members of a set are made by one relation each to what is named."""
    return isinstance(asked, Related) and isinstance(asked.of, Entities) and asked.share is None


def moment_asked(base: Base, question: str, chosen: Sequence[str], written: Sequence[NameMatch]) -> Parsed | None:
    """When something happened, or since when it is so; None of a question that is none, or has further words.

    The arguments are those of ``Parser.parse``.
    """
    if not _ASKS_WHEN.search(question):
        return None
    deal = _of_a_deal(base, question, chosen, written)
    if deal is not None:
        return Parsed(deal)
    for text in _whether(question):
        rest = parsed_question(base, text, chosen, moved(written, question, text))
        answer = rest.plan.answer if rest.whole and rest.plan is not None and not rest.plan.as_of else None
        if isinstance(answer, YesNo) and answer.asks == "whether" and outermost(answer.set) is not None:
            return replace(rest, plan=Plan(answer=answer.model_copy(update={"asks": "when"})), parts=(), also=())
    return None


def _of_a_deal(base: Base, question: str, chosen: Sequence[str], written: Sequence[NameMatch]) -> Plan | None:
    """“Date of the acquisition of X by Y”, “when was X bought”."""
    names = names_in_places(base, question, chosen, written, ("company", "person"))
    if "acquired" not in base.ontology or not 1 <= len(names) <= 2:
        return None
    if len(names) == 1:
        asked = Related(type="acquired", end="backward", of=Entities(ids=names[0][1]))
        text = marked(question, {names[0][0]: HELD})
        fits = any(each.fullmatch(text) for each in _OF_BOUGHT)
        return Plan(answer=Companies(set=asked, beside="date")) if fits else None
    for holder, held in (names, names[::-1]):
        text = marked(question, {holder[0]: HOLDER, held[0]: HELD})
        if len(holder[1]) == 1 and any(each.fullmatch(text) for each in _OF_DEALS):
            asked = Related(type="acquired", end="backward", of=Entities(ids=held[1]))
            return Plan(answer=YesNo(entity=holder[1][0], set=asked, asks="when"))
    return None


def _whether(question: str) -> Iterator[str]:
    """The question as one of yes and no, in the forms that it may have without the words that ask when."""
    text = question.strip().rstrip("?？.。!！ ")
    opens, ends = _OPENS.match(text), _ENDS.search(text)
    if opens is not None:
        yield from _turned(text[opens.end() :])
    if ends is not None:
        yield from _turned(text[: ends.start()])
    asked = list(_IN_ZH.finditer(text))
    for found in asked if len(asked) == 1 else ():
        rest = _LEFT_ZH.sub("", f"{text[: found.start()]}{text[found.end() :]}".strip("，, "))
        yield f"{rest}吗"
        yield f"{_BECAME_ZH.sub('是', rest, count=1)}吗"


def _turned(statement: str) -> Iterator[str]:
    """“Tim Cook is CEO of Apple” as “Is Tim Cook CEO of Apple?”, with and without the words for a beginning."""
    auxiliary = _AUXILIARY.match(statement)
    rest = statement[auxiliary.end() :].strip() if auxiliary else statement
    yield f"{auxiliary[0] if auxiliary else 'Did'} {rest}?"
    if not auxiliary and _COPULA.search(rest):
        yield f"Is {_COPULA.sub(' ', rest, count=1)}?"
    if _BECAME.search(rest):
        yield f"Is {' '.join(_BECAME.sub(' ', rest, count=1).split())}?"
    if _BEGAN.search(rest):
        yield f"Does {' '.join(_BEGAN.sub(' ', rest, count=1).split())}?"
