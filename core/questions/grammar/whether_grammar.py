"""Rules for whether something is on a list or between two: 还在不在X的股东里, "is there a joint venture between"."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.phrases import Phrases


def whether_rules(p: Phrases) -> Iterator[Rule]:
    """Whether one of two that are named is in a relation to the other, or is a member of a set."""
    words = "be noun preposition name and name"
    yield rule("root", words, lambda _be, noun, _of, a, _and, b: p.yes_no(a, p.each_other(noun, b)))
    yield rule(
        "root", "name whether located np among", lambda name, _w, _in, found, _m: p.yes_no(name, p.member(found))
    )
    yield rule("root", "name located np among whether", lambda name, _in, found, *_: p.yes_no(name, p.member(found)))
    yield rule("root", "name np among whether", lambda name, found, *_: p.yes_no(name, p.member(found)), 0.1)
    yield rule("root", "name and name of noun whether", lambda a, _and, b, _of, n, _w: p.yes_no(a, p.each_other(n, b)))
