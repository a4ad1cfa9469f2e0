"""What is made of the words of a question: a plan, where each part of it stands, and the words that no part uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.domain.model_use import Judge
from core.domain.plan import Plan

PartKind = Literal["name", "relation", "condition", "negation", "order", "answer", "similar", "group"]


@dataclass(frozen=True)
class Part:
    """``question[start:end]`` stands for a part of the plan. ``read_as``: what it was read as, where it is not written
    so: a word that only means about the same."""

    start: int
    end: int
    kind: PartKind
    read_as: str = ""


@dataclass(frozen=True)
class Parsed:
    """``plan``: of all that was understood; None where nothing is asked of a relation, a value or a condition.
    ``not_understood``: words of the question, as written and in their order, that no part uses: with any, nothing may
    be claimed. ``also``: other plans that the words mean about as likely. ``read_by``: who made the plan.
    ``passed_over``: words that say who is the largest or most important, which nothing recorded tells: they change
    nothing, and that is told. ``goods_sold``: goods in a question for the customers of a company; the words of records
    tell who buys them. ``goods_made``: kinds of goods in a question for the products of a company,
    all of which are listed. ``misread``: the words ``not_understood`` change what the plan means, so that it is not
    offered as a part of the question.
    """

    plan: Plan | None = None
    parts: tuple[Part, ...] = ()
    not_understood: tuple[str, ...] = ()
    also: tuple[Plan, ...] = ()
    read_by: Judge = "rules"
    passed_over: tuple[str, ...] = ()
    goods_sold: tuple[str, ...] = ()
    goods_made: tuple[str, ...] = ()
    misread: bool = False

    @property
    def whole(self) -> bool:
        """Whether every word is used: only then may something be claimed."""
        return self.plan is not None and not self.not_understood
