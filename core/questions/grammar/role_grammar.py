"""Rules for what somebody is said to be for another, and for words that repeat what a noun or a verb says."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.role_phrases import RolePhrases


def role_rules(p: RolePhrases) -> Iterator[Rule]:
    """Roles, prizes, chains, what is said of each of two."""
    yield rule("noun", "noun noun", p.same_noun, 0.35)
    yield rule("np", "noun possessive noun preposition args", lambda n, _of, m, _to, args: p.noun_of_noun(n, m, args))
    for words in ("names possessive noun", "names noun", "steps possessive noun"):
        step = p.step if words.startswith("steps") else p.noun_set
        yield rule("steps", words, lambda found, *rest, f=step: f(rest[-1], found))
    yield rule("np", "steps possessive noun", lambda found, _of, noun: p.step(noun, found))
    yield rule("far", "second_tier noun", lambda _tier, noun: p.of_tier(noun))
    yield rule("far", "condition far", lambda condition, noun: p.noun_under(noun, condition))
    yield rule("np", "far preposition args", lambda noun, _of, args: p.second_tier(noun, args))
    for words in ("args of far", "args possessive far", "args far"):
        yield rule("np", words, lambda args, *rest: p.second_tier(rest[-1], args))
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
    for of in ("of", "possessive", "has"):
        yield rule("np", f"person {of} np", lambda args, _of, found: p.of_person(args, found), 0.6)
    yield rule("np", "np preposition person", lambda f, of, args: p.of_person(args, f) if of == "of" else None, 0.6)
    yield rule("np", "person company", p.firm_of, 0.9)
    yield rule("np", "args verb np owned", lambda args, verb, found, _owned: p.belonging(args, verb, found))
    yield rule("subject", "verb args owned", lambda verb, args, _owned: p.belongs(verb, args))
    for inside in ("preposition", "inside", "be inside", "that be inside", "that inside"):
        yield rule("np", f"noun {inside} np", lambda noun, *rest: p.in_chain(noun, rest[-1]), 0.1)
    for inside in ("inside", "be inside", "that be inside"):
        yield rule("np", f"noun {inside} args", lambda noun, *rest: p.noun_set(noun, rest[-1]), 0.3)
    for each in ("subject", "object"):
        yield rule(each, f"{each} prize", lambda pred, _prize: p.for_a_prize(pred))
    yield rule("subject", "verb args same", p.like_same)
    yield rule("np", "condition whether np", lambda condition, _any, found: p.under(found, (condition,)))
    yield rule("np", "args verb np of goods", p.whose_shares, 0.1)
    yield rule("np", "np comma noun be company", lambda found, _comma, noun, *_: p.of_those(found, noun), -0.4)
    yield rule("root", "name be name of whether", lambda a, _is, b, *_: p.yes_no(a, p.owned_by(b)))
    yield rule("root", "be name args possessive", lambda _is, a, b, _of: p.yes_no(a, p.owned_by(b)))
    yield rule("root", "name or name", lambda a, _or, b: p.comparison(p.pair(a, b)), 1.0)
    yield rule("np", "by args noun", p.done_by)
    yield rule("np", "noun args verb", p.bought_into, 0.1)
    yield rule("pred", "pred only", p.those_only, 0.1)
    yield rule("np", "excepting pred", p.those_but, 0.3)
    yield rule("names", "names possessive and names", lambda a, _of, _and, b: p.joined(a, b, "and"), 0.1)
    yield from _each(p)
    yield from _parted(p)


def _each(p: RolePhrases) -> Iterator[Rule]:
    """What is said of one, and then of another, with one verb."""
    for between in ("both", "and", ""):
        words = f"both preposition args {between} preposition args verb"
        yield rule("subject", words, lambda _b, _to, a, *rest: p.to_each(rest[-1], a, rest[-2]))
    for first in ("preposition", "both preposition"):
        words = f"verb {first} args and preposition args"
        yield rule("subject", words, lambda verb, *rest: p.to_each(verb, rest[-4], rest[-1]), 0.1)
    yield rule("subject", "verb args and preposition args", lambda v, a, _and, _to, b: p.to_each(v, a, b), 0.2)


def _parted(p: RolePhrases) -> Iterator[Rule]:
    """Verbs with somebody in the middle."""
    for of in ("", "of ", "possessive "):
        yield rule("subject", f"opened args {of}closing", lambda verb, args, *rest: p.parted(verb, args, rest[-1]))
    for of in ("", "of "):
        words = f"args opened np {of}closing"
        yield rule("np", words, lambda args, verb, found, *rest: p.parted_whom(args, verb, found, rest[-1]))
    yield rule("np", "np of goods verb args", lambda found, _of, _goods, verb, args: p.goods_sold(found, verb, args))
    words = "np of class verb args"
    yield rule("np", words, lambda found, _of, named, verb, args: p.goods_sold(found, verb, args, named))
    for under in ("preposition args umbrella", "preposition args possessive umbrella"):
        yield rule("pred", under, lambda _under, args, *_: p.owned_by(args))
    yield rule("pred", "preposition umbrella preposition args", lambda _under, _roof, _of, args: p.owned_by(args))
    yield rule("subject", "verb args possessive licence", lambda verb, args, *_: p.licensees(verb, args), 0.1)
    yield rule("np", "args verb preposition np", p.sold_to_whom, -0.1)
    for named in ("args of goods", "args goods"):
        words = f"{named} located np"
        yield rule("np", words, lambda args, *rest: p.sourced(args, rest[-2], rest[-1]), -0.1)
    for words in ("noun args face", "noun that args face"):
        yield rule("np", words, lambda noun, *rest: p.noun_set(noun, rest[-2]), 0.1)
    for words in ("args face company noun", "args face noun"):
        yield rule("np", words, lambda args, *rest: p.noun_set(rest[-1], args), 0.1)
    yield rule("np", "args of noun located np", lambda args, _of, noun, _from, found: p.from_whom(args, noun, found))
    yield rule("subject", "verb args preposition noun", lambda verb, args, _in, noun: p.in_venture(verb, args, noun))
    yield rule("subject", "verb args stranded", lambda verb, args, venture: p.in_venture(verb, args, venture[1]))
    for under in ("under of", "under"):  # 国资委旗下的车企
        words = f"args {under} class"
        yield rule("np", words, lambda args, *rest: p.owned_class(args, rest[-1]), 0.1)
    yield rule("np", "args share company noun", lambda args, _share, _which, noun: p.shared_set(args, noun))
    yield rule("np", "args share np noun", lambda args, _share, _which, noun: p.shared_set(args, noun), 0.1)
    yield rule("denied", "verb nobody preposition args", lambda verb, _no, _in, args: p.denied(p.subjects(verb, args)))
    yield rule("np", "whose goods go_into args", lambda _whose, _what, _in, args: p.sold_into(args))
    yield rule("np", "whose goods go_into args class", lambda _whose, _what, _in, args, _named: p.sold_into(args))
    yield rule("np", "whose goods go_into args goods", lambda _whose, _what, _in, args, _goods: p.sold_into(args))
