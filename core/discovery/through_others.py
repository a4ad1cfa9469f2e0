"""Who is held through others: Lamborghini is Audi's, and Audi is Volkswagen's."""

from __future__ import annotations

from core.discovery.footnotes import NAMED, Footnotes
from core.discovery.members import members_of
from core.discovery.understood import Understood
from core.domain.partial_dates import today
from core.domain.plan import Controlled, Controllers, Plan, Related, SetPlan, YesNo
from core.domain.results import QuestionAnswer
from core.ontology import Ontology
from core.questions.execution.held_shares import asks_owners


def answer_through_others(asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer | None:
    """Yes, where a chain of several relations of control states what no single one states. None where none does, and
    for any other question."""
    chain = _chain(asked.set, understood.base.ontology)
    if chain is None or understood.day < today():
        return None
    through = asked.model_copy(update={"set": chain})
    members = members_of(Plan(answer=through), understood.base, understood.day)
    found = next(iter((*members.lines.values(), *members.others)), None)
    if found is None or len(found.rows) <= 1:
        return None  # held by itself: the relation on record says how
    words, keys = understood.words(notes.language), [notes.relation(row) for row in found.rows[:NAMED]]
    sentence = notes.sentence(
        "answer.yes_through",
        keys,
        entity=words.name(asked.entity),
        set=words.set(chain),
        marks=notes.marks(keys),
    )
    return QuestionAnswer(
        outcome="answered",
        kind="yes_no",
        value=True,
        company_ids=tuple(members.lines),
        sentences=(sentence,),
        sources=notes.sources,
    )


def _chain(asked: SetPlan, ontology: Ontology) -> SetPlan | None:
    """Chains of the relation that a set asks for, where that means control today."""
    if not isinstance(asked, Related) or asked.type not in ontology:
        return None
    holding = ontology[asked.type].holding
    if holding is None or not holding.control or asked.when or asked.ended or asked.share:
        return None
    return Controllers(of=asked.of) if asks_owners(ontology, asked) else Controlled(of=asked.of)
