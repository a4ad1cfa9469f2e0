"""Who holds most is read here: the largest shareholder, the first 第一大股东, the majority owner, a stake in somebody.

The rest of the question is read without these words; the largest of those who are asked for is chosen by the recorded
shares, by whatever type of relation they are recorded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.domain.partial_dates import last_day, today
from core.domain.plan import Companies, Count, Plan, SetPlan, Share, ShareOf, Top, YesNo
from core.names.name_finder import NameMatch
from core.questions.execution.executor import Executor
from core.questions.execution.held_shares import asks_owners
from core.questions.execution.outermost import outermost, with_outermost
from core.questions.plans.parsed import Parsed
from core.questions.reading.asked_of_members import asked_of_members, asking_for_seats
from core.questions.reading.deals_in_industry import with_deals_in_industry
from core.questions.reading.joint_owners import with_holders_of_shares, with_holdings_of_people
from core.questions.reading.kinds_of_holders import HOLDERS_ZH, parsed_kinds_of_holders
from core.questions.reading.left_out_families import without_families
from core.questions.reading.own_values import with_own_values
from core.questions.reading.ownership_words import moved, parsed_ownership
from core.questions.reading.sister_companies import with_common_parents
from core.questions.reading.with_shares import parsed_with_shares
from core.questions.vocabulary.market_words import unknown_market
from core.questions.vocabulary.time_words import held_by_nobody_else, with_the_past
from core.retrieval.base import Base

_HOLDERS = (
    r"(?:(?:corporate|institutional|outside|strategic|individual) )?"
    r"(?:share|stock|stake)?-?(?:holders?|owners?)\b|(?:investors?|backers?|investees?|holdings?|investments?)\b"
)
_HOLDERS_ZH = rf"{HOLDERS_ZH}|被投资公司|持股公司|被投公司|参股公司|持仓"
_LARGEST = re.compile(
    rf"\b(?:single[ -])?(?:largest|biggest)(?: single)? (?={_HOLDERS})"
    rf"|(?:单一)?(?:第一大|最大)的?(?:单一)?(?={_HOLDERS_ZH})",
    re.IGNORECASE,
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_NUMBERS_ZH = {"两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "几": 10}
_NUMBER = rf"[1-9]\d?|{'|'.join(_NUMBERS)}"
_FIRST_FEW = re.compile(
    rf"\b(?:the )?(?:top (?P<top>{_NUMBER})(?: largest| biggest)?|(?P<of>{_NUMBER}) (?:largest|biggest)) (?={_HOLDERS})"
    rf"|前(?P<zh>[1-9]\d?|[{''.join(_NUMBERS_ZH)}])[大名位]的?(?={_HOLDERS_ZH})",
    re.IGNORECASE,
)
"""The top three shareholders, 前十大股东: as many as are asked for, ten of 前几大."""
_MAJOR = re.compile(
    rf"\b(?:major|main|principal|big|leading) (?={_HOLDERS})|(?<!第一)(?:大|主要|重要)的?(?={_HOLDERS_ZH})",
    re.IGNORECASE,
)
_LARGEST_STAKE = re.compile(
    r"\bthe (?:largest|biggest) (?P<stake>stake|share|holding|interest)(?= (?:in|of)\b)", re.IGNORECASE
)
_LARGEST_HELD = re.compile(
    r"\b(?:largest|biggest) (?=(?:stakes?|share ?holdings?|positions?)\b(?! (?:in|of)\b))"
    r"|最大的?(?=持股|参股|股权投资)",
    re.IGNORECASE,
)
_MAJORITY = re.compile(
    rf"\bmajority (?={_HOLDERS})"
    r"|\bmajority[- ](?:owned (?=subsidiar|unit|division|holding|investee)"
    r"|(?=(?:owned|held|controlled|owns?|holds?|controls?)\b))"
    r"|(?:多数股权|过半数|多数)(?=股东|持有人)|(?<=持股)(?:比例)?(?:过半|超半数)|过半(?=控股|持股)",
    re.IGNORECASE,
)
_WHOLLY = re.compile(
    r"\b(?:wholly|fully|entirely|completely|100 ?%|one hundred percent)[- ]"
    r"(?:owned (?=subsidiar|unit|division|compan|firm)|(?=own|held|hold|control|subsidiar))"
    r"|(?<=\w )outright(?=\W*$)|(?<=\w )outright (?=by\b)"
    r"|全资的?(?=子公司|附属|控股|持有|拥有|公司|企业|所有|下属|旗下)"
    r"|(?:百分之百|100 ?%)的?(?=控股|持股|持有|拥有|控制|子公司)",
    re.IGNORECASE,
)
_STAKE_IN = re.compile(
    r"^\W*(?:the )?(?:(?P<largest>largest|biggest) )?(?:stakes?|share ?holdings?|holdings?|equity|shares) in (?=\S)",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"(?<=\S)(?:holders|owners|investors|backers|investees|holdings|investments)\b", re.IGNORECASE)
_ANY_SHARE = Share(operator=">=", percent=0.0)
_MAJORITY_SHARE = Share(operator=">", percent=50.0)
_WHOLE = Share(operator=">=", percent=100.0)
_OF_SEVERAL = 10
_RANKED_HOLDER = re.compile(
    r"\b(?:largest|biggest|major|main|principal|leading|top|key|significant)(?= (?:\w+ )?"
    r"(?:share ?holders?|stock ?holders?|stake ?holders?|owners?|investors?|backers?)\b)"
    r"|(?:第一大|最大|主要|重要|大)的?(?=股东|持股方|投资方|投资者|投资人)",
    re.IGNORECASE,
)
_AS_WHAT = re.compile(
    r"(?<=\bcompanies )with(?= .+ as (?:an?|the|its|their)\b)|第一大股东为|作为",
    re.IGNORECASE,
)
_HAS_AS = re.compile("[有把将以][^，,。]{1,30}作为")
"""把宁德时代作为供应商的车企 is read the right way."""
_EACH_OTHER = re.compile(r"\b(?:each other|one another|among themselves)\b|互相|相互|彼此", re.IGNORECASE)


def parsed_question(base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]) -> Parsed:
    """As ``parsed_ownership``, with who holds most, with what counts of the past, and without what is said of the
    members of a set among themselves, which no plan holds."""
    parsed = parsed_with_shares(base, question, chosen, otherwise_written, _with_largest)
    parsed = parsed or parsed_kinds_of_holders(base, question, chosen, otherwise_written)
    parsed = parsed or _with_largest(base, question, chosen, otherwise_written)
    if parsed.plan is not None:
        parsed = replace(parsed, plan=with_the_past(question, held_by_nobody_else(parsed.plan, base.ontology)))
        parsed = replace(parsed, plan=parsed.plan and with_holders_of_shares(parsed.plan, base))
        parsed = replace(parsed, plan=parsed.plan and with_common_parents(parsed.plan, base))
        parsed = replace(parsed, plan=parsed.plan and with_holdings_of_people(question, parsed.plan, base))
        parsed = replace(parsed, plan=parsed.plan and with_deals_in_industry(question, parsed.plan))
        parsed = replace(parsed, plan=parsed.plan and with_own_values(question, parsed.plan, base))
        names = (*base.names.find(question), *otherwise_written)
        parsed = replace(parsed, plan=parsed.plan and without_families(base, question, names, parsed.plan))
        parsed = asked_of_members(base, question, _without_rank_among_others(base, question, parsed))
    among = _EACH_OTHER.search(question)
    told = [unknown_market(question)]
    if among is not None and parsed.plan is not None and _has_members_among(parsed.plan):
        told.append(among[0])
    missed = dict.fromkeys((*parsed.not_understood, *filter(None, told)))
    return replace(parsed, not_understood=tuple(missed))


def _without_rank_among_others(base: Base, question: str, parsed: Parsed) -> Parsed:
    """“Whose largest shareholder is X”, 腾讯是谁的大股东: whether others hold more of each is in no plan; and
    “companies with X as a shareholder” that is read as a question for shareholders of X is read the wrong way."""
    answer = parsed.plan.answer if parsed.plan is not None else None
    about = (
        outermost(answer.set.arg if isinstance(answer.set, Top) else answer.set)
        if isinstance(answer, Companies | Count)
        else None
    )
    if about is None or about.type not in base.ontology:
        return parsed
    holding = base.ontology[about.type].holding is not None and about.share != _MAJORITY_SHARE
    ranked = _RANKED_HOLDER.search(question) if holding and not asks_owners(base.ontology, about) else None
    one_way = about.end != "either" and base.ontology.joins_companies(about.type)
    turned = _AS_WHAT.search(question) if one_way and _HAS_AS.search(question) is None else None
    missed = [each[0].strip() for each in (ranked, turned) if each is not None]
    return replace(parsed, not_understood=tuple(dict.fromkeys((*parsed.not_understood, *missed))))


def _has_members_among(plan: Plan) -> bool:
    """Whether “each other” says of a plan what it does not hold: of members among themselves, or of both ends of a
    relation that has two different ones."""
    answer = plan.answer
    about = outermost(answer.set) if isinstance(answer, YesNo) else None
    return isinstance(answer, Companies | Count) or (about is not None and about.end != "either")


def _with_largest(base: Base, question: str, chosen: Sequence[str], written: Sequence[NameMatch]) -> Parsed:
    text, share, word = _read(question)
    if text == question:
        return parsed_ownership(base, question, chosen, written)
    rest = asking_for_seats(text, parsed_ownership(base, text, chosen, moved(written, question, text)))
    plan = rest.plan
    listed = plan.answer.set if plan is not None and isinstance(plan.answer, Companies | Count | YesNo) else None
    about = None if listed is None else outermost(listed)
    kind = None if about is None or about.type not in base.ontology else base.ontology[about.type].holding
    ranked = share == _ANY_SHARE and plan is not None and not isinstance(plan.answer, Companies)
    if plan is None or listed is None or about is None or kind is None or ranked:
        return parsed_ownership(base, question, chosen, written)
    if not rest.whole or about.ended or about.share is not None:
        return parsed_ownership(base, question, chosen, written)
    if share is None:
        return replace(rest, parts=(), also=())
    held = about.model_copy(update={"share": share})
    asked: SetPlan = with_outermost(listed, held)
    if share == _ANY_SHARE:
        asked = Top(arg=asked, by=ShareOf(), which="most", n=_how_many(question))
        day = last_day(plan.as_of) if plan.as_of else today()
        if not Executor(base.knowledge_base, base.ontology, day).members(asked).members:
            return replace(rest, parts=(), also=(), passed_over=(word,))
    answer = plan.answer.model_copy(update={"set": asked})
    return replace(rest, plan=Plan(answer=answer, as_of=plan.as_of), parts=(), also=())


def _read(question: str) -> tuple[str, Share | None, str]:
    """The question without what is read here, which share is meant, and the word that says so."""
    stake = _STAKE_IN.match(question)
    if stake is not None:
        text = f"shareholders of {question[stake.end() :]}"
        return text, _ANY_SHARE if stake["largest"] else None, stake["largest"] or ""
    for pattern, instead, share in (
        (_FIRST_FEW, "", _ANY_SHARE),
        (_LARGEST_STAKE, r"a \g<stake>", _ANY_SHARE),
        (_LARGEST, "", _ANY_SHARE),
        (_LARGEST_HELD, "", _ANY_SHARE),
        (_MAJOR, "", _ANY_SHARE),
        (_MAJORITY, "", _MAJORITY_SHARE),
        (_WHOLLY, "", _WHOLE),
    ):
        found = pattern.search(question)
        if found is not None:
            return pattern.sub(instead, question, count=1), share, found[0].strip()
    return question, None, ""


def _how_many(question: str) -> int:
    """How many holders are asked for: a number that is said, else one, or some."""
    few = _FIRST_FEW.search(question)
    if few is None and _LARGEST_HELD.search(question):
        return _OF_SEVERAL if re.search(r"\b(?:stake|position|holding)s\b", question, re.IGNORECASE) else 1
    if few is None:
        major = _LARGEST.search(question) is None and _MAJOR.search(question) is not None
        return _OF_SEVERAL if major or _SEVERAL.search(question) else 1
    said = (few["top"] or few["of"] or few["zh"]).lower()
    return (_NUMBERS | _NUMBERS_ZH).get(said) or int(said)
