"""Questions about who held a lasting relation in a year: "Who owned Volvo in 2005?" includes owners since 1999."""

from __future__ import annotations

import re
from functools import cache

from core.domain.function_words import any_of
from core.domain.plan import Companies, Count, Filter, Minus, Plan, Related, SetPlan, YesNo, nodes_of
from core.questions.vocabulary.lexicon import words_file


def as_of_its_year(said: str, plan: Plan) -> Plan | None:
    """Turn a plan for a relation that begins in a year into the same plan as of that year.

    None if the words of the question do not describe a lasting relation, if one of them describes a beginning, or if
    the plan has several relations or no single year.

    Args:
        said: the words of the question but its names, folded as ``fold_characters`` does.
        plan: what the question asks for with the year as that of a beginning.
    """
    lasting, beginning = _words()
    answer = plan.answer
    if plan.as_of or not isinstance(answer, Companies | Count | YesNo):
        return None
    relations = [node for _, node in nodes_of(plan) if isinstance(node, Related)]
    if len(relations) != 1 or beginning.search(said):
        return None
    if relations[0].type not in words_file("states.yaml")["offices"] and not lasting.search(said):
        return None
    found = _without_year(answer.set)
    if found is None:
        return None
    asked, year = found
    return Plan(answer=answer.model_copy(update={"set": asked}), as_of=str(year))


def _without_year(asked: SetPlan) -> tuple[SetPlan, int] | None:
    """The set without the year of its outermost relation, and that year."""
    match asked:
        case Related(when=when, ended=None) if when is not None and when.first is not None and when.first == when.last:
            return asked.model_copy(update={"when": None}), when.first
        case Filter(arg=arg) | Minus(arg=arg):
            found = _without_year(arg)
            return None if found is None else (asked.model_copy(update={"arg": found[0]}), found[1])
    return None


@cache
def _words() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = words_file("states.yaml")
    return _pattern(words["lasting"]), _pattern(words["beginning"])


def _pattern(words: dict[str, list[str]]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of(words['en'])})\b|{any_of(words['zh'])}", re.ASCII)
