"""Who owns a company is its parent or, where none is recorded, its shareholders; what it owns its subsidiaries or else
what it holds shares in. A parent holds shares as well."""

from __future__ import annotations

import re

from core.domain.plan import (
    And,
    Companies,
    Count,
    Entities,
    Filter,
    Or,
    Plan,
    Related,
    RelationEnd,
    SetPlan,
    Top,
    YesNo,
)
from core.ontology import Ontology

_OWNED = re.compile(
    r"\b(?:own(?:s|ed|ers?)?|whose|belongs?)\b|拥有|是 ?谁 ?的|归 ?谁|属于 ?谁|所有者|所有人",
)
_OTHER: dict[tuple[str, RelationEnd], tuple[str, RelationEnd]] = {
    ("subsidiary_of", "forward"): ("shareholder_of", "backward"),
    ("subsidiary_of", "backward"): ("shareholder_of", "forward"),
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
        case YesNo(set=And() | Or() as several, asks="whether" | "still"):
            other = _each_held_by(several, ontology)
        case Companies(set=And() as several) if _all_by_owners(several):
            other = _each_held_by(several, ontology)
        case Companies() | Count() if _OWNED.search(said):
            other = _owned_under_conditions(answer.set, ontology)
        case _:
            other = None
    return (
        []
        if other is None or plan.as_of
        else [plan.model_copy(update={"answer": answer.model_copy(update={"set": other})})]
    )


def _each_held_by(several: And | Or, ontology: Ontology) -> SetPlan | None:
    """Of A and B: of each as a shareholder or as its parent."""
    held = [each for each in several.args if isinstance(each, Related) and each.type == "shareholder_of"]
    ways = [(each, _held_by(each, ontology)) for each in held]
    either = tuple(Or(args=(asked, other)) for asked, other in ways if other is not None)
    return several.model_copy(update={"args": either}) if len(either) == len(several.args) else None


def _all_by_owners(several: And) -> bool:
    """Whether common shareholders are asked for: one may be on record as the parent of either."""
    return all(isinstance(each, Related) and each.end == "backward" for each in several.args)


def _owned_under_conditions(asked: SetPlan, ontology: Ontology) -> SetPlan | None:
    """What a company owns of an industry, of a country or founded before a year: what it holds shares in, instead."""
    match asked:
        case Related(type="subsidiary_of", of=Entities()):
            return _held_by(asked, ontology)
        case Filter(arg=inner) | Top(arg=inner):
            other = _owned_under_conditions(inner, ontology)
            return None if other is None else asked.model_copy(update={"arg": other})
        case And(args=parts):
            others = [_owned_under_conditions(each, ontology) for each in parts]
            if sum(each is not None for each in others) == 1:  # of two kinds of owners it is not clear which is meant
                told = tuple(other or part for other, part in zip(others, parts, strict=True))
                return asked.model_copy(update={"args": told})
    return None


def _held_by(asked: Related, ontology: Ontology) -> SetPlan | None:
    kind, end = _OTHER.get((asked.type, asked.end), ("", asked.end))
    plain = asked.when is None and asked.share is None
    return asked.model_copy(update={"type": kind, "end": end}) if plain and kind in ontology else None
