"""What a part of a plan can be changed to: another relation, company, country, industry or year."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from app.state.view_state import ask_plan, language
from app.widgets.pickers import company_options
from core.domain.plan import Filter, Plan, Related, When
from core.messages import translate
from core.names.places import place_of_code
from core.ontology import COMPANY, Ontology, RelationEnd
from core.questions.changed_plan import part_at, with_name, with_relation, with_time, with_values
from core.questions.chips import Chip
from core.questions.columns import columns_of, countries_of
from core.questions.sentences import PlanWords
from core.retrieval.base import Base

FIRST_YEAR, LAST_YEAR = 1000, 2999
Draw = Callable[[str], None]
"""Draws the control under a key."""


def change_of(base: Base, plan: Plan, chip: Chip, words: PlanWords) -> Draw | None:
    """How a part can be changed; None where it can only be taken out."""
    part = None if chip.kind in ("negation", "order", "similar") else part_at(plan, chip.key)
    match part:
        case Related() if chip.key.endswith("/when"):
            return lambda key: _time(plan, chip, words, part, key)
        case Related():
            return lambda key: _relation(base.ontology, plan, chip, words, part, key)
        case Filter(attribute="country" | "industry", operator="in" | "not_in" | "="):
            return lambda key: _values(base, plan, chip, words, part, key)
        case Filter(attribute="founded", values=(_,)):
            return lambda key: _founded(plan, chip, words, part, key)
        case str() if part in base.knowledge_base.node_of and base.knowledge_base.entity(part).type == COMPANY:
            return lambda key: _name(base, plan, chip, words, key)
    return None


def _ask(changed: Callable[[], Plan], words: PlanWords) -> None:
    plan = changed()
    ask_plan(plan, words.plan(plan))


def _choose(label: str, options: Mapping[str, str], key: str, chosen: Callable[[str], Plan], words: PlanWords) -> None:
    """A list to choose from; what is chosen is asked at once."""

    def asked() -> None:
        choice = st.session_state[f"{key}-choice"]
        if choice is not None:
            _ask(lambda: chosen(choice), words)

    st.selectbox(
        translate(label, language()),
        list(options),
        index=None,
        format_func=lambda each: options[each],
        key=f"{key}-choice",
        placeholder=translate("chips.choose", language()),
        on_change=asked,
    )


def _relation(ontology: Ontology, plan: Plan, chip: Chip, words: PlanWords, part: Related, key: str) -> None:
    """The relations that lead to the same kind of thing."""
    target = ontology[part.type].target
    offered: dict[str, tuple[str, RelationEnd]] = {}
    options: dict[str, str] = {}
    for kind in ontology.types.values():
        ends: tuple[RelationEnd, ...] = ("either",) if kind.symmetric else ("backward", "forward")
        for end in ends if kind.target == target == COMPANY else ends[-1:] if kind.target == target else ():
            choice = f"{kind.id} {end}"
            if (kind.id, end) != (part.type, part.end):
                offered[choice], options[choice] = (kind.id, end), words.roles(kind.id, end)

    def chosen(choice: str) -> Plan:
        return with_relation(plan, chip.key, *offered[choice])

    _choose("chips.change.relation", options, key, chosen, words)


def _name(base: Base, plan: Plan, chip: Chip, words: PlanWords, key: str) -> None:
    options = company_options(base.knowledge_base, language())
    _choose("chips.change.name", options, key, lambda choice: with_name(plan, chip.key, choice), words)


def _values(base: Base, plan: Plan, chip: Chip, words: PlanWords, part: Filter, key: str) -> None:
    columns, reads = columns_of(base.knowledge_base), language()
    options: dict[str, str] = {}
    if part.attribute == "country":
        places = {code: place_of_code(code) for code in countries_of(base.knowledge_base).values}
        options = {code: place.name_zh if reads == "zh" else place.name_en for code, place in places.items() if place}
    else:
        for node in sorted(set(columns.industry.tolist())):
            if 0 <= node < base.knowledge_base.graph.entities:
                entity = base.knowledge_base.entity_at(node)
                options[entity.id] = entity.name(reads)
    listed = dict(sorted(options.items(), key=lambda item: item[1]))
    label = f"chips.change.{part.attribute}"
    _choose(label, listed, key, lambda choice: with_values(plan, chip.key, (choice,)), words)


def _founded(plan: Plan, chip: Chip, words: PlanWords, part: Filter, key: str) -> None:
    def asked() -> None:
        _ask(lambda: with_values(plan, chip.key, (int(st.session_state[f"{key}-year"]),)), words)

    _year("chips.change.founded", int(part.values[0]), f"{key}-year", asked)


def _time(plan: Plan, chip: Chip, words: PlanWords, part: Related, key: str) -> None:
    """From a year to a year, either may be left open."""
    when = part.when or When()

    def asked() -> None:
        first, last = (st.session_state[f"{key}-{end}"] for end in ("first", "last"))
        time = When(first=first, last=last) if first or last else None
        _ask(lambda: with_time(plan, chip.key, time), words)

    _year("chips.change.first", when.first, f"{key}-first", asked)
    _year("chips.change.last", when.last, f"{key}-last", asked)


def _year(label: str, value: int | None, key: str, asked: Callable[[], None]) -> None:
    st.number_input(
        translate(label, language()),
        min_value=FIRST_YEAR,
        max_value=LAST_YEAR,
        value=value,
        step=1,
        key=key,
        on_change=asked,
    )
