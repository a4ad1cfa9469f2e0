"""Rules for who of several that are named is older: is A older than B, A和B谁成立得早."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.age_phrases import AgePhrases
from core.questions.phrases.phrases import Which

_WORDS: tuple[tuple[str, Which], ...] = (("older", "least"), ("younger", "most"))
_BY_DATE: tuple[tuple[str, Which], ...] = (("founded before", "least"), ("founded after", "most"))


def age_rules(p: AgePhrases) -> Iterator[Rule]:
    """Whether the one is older, and which of them is."""
    for said, which in _BY_DATE:
        yield rule("root", f"be name {said} name", lambda _was, a, _f, _b, b, m=which: p.is_older(a, b, m), -0.1)
    for said, which in (("before founded", "least"), ("after founded", "most")):  # 诺基亚比爱立信更早成立吗
        yield rule("older" if which == "least" else "younger", said, lambda *_: "")
    for word, which in _WORDS:
        for words in (
            f"be name {word} than name",
            f"be name {word} company than name",
            f"name compare name {word} whether",
            f"name compare name be {word} whether",
            f"name whether compare name {word}",
            f"name of history compare name {word} whether",
            f"name compare name of history {word} whether",
        ):
            one, other = (place for place, said in enumerate(words.split()) if said == "name")
            yield rule("root", words, lambda *w, i=one, j=other, m=which: p.is_older(w[i], w[j], m), -0.1)
        for words in (
            f"choice {word}",
            f"choice be {word}",
            f"choice be {word} company",
            f"among choice be {word}",
        ):
            at = words.split().index("choice")
            yield rule("root", words, lambda *w, at=at, m=which: p.eldest(w[at], m))
        for words in (
            f"company be {word} names",
            f"company be {word} comma names",
            f"company {word} names",
            f"company {word} comma names",
            f"company be {word} company names",
            f"company be {word} company comma names",
            f"names be {word}",
            f"be names {word}",
            f"names {word}",
            f"names compare company {word}",
        ):
            at = words.split().index("names")
            yield rule("root", words, lambda *w, at=at, m=which: p.eldest(p.choice(w[at]), m), 0.1)
