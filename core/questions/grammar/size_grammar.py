"""Rules for the largest, the smallest, and for classes of size: they hold only where the data say how large companies
are."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.phrases import Which
from core.questions.phrases.size_phrases import SizePhrases

_WAYS: tuple[tuple[str, Which], ...] = (("largest", "most"), ("smallest", "least"))


def size_rules(p: SizePhrases) -> Iterator[Rule]:
    """Sets and relation nouns by size. They are preferred to "biggest" as a word for strong relations."""
    yield rule("np", "size_class np", lambda each, found: p.of_size(found, each), -0.1)
    yield rule("np", "size_class of np", lambda each, _of, found: p.of_size(found, each), -0.1)
    yield rule("noun", "size_class noun", lambda each, noun: p.noun_of_size(noun, each), -0.1)
    yield rule("noun", "size_class of noun", lambda each, _of, noun: p.noun_of_size(noun, each), -0.1)
    yield rule("pred", "be size_class", lambda _be, each: p.being_of_size(each), -0.1)
    for word, which in _WAYS:
        yield rule(word, f"number {word}", lambda number, each: p.several(each, number))
        yield rule(word, f"{word} number", p.several)
        yield rule(word, f"{word} of number", lambda each, _of, number: p.several(each, number))
        yield rule("np", f"{word} np", lambda each, found, w=which: p.extreme(found, each, w), -0.1)
        yield rule("np", f"{word} of np", lambda each, _of, found, w=which: p.extreme(found, each, w), -0.1)
        yield rule("np", f"{word} preposition np", lambda each, _of, found, w=which: p.extreme(found, each, w), -0.1)
        yield rule("np", f"np {word}", lambda found, each, w=which: p.extreme(found, each, w))
        yield rule("np", f"np be {word}", lambda found, _be, each, w=which: p.extreme(found, each, w))
        yield rule("np", f"np among {word}", lambda found, _among, each, w=which: p.extreme(found, each, w), -0.1)
        yield rule("noun", f"{word} noun", lambda each, noun, w=which: p.noun_extreme(noun, each, w), -0.1)
        yield rule("noun", f"{word} of noun", lambda each, _of, noun, w=which: p.noun_extreme(noun, each, w), -0.1)
        yield rule(
            "np",
            f"{word} np measured",
            lambda each, found, by, w=which: p.extreme(found, p.measured(each, by), w),
            -0.1,
        )
