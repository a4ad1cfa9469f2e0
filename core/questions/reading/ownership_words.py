"""Words that say how much is held, or that control is meant, are read here; the rest of the question by the grammar.

“Companies in which SoftBank holds over 20 %” is “investees of SoftBank” with a share; “ultimate parents of the
suppliers of Apple” is “parents of …” with the whole chains of control in the place of the relation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.domain.plan import (
    And,
    Companies,
    Controlled,
    Controllers,
    Count,
    Filter,
    Minus,
    Or,
    Plan,
    Related,
    SetPlan,
    Share,
    YesNo,
    nodes_of,
)
from core.names.name_finder import NameMatch
from core.ontology import Ontology
from core.questions.execution.held_shares import asks_owners
from core.questions.plans.parsed import Parsed
from core.questions.reading.amounts import amount_asked
from core.questions.reading.parser import parser_of
from core.questions.reading.stakes import stake_asked
from core.questions.vocabulary.comparing_words import BEFORE, BEHIND, operator_of
from core.retrieval.base import Base

_NUMBER = r"(?P<percent>\d{1,3}(?:\.\d+)?)\s*+(?:%|％|per ?cent\b)"
_OF_SHARES = r"(?:\s+(?:of|in) (?:the )?(?:shares?|stock|capital|equity|votes?)(?= (?:of|in)\b))?"
_STAKE_EN = r"(?:\s+(?:stakes?|shareholdings?|interests?|holdings?))?"
_SHARE = re.compile(
    rf"(?<!\s)\s*+(?:\b(?:a|an|stakes? of|with)\s++)*+(?:{BEFORE})?\s*+{_NUMBER}\s*+(?:{BEHIND})?"
    rf"{_OF_SHARES}{_STAKE_EN}(?:的(?=股[份权]|公司|企业|股东))?(?:\s+(?:of|in)(?=\W*$))?",
    re.IGNORECASE,
)
_PARENTS_EN = r"(?:controllers?|controlling part(?:y|ies)|controlling (?:share)?holders?)"
_PARENTS_ZH = r"(?:控制人|控制方|控制者|控股方|控股股东|控股人)"
_LAST_EN = r"(?:ultimate|actual|de[ -]facto|real|true)"
_LAST_ZH = r"(?:最终|实际|终极|真正|幕后)"
_ULTIMATE = (
    (rf"\b{_LAST_EN} (?:(?:parent|holding compan|owner)(?:ies|s|y)?(?: compan(?:y|ies))?|{_PARENTS_EN})\b", "parents"),
    (r"\b(?:ultimately|actually) (?=(?:owns?|owned|controls?|controlled)\b)", ""),
    (rf"(?:{_LAST_ZH}的?)?实控[人方者]|{_LAST_ZH}的?(?:{_PARENTS_ZH}|母公司|所有者|所有人|拥有者)", "母公司"),
    (r"实控", "控制"),
    (rf"{_LAST_ZH}(?=(?:[被由受归](?:谁|哪[家些个]公司))?(?:控制|控股|拥有))", ""),
)
"""What is said of the last of a chain, and what the grammar reads instead."""
_CONTROL = ((rf"\b{_PARENTS_EN}(?= of\b)", "parents"), (_PARENTS_ZH, "母公司"))
_CONTROLS = re.compile(
    r"\b(?:controls?|controlled|in control of)\b|控制|控股(?=了|哪|着|的(?!股东|子公司|公司|企业))", re.IGNORECASE
)
_OWNS = re.compile(r"\b(?:owns?|owned)\b|拥有", re.IGNORECASE)
_IN_WHICH = re.compile(
    r"\b(?:in|of) which (?P<holder>.+?) (?:holds?|owns?|has|have)\b"
    r"\s*(?:shares?|stakes?)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Said:
    """The question without the words that are read here, and what they say."""

    text: str
    share: Share | None = None
    control: Literal["", "any", "owned", "ultimate"] = ""
    word: str = ""
    """What is said of the last of a chain, which no relation alone holds."""


def parsed_ownership(
    base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]
) -> Parsed:
    """As ``Parser.parse``, with shares and control. Where the rest of the question asks for no holding, nothing is read
    here, so that such words stay among those that are not understood."""
    parser = parser_of(base)
    figure = stake_asked(base, question, chosen, otherwise_written)
    figure = figure or amount_asked(base, question, chosen, otherwise_written)
    if figure is not None:
        return Parsed(figure)
    said = _read(question)
    if said is None:
        return parser.parse(question, chosen, otherwise_written)
    rest = parser.parse(said.text, chosen, moved(otherwise_written, question, said.text))
    plan = None
    if rest.plan is not None and (said.control != "owned" or _is_about_a_person(base, rest.plan)):
        plan = _with(rest.plan, said, base.ontology)
    if plan is None or not rest.whole:
        whole = rest if said.text == question else parser.parse(question, chosen, otherwise_written)
        untold = bool(said.word) and whole.whole and whole.plan is not None and _holdings(whole.plan, base.ontology)
        return replace(whole, not_understood=(said.word,)) if untold else whole
    return replace(rest, plan=plan, parts=(), also=())


def _read(question: str) -> _Said | None:
    share, text = _share_in(question)
    if share is not None:
        text = _IN_WHICH.sub(lambda found: f"that {found['holder']} has invested in", text)
        return _Said(text, share)
    for control, patterns in (("ultimate", _ULTIMATE), ("any", _CONTROL)):
        for pattern, instead in patterns:
            found = re.search(pattern, question, flags=re.IGNORECASE)
            if found is not None:
                text = re.sub(pattern, instead, question, flags=re.IGNORECASE)
                last = control == "ultimate"
                return _Said(text, control="ultimate" if last else "any", word=found[0].strip() if last else "")
    if _CONTROLS.search(question):
        return _Said(question, control="any")
    return _Said(question, control="owned") if _OWNS.search(question) else None


def _is_about_a_person(base: Base, plan: Plan) -> bool:
    """Whether it is asked of a person whether something is so: who owns what is nobody's subsidiary controls it."""
    asked = plan.answer.entity if isinstance(plan.answer, YesNo) else ""
    return bool(asked) and base.ontology.is_bridge(base.knowledge_base.entity(asked).type)


def _share_in(question: str) -> tuple[Share | None, str]:
    """The one share that is said, and the question without it."""
    found = list(_SHARE.finditer(question))
    if len(found) != 1 or float(found[0]["percent"]) > 100.0:
        return None, question
    match = found[0]
    operator = operator_of(match)
    if operator is None:
        return None, question
    share = Share(operator=operator, percent=float(match["percent"]))
    joint = " " if match[0][:1].isspace() and question[match.end() : match.end() + 1].strip() else ""
    return share, question[: match.start()] + joint + question[match.end() :]


def moved(written: Sequence[NameMatch], question: str, text: str) -> list[NameMatch]:
    """Names at their places in the changed question; one that stands elsewhere or not any more is found anew."""
    kept = []
    for each in written:
        name = question[each.start : each.end]
        if text.count(name) == 1:
            start = text.index(name)
            kept.append(replace(each, start=start, end=start + len(name)))
    return kept


def _with(plan: Plan, said: _Said, ontology: Ontology) -> Plan | None:
    """The plan with what is said of its holdings; None where it asks for none, or for several kinds of them."""
    answer = plan.answer
    if not isinstance(answer, Companies | Count | YesNo):
        return None
    holdings = _holdings(plan, ontology)
    several = said.share is None and len({(each.type, each.end) for each in holdings}) == 1
    if not (len(holdings) == 1 or several) or any(each.ended for each in holdings):
        return None
    changed = answer.set
    for each in holdings:
        asked = _changed(changed, each, said, ontology)
        if asked is None or (plan.as_of and isinstance(asked, Controlled)):  # of a day, undated ones are told apart
            return None
        changed = asked
    return plan.model_copy(update={"answer": answer.model_copy(update={"set": changed})})


def _holdings(plan: Plan, ontology: Ontology) -> list[Related]:
    return [node for _, node in nodes_of(plan) if isinstance(node, Related) and _is_holding(node, ontology)]


def _is_holding(node: Related, ontology: Ontology) -> bool:
    return node.type in ontology and ontology[node.type].holding is not None


def _changed(asked: SetPlan, holding: Related, said: _Said, ontology: Ontology) -> SetPlan | None:
    """``asked`` with the holding changed; None where it is one that means no control."""
    if asked is holding:
        return holding.model_copy(update={"share": said.share}) if said.share else _chains(holding, said, ontology)
    match asked:
        case Related(of=inner):
            of = _changed(inner, holding, said, ontology)
            return None if of is None else asked.model_copy(update={"of": of})
        case Filter(arg=inner) | Minus(arg=inner):
            arg = _changed(inner, holding, said, ontology)
            return None if arg is None else asked.model_copy(update={"arg": arg})
        case And(args=args) | Or(args=args):
            parts = [_changed(each, holding, said, ontology) if _holds(each, holding) else each for each in args]
            return None if None in parts else asked.model_copy(update={"args": tuple(parts)})
    return None


def _chains(holding: Related, said: _Said, ontology: Ontology) -> SetPlan | None:
    own = ontology[holding.type].holding
    if own is None or holding.when is not None:
        return None
    if asks_owners(ontology, holding):
        return Controllers(of=holding.of, ultimate=said.control == "ultimate")
    return Controlled(of=holding.of) if own.control and said.control != "owned" else None


def _holds(asked: SetPlan, holding: Related) -> bool:
    return any(node is holding for _, node in nodes_of(Plan(answer=Companies(set=asked))))
