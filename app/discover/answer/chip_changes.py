"""What a part of a plan can be changed to: another relation, company, condition, order, combination or value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

import streamlit as st

from app.state.relabelled import relabelled
from app.state.view_state import ask_plan, page_language
from app.widgets.pickers import company_options
from core.domain.plan import And, Entities, Filter, Like, Or, Plan, Related, SetPlan, Top, Value, When
from core.messages import translate
from core.names.places import place_of_code
from core.ontology import COMPANY, Ontology, RelationEnd
from core.questions.execution.columns import columns_of, countries_of, towns_in
from core.questions.phrases.fitting import OPPOSITE
from core.questions.plans.changed_plan import (
    part_at,
    with_attribute,
    with_group,
    with_name,
    with_order,
    with_relation,
    with_time,
    with_values,
)
from core.questions.plans.chips import Chip
from core.questions.plans.places_and_markets import markets, town_name
from core.questions.plans.sentences import PlanWords
from core.retrieval.base import Base

FIRST_YEAR, LAST_YEAR = 1000, 2999
MOST_FIRST = 100
SIMILAR = "similar_product"
VALUES = ("founded", "ticker", "country", "industry", "headquarters")
Draw = Callable[[str], None]
"""Draws the control under a key."""


def change_of(base: Base, plan: Plan, chip: Chip, words: PlanWords) -> Draw | None:
    """How a part can be changed; None where it can only be taken out."""
    if chip.key == "answer" and isinstance(plan.answer, Value):
        return partial(_attribute, base, plan, words)
    part = None if chip.key.endswith("/within") else part_at(plan, chip.key)
    if chip.kind == "negation" and isinstance(part, Entities) and len(part.ids) == 1:
        chip, part = Chip(f"{chip.key}/ids.0", "name", chip.text), part.ids[0]
    if isinstance(part, str):
        known = part in base.knowledge_base.node_of and base.knowledge_base.entity(part).type == COMPANY
        return partial(_name, base, plan, chip, words) if known else None
    return None if part is None else _change_of_set(base, plan, chip, words, part)


def _change_of_set(base: Base, plan: Plan, chip: Chip, words: PlanWords, part: SetPlan) -> Draw | None:
    draw: Draw | None = None
    match part:
        case Related() if chip.key.endswith("/when"):
            draw = partial(_time, plan, chip, words, part)
        case Related():
            draw = partial(_relation, base.ontology, plan, chip, words, (part.type, part.end))
        case Like():
            draw = partial(_relation, base.ontology, plan, chip, words, (SIMILAR, "either"))
        case Filter():
            draw = partial(_condition, base, plan, chip, words, part)
        case Top():
            draw = partial(_order, plan, chip, words, part)
        case And() | Or():
            draw = partial(_group, plan, chip, words, part)
    return draw


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
        translate(label, page_language()),
        list(options),
        index=None,
        format_func=lambda each: options[each],
        key=relabelled(f"{key}-choice"),
        placeholder=translate("chips.choose", page_language()),
        on_change=asked,
    )


def _between(ontology: Ontology, kind: str, end: RelationEnd) -> tuple[str, str]:
    """The entity types of what is asked about and of what is asked for."""
    return ontology.found_at(kind, OPPOSITE[end]), ontology.found_at(kind, end)


def _relation(
    ontology: Ontology, plan: Plan, chip: Chip, words: PlanWords, now: tuple[str, RelationEnd], key: str
) -> None:
    """The relations that lead to the same kind of thing as the one that is asked for ``now``."""
    between = _between(ontology, *now)
    offered: dict[str, tuple[str, RelationEnd]] = {}
    options: dict[str, str] = {}
    for kind in ontology.types.values():
        ends: tuple[RelationEnd, ...] = ("either",) if kind.symmetric else ("backward", "forward")
        for end in (each for each in ends if _between(ontology, kind.id, each) == between):
            choice = f"{kind.id} {end}"
            if (kind.id, end) != now or chip.kind == "similar":
                offered[choice], options[choice] = (kind.id, end), words.roles(kind.id, end)

    def chosen(choice: str) -> Plan:
        return with_relation(plan, chip.key, *offered[choice])

    _choose("chips.change.relation", options, key, chosen, words)


def _name(base: Base, plan: Plan, chip: Chip, words: PlanWords, key: str) -> None:
    options = company_options(base.knowledge_base, page_language())
    _choose("chips.change.name", options, key, lambda choice: with_name(plan, chip.key, choice), words)


def _condition(base: Base, plan: Plan, chip: Chip, words: PlanWords, part: Filter, key: str) -> None:
    """Another value of the same condition."""
    if part.attribute in ("founded", "size"):
        _number(plan, chip, words, part, key)
    elif part.attribute == "ticker":
        _market(plan, chip, words, key)
    else:
        listing = {"country": _countries, "industry": _industries, "town": _towns}[part.attribute]
        options = listing(base)
        listed = dict(sorted(options.items(), key=lambda item: item[1]))
        label = f"chips.change.{part.attribute}"
        _choose(label, listed, key, lambda choice: with_values(plan, chip.key, (choice,)), words)


def _countries(base: Base) -> dict[str, str]:
    places = {code: place_of_code(code) for code in countries_of(base.knowledge_base).values}
    chinese = page_language() == "zh"
    return {code: place.name_zh if chinese else place.name_en for code, place in places.items() if place}


def _industries(base: Base) -> dict[str, str]:
    nodes = sorted(set(columns_of(base.knowledge_base).industry.tolist()))
    found = [base.knowledge_base.entity_at(node) for node in nodes if 0 <= node < base.knowledge_base.graph.entities]
    return {entity.id: entity.name(page_language()) for entity in found}


def _towns(base: Base) -> dict[str, str]:
    return {town: town_name(town, page_language()) for town in towns_in(base.knowledge_base).companies}


def _market(plan: Plan, chip: Chip, words: PlanWords, key: str) -> None:
    listed = markets(page_language())
    options = dict(zip(listed, listed, strict=True))
    _choose("chips.change.ticker", options, key, lambda choice: with_values(plan, chip.key, listed[choice]), words)


def _order(plan: Plan, chip: Chip, words: PlanWords, part: Top, key: str) -> None:
    """From the other end, or another number of them."""
    other: Literal["most", "least"] = "least" if part.which == "most" else "most"
    options: dict[str, str] = {other: words.order(part.model_copy(update={"which": other}))}
    _choose("chips.change.order", options, key, lambda _: with_order(plan, chip.key, other, part.n), words)
    st.number_input(
        translate("chips.change.number", page_language()),
        min_value=1,
        max_value=MOST_FIRST,
        value=part.n,
        key=f"{key}-number",
        on_change=lambda: _ask(
            lambda: with_order(plan, chip.key, part.which, int(st.session_state[f"{key}-number"])), words
        ),
    )


def _group(plan: Plan, chip: Chip, words: PlanWords, part: And | Or, key: str) -> None:
    other: Literal["and", "or"] = "or" if isinstance(part, And) else "and"
    options: dict[str, str] = {other: words.text(f"chip.{other}")}
    _choose("chips.change.group", options, key, lambda _: with_group(plan, chip.key, other), words)


def _attribute(base: Base, plan: Plan, words: PlanWords, key: str) -> None:
    """What else is recorded of the entity."""
    assert isinstance(plan.answer, Value)
    own = [each.name for each in base.knowledge_base.entity(plan.answer.entity).attributes]
    options = {name: words.attribute(name) for name in (*VALUES, *own) if name != plan.answer.attribute}
    _choose("chips.change.attribute", options, key, lambda choice: with_attribute(plan, choice), words)


def _number(plan: Plan, chip: Chip, words: PlanWords, part: Filter, key: str) -> None:
    """Another year of founding, or another size."""

    def asked() -> None:
        value = st.session_state[f"{key}-number"]
        if value is not None:
            _ask(lambda: with_values(plan, chip.key, (int(value) if part.attribute == "founded" else value,)), words)

    if part.attribute == "founded":
        _year("chips.change.founded", int(part.values[0]), f"{key}-number", asked)
    else:
        size = float(part.values[0]) if isinstance(part.values[0], int | float) else None
        st.number_input(
            translate("chips.change.size", page_language()),
            min_value=0.0,
            value=size,
            format="%g",
            key=f"{key}-number",
            on_change=asked,
        )


def _time(plan: Plan, chip: Chip, words: PlanWords, part: Related, key: str) -> None:
    """From a year to a year, either may be left open."""
    when = part.when or When()

    def asked() -> None:
        first, last = (st.session_state[f"{key}-{end}"] for end in ("first", "last"))
        time = when.model_copy(update={"first": first, "last": last}) if first or last else None
        _ask(lambda: with_time(plan, chip.key, time), words)

    _year("chips.change.first", when.first, f"{key}-first", asked)
    _year("chips.change.last", when.last, f"{key}-last", asked)


def _year(label: str, value: int | None, key: str, asked: Callable[[], None]) -> None:
    st.number_input(
        translate(label, page_language()),
        min_value=FIRST_YEAR,
        max_value=LAST_YEAR,
        value=value,
        step=1,
        key=key,
        on_change=asked,
    )
