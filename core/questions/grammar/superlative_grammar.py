"""Rules for superlatives: the oldest, the first, those with the most of something, and who of several has more."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.phrases import Phrases, Which

_BY_FOUNDING: tuple[tuple[str, Which], ...] = (("oldest", "least"), ("youngest", "most"))
_BY_NUMBER: tuple[tuple[str, Which], ...] = (("more", "most"), ("fewer", "least"))
_BY_DATE: tuple[tuple[str, Which], ...] = (("first", "least"), ("last", "most"))


def choice_rules(p: Phrases) -> Iterator[Rule]:
    """Which of several that are named: among A, B and C which has the most customers, A、B、C哪家的股东最少."""
    for names in (
        "among names comma company",
        "among names company",
        "names among company",
        "names among comma company",
        "names comma company",
        "names company",
        "company among names",
        "company preposition names",
        "which_of names",
    ):
        place = names.split().index("names")
        yield rule("choice", names, lambda *w, at=place: p.choice(w[at]), 0.2)
    for word in ("most", "least"):
        for told in (f"choice be {word} noun", f"choice {word} noun", f"choice verb {word} noun"):
            yield rule("np", told, lambda *w, which=word: p.most(w[0], w[-1], which))
        yield rule("np", f"choice of noun {word}", lambda found, _of, noun, _m, which=word: p.most(found, noun, which))
        yield rule("np", f"choice noun {word}", lambda found, noun, _m, which=word: p.most(found, noun, which))
    for word, which in _BY_FOUNDING:
        top = p.by_founding(which)
        for told in (f"choice {word}", f"choice be {word}"):
            yield rule("np", told, lambda *w, top=top: p.under(w[0], (top,)))
    yield rule("np", "choice pred", p.under, -0.2)


def superlative_rules(p: Phrases) -> Iterator[Rule]:
    """The oldest, the first, those with the most of something."""
    yield rule("role", "company noun", lambda _which, noun: p.in_role(noun))
    for word, which in _BY_FOUNDING:
        yield rule("np", f"{word} np", lambda said, found, w=which: p.under_age(said, found, w), 0.1)
        yield rule("np", f"{word} of np", lambda said, _of, found, w=which: p.under_age(said, found, w))
        yield rule("np", f"np {word}", lambda found, said, w=which: p.under_age(said, found, w), 0.1)
        yield rule("np", f"np among {word}", lambda found, _among, said, w=which: p.under_age(said, found, w))
    for word, which in _BY_DATE:
        top = p.by_date(which)
        yield rule("np", f"{word} np", lambda _word, found, top=top: p.dated_top(found, top), 0.2)
        yield rule("np", f"{word} of np", lambda _word, _of, found, top=top: p.dated_top(found, top), 0.2)
        yield rule("np", f"np {word}", lambda found, _word, top=top: p.dated_top(found, top), 0.2)
        yield rule("np", f"np {word} pred", lambda found, _word, pred, top=top: p.dated_top(p.under(found, pred), top))
        yield rule(
            "np", f"args {word} verb of np", lambda a, _w, v, _of, found, top=top: p.dated_top(p.whom(a, v, found), top)
        )
        yield rule("np", f"args {word} verb np", lambda a, _w, v, found, top=top: p.dated_top(p.whom(a, v, found), top))
        yield rule(
            "np", f"np among {word} pred", lambda found, _a, _w, pred, top=top: p.dated_top(p.under(found, pred), top)
        )
        for verbs in ("args verb", "verb by args"):
            yield from _bought(p, word, verbs, which)
    ways: tuple[Which, ...] = ("most", "least")
    for word in ways:
        for said in ("preposition condition noun", "preposition condition of noun"):
            yield rule("np", f"np {said} {word}", lambda found, *w, m=word: p.most_there(found, w[-2], w[1], m))
            yield rule("np", f"{said} {word} of np", lambda *w, m=word: p.most_there(w[-1], w[-4], w[1], m))
        for has in ("", "be ", "preposition "):
            there = f"np {has}{word} noun preposition condition"
            yield rule("np", there, lambda found, *w, m=word: p.most_there(found, w[-3], w[-1], m), -0.1)
        yield rule("np", f"np {word} noun", lambda found, m, noun, which=word: p.most_said(found, m, noun, which), 0.1)
        yield rule("np", f"role {word} noun", lambda found, m, noun, which=word: p.most_said(found, m, noun, which))
        yield rule("np", f"role of noun {word}", lambda found, _of, noun, _m, which=word: p.most(found, noun, which))
        yield rule("np", f"noun {word} of noun", lambda a, _m, _of, noun, which=word: p.most_in_role(noun, a, which))
        yield rule(
            "np",
            f"role verb {word} np",
            lambda found, verb, _m, within, which=word: p.most_within(found, verb, within, which),
        )
        yield rule(
            "np",
            f"role verb of np {word}",
            lambda found, verb, _of, within, _m, which=word: p.most_within(found, verb, within, which),
        )
        yield rule(
            "np", f"np preposition {word} noun", lambda found, _w, _m, noun, which=word: p.most(found, noun, which)
        )
        for makes in ("light", "be light", "has light"):  # has made the most acquisitions
            words = f"np {makes} {word} noun"
            yield rule("np", words, lambda found, *w, which=word: p.most(found, w[-1], which), 0.1)
        for those in ("np", "choice"):
            words = f"{those} face {word} noun"
            yield rule("np", words, lambda found, *w, which=word: p.most(found, w[-1], which), 0.1)
        yield rule("np", f"np of noun {word}", lambda found, _of, noun, _most, which=word: p.most(found, noun, which))
        yield rule("np", f"np noun {word}", lambda found, noun, _most, which=word: p.most(found, noun, which), 0.1)
        yield rule("np", f"np among noun {word}", lambda found, _a, noun, _m, which=word: p.most(found, noun, which))
        yield rule("np", f"noun {word} of np", lambda noun, _most, _of, found, which=word: p.most(found, noun, which))
        yield rule(
            "np", f"{word} noun of np", lambda _most, noun, _of, found, which=word: p.most(found, noun, which), 0.1
        )
        yield rule(
            "np",
            f"np verb {word} noun",
            lambda found, verb, _m, noun, which=word: p.most_of_verb(found, verb, noun, which),
        )
        yield rule(
            "np",
            f"np verb {word} np",
            lambda found, verb, _m, within, which=word: p.most_within(found, verb, within, which),
        )
        yield rule(
            "np",
            f"np preposition {word} np verb",
            lambda found, _to, _m, within, verb, which=word: p.most_within(found, verb, within, which),
        )
        yield rule(
            "np",
            f"np preposition {word} of np verb",
            lambda found, _to, _m, _of, within, verb, which=word: p.most_within(found, verb, within, which),
        )
        yield rule(
            "np",
            f"np verb of np {word}",
            lambda found, verb, _of, within, _m, which=word: p.most_within(found, verb, within, which),
        )
        yield from _in_chinese(p, word)


def _in_chinese(p: Phrases, word: Which) -> Iterator[Rule]:
    """哪家车企供应商最多 asks for a carmaker; 给车企供货最多的公司 for whoever supplies most of them."""
    for said in ("company np noun {}", "np noun {} be company", "np noun {} of be company", "np noun {} of company"):
        words = said.format(word).split()
        found, noun, who = words.index("np"), words.index("noun"), words.index("company")
        yield rule(
            "np",
            " ".join(words),
            lambda *w, f=found, n=noun, c=who: p.most_of_which(w[c], w[f], w[n], word),
            -0.4,
        )
    for done in ("preposition np verb", "verb np"):
        place, verb = done.split().index("np"), done.split().index("verb")
        for asked in ("of np", "of be np", "be np"):
            yield rule(
                "np",
                f"{done} {word} {asked}",
                lambda *w, at=place, v=verb: p.most_done(w[-1], w[v], w[at], word),
                -0.4,
            )
    yield rule("np", f"np verb np {word}", lambda found, verb, within, _m: p.most_done(found, verb, within, word), -0.4)


def more_rules(p: Phrases) -> Iterator[Rule]:
    """More joint ventures than anybody else; who of those named has more of something, and whether one has."""
    for has in ("has", "light", "be light", "face"):
        words = f"np {has} more noun than company"
        yield rule("np", words, lambda found, *w: p.most(found, w[-3], "most"))
    for word, which in _BY_NUMBER:
        for has in ("", "be ", "has ", "light ", "face "):
            of_two = f"choice {has}{word} noun"
            yield rule("np", of_two, lambda *w, m=which: p.most(w[0], w[-1], m))
            for names in ("names", "comma names"):
                of_two = f"company {has}{word} noun {names}"
                at = of_two.split().index("noun")
                yield rule("np", of_two, lambda *w, i=at, m=which: p.most_of_these(w[-1], w[i], m))
            than = f"be name {has}{word} noun than name"
            yield rule("root", than, lambda _do, a, *w, m=which: p.more_than(a, w[-1], w[-3], m))
        for of in ("of ", ""):
            yield rule("np", f"choice {of}noun {word}", lambda *w, m=which: p.most(w[0], w[-2], m))
            than = f"name {of}noun compare name {word} whether"
            at = than.split().index("noun")
            yield rule("root", than, lambda a, *w, i=at, m=which: p.more_than(a, w[-3], w[i - 1], m))


def _bought(p: Phrases, word: str, verbs: str, which: Which) -> Iterator[Rule]:
    """The last company Alibaba bought, the company it bought last."""
    place = verbs.split().index("verb")
    said = (lambda a, v: p.objects(v, a)) if place else (lambda v, _by, a: p.passive(v, a))
    yield rule("np", f"{word} np {verbs}", lambda _w, found, *v: p.event_top(found, v[place], said(*v), which))
    yield rule("np", f"np {verbs} {word}", lambda found, *v: p.event_top(found, v[place], said(*v[:-1]), which))
