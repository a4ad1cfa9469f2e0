"""Who of several that are named has more of something: how many each of them has on record."""

from __future__ import annotations

from core.discovery.footnotes import Footnotes
from core.discovery.members import executed
from core.discovery.understood import Understood
from core.domain.plan import CountOf, Entities, Minus, SetPlan, Top
from core.domain.results import AnswerSentence
from core.messages import translate


def counts_asked(asked: SetPlan) -> Top | None:
    """Those of companies that are named who have the most, or the fewest, of something; None of any other set."""
    top = asked.arg if isinstance(asked, Minus) else asked  # of two with as many neither has more
    if not isinstance(top, Top) or not isinstance(top.arg, Entities) or not isinstance(top.by, CountOf):
        return None
    return top if top.by.within is None else None


def told_counts(key: str, asked: Top, understood: Understood, notes: Footnotes) -> AnswerSentence:
    """How many each of them has, the first by that, as ``key`` says it."""
    assert isinstance(asked.arg, Entities) and isinstance(asked.by, CountOf)  # as it is asked
    every = asked.model_copy(update={"n": len(asked.arg.ids)})
    figures = {each.entity_id: int(each.figure or 0) for each in executed(every, understood.base, understood.day)}
    order = sorted(asked.arg.ids, key=lambda each: figures.get(each, 0), reverse=asked.which == "most")
    words = understood.words(notes.language)
    counted = [
        translate("answer.counts.of", notes.language, name=words.name(each), count=figures.get(each, 0))
        for each in order
    ]
    roles = words.roles(asked.by.type, asked.by.end)
    return notes.sentence(key, roles=roles, counts=translate("reason.separator", notes.language).join(counted))
