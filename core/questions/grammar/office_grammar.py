"""Rules for offices and boards: 上一任CEO, who is on Apple's board, boards Mary Barra is on."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.office_phrases import OfficePhrases


def office_rules(p: OfficePhrases) -> Iterator[Rule]:
    """Who holds an office; who is on a board."""
    yield rule("noun", "predecessor noun", lambda _last, noun: p.predecessor(noun))
    yield rule("noun", "predecessor of noun", lambda _last, _of, noun: p.predecessor(noun))
    for words in ("company is_on args possessive noun", "company is_on args noun"):
        yield rule("np", words, lambda _who, _on, args, *rest: p.on_board(args, rest[-1]))
    yield rule("np", "member preposition np", lambda _members, _of, found: p.people(found))
    yield rule("np", "company be member preposition np", lambda *said: p.people(said[-1]))
    for words in ("np people", "np among people", "np be people", "np among be people"):
        yield rule("np", words, lambda found, *_: p.people(found), 0.1)
    yield rule("root", "np among company", lambda found, _in, who: p.those_in(found, who))
    for words in ("be person preposition args possessive noun", "be person is_on args possessive noun"):
        yield rule("root", words, lambda _is, person, _on, args, _of, board: p.is_on_board(person, args, board))
    for at in ("located", "preposition"):
        for among in ("", " among"):
            for words in (f"person whether {at} args of noun{among}", f"person {at} args of noun{among} whether"):
                place = words.split().index("args")
                yield rule("root", words, lambda *w, at=place: p.is_on_board(w[0], w[at], w[at + 2]))
    yield from _boards(p)


def _boards(p: OfficePhrases) -> Iterator[Rule]:
    """The boards of somebody."""
    for words in (
        "board person is_on",
        "board that person is_on",
        "board person verb",
        "board that person verb",
        "board preposition person",
        "person possessive board",
        "company board person is_on",
        "company board be person preposition",
        "company board be person member preposition",
        "preposition company board be person",
        "person preposition company of board",
        "person preposition company board",
        "person located company of board",
        "person located company board",
    ):
        said = words.split()
        person, board = said.index("person"), said.index("board")
        yield rule("np", words, lambda *w, i=person, j=board: p.boards_of(w[i], w[j]), 0.1)
    yield rule("pred", "has person on_board", lambda _has, who, _on: p.directed_by(who))
    for has in ("be", "including"):
        yield rule("pred", f"whose board {has} person", lambda _whose, board, _has, who: p.with_on_board(who, board))
    for words in ("board has person of np", "board among has person of np"):
        yield rule("np", words, lambda board, *w: p.companies_with(w[-1], w[-3], board), 0.1)
