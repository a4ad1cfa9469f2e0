"""Questions about who held a lasting relation in a year: "Who owned Volvo in 2005?" includes owners since 1999."""

from __future__ import annotations

import re
from functools import cache

from core.domain.function_words import any_of
from core.domain.plan import And, Companies, Count, Filter, Minus, Plan, Related, SetPlan, When, YesNo, nodes_of
from core.questions.parsing.chart import Token
from core.questions.vocabulary.lexicon import words_file

_OF_GOODS = "produces"


def as_of_its_year(said: str, plan: Plan) -> Plan | None:
    """Turn a plan for a relation that begins in a year into the same plan as of that year.

    None if the words of the question do not describe a lasting relation, if one of them describes a beginning, or if
    the plan has several relations, but for who held an office in a chain (CEO of GitHub's parent in 2020), or no single
    year.

    Args:
        said: the words of the question but its names, folded as ``fold_characters`` does.
        plan: what the question asks for with the year as that of a beginning.
    """
    lasting, beginning = _words()
    answer = plan.answer
    if plan.as_of or not isinstance(answer, Companies | Count | YesNo):
        return None
    relations = [node for _, node in nodes_of(plan) if isinstance(node, Related) and node.type != _OF_GOODS]
    dated, offices = [each for each in relations if each.when is not None], words_file("states.yaml")["offices"]
    in_office = len(dated) == 1 and dated[0] is relations[0] and dated[0].type in offices
    if beginning.search(said) or (len(relations) != 1 and not in_office):
        return None
    if not in_office and not lasting.search(said):
        return None
    found = _without_year(answer.set)
    if found is None:
        held = _held(answer.set)
        return None if held is None else plan.model_copy(update={"answer": answer.model_copy(update={"set": held})})
    asked, year = found
    return Plan(answer=answer.model_copy(update={"set": asked}), as_of=str(year))


def as_of_year(tokens: list[Token]) -> tuple[list[Token], str | None]:
    """The tokens without those that say as of which year is asked, and the year: as of 2020, 截至2020年底."""
    for place, token in enumerate(tokens):
        if "as_of" not in token.readings:
            continue
        end = place + 1
        while end < len(tokens) and "as_of_end" in tokens[end].readings:
            end += 1
        if end < len(tokens) and "year" in tokens[end].readings:
            year = str(tokens[end].readings["year"][0])
            end += 1
            while end < len(tokens) and "as_of_end" in tokens[end].readings:
                end += 1
            return tokens[:place] + tokens[end:], year
    return tokens, None


def _held(asked: SetPlan) -> SetPlan | None:
    """The set with its relation held at some time in the years given, instead of begun in them; None without years."""
    match asked:
        case Related(when=When(first=int(), last=int()) as when, ended=None):
            return asked.model_copy(update={"when": when.model_copy(update={"held": True})})
        case Filter(arg=arg) | Minus(arg=arg):
            inner = _held(arg)
            return None if inner is None else asked.model_copy(update={"arg": inner})
        case And(args=args):
            parts = [_held(each) for each in args]
            held = tuple(each if part is None else part for each, part in zip(args, parts, strict=True))
            return None if parts.count(None) == len(parts) else And(args=held)
    return None


def _without_year(asked: SetPlan) -> tuple[SetPlan, int] | None:
    """The set without the year of its outermost relation, and that year."""
    match asked:
        case Related(when=when, ended=None) if when is not None and when.first is not None and when.first == when.last:
            return asked.model_copy(update={"when": None}), when.first
        case Filter(arg=arg) | Minus(arg=arg):
            found = _without_year(arg)
            return None if found is None else (asked.model_copy(update={"arg": found[0]}), found[1])
        case And(args=args):  # suppliers of somebody that make such goods
            without = [_without_year(each) for each in args]
            years = [each[1] for each in without if each is not None]
            sets = tuple(each if part is None else part[0] for each, part in zip(args, without, strict=True))
            return (And(args=sets), years[0]) if len(years) == 1 else None
    return None


@cache
def _words() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = words_file("states.yaml")
    return _pattern(words["lasting"]), _pattern(words["beginning"])


def _pattern(words: dict[str, list[str]]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of(words['en'])})\b|{any_of(words['zh'])}", re.ASCII)
