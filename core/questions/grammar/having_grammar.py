"""Rules for who has somebody in a role (a Chinese shareholder), and for relations among the members of one set."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.phrases import Phrases


def having_rules(p: Phrases) -> Iterator[Rule]:
    """To have suppliers, a Japanese parent; those whose parent is in Japan, 母公司在日本的公司."""
    yield rule("pred", "has noun", p.has_any, 0.3)
    yield rule("np", "has noun of np", lambda _has, noun, _of, found: p.under(found, p.has_some(noun)), -0.1)
    yield rule("np", "np has noun", p.who_has, 0.1)
    yield rule("np", "has verb of np", lambda has, verb, _of, found: p.who_does(found, has, verb), -0.1)
    yield rule("np", "np verb any_company", lambda found, verb, _any: p.under(found, p.with_anybody(verb)))
    yield rule("np", "np has verb", p.who_does, -0.1)
    yield rule("pred", "has none noun", lambda _has, _none, noun: p.has_none(noun))
    yield rule("pred", "has noun pred", lambda _has, noun, pred: p.has_some(p.noun_filtered(noun, pred)), 0.1)
    words = "none noun preposition args"
    yield rule("pred", words, lambda _none, noun, _with, args: p.denied(p.having_with(noun, args)), -0.2)
    yield rule("pred", "has noun preposition args", lambda _has, noun, _with, args: p.having_with(noun, args), 0.1)
    for words in ("has args money", "has args of money"):
        yield rule("pred", words, lambda _has, args, *_: p.backed_by(args), 0.1)
    for words in ("none args money", "none args of money"):
        yield rule("pred", words, lambda _none, args, *_: p.denied(p.backed_by(args)))
    yield rule("pred", "has noun and noun", lambda _has, a, _and, b: p.said_of_both(p.has_some(a), p.has_some(b)), 0.1)
    for lacks in ("but none", "and none"):
        yield rule(
            "pred", f"has noun {lacks} noun", lambda _h, a, _a, _n, b: p.said_of_both(p.has_some(a), p.has_none(b))
        )
    for between in ("as", "preposition", "among"):
        yield rule("pred", f"has args {between} noun", lambda _has, args, _as, noun: p.whose(noun, args), 0.1)
    for between in ("as", "among", "among pronoun", "among possessive"):  # without CATL as supplier
        words = f"none args {between} noun"
        yield rule("pred", words, lambda _none, args, *as_noun: p.denied(p.whose(as_noun[-1], args)), -0.2)
    for said in ("including", "be"):
        yield rule(
            "np", f"company of noun {said} args", lambda who, _of, n, _i, a: p.under(p.anyone(who), p.whose(n, a))
        )
        yield rule(
            "np",
            f"noun {said} args of np",
            lambda noun, _is, args, _of, found: p.under(found, p.whose(noun, args)),
            0.1,
        )
    yield rule("pred", "whose noun pred", lambda _whose, noun, pred: p.has_some(p.noun_filtered(noun, pred)))
    for words in ("whose noun light condition", "whose noun be light condition"):
        yield rule("pred", words, lambda _whose, noun, *said: p.has_some(p.noun_under(noun, said[-1])))
    for words in ("noun pred of np", "noun among that pred of np"):
        yield rule("np", words, lambda noun, *rest: p.under(rest[-1], p.has_some(p.noun_filtered(noun, rest[-3]))), 0.2)
    for words in ("noun among has condition company of np", "noun among has condition of np"):
        yield rule("np", words, lambda noun, _in, _has, each, *rest: p.having(rest[-1], noun, each), 0.1)


def amid_rules(p: Phrases) -> Iterator[Rule]:
    """Joint ventures between carmakers, 车企之间的合资: both ends are members of the class."""
    yield rule("np", "noun amid np", lambda noun, _amid, found: p.among_themselves(noun, found))
    yield rule("np", "np amid of noun", lambda found, _amid, _of, noun: p.among_themselves(noun, found))
    yield rule("np", "np amid noun", lambda found, _amid, noun: p.among_themselves(noun, found))
    for words in ("licence amid np", "np amid of licence", "np amid licence"):
        place = words.split().index("np")
        yield rule("np", words, lambda *w, at=place: p.licences_among(w[at]), -0.1)
    for kind, one in (
        ("condition and condition np", p.both_kinds),
        ("class and class", p.both_classes),
        ("np and np", p.both_sides),
        ("names and np", p.one_side),
        ("np and names", p.other_side),
    ):
        yield rule("np", f"noun amid {kind}", lambda noun, _amid, a, _and, *b, f=one: f(noun, a, *b), -0.8)
        for behind, many in (("amid of bond", 3), ("amid bond", 2), ("amid light bond", 3)):
            yield rule("np", f"{kind} {behind}", lambda a, _and, *b, f=one, n=many: f(b[-1], a, *b[:-n]), -0.8)
        for behind, many in (
            ("of bond", 2),
            ("noun", 1),
        ):  # 车企和电池厂的合资公司: of what is done, not of who does it
            words = f"{kind} {behind}"
            yield rule("np", words, lambda a, _and, *b, f=one, n=many: f(p.done_together(b[-1]), a, *b[:-n]), -0.2)
        words = f"noun preposition {kind}"
        yield rule("np", words, lambda n, _of, a, _and, *b, f=one: f(p.done_together(n), a, *b), -0.2)
    yield rule("bond", "noun", p.same)
    yield rule("bond", "verb", p.bond)
    for words in ("noun preposition names preposition np", "names possessive noun preposition np"):
        name, noun = words.split().index("names"), words.split().index("noun")
        yield rule("np", words, lambda *w, i=noun, j=name: p.with_some(w[i], w[j], w[-2], w[-1]), -0.1)


def as_well_rules(p: Phrases) -> Iterator[Rule]:
    """Both partners and rivals of Microsoft, 微软的合作伙伴同时也是对手的, where 是对手 is a verb of the lexicon."""
    for words in ("both noun and noun preposition args", "both noun preposition and noun preposition args"):
        at = words.split().index("and")
        yield rule("np", words, lambda *w, i=at: p.under(p.anyone(""), p.both_nouns(w[1], w[i + 1], w[-1])), -0.1)
    yield rule(
        "pred",
        "both noun preposition and noun preposition args",
        lambda _both, a, _of, _and, b, _in, args: p.both_nouns(a, b, args),
    )
    for words in ("np both verb", "np both verb of", "np both both verb", "np both both verb of"):
        at = words.split().index("verb")
        yield rule("np", words, lambda found, *rest, i=at: p.under(found, p.also_does(found, rest[i - 1], rest[0])))
    for but in ("but", "comma but"):
        yield rule("np", f"np {but} not_also", lambda found, *rest: p.under(found, rest[-1]))
        yield rule(
            "np", f"np {but} not verb", lambda found, *rest: p.under(found, p.denied(p.also_does(found, rest[-1], "")))
        )
    for words in ("np both also of", "np both both also of"):
        yield rule("np", words, lambda found, *rest: p.under(found, rest[-2]))


def done_to_rules(p: Phrases) -> Iterator[Rule]:
    """Investments in somebody, 对OpenAI的投资: the set of those who made them."""
    yield rule("np", "noun preposition args", p.done_to, 0.1)
    yield rule("np", "preposition args of noun", lambda word, args, _of, noun: p.done_to(noun, word, args))
    yield rule(
        "np",
        "condition preposition args of noun",
        lambda each, word, args, _of, noun: p.done_to(p.noun_under(noun, each), word, args),
    )
