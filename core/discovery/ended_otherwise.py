"""That another row of the same two says until when what is on record between them was so: of one, and of members."""

from __future__ import annotations

from collections.abc import Iterable

from core.discovery.footnotes import Footnotes
from core.discovery.understood import Understood
from core.domain.partial_dates import is_after
from core.domain.results import AnswerSentence
from core.questions.execution.executor import Member
from core.retrieval.disagreement import dated
from core.retrieval.tenses import tense_of
from core.retrieval.terms import date_in_words


def told_ended_otherwise(
    found: Member, understood: Understood, notes: Footnotes
) -> tuple[str, tuple[AnswerSentence, ...]]:
    """The last day that such a row states, with the sentence; nothing where the newest row that makes somebody a member
    is told as of a later day, or is not so itself."""
    ends = _ends_otherwise(found, understood)
    if not ends:
        return "", ()
    row = max(ends, key=lambda each: ends[each])
    keys = [notes.relation(row)]
    day = date_in_words(ends[row], notes.language)
    return ends[row], (notes.sentence("answer.ended_otherwise", keys, day=day, marks=notes.marks(keys)),)


def ended_otherwise(members: Iterable[Member], understood: Understood) -> dict[str, tuple[int, ...]]:
    """Those of whom another row says that it is over, with the last such row."""
    last: dict[str, tuple[int, ...]] = {}
    for found in members:
        if ends := _ends_otherwise(found, understood):
            last[found.entity_id] = (max(ends, key=lambda row: ends[row]),)
    return last


def _ends_otherwise(found: Member, understood: Understood) -> dict[int, str]:
    """Other rows of the same two, of the types that make somebody a member, which say until when it was so."""
    base, ontology = understood.base.knowledge_base, understood.base.ontology
    own = [row for row in found.rows if tense_of(base, ontology, row, understood.day) == "now"]
    newest = max((dated(base, base.relation(row)) for row in own), default="")
    return {
        row: end
        for row in dict.fromkeys(other for each in own for other in _beside(each, understood))
        if (end := base.relation(row).end)
        and not is_after(newest, end)
        and tense_of(base, ontology, row, understood.day) == "past"
    }


def _beside(row: int, understood: Understood) -> list[int]:
    """Other rows of one type between the same two."""
    base, graph = understood.base.knowledge_base, understood.base.knowledge_base.graph
    source, target, kind = (int(each[row]) for each in (graph.source, graph.target, graph.edge_type))
    rows, others = base.relations_of(source)
    alike = (others == target) & (graph.edge_type[rows] == kind)
    if not understood.base.ontology[base.manifest.edge_types[kind]].symmetric:
        alike &= graph.source[rows] == source
    return [int(each) for each in rows[alike] if int(each) != row]
