"""Rules for verbs that say no more than the noun beside them, for numbers that take up a list, and for people."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.deed_phrases import DeedPhrases


def deed_rules(p: DeedPhrases) -> Iterator[Rule]:
    """What is done, received, and by whom."""
    yield from _done(p)
    yield from _received(p)
    yield from _taken_up(p)
    yield from _people(p)
    yield rule("np", "preposition np be args stranded", lambda a, found, _be, b, verb: p.fronted(a, found, b, verb))
    yield rule("np", "preposition noun be args stranded", lambda a, noun, _be, b, v: p.fronted_noun(a, noun, b, v))
    yield rule(
        "np", "preposition company noun be args stranded", lambda a, _w, n, _be, b, v: p.fronted_noun(a, n, b, v)
    )
    for which in ("that", "company"):
        yield rule("np", f"np preposition {which} args stranded", lambda n, a, _w, b, v: p.fronted(a, n, b, v), 0.1)
    yield rule("subject", "stranded goods preposition args", lambda v, _goods, a, args: p.traded(v, a, args))
    yield rule("class", "class line", lambda named, _line: named, 0.1)
    yield rule("np", "company class line", lambda _who, named, _line: p.class_members(named), 0.1)
    yield rule("noun", "noun kinds", lambda noun, _kinds: noun, 0.1)
    yield rule("noun", "verb of noun", lambda verb, _of, noun: p.of_the_same(verb, noun), 0.1)
    yield rule("excepting", "excepting left", lambda excepting, _left: excepting)
    yield rule("np", "where be np verb", lambda _where, _be, found, verb: p.places_of(found, verb), 0.1)
    yield rule("np", "where be np", lambda _where, _be, found: p.places_of(found), 0.3)
    yield rule("np", "np where", lambda found, _where: p.places_of(found), 0.1)
    yield rule("np", "np of noun where", lambda found, _of, noun, _where: p.places_of(found) if p.seat(noun) else None)
    yield rule("np", "np noun where", lambda found, noun, _where: p.places_of(found) if p.seat(noun) else None, 0.1)
    yield rule("np", "args light among noun", lambda args, _count, _among, noun: p.noun_set(noun, args), 0.1)
    yield rule("np", "args light preposition noun", lambda args, _count, _as, noun: p.noun_set(noun, args), 0.3)


def _done(p: DeedPhrases) -> Iterator[Rule]:
    """Acquisitions SoftBank made; 和谁建合资公司."""
    for words in (
        "noun args light",
        "noun that args light",
        "noun be args light",
        "noun by args",
        "noun light by args",
    ):
        place = words.split().index("args")
        yield rule("np", words, lambda *parts, at=place: p.deed_set(parts[0], parts[at]), 0.1)
    yield rule("np", "args light noun", lambda args, _make, noun: p.deed_set(noun, args), 0.2)
    yield rule("np", "args time light of noun", lambda args, time, _l, _of, noun: p.dated_deed(noun, args, time))
    for words in ("noun be args begun time", "noun args begun time", "noun that args begun time"):
        place = words.split().index("args")
        yield rule("np", words, lambda *parts, at=place: p.joined_then(parts[0], parts[at], parts[-1]))
    yield rule("verb", "light noun", lambda _make, noun: p.deed_verb(noun), 0.1)
    yield rule("verb", "light verb", lambda _make, verb: p.done(verb), 0.1)


def _received(p: DeedPhrases) -> Iterator[Rule]:
    """从Arm拿授权, 拿了腾讯的钱, Mistral拿了谁的投资."""
    yield rule("subject", "preposition args receive licence", lambda a, args, *_: p.licence_from(a, args))
    yield rule("subject", "preposition args receive verb", lambda a, args, _get, verb: p.received(a, args, verb))
    yield rule("subject", "preposition args receive money", lambda a, args, *_: p.money_from(a, args))
    for of in ("", "of "):
        yield rule("subject", f"receive args {of}money", lambda _get, args, *_: p.paid(args))
        yield rule("np", f"args receive np {of}money", lambda args, _get, found, *_: p.payer(args, found))
        yield rule("np", f"args receive np {of}licence", lambda args, _get, found, *_: p.licence_giver(args, found))
        yield rule("np", f"args receive np {of}verb", lambda a, _get, found, *rest: p.giver(a, rest[-1], found))


def _taken_up(p: DeedPhrases) -> Iterator[Rule]:
    """必和必拓、力拓两家; the two, Apple and Tesla."""
    for names in ("names", "args"):
        yield rule(names, f"{names} number_of_them", p.taken_up)
        yield rule(names, f"{names} number_of_them company", lambda args, number, _company: p.taken_up(args, number))
        for between in (" ", " comma ", " company ", " company comma "):
            yield rule(names, f"number_of_them{between}{names}", lambda *parts: p.taken_up(parts[-1], parts[0]))
    for number in ("number", "number_of_them"):
        yield rule("noun", f"{number} noun", lambda _number, noun: p.numbered(noun))


def _people(p: DeedPhrases) -> Iterator[Rule]:
    """英特尔是哪两个人创立的, 创始人是哪些人."""
    for words in ("args be people verb", "args by people verb", "args people verb"):
        yield rule("np", words, lambda args, *rest: p.by_people(args, rest[-1]), 0.1)
    yield rule("np", "pred of people", lambda pred, *_: p.people_who(pred))
    yield rule("np", "people that pred", lambda *parts: p.people_who(parts[-1]))
    yield rule("np", "people pred", lambda *parts: p.people_who(parts[-1]), 0.2)
    yield rule("np", "np be people", lambda found, *_: p.people(found), 0.1)
    yield rule("np", "people be np", lambda *parts: p.people(parts[-1]), 0.1)
    yield rule("np", "noun be args verb", lambda noun, _do, args, verb: p.seats(noun, args, verb))
    yield rule("subject", "whose noun args verb", lambda _whose, noun, args, verb: p.seated(noun, args, verb))
