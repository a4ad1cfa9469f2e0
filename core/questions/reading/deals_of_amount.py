"""Deals of an amount of money are read here: acquisitions worth more than 10 billion dollars, 金额超过50亿美元的收购.

The rest of the question is read without the amount; its relation is then one of which such an amount is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from core.domain.plan import All, And, Companies, Count, Filter, Minus, Money, Or, Plan, Related, SetPlan, YesNo
from core.names.name_finder import NameMatch
from core.questions.plans.parsed import Parsed
from core.questions.reading.amounts import DEALS
from core.questions.reading.ownership_words import moved
from core.questions.vocabulary.money_words import money_in
from core.retrieval.base import Base

Reader = Callable[[Base, str, Sequence[str], Sequence[NameMatch]], Parsed]
_HERE = "\ue000"
"""Stands for the amount once it is read."""
_BUY_EN = r"(?:acquir|buy|purchas|tak)(?:e|ing)?(?: over)?"
_COMPANY_EN = r"(?:an?|another|other|any|some|one|single) (?:other |single )*(?:compan(?:y|ies)|firms?|business(?:es)?)"
_CLASS_EN = r"compan(?:y|ies)|firms?|business(?:es)?|banks?|\w+makers?"
"""Nouns that say who was acquired where nothing stands behind: American companies acquired for $10bn."""
_NOUN_EN = (
    r"(?:acquisitions?|takeovers?|buyouts?|mergers?|deals?|transactions?|purchases?|investments?|stakes?|bought|acquired"
    r"|purchased|taken over)"
)
_WORTH_EN = (
    r"(?:,? (?:(?:that|which) )?(?:(?:is|are|was|were) )?(?:each )?(?:worth|valued at|priced at|costing|cost|exceeding"
    r"|totall?ing|amounting to|(?:at|for|with) an? (?:\w+ )?(?:value|price|amount|size|volume|sum|consideration)"
    r"(?: tag)? of))"
)
_AMOUNT_ZH = (
    r"(?:(?:交易|成交|收购|并购|投资|入股|总)?(?:总?金额|总额|总价|价格|对价|规模|作价|价值)|交易额|投资额|收购价|成交价)"
    r"(?:都|均|是|为|在|有)*"
)
_PAID_ZH = r"(?:花费?|花掉|斥资|耗资|出资|作价|以|用|豪掷|砸下?|拿出)了?"
_DEAL_ZH = r"(?=收购|并购|兼并|买下|买走|拿下|买|交易|投资|入股|参股|股权)"
_FRAMES = (
    (rf"\b(?:paid|spent) {_HERE} (?:for|on|to {_BUY_EN}) {_COMPANY_EN}", "acquired other companies"),
    (rf"\b(?:paid|spent) {_HERE} (?:for|on|to {_BUY_EN})(?!\w)", "acquired"),
    (rf"\b(?:pay|spend) {_HERE} (?:for|on|to {_BUY_EN})(?!\w)", "acquire"),
    (rf"\b(invest(?:ed|s)?|put) {_HERE} (in(?:to)?)\b", r"\1 \2"),
    (rf"\b(invest(?:ed|s)?) {_HERE}(?=\W*$)", r"\1 in other companies"),
    (rf"\b({_NOUN_EN}(?: (?:made )?by [^,;?]{{1,40}}?)?){_WORTH_EN} {_HERE}(?: each)?", r"\1"),
    (rf"\b({_NOUN_EN}) {_HERE}", r"\1"),
    (rf"{_HERE}(?: plus)? (?={_NOUN_EN})", ""),
    (rf"\b({_CLASS_EN}) (acquired|bought|purchased|taken over) for {_HERE}(?: each)?(?=\W*$)", r"\1 that were \2"),
    (rf" (?:for|of|at|in) {_HERE}(?: each)?(?! of\b)", ""),
    (rf"(被?){_PAID_ZH}{_HERE}的?(?:价格|对价|金额|代价|价码|现金|资金)?(?:来|去)?(被?){_DEAL_ZH}", r"\1\2"),
    (rf"(收购|并购|投资|入股){_AMOUNT_ZH}{_HERE}(?:的(?:交易|收购|并购|投资))?", r"\1"),
    (rf"(?:的)?{_AMOUNT_ZH}{_HERE}的?{_DEAL_ZH}", ""),
    (rf"(?<=[收并]购|入股|投资){_AMOUNT_ZH}{_HERE}", ""),
    (rf"(投资|注资|入股)了?{_HERE}以?的?", r"\1"),
    (rf"((?:投资|注资|入股).{{1,20}}?)了?{_HERE}(?=\W*$)", r"\1"),
    (rf"{_HERE}的?{_DEAL_ZH}", ""),
)
"""Words around an amount, and what is left of them."""
_NOUNS = (
    (
        ("acquired",),
        r"(?:corporate )?(?:acquisitions?|takeovers?|buyouts?|mergers?)|mergers and acquisitions"
        r"|m ?& ?a(?: deals| activity)?|acquired companies"
        r"|(?:企业|公司)?(?:收购|并购|兼并)(?:案|交易|案例|项目|事件)?|被收购的?(?:公司|企业)?",
    ),
    (
        ("shareholder_of",),
        r"(?:equity )?investments?|stake purchases|(?:股权)?(?:投资|入股|参股)(?:案|交易|案例|项目|事件)?",
    ),
    (DEALS, r"deals?|transactions?|(?:大额)?交易"),
)
"""Deals, whoever makes them, by the types of relations that they are."""
_ASKED = re.compile(
    r"\b(?:what|which|list|show|give|name|find|me|us|the|all|any|are|were|is|have|there|been|made|done|known|on record"
    r"|took|happened|place|do you know of)\b|有?哪些|有什么|列出|所有|全部|请|给我|有|的|是|都|过|了|[?？.。!！,，]",
    re.IGNORECASE,
)
_SPACES = re.compile(r"\s+")


def parsed_with_amount(
    base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch], read: Reader
) -> Parsed | None:
    """The question with the amount that its deals are of; None of a question that says none, or of which the rest is
    not understood or asks for other relations.

    The arguments are those of ``Parser.parse``; ``read`` reads the rest of the question.
    """
    found = money_in(question)
    if len(found) != 1:
        return None
    place, money = found[0]
    marked = f"{question[: place.start()]}{_HERE}{question[place.end() :]}"
    text = next(filter(None, (_replaced(pattern, by, marked) for pattern, by in _FRAMES)), "")
    if not text or _HERE in text:
        return None
    plan = None if chosen else any_deals(base, text)
    if plan is None:
        rest = read(base, text, chosen, moved(otherwise_written, question, text))
        plan = rest.plan if rest.whole and not rest.passed_over else None
    return None if plan is None else _with_money(plan, money)


def any_deals(base: Base, text: str) -> Plan | None:
    """The plan of a text that asks for deals and nothing else, such as “acquisitions”: every company that was acquired,
    or invested in. None of any other text."""
    noun = _SPACES.sub(" ", _ASKED.sub(" ", text)).strip()
    kinds = next((kinds for kinds, words in _NOUNS if re.fullmatch(words, noun, re.IGNORECASE)), ())
    sets = tuple(Related(type=kind, end="forward", of=All()) for kind in kinds if kind in base.ontology)
    if not sets:
        return None
    return Plan(answer=Companies(set=sets[0] if len(sets) == 1 else Or(args=sets)))


def _replaced(pattern: str, by: str, text: str) -> str:
    """The text with the words around the amount replaced; "" where they are others."""
    changed, count = re.subn(pattern, by, text, flags=re.IGNORECASE)
    return _SPACES.sub(" ", changed).strip() if count else ""


def _with_money(plan: Plan, money: Money) -> Parsed | None:
    answer = plan.answer
    if isinstance(answer, YesNo) and answer.asks == "whether":
        asked = _of_amount(answer.set, money)
        return None if asked is None else Parsed(_answering(plan, answer.model_copy(update={"set": asked})))
    asked = _of_amount(answer.set, money) if isinstance(answer, Companies | Count) else None
    if asked is None:
        return None
    told = Companies(set=asked, beside="amount") if isinstance(answer, Companies) else Count(set=asked)
    return Parsed(_answering(plan, told))


def _answering(plan: Plan, answer: Companies | Count | YesNo) -> Plan:
    return plan.model_copy(update={"answer": answer})


def _of_amount(asked: SetPlan, money: Money) -> SetPlan | None:
    """The set with its deals of such an amount; None where its relation is no deal, or is one of several."""
    match asked:
        case Related(type=kind) if kind in DEALS:
            return asked.model_copy(update={"money": money})
        case Filter(arg=arg) | Minus(arg=arg):
            inner = _of_amount(arg, money)
            return None if inner is None else asked.model_copy(update={"arg": inner})
        case Or(args=args):
            parts = [_of_amount(each, money) for each in args]
            return None if None in parts else asked.model_copy(update={"args": tuple(parts)})
        case And(args=args):
            parts = [_of_amount(each, money) for each in args]
            if sum(each is not None for each in parts) == 1:
                kept = tuple(part or arg for part, arg in zip(parts, args, strict=True))
                return asked.model_copy(update={"args": kept})
    return None
