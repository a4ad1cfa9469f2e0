"""Who of several that are named is older: the recorded years of founding of all of them."""

from __future__ import annotations

from core.discovery.footnotes import Footnotes
from core.discovery.recorded_values import column_source
from core.discovery.understood import Understood
from core.domain.plan import Entities, Minus, SetPlan, Top, ValueOf
from core.domain.results import AnswerSentence
from core.messages import translate


def ages_asked(asked: SetPlan) -> Top | None:
    """The oldest or the youngest of companies that are named; None of any other set."""
    top = asked.arg if isinstance(asked, Minus) else asked  # of two of one year neither is older
    if not isinstance(top, Top) or not isinstance(top.arg, Entities) or not isinstance(top.by, ValueOf):
        return None
    return top if top.by.attribute == "founded" else None


def told_ages(key: str, asked: Top, understood: Understood, notes: Footnotes, **words: str) -> AnswerSentence:
    """When each of them was founded, as ``key`` says it; of whom no year is recorded is told, too."""
    assert isinstance(asked.arg, Entities)  # as it is asked
    base, said, cited = understood.base.knowledge_base, [], []
    for each in asked.arg.ids:
        source = column_source(base, each, "founded", notes.language)
        keys = [notes.cite(source)] if source else []
        year = {"name": base.entity(each).name(notes.language), "year": str(base.entity(each).founded or "")}
        which = "answer.ages.founded" if keys else "answer.ages.unknown"
        said.append(translate(which, notes.language, marks=notes.marks(keys), **year))
        cited += keys
    separator = translate("answer.ages.separator", notes.language)
    return notes.sentence(key, cited, ages=separator.join(said), **words)
