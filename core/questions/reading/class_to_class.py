"""What one class of companies does to another, where nobody is named: 哪些车企持有电池企业的股份, “which banks own no
insurer?”.

Each side is a class, so that the grammar may take either for who is asked for. Who is asked for stands first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.domain.plan import All, Related
from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import (
    Args,
    Condition,
    Conditions,
    Phrase,
    RelationNoun,
    RelationVerb,
    SetCondition,
)
from core.questions.phrases.phrases import Phrases
from core.questions.phrases.set_phrases import HAVE, INTERROGATIVE
from core.questions.reading.roles_of_anyone import NAMES
from core.questions.vocabulary.segments import Unknown

_SIDE = frozenset(("class", "condition", "company"))
_SILENT = ({"noise"},)
_IS_OR_HAS = frozenset(("be", "has", "light"))
_ANYONE = frozenset(("company", "noise"))
_HOLDS = "shareholder_of"


def toward_class(
    folded: str, found: Sequence[Token | Unknown], chosen: Sequence[str], phrases: Phrases
) -> list[Token | Unknown]:
    """The words with what is done to the other class as one predicate; as they are in any other question, and where
    somebody is named or ``chosen``."""
    words = [each for each in found if not (isinstance(each, Token) and set(each.readings) in _SILENT)]
    tokens = [each for each in words if isinstance(each, Token)]
    if chosen or len(tokens) < len(words) or any(not NAMES.isdisjoint(each.readings) for each in tokens):
        return list(found)
    first = next((at for at, each in enumerate(tokens) if _SIDE.isdisjoint(each.readings)), 0)
    asked, rest = tokens[:first], tokens[first:]
    if not _asks(folded, asked) or len(rest) < 2:
        return list(found)
    pred = _predicate(rest, phrases)
    return list(found) if pred is None else [*asked, Token(rest[0].start, rest[-1].end, {"pred": (pred,)})]


def _asks(folded: str, asked: Sequence[Token]) -> bool:
    """Whether they are words for companies of some kind, opened by which of them."""
    opens = bool(asked) and INTERROGATIVE.match(folded[asked[0].start : asked[0].end]) is not None
    return opens and any("class" in each.readings or "condition" in each.readings for each in asked)


def _predicate(rest: Sequence[Token], phrases: Phrases) -> Conditions | None:
    """What the words behind who is asked for say of them; None of other forms."""
    first, last = rest[0], rest[-1]
    if "by" in first.readings:  # 被中国企业收购
        args = _args(rest[1:-1], phrases)
        return phrases.objects(verb, args) if args and (verb := _verb(last)) else None
    if "money" in last.readings and "of" in rest[-2].readings:  # 持有电池企业的股份
        args = _args(rest[1:-2], phrases)
        verb = _verb(first)
        return phrases.subjects(replace(verb, type=_HOLDS, subject="source"), args) if args and verb else None
    if "and" in first.readings:  # 和互联网公司合作
        return _both(rest[1:], phrases)
    if "noun" in last.readings and not HAVE.issuperset(first.readings.get("be", HAVE)):  # 是手机公司的供应商
        return _in_role(rest[1:-1], last.readings["noun"][0], phrases)
    denied = rest[0] if "not" in first.readings else rest[1] if "none" in rest[1].readings else None
    if denied is not None:  # don't supply any carmaker, supply no carmaker
        said, *whom = [each for each in rest if each is not denied]
        return _denied(said, whom, phrases)
    return None


def _both(rest: Sequence[Token], phrases: Phrases) -> Conditions | None:
    """To have a relation that is the same for both with some of a class: 合作, 有合作, 是竞争对手."""
    end = next((at for at, each in enumerate(rest) if _SIDE.isdisjoint(each.readings)), 0)
    args, said = _args(rest[:end], phrases), rest[end:]
    is_or_has = len(said) == 2 and not _IS_OR_HAS.isdisjoint(said[0].readings)
    if args is None or not (len(said) == 1 or is_or_has):
        return None
    types = phrases.ontology.types
    kinds = [each.type for kind in ("verb", "noun") for each in said[-1].readings.get(kind, ())]
    kind = next((each for each in kinds if each in types and types[each].symmetric), None)
    return None if kind is None else (SetCondition(Related(type=kind, end="either", of=args.sets[0])),)


def _in_role(middle: Sequence[Token], noun: RelationNoun, phrases: Phrases) -> Conditions | None:
    """To have a role towards some of a class, or towards anyone: 是手机公司的电池供应商, 是中国股东."""
    of = next((at for at, each in enumerate(middle) if "of" in each.readings), None)
    alone = of is None and not any("class" in each.readings for each in middle)
    whom, own = (middle[:of], middle[of + 1 :]) if of is not None else ((), middle) if alone else (middle, ())
    anyone = not whom or all(set(each.readings) <= _ANYONE for each in whom)
    args = Args((All(),)) if anyone and (alone or whom) else _args(whom, phrases)
    role: RelationNoun | None = noun
    for each in own:
        if role is None or _SIDE.isdisjoint(each.readings):
            return None
        kinds = each.readings.get("class")
        conditions = each.readings.get("condition")
        role = (
            phrases.noun_of_class(kinds[0], role)
            if kinds
            else phrases.noun_under(role, conditions[0])
            if conditions
            else None
        )
    return None if role is None or args is None else phrases.nouns_of(role, args)


def _denied(said: Token, whom: Sequence[Token], phrases: Phrases) -> Conditions | None:
    verb = _verb(said)
    anybody = [each for each in whom if "anybody" in each.readings]
    args = Args((All(),)) if anybody and anybody == list(whom) else _args(whom, phrases)
    return phrases.denied(phrases.subjects(verb, args)) if verb and args else None


def _verb(word: Token) -> RelationVerb | None:
    verbs: Sequence[RelationVerb] = word.readings.get("verb", ())
    return verbs[0] if verbs else None


def _args(side: Sequence[Token], phrases: Phrases) -> Args | None:
    """Words for companies of some kind as what a relation is with; None of anything else."""
    if not side or any(_SIDE.isdisjoint(each.readings) for each in side):
        return None
    classes = [each.readings["class"][0] for each in side if "class" in each.readings]
    conditions: list[Condition] = [each.readings["condition"][0] for each in side if "condition" in each.readings]
    of_class = [phrases.class_condition(each) for each in classes]
    if len(classes) > 1 or not (classes or conditions) or None in of_class:
        return None
    plan = Phrase(conditions=(*conditions, *(each for each in of_class if each is not None))).plan()
    return None if plan is None else Args((plan,))
