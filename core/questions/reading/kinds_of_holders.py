"""Holders of one kind are read here: "Which people own Xiaomi?", 小米的个人股东, institutional shareholders of Didi.

The rest of the question is read without these words; of the holders it asks for, only people or only companies are
members.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.domain.plan import All, And, Companies, Count
from core.names.name_finder import NameMatch
from core.ontology import COMPANY
from core.questions.execution.outermost import outermost
from core.questions.plans.parsed import Parsed
from core.questions.reading.ownership_words import moved, parsed_ownership
from core.retrieval.base import Base

_PERSON = "person"
_SOME = r"(?:shares?|stock|stakes?|a stake|part|an interest) (?:in|of)"
_HOLD = rf"(?:also )?(?:own(?: {_SOME})?|hold {_SOME}|have {_SOME})"
_ARE = r"are (?:the )?(?:share ?holders|stock ?holders|owners|investors) (?:of|in)"
_PEOPLE_EN = r"(?:private |natural )?(?:people|persons|individuals)"
_FIRMS_EN = r"(?:institutions|institutional investors|corporations)"
_ANYBODY_EN = r"(?:investors|share ?holders|stock ?holders|owners)"
_HOLDERS_EN = r"(?=(?:share|stock)?[- ]?(?:holders?|owners?)\b|investors?\b)"
_WHICH = re.compile(
    rf"^\W*(?:which|what) (?:(?P<person>{_PEOPLE_EN})|(?P<company>{_FIRMS_EN})|{_ANYBODY_EN})"
    rf" (?:{_HOLD}|{_ARE}) (?=\S)",
    re.IGNORECASE,
)
HOLDERS_ZH = r"股东|持股[方人]|投资[方者人]|出资[方人]|所有[者人]|持有[者人]|拥有者"
"""What those who hold a company are called."""
_OF_KIND = re.compile(
    rf"\b(?:(?P<person>individual|private|natural|human)|(?P<company>institutional|corporate)) {_HOLDERS_EN}"
    rf"|(?:(?P<person_zh>个人|自然人)|(?P<company_zh>机构|企业法人|法人))(?:类)?(?=的?(?:{HOLDERS_ZH}))",
    re.IGNORECASE,
)
_WHICH_ZH = re.compile(
    r"(?:哪些|哪几[个位]|哪[个位]|什么|有哪些)(?:(?P<person>个人|自然人|人)|(?P<company>机构))(?:投资者)?"
    r"(?=是|持有|拥有|持股|握有|有)"
)


def parsed_kinds_of_holders(
    base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]
) -> Parsed | None:
    """The question for holders of one kind; None of any other question.

    The arguments are those of ``Parser.parse``.
    """
    text, kind = _read(question)
    if text == question:
        return None
    rest = parsed_ownership(base, text, chosen, moved(otherwise_written, question, text))
    plan = rest.plan
    if plan is None or not rest.whole or not isinstance(plan.answer, Companies | Count):
        return None
    about = outermost(plan.answer.set)
    if about is None or about.type not in base.ontology or base.ontology[about.type].holding is None:
        return None
    if not kind:
        return replace(rest, parts=(), also=())
    of_kind = And(args=(plan.answer.set, All(type=kind)))
    return replace(
        rest,
        plan=plan.model_copy(update={"answer": plan.answer.model_copy(update={"set": of_kind})}),
        parts=(),
        also=(),
    )


def _read(question: str) -> tuple[str, str]:
    """The question without the kind of holders, and which type of entity they have; an empty one of holders of any."""
    for pattern, instead in ((_WHICH, "shareholders of "), (_OF_KIND, ""), (_WHICH_ZH, "谁")):
        found = pattern.search(question)
        if found is not None:
            said = {name.removesuffix("_zh") for name, words in found.groupdict().items() if words}
            kind = _PERSON if "person" in said else COMPANY if "company" in said else ""
            return pattern.sub(instead, question, count=1), kind
    return question, ""
