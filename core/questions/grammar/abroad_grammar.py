"""Rules for companies of one country and whom they are related to in another: of 中国公司在德国的投资 the companies are
German, and it is Chinese ones that invest."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.parsing.meanings import (
    Args,
    Condition,
    Conditions,
    FilterCondition,
    Named,
    Phrase,
    RelationNoun,
    RelationVerb,
)
from core.questions.phrases.role_phrases import RolePhrases

_PREFERRED = -0.5
"""Other readings take the first country for where those who are asked for are from."""


def abroad_rules(p: RolePhrases) -> Iterator[Rule]:
    """德国车企在中国的供应商, 中国公司在美国收购了谁, 中国公司在美国收购的公司."""
    for what in ("class", "company"):
        theirs = f"condition {what} located condition"
        yield rule("np", f"{theirs} of noun", lambda c, w, _in, at, _of, n: _role(p, c, w, at, n), _PREFERRED)
        yield rule("np", f"{theirs} verb company", lambda c, w, _in, at, v, _who: _deed(p, c, w, at, v), _PREFERRED)
        words = f"{theirs} verb of company"
        yield rule("np", words, lambda c, w, _in, at, v, _of, _who: _deed(p, c, w, at, v), _PREFERRED)


def _role(p: RolePhrases, home: Condition, what: Named | str, there: Condition, noun: RelationNoun) -> Phrase | None:
    args = _those(p, home, what)
    found = p.noun_set(noun, args) if args is not None and _is_of_country(there) else None
    return None if found is None else p.under(found, (there,))


def _deed(p: RolePhrases, home: Condition, what: Named | str, there: Condition, verb: RelationVerb) -> Phrase | None:
    args = _those(p, home, what)
    done = p.objects(verb, args) if args is not None and _is_of_country(there) else None
    return None if done is None else p.under(Phrase(), (*done, there))


def _those(p: RolePhrases, home: Condition, what: Named | str) -> Args | None:
    """Companies of a country, of a class or of any."""
    conditions: Conditions = (home,) if _is_of_country(home) else ()
    if isinstance(what, Named):
        of_class = p.class_condition(what) if what.companies else None
        conditions = (*conditions, of_class) if conditions and of_class is not None else ()
    plan = Phrase(conditions=conditions).plan() if conditions else None
    return None if plan is None else Args((plan,))


def _is_of_country(condition: Condition) -> bool:
    return isinstance(condition, FilterCondition) and condition.attribute == "country"
