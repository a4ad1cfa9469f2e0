"""Rules for neither … nor, for but not, for having none of something, and for what is said of several at once."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.phrases import Phrases


def negation_rules(p: Phrases) -> Iterator[Rule]:
    """Neither … nor; to have no suppliers, to make no cars."""
    for also in ("", "as_well ", "comma ", "comma as_well "):  # 既不是特斯拉也不是宝马供应商
        yield rule("of_neither", f"not names {also}not names", lambda *w: (w[1], w[-1]))
    for both in ("", "both "):
        yield rule("pred", f"{both}of_neither noun", lambda *w: p.of_neither(w[-1], *w[-2]), -0.5)
        yield rule("pred", f"{both}of_neither verb", lambda *w: p.by_neither(w[-1], *w[-2]), -0.5)
    yield rule("pred", "neither pred nor pred", lambda _neither, a, _nor, b: p.neither(a, b))
    yield rule(
        "pred",
        "neither verb args nor args",
        lambda _neither, verb, a, _nor, b: p.neither(p.subjects(verb, a), p.subjects(verb, b)),
    )
    yield rule(
        "pred",
        "verb neither args nor args",
        lambda verb, _neither, a, _nor, b: p.neither(p.subjects(verb, a), p.subjects(verb, b)),
    )
    yield rule(
        "pred",
        "verb neither class nor class",
        lambda verb, _neither, a, _nor, b: p.neither(p.makes(verb, a), p.makes(verb, b)),
    )
    for both in ("both ", ""):  # 既不给特斯拉也不给大众供货
        yield rule(
            "pred",
            f"{both}not preposition args as_well not preposition args verb",
            lambda *w: p.neither(p.subjects(w[-1], w[-6]), p.subjects(w[-1], w[-2])),
            -0.2,
        )
    for said, condition in (("condition", p.one), ("class", p.of_class)):
        yield rule(
            "pred",
            f"neither {said} nor {said}",
            lambda _neither, a, _nor, b, c=condition: p.neither(c(a), c(b)),
        )
    yield rule(
        "pred",
        "neither noun nor noun preposition args",
        lambda _neither, a, _nor, b, _of, args: p.neither(p.nouns_of(a, args), p.nouns_of(b, args)),
    )
    yield rule("pred", "none noun", lambda _none, noun: p.has_none(noun), 0.1)
    yield rule("pred", "none noun pred", lambda _none, noun, pred: p.has_none(p.noun_filtered(noun, pred)))
    yield rule("np", "none verb of np", lambda _none, verb, _of, found: p.under(found, p.with_nobody(verb)), -0.1)
    yield rule("np", "np none verb", lambda found, _none, verb: p.under(found, p.with_nobody(verb)), -0.1)
    for none in ("none", "not"):  # 没有被收购的车企
        words = f"{none} by verb of np"
        yield rule("np", words, lambda _none, _by, verb, _of, found: p.under(found, p.by_nobody(verb)), -0.1)
    yield rule("denied", "verb nobody", lambda verb, _nobody: p.with_nobody(verb))
    yield rule("denied", "nobody verb", lambda _nobody, verb: p.by_nobody(verb))
    yield rule("denied", "not verb anybody", lambda _not, verb, _anybody: p.with_nobody(verb), 0.4)
    for to in ("preposition", "and"):
        yield rule("denied", f"not {to} anybody verb", lambda _not, _to, _any, verb: p.with_nobody(verb), 0.4)
    yield rule("denied", "denied_verb args", lambda verb, args: p.denied(p.subjects(verb, args)))
    yield rule("denied", "verb none class", lambda verb, _none, named: p.denied(p.makes(verb, named)))
    yield rule("denied", "verb none args", lambda verb, _none, args: p.denied(p.subjects(verb, args)), 0.1)
    yield rule(
        "denied",
        "verb none goods preposition args",
        lambda verb, _none, _goods, _to, args: p.denied(p.subjects_of_trade(verb, args)),
    )


def other_rules(p: Phrases) -> Iterator[Rule]:
    """What is said of some but not of others: Apple but not Huawei, Apple rather than Huawei."""
    yield rule("excepting", "not args", lambda _not, args: p.not_these(args), 0.8)
    for words in ("not preposition args", "except preposition args", "not by args", "rather preposition args"):
        yield rule("excepting", words, lambda _not, of, args: p.not_of(of, args), 0.3)
    for words in ("not args of", "not args possessive", "except args of", "rather args of"):
        yield rule("excepting", words, lambda _not, args, _of: p.not_with(args), 0.5)
    for words in ("place outside", "except place", "except place outside"):
        at = words.split().index("place")
        yield rule("excepting", words, lambda *w, i=at: p.denied(p.at(w[i])), 0.1)
    yield rule("excepting", "rather args", lambda _not, args: p.not_these(args))
    for words in ("but not verb", "but be not verb", "but has not verb", "comma but not verb", "comma but be not verb"):
        yield rule("undone", words, lambda *w: w[-1])  # whom Nvidia invested in but does not supply
    for did in ("", "has ", "be "):
        words = f"args {did}verb undone"
        yield rule("object", words, lambda *w: p.but_does_not(w[0], w[-2], w[-1]), -0.3)
    yield rule("object", "object but args not", lambda pred, _but, args, _not: p.but_not(pred, args))
    yield rule("subject", "subject but args not", lambda pred, _but, args, _not: p.but_not(pred, args))
    yield rule("subject", "subject but not args", lambda pred, _but, no, args: p.but_not(pred, args, no))
    yield rule("subject", "subject but not preposition args", lambda pred, _b, _n, _to, args: p.but_not(pred, args))
    for each in ("subject", "object"):
        yield rule(each, f"{each} rather args", lambda pred, rather, args: p.but_not(pred, args, rather))
        yield rule(each, f"{each} rather preposition args", lambda pred, _rather, _to, args: p.but_not(pred, args))
        yield rule(each, f"{each} but args be not", lambda pred, _but, args, _do, _not: p.but_not(pred, args))
    for joined in ("but", "comma but", "and", "rather"):  # to be of one set, but not of the other
        words = f"be np {joined} np" if joined == "rather" else f"be np {joined} not np"
        yield rule("subject", words, lambda _be, one, *rest: p.member_but_not(one, rest[-1]))
        asked = words.replace("be", "be name", 1)
        yield rule("root", asked, lambda _be, name, one, *rest: p.yes_no(name, p.member_but_not(one, rest[-1])))
    for joined in ("and", "comma"):
        yield rule("subject", f"subject {joined} not args", lambda pred, _and, no, args: p.but_not(pred, args, no), 0.1)
        yield rule(
            "subject",
            f"subject {joined} not preposition args",
            lambda pred, _and, _not, _to, args: p.but_not(pred, args),
            0.1,
        )


def lacking_rules(p: Phrases) -> Iterator[Rule]:
    """What one has and another has not: suppliers GM has but Ford doesn't, 华为有而中兴没有的客户."""
    for has in ("args be", "that args be"):
        for lacks in ("args not", "args be not", "args be not be", "args not be"):
            words = f"noun {has} but {lacks}"
            one, other = _places(words)
            yield rule("np", words, lambda *w, i=one, j=other: p.of_one_only(w[0], w[i], w[j]))
    for none in ("not", "none"):
        for has in ("light", "be"):
            words = f"args {has} but args {none} of noun"
            yield rule("np", words, lambda a, _has, _but, b, _none, _of, noun: p.of_one_only(noun, a, b))
    yield rule("np", "args of noun but args not", lambda a, _of, noun, _but, b, _not: p.of_one_only(noun, a, b), 0.3)
    yield rule("pred", "whose noun be not preposition place", lambda _w, n, _b, _n, _in, at: p.no_seat(n, at))
    for words in ("noun not located place", "noun not verb place", "noun be not located place"):
        yield rule("pred", words, lambda noun, *rest: p.no_seat(noun, rest[-1]), 0.1)


def _places(words: str) -> tuple[int, int]:
    """Where the two arguments stand in a rule."""
    one, other = (place for place, word in enumerate(words.split()) if word == "args")
    return one, other


def together_rules(p: Phrases) -> Iterator[Rule]:
    """What somebody is or makes at the same time, and what several have in common."""
    yield rule(
        "pred",
        "both noun and noun preposition args",
        lambda _both, a, _and, b, _of, args: p.both_nouns(a, b, args),
    )
    yield rule(
        "pred", "both be args of noun both be noun", lambda _b, _is, args, _of, a, _a, _be, b: p.both_nouns(a, b, args)
    )
    yield rule(
        "pred",
        "both be args of noun both verb",
        lambda _b, _is, args, _of, noun, _a, verb: p.said_of_both(p.nouns_of(noun, args), p.subjects(verb, args)),
    )
    for joined in ("and", "or"):
        yield rule(
            "np", f"noun {joined} noun preposition args", lambda a, _and, b, _of, args: p.either_noun(a, b, args)
        )
        yield rule("np", f"args of noun {joined} noun", lambda args, _of, a, _and, b: p.either_noun(a, b, args))
        yield rule("np", f"args possessive noun {joined} noun", lambda args, _of, a, _and, b: p.either_noun(a, b, args))
    yield rule(
        "subject",
        "both verb class and class",
        lambda _both, verb, a, _and, b: p.said_of_both(p.makes(verb, a), p.makes(verb, b)),
    )
    yield rule("shared", "same noun", lambda _same, noun: noun)
    yield rule("shared", "same of noun", lambda _same, _of, noun: noun)
    yield rule("shared", "company shared", lambda _which, noun: noun)
    yield rule("np", "args shared", p.shared_set)
    yield rule("np", "name name both noun", lambda a, b, _both, noun: p.shared_by(a, b, noun))
    yield rule("np", "args of shared", lambda args, _of, noun: p.shared_set(args, noun))
    yield rule("np", "noun args both", lambda noun, args, _both: p.shared_set(args, noun), 0.5)
    yield rule("np", "noun that args both", lambda noun, _that, args, _both: p.shared_set(args, noun), 0.4)
    yield rule("np", "noun be args both", lambda noun, _do, args, _both: p.shared_set(args, noun), 0.3)
    for shared in ("share", "both", "be both"):  # do Apple and Tesla share suppliers, have common suppliers
        yield rule("np", f"be args {shared} noun", lambda _do, args, *rest: p.shared_set(args, rest[-1]))
    yield rule("args", "or args or arg", lambda _either, args, _or, arg: p.joined(args, arg, "or"))


def owner_rules(p: Phrases) -> Iterator[Rule]:
    """Whose a company is, and what is below it."""
    yield rule("root", "name be company of", lambda name, _is, _who, _of: p.companies(p.owners(name)))
    yield rule("root", "name be company under of", lambda name, _is, _who, _under, _of: p.companies(p.owners(name)))
    yield rule("root", "whose be name", lambda _whose, _is, name: p.companies(p.owners(name)))
    for words in (
        "whose goods be args verb licence",
        "whose licence be args verb licence",
        "whose licence be args verb",
    ):
        yield rule("np", words, lambda _whose, _what, _do, args, verb, *_licence: p.licensors(args, verb))
    yield rule(
        "np", "whose goods be args verb", lambda _whose, _what, _do, args, verb: p.licensors(args, verb, paid=True)
    )
    yield rule("noun", "under noun", lambda _under, noun: p.owned_noun(noun))
    yield rule("noun", "under company noun", lambda _under, _which, noun: p.owned_noun(noun))
    yield rule("np", "noun be args verb", lambda noun, _do, args, verb: p.noun_of_verb(noun, args, verb))
    yield rule("np", "args fact noun", lambda args, _what, noun: p.noun_set(noun, args) if p.is_product(noun) else None)
    yield rule("subject", "noun preposition args verb", lambda noun, _to, args, verb: p.alike_in(noun, args, verb))
    yield rule("subject", "noun and args verb", lambda noun, _to, args, verb: p.alike_in(noun, args, verb))
    yield rule("subject", "preposition args noun verb", lambda _to, args, noun, verb: p.alike_in(noun, args, verb))
    yield rule("subject", "and args noun verb", lambda _to, args, noun, verb: p.alike_in(noun, args, verb))
