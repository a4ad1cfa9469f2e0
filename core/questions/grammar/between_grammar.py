"""Rules for whether something is between two: a joint venture between A and B, A和B有没有合作, A投资了B没有."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases import times
from core.questions.phrases.deed_phrases import DeedPhrases


def between_rules(p: DeedPhrases) -> Iterator[Rule]:
    """Of relations that both ends have to one another; a question that ends in 没有 is of any."""
    for words in (
        "name and name noun",
        "name and name of noun",
        "name and name whether noun",
        "name and name noun whether",
        "name and name possessive noun",
        "name whether and name noun",
        "name whether and name of noun",
        "name and name light noun",
        "be name and name light noun",
        "noun preposition name and name",
        "noun between name and name",
        "be noun preposition name and name",
    ):
        a, b = (place for place, word in enumerate(words.split()) if word == "name")
        at = words.split().index("noun")
        yield rule("root", words, lambda *w, a=a, b=b, at=at: p.between(w[at], w[a], w[b]), -0.2)
    for words in (
        "name and name whether verb",
        "name and name of verb",
        "name and name of verb tie",
        "name and name verb tie",
        "name and name light not verb",
        "name whether and name verb of company",
    ):
        a, b = (place for place, word in enumerate(words.split()) if word == "name")
        at = words.split().index("verb")
        yield rule("root", words, lambda *w, a=a, b=b, at=at: p.doing_so(w[at], w[a], w[b]), -0.2)
    yield rule("root", "be name and name stranded", lambda _do, a, _and, b, verb: p.doing_so(verb[1], a, b))
    yield rule(
        "root", "name and name verb not", lambda a, _and, b, verb, no: p.doing_so(verb, a, b) if at_end(no) else None
    )
    yield rule(
        "root", "name and name noun not", lambda a, _and, b, noun, no: p.between(noun, a, b) if at_end(no) else None
    )
    yield rule("root", "name subject not", lambda name, pred, no: p.yes_no(name, pred) if at_end(no) else None, 0.1)
    for tied in ("verb tie", "noun tie"):  # 供货关系: what is on record between them tells
        yield rule("connection", f"pair of {tied}", lambda pair, *_: p.path(pair), 0.3)
        yield rule("connection", f"pair {tied}", lambda pair, *_: p.path(pair), 0.4)
        yield rule("connection", f"{tied} preposition pair", lambda *said: p.path(said[-1]), 0.3)


def yearly_rules(p: DeedPhrases) -> Iterator[Rule]:
    """What was done in a year by anybody: acquisitions in 2016, 2023年有哪些并购."""
    for words in (
        "noun time",
        "time noun",
        "time of noun",
        "noun be light time",
        "noun light time",
        "time light company noun",
        "time light noun",
    ):
        at, when = words.split().index("noun"), words.split().index("time")
        yield rule("root", words, lambda *w, at=at, when=when: p.done_then(w[at], w[when]), 0.3)
    yield rule("root", "company noun time", lambda who, noun, time: p.done_then(noun, time, who), 0.3)
    yield rule("root", "company noun be light time", lambda who, noun, *w: p.done_then(noun, w[-1], who), 0.3)
    yield rule("root", "time company noun", lambda time, who, noun: p.done_then(noun, time, who), 0.3)


def done_rules(p: DeedPhrases) -> Iterator[Rule]:
    """To whom it was done, by whomever: companies acquired in 2016, 2016年被收购的公司."""
    yield from _done_to_it(p)
    for when in ("time", "by_then"):
        for words in (f"company verb {when}", f"np be verb {when}", f"np that be verb {when}"):
            meant = p.anyone if words.startswith("company") else p.same
            yield rule("np", words, lambda who, *w, m=meant: p.done_to_some(m(who), w[-2], w[-1]))
        words = f"np verb company {when}"
        yield rule("np", words, lambda found, verb, who, time: p.doing_to_some(found, verb, time, who), -0.2)
        for words, cost in (
            (f"np that verb {when}", 0.1),
            (f"np that verb others {when}", -0.2),
            (f"np verb others {when}", -0.2),
        ):
            at = words.split().index("verb")
            yield rule("np", words, lambda found, *w, i=at: p.doing_to_some(found, w[i - 1], w[-1]), cost)
        yield rule("np", f"{when} by verb of np", lambda time, _by, verb, _of, found: p.done_to_some(found, verb, time))
        yield rule("np", f"{when} np by verb", lambda time, found, _by, verb: p.done_to_some(found, verb, time))
        yield rule("np", f"{when} by noun", lambda time, _by, noun: p.noun_done_to(noun, time))
    for said in ("until", "up_to"):
        yield rule("by_then", f"{said} year", lambda _until, year: times.until(year))
    yield rule("pred", "founded up_to year", lambda _founded, _to, year: times.founded(times.until(year)))
    yield rule("root", "noun by_then", p.done_then)
    for each in ("subject", "object"):
        yield rule(each, f"{each} by_then", p.by_then)


def at_end(word: str) -> bool:
    """Whether a word for not asks whether, at the end of a Chinese question."""
    return word in ("没有", "没")


def _done_to_it(p: DeedPhrases) -> Iterator[Rule]:
    """Who did it to somebody: has GitHub been acquired, GitHub被收购过吗."""
    yield rule("np", "be name be verb", lambda _has, args, been, verb: p.done_to_it(been, args, verb), -0.3)
    yield rule("np", "be name verb", p.done_to_it, -0.3)
    yield rule("np", "name by verb whether", lambda args, by, verb, _whether: p.done_to_it(by, args, verb), -0.3)
