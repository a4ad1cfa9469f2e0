"""How far a plan that a model made of a question is believed: it may name and state only what the question does, and
what the question says in numbers, names and negations must be in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from core.domain.plan import Entities, Filter, Minus, Plan, Related, Top, Value, nodes_of
from core.names.normalise import fold_characters
from core.ontology import COMPANY, Ontology
from core.questions.plans.checking import PlanInvalidError, named_in
from core.reasoning.plan_by_model import COUNTRY, LinkedName, PlanQuestion

_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_TICKER = re.compile(r"\*?[A-Za-z0-9.]{1,12}\*?")
_NEGATION = re.compile(
    r"\b(?:not|no|never|nor|neither|without|except|excluding|excludes?|outside|aside|besides|other than|apart from"
    r"|rather than)\b|\w+n['’]t\b|除了|除去|除外|以外|之外|不|没|未|非(?!洲)|无",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_]+")
_YEARS = range(1000, 3000)
_DIGITS_OF_A_YEAR = 4
_DECADE = 9
_PRECISION = 1e-6
_SCALES = (1.0, 1e3, 1e4, 1e6, 1e8, 1e9, 1e12)


@dataclass(frozen=True)
class _Said:
    """``text[start:end]`` of a question is a number."""

    start: int
    end: int
    value: float

    @property
    def is_year(self) -> bool:
        return self.end - self.start == _DIGITS_OF_A_YEAR and self.value in _YEARS

    def is_behind(self, number: float) -> bool:
        """Whether a plan may hold ``number`` because of it: after 2015 is from 2016 on, a decade ends in nine years,
        10亿 is 1e9."""
        if self.is_year and self.value - 1 <= number <= self.value + _DECADE:
            return True
        return any(abs(number - self.value * scale) <= _PRECISION * abs(number) for scale in _SCALES)


def check_given(plan: Plan, question: PlanQuestion, ontology: Ontology) -> None:
    """Raises PlanInvalidError for an id, a column, a value or a number that the question does not give, and for a
    relation that does not end at what it is said to be of."""
    types = {meant.id: meant.type for name in question.names for meant in name.meant if meant.type != COUNTRY}
    codes = {meant.id for name in question.names for meant in name.meant if meant.type == COUNTRY}
    for each in named_in(plan):
        if each not in types:
            raise PlanInvalidError(part="id: not given with the question")
    if isinstance(plan.answer, Value) and plan.answer.attribute not in question.columns:
        raise PlanInvalidError(part="attribute: no column")
    said = list(_numbers(question))
    for _, node in nodes_of(plan):
        if isinstance(node, Filter):
            _check_values(node, question.text, types, codes)
        if isinstance(node, Related) and isinstance(node.of, Entities):
            _check_end(node, node.of.ids, types, ontology)
        if not all(any(each.is_behind(number) for each in said) for number in _numbers_of(node)):
            raise PlanInvalidError(part="number: not in the question")


def unexpressed(plan: Plan, question: PlanQuestion) -> tuple[str, ...]:
    """Numbers, names and negations of the question that are not in the plan, as written and in their order: whatever
    else a model says, the plan does not express them."""
    numbers = [number for _, node in nodes_of(plan) for number in _numbers_of(node)]
    numbers += [node.n for _, node in nodes_of(plan) if isinstance(node, Top)]
    missed = [
        (each.start, each.end) for each in _numbers(question) if not any(each.is_behind(number) for number in numbers)
    ]
    missed += _unused_names(plan, question.names)
    if not any(_leaves_out(node) for _, node in nodes_of(plan)):
        missed += [match.span() for match in _NEGATION.finditer(question.text) if not _in_name(match.start(), question)]
    return tuple(dict.fromkeys(question.text[start:end] for start, end in sorted(missed)))


def words_in(texts: Sequence[str]) -> int:
    """How many words, or Chinese characters, texts have."""
    return sum(len(_WORD.findall(each)) for each in texts)


def uses(plan: Plan, name: LinkedName) -> bool:
    """Whether anything that the name may mean is in the plan."""
    return any(each.id in _used(plan, country=each.type == COUNTRY) for each in name.meant)


def _used(plan: Plan, *, country: bool) -> set[str]:
    conditions = [node for _, node in nodes_of(plan) if isinstance(node, Filter)]
    wanted = ("country",) if country else ("industry",)
    values = {str(value) for each in conditions if each.attribute in wanted for value in each.values}
    return values if country else values | set(named_in(plan))


def _unused_names(plan: Plan, names: Sequence[LinkedName]) -> list[tuple[int, int]]:
    """Of names that overlap, one has to be used."""
    used = [name for name in names if uses(plan, name)]
    return [
        (name.start, name.end)
        for name in names
        if not any(name is each or (name.start < each.end and each.start < name.end) for each in used)
    ]


def _check_values(asked: Filter, question: str, types: Collection[str], codes: Collection[str]) -> None:
    folded = fold_characters(question)
    for value in asked.values:
        match asked.attribute:
            case "country":
                fits = value in codes
            case "industry":
                fits = value in types
            case "ticker":
                fits = isinstance(value, str) and _TICKER.fullmatch(value) is not None
            case _:
                fits = not isinstance(value, str) or fold_characters(value) in folded
        if not fits:
            raise PlanInvalidError(part=f"{asked.attribute}: not given with the question")


def _check_end(asked: Related, ids: Sequence[str], types: dict[str, str], ontology: Ontology) -> None:
    if asked.type not in ontology:
        raise PlanInvalidError(part="type")
    target = ontology[asked.type].target
    fitting = {"forward": {COMPANY}, "backward": {target}, "either": {COMPANY, target}}[asked.end]
    if not all(types[each] in fitting for each in ids):
        raise PlanInvalidError(part=f"{asked.type}: {asked.end}")


def _numbers_of(node: object) -> list[float]:
    """Years and figures of a set itself."""
    if isinstance(node, Filter) and node.attribute in ("founded", "size"):
        return [value for value in node.values if not isinstance(value, str)]
    if isinstance(node, Related):
        years = [] if node.when is None else [node.when.first, node.when.last]
        return [*(each for each in years if each is not None), *([node.money.amount] if node.money else [])]
    return []


def _numbers(question: PlanQuestion) -> Iterator[_Said]:
    """Numbers that are part of no name."""
    for match in _NUMBER.finditer(fold_characters(question.text)):
        if not _in_name(match.start(), question):
            yield _Said(match.start(), match.end(), float(match[0].replace(",", "")))


def _in_name(place: int, question: PlanQuestion) -> bool:
    return any(name.start <= place < name.end for name in question.names)


def _leaves_out(node: object) -> bool:
    return isinstance(node, Minus) or (isinstance(node, Filter) and node.operator == "not_in")
