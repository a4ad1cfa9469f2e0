"""Whether something was so in a year: "Did Panasonic supply Tesla in 2014?", 2014年松下是不是特斯拉的供应商."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from core.domain.function_words import any_of
from core.domain.plan import Filter, Minus, Plan, Related, SetPlan, When, YesNo, nodes_of
from core.ontology import Ontology
from core.questions.parsing.chart import Token
from core.questions.vocabulary.lexicon import words_file


class Then(NamedTuple):
    """The time of a question of yes and no: within ``year``, or, ``before``, at any time before it."""

    year: int
    before: bool = False


def without_time(tokens: Sequence[Token]) -> tuple[list[Token], Then] | None:
    """The tokens without the only year and the words that belong to it, and the time they say.

    None where no year or several are there, and where the words say since when or after which year: that may ask when
    something began, or whether it has lasted.
    """
    years = [place for place, token in enumerate(tokens) if "year" in token.readings]
    if len(years) != 1:
        return None
    first = last = years[0]
    while first > 0 and _says_when(tokens[first - 1]):
        first -= 1
    while last + 1 < len(tokens) and _says_when(tokens[last + 1]):
        last += 1
    around = [*tokens[first : years[0]], *tokens[years[0] + 1 : last + 1]]
    said = {category for token in around for category in token.readings}
    if said & {"after", "since", "and", "or", "between"}:
        return None
    year = int(tokens[years[0]].readings["year"][0])
    return [*tokens[:first], *tokens[last + 1 :]], Then(year, before="before" in said)


def whether_then(said: str, plan: Plan, then: Then, ontology: Ontology) -> Plan | None:
    """The plan of a question of yes and no at that time; None for other questions and for several relations.

    What happens once, and what a word says to begin, has to have begun then; anything else is looked at as of the end
    of the year.

    Args:
        said: the words of the question but its names, folded.
        plan: what it asks without its time.
        then: that time.
        ontology: tells events from states.
    """
    answer = plan.answer
    if not isinstance(answer, YesNo) or answer.asks != "whether" or plan.as_of:
        return None
    relations = [node for _, node in nodes_of(plan) if isinstance(node, Related)]
    if len(relations) != 1 or relations[0].when is not None:
        return None
    event = ontology[relations[0].type].happens_once
    if then.before:
        dated = _dated(answer.set, When(last=then.year - 1))
    elif event or _begins(relations[0].type).search(said):
        dated = _dated(answer.set, When(first=then.year, last=then.year))
    else:
        return Plan(answer=answer, as_of=str(then.year))
    return None if dated is None else Plan(answer=answer.model_copy(update={"set": dated}))


def whether_in_its_year(said: str, plan: Plan, ontology: Ontology) -> Plan | None:
    """The plan of a question of yes and no whose only relation begins in a year, at the time that the words mean by it;
    None for other plans. ``said`` and ``ontology`` as in ``whether_then``."""
    whens = [node.when for _, node in nodes_of(plan) if isinstance(node, Related) and node.when is not None]
    if len(whens) != 1 or whens[0].first is None or whens[0].first != whens[0].last:
        return None
    undated = without_its_time(plan)
    return None if undated is None else whether_then(said, undated, Then(whens[0].first), ontology)


def whether_still(plan: Plan) -> Plan:
    """The plan of a question of yes and no that asks whether it is so by now; other plans as they are, and those that
    ask it of a time."""
    answer = plan.answer
    relations = [node for _, node in nodes_of(plan) if isinstance(node, Related)]
    asks = isinstance(answer, YesNo) and answer.asks == "whether" and plan.as_of is None
    if not asks or not relations or any(each.when is not None or each.ended for each in relations):
        return plan
    return plan.model_copy(update={"answer": answer.model_copy(update={"asks": "still"})})


def without_its_time(plan: Plan) -> Plan | None:
    """The same question of yes and no without its time; None where it has none."""
    answer = plan.answer
    if not isinstance(answer, YesNo):
        return None
    if plan.as_of:
        return Plan(answer=answer)
    undated = _dated(answer.set, None)
    return Plan(answer=answer.model_copy(update={"set": undated})) if undated not in (None, answer.set) else None


def _says_when(token: Token) -> bool:
    kinds = {"in_year", "before", "after", "since", "between"}
    return bool(kinds & set(token.readings)) and not {"name", "noun", "class"} & set(token.readings)


def _dated(asked: SetPlan, when: When | None) -> SetPlan | None:
    match asked:
        case Related():
            return asked.model_copy(update={"when": when})
        case Filter(arg=arg) | Minus(arg=arg):
            inner = _dated(arg, when)
            return None if inner is None else asked.model_copy(update={"arg": inner})
    return None


@cache
def _begins(kind: str) -> re.Pattern[str]:
    """Words that say that a relation of a type begins: to buy into somebody does, to buy from somebody does not."""
    words = words_file("states.yaml")
    said = [words["starting"], *([words["starting_of"][kind]] if kind in words["starting_of"] else [])]
    chinese, english = ([word for each in said for word in each[language]] for language in ("zh", "en"))
    return re.compile(rf"\b(?:{any_of(english)})\b|{any_of(chinese)}", re.ASCII)
