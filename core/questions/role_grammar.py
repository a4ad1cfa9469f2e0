"""Rules for what somebody is said to be for another, and for words that repeat what a noun or a verb says."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.chart import Rule, rule
from core.questions.role_phrases import RolePhrases


def role_rules(p: RolePhrases) -> Iterator[Rule]:
    """Roles, prizes, chains, what is said of each of two."""
    yield rule("noun", "noun noun", p.same_noun, 0.25)
    for verb in ("be", "light"):  # has Apple as a customer, counts it among its clients
        yield rule(
            "subject", f"{verb} args preposition noun", lambda _has, args, as_, noun: p.counting(as_, args, noun)
        )
        yield rule("subject", f"{verb} args among noun", lambda _has, args, as_, noun: p.counting(as_, args, noun))
    yield rule("subject", "preposition args deem noun", lambda _take, args, _as, noun: p.deemed(args, noun))
    yield rule("subject", "deem args noun", lambda _see, args, noun: p.deemed(args, noun), 0.1)
    yield rule("subject", "deem args preposition noun", lambda _see, args, as_, noun: p.counting(as_, args, noun))
    for to in ("preposition", "and"):
        words = f"args {to} np be noun"
        yield rule("np", words, lambda args, with_, found, _is, noun: p.each_with(args, with_, found, noun), 0.1)
        yield rule("subject", f"{to} args be noun", lambda _with, args, _is, noun: p.each_other(noun, args), 0.1)
    yield rule("np", "args verb np owned", lambda args, verb, found, _owned: p.belonging(args, verb, found))
    yield rule("subject", "verb args owned", lambda verb, args, _owned: p.belongs(verb, args))
    for inside in ("preposition", "inside", "be inside", "that be inside", "that inside"):
        yield rule("np", f"noun {inside} np", lambda noun, *rest: p.in_chain(noun, rest[-1]), 0.1)
    for inside in ("inside", "be inside", "that be inside"):
        yield rule("np", f"noun {inside} args", lambda noun, *rest: p.noun_set(noun, rest[-1]), 0.3)
    for each in ("subject", "object"):
        yield rule(each, f"{each} prize", lambda pred, _prize: p.for_a_prize(pred))
    yield rule("pred", "pred only", lambda pred, _only: pred, 0.1)
    yield rule("np", "excepting pred", p.those_but, 0.3)
    yield rule("names", "names possessive and names", lambda a, _of, _and, b: p.joined(a, b, "and"), 0.1)
    yield from _each(p)


def _each(p: RolePhrases) -> Iterator[Rule]:
    """What is said of one, and then of another, with one verb."""
    for between in ("both", "and", ""):
        words = f"both preposition args {between} preposition args verb"
        yield rule("subject", words, lambda _b, _to, a, *rest: p.to_each(rest[-1], a, rest[-2]))
    for first in ("preposition", "both preposition"):
        words = f"verb {first} args and preposition args"
        yield rule("subject", words, lambda verb, *rest: p.to_each(verb, rest[-4], rest[-1]), 0.1)
    yield rule("subject", "verb args and preposition args", lambda v, a, _and, _to, b: p.to_each(v, a, b), 0.2)
