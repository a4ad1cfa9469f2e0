"""Who owns a company is its parent or, where none is recorded, its shareholders; a parent holds shares as well."""

from __future__ import annotations

import re

from core.domain.plan import Companies, Plan, Related, RelationEnd, SetPlan, YesNo
from core.ontology import Ontology

_OWNED = re.compile(
    r"\b(?:own(?:s|ed|ers?)?|whose|belongs?)\b|拥有|是 ?谁 ?的|归 ?谁|属于 ?谁|所有者|所有人",
)
_OTHER: dict[tuple[str, RelationEnd], tuple[str, RelationEnd]] = {
    ("subsidiary_of", "forward"): ("shareholder_of", "backward"),
    ("shareholder_of", "backward"): ("subsidiary_of", "forward"),
    ("shareholder_of", "forward"): ("subsidiary_of", "backward"),
}


def held_otherwise(said: str, plan: Plan, ontology: Ontology) -> list[Plan]:
    """The same question of another type of holding, for where nothing is recorded that answers it as it is.

    ``said``: its words but its names, folded.
    """
    answer = plan.answer
    match answer:
        case Companies(set=Related(type="subsidiary_of") as asked) if _OWNED.search(said):
            other = _held_by(asked, ontology)
        case YesNo(set=Related(type="shareholder_of") as asked, asks="whether" | "still"):
            other = _held_by(asked, ontology)
        case _:
            other = None
    return (
        []
        if other is None or plan.as_of
        else [plan.model_copy(update={"answer": answer.model_copy(update={"set": other})})]
    )


def _held_by(asked: Related, ontology: Ontology) -> SetPlan | None:
    kind, end = _OTHER.get((asked.type, asked.end), ("", asked.end))
    plain = asked.when is None and asked.ended is None and asked.share is None
    return asked.model_copy(update={"type": kind, "end": end}) if plain and kind in ontology else None
