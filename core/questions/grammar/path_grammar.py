"""Rules for what connects entities, and for the shortest way from one to another."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.phrases import SHORTEST, Phrases


def path_rules(p: Phrases) -> Iterator[Rule]:
    """How two are connected, in any order of the words for it and of the names."""
    yield rule("path", "shortest path", lambda _shortest, _path: SHORTEST, -0.1)
    yield rule("path", "shortest of path", lambda _shortest, _of, _path: SHORTEST, -0.1)
    yield rule("connection", "path pair", lambda path, pair: p.path(pair, path))
    yield rule("connection", "path preposition pair", lambda path, _between, pair: p.path(pair, path))
    yield rule("connection", "pair path", p.path)
    yield rule("connection", "pair of path", lambda pair, _of, path: p.path(pair, path))
    yield rule("connection", "path pair path", lambda how, pair, path: p.path(pair, how, path))
    yield rule("connection", "path name path name", lambda how, a, path, b: p.path(p.pair(a, b), how, path))
    yield rule("connection", "name path name", lambda a, path, b: p.path(p.pair(a, b), path), 0.4)
    yield rule("connection", "compare name path name", lambda _how, a, path, b: p.path(p.pair(a, b), path))
    yield rule("connection", "name and name path", lambda a, _and, b, path: p.path(p.pair(a, b), path))
    yield rule("connection", "pair tie", lambda pair, _tie: p.path(pair), 0.2)
    yield rule("connection", "pair of tie", lambda pair, _of, _tie: p.path(pair))
    yield rule("connection", "tie preposition pair", lambda _tie, _of, pair: p.path(pair))
    for joined in ("preposition", "and"):
        words = f"name possessive tie {joined} name"
        yield rule("connection", words, lambda a, _of, _tie, _with, b: p.path(p.pair(a, b)))
    for words in ("name name", "name and name", "name comma name"):
        yield rule("bare_pair", words, lambda *w: p.path(p.pair(w[0], w[-1])))
    for what in ("licence preposition pair", "licence amid pair"):
        yield rule("connection", what, lambda *w: p.path(w[-1]), 0.3)
    yield rule("root", "connection", p.same)
    yield rule("root", "connection by path", lambda found, _by, path: p.path(found.answer.ids, path))
    yield rule("root", "connection preposition path", lambda found, _over, path: p.path(found.answer.ids, path), 0.1)
