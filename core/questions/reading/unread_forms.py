"""Questions that the grammar reads wrongly: the words that it misreads are named as not understood.

微软收购了GitHub，现在还是它的子公司吗 is read as who owns both; without a kind of goods, 也有别的供应商 counts the
supplier that is already named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.domain.plan import (
    And,
    Companies,
    Count,
    Entities,
    Filter,
    Minus,
    Or,
    Plan,
    Related,
    SetPlan,
    YesNo,
    nodes_of,
    sets_within,
)
from core.questions.plans.parsed import Parsed
from core.questions.reading.what_ended import STAKES_SOLD

_HAVE_NEITHER = re.compile(r"\b(?:have|has|had|with) neither\b(?=.*\bnor\b)", re.IGNORECASE)
_ANOTHER = re.compile(
    r"(?<=[也还]有)(?:别的|另外的|其[他它]的?)|(?<=\bfrom )(?:other|another)(?= \w+)"
    r"|(?<=\balso have )(?:other|another)\b|\b(?:other|another) (?:\w+ )?boards?\b(?: seats?)?",
    re.IGNORECASE,
)
_STILL_ITS = re.compile(r"(?<=[，,])[^，,]*(?:还|仍|依然)然?是(?:不是)?(?:它|其|他们)的?[^，,]*", re.IGNORECASE)
_WHO_WHOM = re.compile(r"谁[给向对跟被把]谁[^，,：:?？]{0,6}|\bwho (?:\w+ )?\w+s whom\b", re.IGNORECASE)
_EITHER_ROLE = re.compile(r"(?<=是)[^，,？?是]{2,10}还是[^，,？?]{2,10}")
_EVERY = re.compile(
    r"^\W*(?:do|does|did|are|is|were|have|has) (?P<en>all|every|each)\b"
    r"|(?P<zh>所有|全部|每一?[家个])(?=.*吗\W*$)|(?<=[商户手伴司企东家行])(?P<also>都)(?=[在是从给由跟和向].*吗\W*$)",
    re.IGNORECASE,
)
_EACH_COUNTED = re.compile(r"\beach\b", re.IGNORECASE)
_FOUNDED_BOTH = re.compile(
    r"\band [^,;?]+?(?= (?:were |was )?(?:founded|established|set up|created|started)\b)"
    r"|[和与跟及][^，,？?和与跟及]{1,20}?(?=(?:分别|各自?|都)?(?:是|在|于)?"
    r"(?:哪一?年|何时|什么时候|几几年|几年)?(?:成立|创立|创办|建立))",
    re.IGNORECASE,
)
_ACQUIRED_BOTH = re.compile(
    r"^\W*(?:when|in (?:which|what) year) (?:were|was) [^,;?]+? (?P<en>and [^,;?]+?)"
    r" (?:acquired|bought|taken over|sold)\b",
    re.IGNORECASE,
)
_STILL_HELD = re.compile(r"(?<=[,，])\s*(?:is it )?still (?:held|owned|there)(?=\W*$)", re.IGNORECASE)
_AND_TO_WHOM = re.compile(
    r"\band (?:to|for) (?:whom|who)\b(?=\W*$)|(?<=[，,、和])(?:又|都)?[卖供授]给了?谁", re.IGNORECASE
)
_PARTS_OF_OTHERS = re.compile(
    r"(?:手机|电脑|电子|家电|飞机|航空|航天|机器人|高铁|火车|船舶|风电|光伏|机床)(?P<parts>零部件)"
)
_CALLED = re.compile(
    r"(?<=合资公司)(?:的名字)?(?:叫做?|名叫|是)(?:什么|啥)(?!时候)(?:名字?|名称)?|合资公司的?(?P<zh>名字|名称|名)"
    r"|\b(?P<en>names? of) (?:[^?]{2,60} )?joint venture|\bjoint venture(?:['’]s)? (?P<behind>names?|called)\b"
    r"|\b(?P<what>what) is [^?]*joint venture[^?]* called\b",
    re.IGNORECASE,
)
"""What a joint venture is called stands in no column."""
_OF_TOTAL = re.compile(
    r"(?:\bshares?|\bpercentages?|\bproportion|%) of (?:its |their |our |the |all |total |annual |net )*"
    r"(?:purchases|purchasing|sales|spend(?:ing)?|revenues?|procurement|turnover)\b|(?:采购|销售|营收|收入|采购额|销售额)占比",
    re.IGNORECASE,
)
"""How much of all purchases or sales somebody has is in no plan."""
_HOLD_HOW_MUCH = re.compile(r"(?:持股|占股|持有)(?:了)?(?:多少|几成|百分之几)(?:股份|股权)?(?=\W*$)")
"""贵州茅台的母公司持股多少 asks how large a stake is, not of how many."""
_LICENSED_GOODS = re.compile(r"(?<=licensed |licenced )(?:a |its |their )?drugs?(?= to\b)", re.IGNORECASE)
"""Of companies that nobody names, not every licence is one of drugs."""
_BUT_NOT_IN = re.compile(r"\bin\b[^?]*(?P<not>\bnot in [^?,]{2,40}?)\W*$", re.IGNORECASE)
"""“Invested in AI but not in chips” leaves out who invested in chips, not makers of chips."""
_FUNDS = re.compile(r"^\W*(?:which|what|how many) (?P<fund>(?:\w+ )?funds?)\b(?! \w+\W*$)", re.IGNORECASE)
"""No type of company is a fund, and “which fund is” asks for no one who funds."""
_OR = re.compile(r"\bor\b|或者?|还是", re.IGNORECASE)
_PRODUCES, _FOUNDED_BY, _VENTURE, _LICENCES = "produces", "founded_by", "joint_venture", "licenses_to"
_HOLDS = "shareholder_of"


def without_unread_forms(question: str, parsed: Parsed) -> Parsed:
    """The reading, with misread words among those that are not understood."""
    if parsed.plan is None:
        return parsed
    words = [found.strip() for found in _unread(question, parsed.plan) if found.strip()]
    alone = [each for each in parsed.not_understood if not any(f" {each} " in f" {word} " for word in words)]
    missed = tuple(dict.fromkeys((*alone, *words)))
    return replace(parsed, not_understood=missed, misread=True) if words else parsed


def _unread(question: str, plan: Plan) -> Iterator[str]:
    answer = plan.answer
    if not isinstance(answer, Companies | Count | YesNo):
        return
    yield from _of_each_one(question, answer)
    if found := _FUNDS.search(question):
        yield found["fund"]
    yield from _of_names_and_parts(question, plan)
    kinds = [each for _, each in nodes_of(plan)]
    if not isinstance(answer.set, Minus) and (found := _HAVE_NEITHER.search(question)):
        yield found[0]
    if not any(isinstance(each, Minus) for each in kinds) and (found := _ANOTHER.search(question)):
        yield found[0]
    if not isinstance(answer, YesNo) and (found := _STILL_ITS.search(question)):
        yield found[0]
    for form in (_WHO_WHOM, _STILL_HELD, _EITHER_ROLE):
        if (found := form.search(question)) and not isinstance(answer, YesNo):
            yield found[0]
    yield from _of_holdings(question, kinds)
    listed = answer.set if isinstance(answer, Companies) else None
    if isinstance(listed, Related) and listed.type == _PRODUCES and (found := _AND_TO_WHOM.search(question)):
        yield found[0]
    if any(isinstance(each, Or) and _of_different(each) for each in kinds) and (found := _OR.search(question)):
        yield found[0]


def _of_holdings(question: str, kinds: Sequence[object]) -> Iterator[str]:
    """Stakes that were sold, read as those that are held; investors in one industry without those in another, read as
    without its companies."""
    held = [each for each in kinds if isinstance(each, Related) and each.type == _HOLDS]
    if not held:
        return
    if not any(each.ended for each in held) and (found := STAKES_SOLD.search(question)):
        yield found["sold"]
    left_out = [part for each in kinds if isinstance(each, Minus) for part in each.without]
    other = bool(left_out) and not any(part in held for part in left_out)
    if other and (found := _BUT_NOT_IN.search(question)):
        yield found["not"]


def _of_names_and_parts(question: str, plan: Plan) -> Iterator[str]:
    """What a joint venture is called, parts of what is no car (零部件公司 are makers of parts of cars), and shares of
    all sales."""
    ventures = any(isinstance(each, Related) and each.type == _VENTURE for _, each in nodes_of(plan))
    if ventures and (found := _CALLED.search(question)):
        yield next(filter(None, found.groups()), found[0])
    if found := _PARTS_OF_OTHERS.search(question):
        yield found["parts"]
    if found := _OF_TOTAL.search(question):
        yield found[0]
    licences = [each for _, each in nodes_of(plan) if isinstance(each, Related) and each.type == _LICENCES]
    of_drugs = any(isinstance(each, Filter) and each.attribute == "industry" for _, each in nodes_of(plan))
    if licences and not of_drugs and not any(map(_is_named, licences)) and (found := _LICENSED_GOODS.search(question)):
        yield found[0]
    if isinstance(plan.answer, Count) and (found := _HOLD_HOW_MUCH.search(question)):
        yield found[0]


def _of_each_one(question: str, answer: Companies | Count | YesNo) -> Iterator[str]:
    """Words for every one of a set, for a number of each, and for when two companies were founded or acquired: a list,
    one number or one year answers none of them."""
    if isinstance(answer, Companies) and (found := _EVERY.search(question)):
        yield found["en"] or found["zh"] or found["also"]
    if isinstance(answer, Count) and isinstance(answer.set, And) and (found := _EACH_COUNTED.search(question)):
        yield found[0]
    asks_when = isinstance(answer, YesNo) and answer.asks == "when"
    if asks_when and (found := _ACQUIRED_BOTH.search(question)):
        yield found["en"]
    founders = isinstance(answer, YesNo) and isinstance(answer.set, Related) and answer.set.type == _FOUNDED_BY
    if founders and asks_when and (found := _FOUNDED_BOTH.search(question)):
        yield found[0]


def _of_different(either: And | Or) -> bool:
    """Whether one part starts from who is named, and another from a class: supply or own shares in Tesla."""
    related = [each for each in either.args if isinstance(each, Related)]
    named = [_is_named(each) for each in related]
    return len(related) == len(either.args) and any(named) and not all(named)


def _is_named(asked: SetPlan) -> bool:
    return any(isinstance(each, Entities) for _, each in sets_within(asked))
