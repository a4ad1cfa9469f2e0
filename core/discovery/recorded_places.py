"""Where a company sits by its own row, where no relation leads to a place."""

from __future__ import annotations

from core.discovery.footnotes import Footnotes
from core.discovery.recorded_values import column_source
from core.discovery.understood import Understood
from core.domain.plan import Entities, Related, SetPlan
from core.domain.results import QuestionAnswer

_AT_A_PLACE = "located_in"


def answer_place(understood: Understood, asked: SetPlan, notes: Footnotes) -> QuestionAnswer | None:
    """The place of the one company that is asked about, as its row has it; None where that says none or something else
    is asked."""
    if not isinstance(asked, Related) or not isinstance(asked.of, Entities) or len(asked.of.ids) != 1:
        return None
    if (asked.type, asked.end, asked.when, asked.ended) != (_AT_A_PLACE, "forward", None, None):
        return None
    base, (company,) = understood.base.knowledge_base, asked.of.ids
    source = column_source(base, company, "headquarters", notes.language)
    if source is None:
        return None
    key, value = notes.cite(source), base.entity(company).place
    name = understood.words(notes.language).name(company)
    sentence = notes.sentence("answer.value.headquarters", [key], company=name, value=f"{value}{notes.marks([key])}")
    return QuestionAnswer(outcome="answered", kind="value", value=value, sentences=(sentence,), sources=notes.sources)
