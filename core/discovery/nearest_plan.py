"""Of a plan that nobody satisfies: the plan with members that asks for least less."""

from __future__ import annotations

from dataclasses import dataclass

from core.discovery.members import executed
from core.discovery.understood import Understood
from core.domain.plan import All, Companies, Count, Plan, SetPlan
from core.domain.results import NearestPlan
from core.messages import Language
from core.questions.plans.changed_plan import without
from core.questions.plans.chips import chips
from core.questions.plans.parsed import PartKind
from core.questions.plans.sentences import PlanWords

_LOSES = {"condition": 1, "negation": 2, "order": 3, "name": 4, "relation": 5, "similar": 5}
"""What is given up first; who is asked about comes late."""


@dataclass(frozen=True)
class Nearest:
    """The set ``asked`` of ``plan`` has ``count`` members; ``left_out`` is the part it lacks, of ``kind``, in words;
    ``own``: the part is said of the members themselves, not of those at the other end of their relation."""

    plan: Plan
    asked: SetPlan
    kind: PartKind
    left_out: str
    count: int
    own: bool

    def result(self, words: PlanWords) -> NearestPlan:
        """As an answer tells it."""
        return NearestPlan(
            plan=self.plan, understood_as=words.plan(self.plan), left_out=self.left_out, count=self.count
        )


def nearest_plan(understood: Understood, language: Language) -> Nearest | None:
    """One part is left out: a condition before a name, of several the one that leaves the fewest members."""
    plan = understood.plan
    assert plan is not None  # of which nobody is a member
    words = understood.words(language)
    found: list[Nearest] = []
    for chip in chips(plan, words):
        left = without(plan, chip.key) if chip.kind in _LOSES else None
        if left is None or not isinstance(left.answer, Companies | Count) or isinstance(left.answer.set, All):
            continue  # whatever there is says nothing about the question
        count = len(executed(left.answer.set, understood.base, understood.day, strict=isinstance(left.answer, Count)))
        if count:
            own = "of" not in chip.key.split("/")
            found.append(Nearest(left, left.answer.set, chip.kind, chip.text, count, own))
    return min(found, key=lambda each: (_LOSES[each.kind], each.count), default=None)
