"""Rules for roles seen from the other end (companies of which X is a shareholder), for roles among the companies that
X is related to (its own battery suppliers), for exceptions behind 除了, and for one or neither of two relations."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.role_phrases import RolePhrases


def towards_rules(p: RolePhrases) -> Iterator[Rule]:
    """In which companies is Tencent a shareholder? Is Nvidia a shareholder of any of its customers?"""
    for to in ("preposition", "located"):
        for which in ("company company", "company"):
            words = f"{to} {which} be args noun"
            yield rule("np", words, lambda *w: p.those_whose(w[-1], w[-2]), -0.1)
        words = f"{to} np be args noun"
        yield rule("np", words, lambda _in, found, _be, args, noun: p.such_whose(found, noun, args), -0.1)
        for words in (f"np {to} company args be noun", f"np {to} that args be noun"):  # companies of which X is one
            yield rule("np", words, lambda found, *w: p.under(found, p.whose(w[-1], w[-3])), -0.1)
    for whom in ("name", "person"):
        words = f"be {whom} noun preposition np"
        yield rule("root", words, lambda _is, who, noun, _of, found: p.companies(p.of_its(noun, found, who)), -0.2)
    yield rule("np", "its class noun", lambda whose, named, noun: p.such_of(noun, named, whose), -0.6)
    yield rule("np", "args preposition np verb", lambda args, to, found, verb: p.whom_to(args, to, verb, found), 0.6)
    words = "verb its noun preposition args"  # when did Toyota buy its stake in Subaru
    yield rule("subject", words, lambda verb, _its, noun, _in, args: p.bought_stake(verb, noun, args), -0.2)
    yield from _besides(p)
    yield from _of_its_members(p)
    yield from _one_of_two(p)
    yield from _in_apposition(p)
    yield from _sharing(p)


def _besides(p: RolePhrases) -> Iterator[Rule]:
    """苹果除了台积电还有哪些供应商: whom it has but for those."""
    for words in ("except args", "except args outside"):
        yield rule("besides", words, lambda _except, args, *_: p.without(args))
    for also in ("", "and ", "has ", "both ", "comma ", "comma and ", "comma has ", "of "):
        words = f"args besides {also}noun"
        yield rule("np", words, lambda who, but, *rest: p.but_for(p.noun_set(rest[-1], who), but), -0.2)
        words = f"args besides {also}verb np"
        yield rule("np", words, lambda who, but, *rest: p.but_for(p.whom(who, rest[-2], rest[-1]), but), -0.2)
        words = f"args besides {also}preposition np verb"
        yield rule("np", words, lambda who, but, *w: p.but_for(p.asked_to(who, w[-3], w[-1], w[-2]), but), -0.2)
        words = f"args besides {also}preposition np verb goods"
        yield rule("np", words, lambda who, but, *w: p.but_for(p.whom_of(who, w[-2], w[-3]), but), -0.2)
        words = f"args besides {also}preposition np verb class"
        yield rule("np", words, lambda who, but, *w: p.but_for(p.whom_of(who, w[-2], w[-3], w[-1]), but), -0.2)


def _one_of_two(p: RolePhrases) -> Iterator[Rule]:
    """Who supplies or owns shares in Tesla; who has neither suppliers nor shareholders."""
    for words in ("verb or verb args", "or verb or verb args"):
        yield rule("subject", words, lambda *w: p.either_verb(w[-4], w[-2], w[-1]))
    for behind in ("or", "comma or"):
        words = f"preposition args verb {behind} verb"
        yield rule("subject", words, lambda _to, args, one, *rest: p.either_verb(one, rest[-1], args), 0.1)
    yield rule("had", "noun", p.has_some)
    yield rule("had", "noun pred", lambda noun, pred: p.has_some(p.noun_filtered(noun, pred)), 0.1)
    yield rule("pred", "has neither had nor had", lambda _has, _neither, one, _nor, other: p.neither(one, other), -0.1)
    words = "has neither noun nor noun pred"  # neither suppliers nor customers in China: both of them there
    yield rule("pred", words, lambda _h, _n, one, _nor, other, pred: p.with_neither(one, other, pred), -0.2)


def _of_its_members(p: RolePhrases) -> Iterator[Rule]:
    """Companies some of whose suppliers are Chinese, or none: 供应商里没有中国公司的车企.

    Also two roles at once, and classes called providers, who need not supply the company that is named before.
    """
    for company in (" company", ""):
        words = f"np of noun among has condition{company}"
        yield rule("np", words, lambda found, *w: p.having(found, w[1], w[4]), -0.6)
        words = f"np of noun among none condition{company}"
        yield rule("np", words, lambda found, *w: p.under(found, p.has_none(p.noun_under(w[1], w[4]))), -0.6)
    for has, denied in (("has", False), ("none", True)):
        words = f"np of noun among {has} names"
        yield rule("np", words, lambda found, *w, no=denied: p.with_member(found, w[1], w[4], no), -0.6)
    for words in ("both be args noun and noun", "both be args noun and noun of"):  # 同时是苹果竞争对手和供应商的
        yield rule("pred", words, lambda _both, _is, args, a, _and, b, *_: p.both_nouns(a, b, args), -0.6)
    for words in ("be noun and noun preposition args", "that be noun and noun preposition args"):
        yield rule("pred", words, lambda *w: p.being_such(w[-6], p.both_nouns(w[-5], w[-3], w[-1])), -0.5)
    yield rule("np", "np among its noun", lambda found, _in, whose, noun: p.under(found, p.nouns_of(noun, whose)), -0.6)
    yield rule("pred", "be condition class", lambda be, each, named: p.being_such(be, p.of_class(named), each), -0.2)
    for result in ("pred", "also"):
        yield rule(
            result, "be class noun", lambda be, named, noun: p.being_such(be, p.makers_called(named, noun)), -0.5
        )
        words = "be condition class noun"
        yield rule(result, words, lambda be, c, named, noun: p.being_such(be, p.makers_called(named, noun), c), -0.5)
    for words in ("name and name be noun or noun", "be name and name noun or noun"):
        first, second = (at for at, word in enumerate(words.split()) if word == "name")
        yield rule("root", words, lambda *w, i=first, j=second: p.comparison(p.pair(w[i], w[j])), -0.8)
        yield rule("root", f"{words} whether", lambda *w, i=first, j=second: p.comparison(p.pair(w[i], w[j])), -0.8)


def _in_apposition(p: RolePhrases) -> Iterator[Rule]:
    """A name behind its role: Apple's supplier Corning, both Apple and its rival Samsung."""
    for words in ("name and its noun name", "both name and its noun name"):
        for result in ("names", "args"):
            yield rule(result, words, lambda *w: p.both_named(w[-5], w[-1]), -0.6)
    for words in ("name and its noun", "both name and its noun"):  # supply both Apple and its rivals
        yield rule("with_its", words, lambda *w: p.with_its(w[-4], w[-1]))
    yield rule("subject", "verb with_its", p.direct_subjects, -0.2)
    for words in ("names possessive noun name", "names of noun name"):
        for result in ("names", "arg"):
            yield rule(result, words, lambda whose, _of, noun, who: p.in_apposition(whose, noun, who), -0.6)


def _sharing(p: RolePhrases) -> Iterator[Rule]:
    """Companies that have suppliers or directors in common with another: 和苹果有共同供应商的公司."""
    for words in ("both noun", "both of noun", "same noun", "same of noun"):
        yield rule("in_common", words, lambda *w: w[-1])
    yield rule("pred", "and name has in_common", lambda _with, who, _has, noun: p.sharing(noun, who), 0.4)
    for shared in ("share noun", "has in_common"):
        for behind in ("preposition name", "as name"):
            yield rule("pred", f"{shared} {behind}", lambda *w: p.sharing(w[1], w[-1]), -0.4)
