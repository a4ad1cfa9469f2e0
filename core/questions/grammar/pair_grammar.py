"""Rules for since and until when something is between two, and for whether one holds a part of the other: when did the
joint venture of A and B end, A和B什么时候合资的, A有没有B的股份."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.domain.plan import Plan
from core.questions.parsing.chart import Rule, rule
from core.questions.parsing.meanings import Args
from core.questions.phrases.pair_phrases import PairPhrases

_OF_TWO = ("mutual preposition name and name", "name possessive mutual name", "name possessive mutual preposition name")
_OF_TWO_ZH = ("name and name of mutual", "name and name mutual", "name and name possessive mutual")
_BEGAN = ("founded", "start", "begun", "light")


def pair_rules(p: PairPhrases) -> Iterator[Rule]:
    """Of two that are named."""
    yield rule("mutual", "noun", p.mutual_noun)
    yield rule("mutual", "verb", p.mutual_verb)
    yield rule("mutual", "stranded", lambda verb: p.mutual_verb(verb[1]))
    yield from _since(p)
    yield from _until(p)
    yield from _together(p)
    for who in ("name", "person"):
        for stock in ("money", "goods"):
            for words in (f"{who} whether args of {stock}", f"{who} whether args {stock}"):
                yield rule("root", words, lambda holder, _has, args, *rest: p.holds(holder, args, rest[-1]))
        words = f"{who} preposition args whether verb"  # 马化腾在腾讯有没有股份
        yield rule("root", words, lambda a, _in, args, _any, verb: p.yes_no(a, p.subjects(verb, args)))


def _together(p: PairPhrases) -> Iterator[Rule]:
    """What two do with one another: A和B有什么合作, what did A and B work on together. What is on record between them
    tells, not what both have."""
    for words in ("pair mutual company", "pair light company mutual", "pair has company mutual", "pair company mutual"):
        said = words.split()
        what, kind = said.index("company"), said.index("mutual")
        yield rule("connection", words, lambda *w, a=what, k=kind: p.doing_what(w[a], w[k], w[0]), -0.2)
    yield rule("connection", "path pair mutual", lambda _how, pair, _kind: p.path(pair), -0.2)
    for words in ("company be pair verb both", "company be pair be both", "company be pair light both"):
        yield rule("connection", words, lambda what, _be, pair, verb, _both: p.made_together(what, verb, pair), -0.2)
    for words in ("company be pair mutual preposition", "company be pair mutual"):
        yield rule("connection", words, lambda what, _be, pair, kind, *_: p.doing_what(what, kind, pair), -0.2)


def _since(p: PairPhrases) -> Iterator[Rule]:
    """When it began."""
    for said in _OF_TWO:
        yield _told(f"when be {said}", p.since, 0.2)
        for began in _BEGAN:
            yield _told(f"when be {said} {began}", p.since)
    yield _told("when be name and name mutual", p.since, -0.1)
    for when in ("when", "when light", "when begun", "when start"):
        for of in ("", "of "):
            yield _told(f"name and name {when} {of}mutual", p.since, -0.1)
    for said in _OF_TWO_ZH:
        yield _told(f"{said} when", p.since)
        for began in _BEGAN:
            yield _told(f"{said} when {began}", p.since)
            yield _told(f"{said} {began} when", p.since)


def _until(p: PairPhrases) -> Iterator[Rule]:
    """When it ended, and whether it has."""
    for said in _OF_TWO:
        yield _told(f"when be {said} ended", p.until)
        yield _told(f"be {said} ended", p.is_over)
    for said in _OF_TWO_ZH:
        yield _told(f"{said} when ended", p.until)
        yield _told(f"{said} ended when", p.until)
        yield _told(f"{said} ended whether", p.is_over)
        yield _told(f"{said} whether ended", p.is_over)
    for words in (
        "when be name and name ended mutual",
        "name and name when ended mutual",
        "when be name ended mutual name",
        "when be name ended mutual preposition name",
        "name when ended and name of mutual",
        "name when ended and name mutual",
    ):
        yield _told(words, p.until)
    for words in (
        "be name and name ended mutual",
        "name and name ended mutual whether",
        "be name ended mutual name",
        "be name ended mutual preposition name",
    ):
        yield _told(words, p.is_over)


def _told(words: str, meaning: Callable[[str, Args, Args], Plan | None], cost: float = 0.0) -> Rule:
    """A whole question about what two that are named do with one another."""
    parts = words.split()
    one, other = (place for place, word in enumerate(parts) if word == "name")
    kind = parts.index("mutual")
    return rule("root", words, lambda *said: meaning(said[kind], said[one], said[other]), cost)
