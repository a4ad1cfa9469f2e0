"""Who holds, with how much: "Who owns Volkswagen and how much", 大众的股东及持股比例.

The rest of the question is read without these words; the holders of whom a share is recorded are listed with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from core.domain.partial_dates import last_day, today
from core.domain.plan import Companies, Plan, ShareOf, Top
from core.names.name_finder import NameMatch
from core.questions.execution.executor import Executor
from core.questions.execution.outermost import outermost, with_outermost
from core.questions.plans.parsed import Parsed
from core.questions.reading.ownership_words import moved
from core.questions.reading.stakes import STATED
from core.retrieval.base import Base

Reader = Callable[[Base, str, Sequence[str], Sequence[NameMatch]], Parsed]

_STAKES = r"(?:stakes?|shares?|share ?holdings?|holdings?|percentages?|shares held|ownership percentages?|interests?)"
_THEY_HOLD = r"(?: (?:do|does) (?:they|it|he|she|each(?: of them)?) (?:own|hold))?"
_WITH_SHARES = re.compile(
    rf",?\s*\b(?:and|with|including|plus) (?:(?:by )?how much(?: of it)?{_THEY_HOLD}(?: each)?"
    rf"|what (?:share|stake|percentage)s?{_THEY_HOLD}"
    rf"|what(?:'s| is| are) (?:its|their|his|her) {_STAKES}"
    rf"|(?:their|the|its) (?:respective |recorded |exact )?{_STAKES})(?=\W*$)"
    r"|[,，、]?(?:以?及|和|与|连同)?(?:其|他们的?|它们的?|各自的?|具体的?)?"
    r"(?:持股|股权|股份|占股|持有)(?:的)?(?:比例|比率|占比|份额|数量)(?:是|有|各是|各为|分别是|分别为)?(?:多少|几何|如何)?(?=\W*$)"
    r"|(?:[,，]?(?:各自?|分别)|[,，](?:它|他|她|其)?(?:一共|总共)?)(?:持股|持有|占股|占|持)(?:了)?"
    r"(?:多少|几成)(?:股份|股权|比例|股)?(?=\W*$)"
    r"|(?<=股东)(?:持股|占股|持有)(?:了)?(?:多少|几成)(?:股份|股权|比例)?(?=\W*$)",
    re.IGNORECASE,
)

_AMOUNT = re.compile(r"how much(?!.*(?:own|hold))|^[^股]*多少[^股]*$", re.IGNORECASE)
_INVESTED = re.compile(r"\binvest|\bback|\bfund|\bp(?:ay|aid)\b|投资|投了|注资|融资|出资", re.IGNORECASE)
"""Of who invested, how much is money, of which no plan tells."""


def parsed_with_shares(
    base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch], read: Reader
) -> Parsed | None:
    """The question with the shares of those it asks for; None of any other question, and where no share is recorded.

    The arguments are those of ``Parser.parse``; ``read`` reads the rest of the question.
    """
    said = _WITH_SHARES.search(question)
    if said is None or (_AMOUNT.search(said[0]) and _INVESTED.search(question[: said.start()])):
        return None
    text = f"{question[: said.start()]}{question[said.end() :]}"
    rest = read(base, text, chosen, moved(otherwise_written, question, text))
    plan = rest.plan
    if plan is None or not rest.whole or not isinstance(plan.answer, Companies):
        return None
    if isinstance(plan.answer.set, Top) and isinstance(plan.answer.set.by, ShareOf):
        return rest  # whoever holds most is told with the share
    about = outermost(plan.answer.set)
    if about is None or about.ended or about.share is not None or base.ontology[about.type].holding is None:
        return None
    asked = with_outermost(plan.answer.set, about.model_copy(update={"share": STATED}))
    day = last_day(plan.as_of) if plan.as_of else today()
    if not Executor(base.knowledge_base, base.ontology, day).members(asked).members:
        return None
    return replace(rest, plan=Plan(answer=Companies(set=asked), as_of=plan.as_of), parts=(), also=())
