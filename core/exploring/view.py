"""What is on the table of the graph workbench: a frozen value, and the pure functions that change it.

A view says which entities are shown and why: ``roots`` were asked for by name, ``expansions`` brought the others. So
a collapse takes away exactly what the expansion brought, and nothing that anything else still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from core.domain.records import EntityTypeId, Identifier

ColourBy = Literal["type", "community", "country"]
SizeBy = Literal["degree", "walk"]
MAX_SHOWN = 1_000
"""Entities of one view; what would exceed it is not taken in."""
_Ids = tuple[Identifier, ...]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Expansion(_Value):
    """``entity`` was expanded and brought ``neighbours``, of which some may have been there already."""

    entity: Identifier
    neighbours: _Ids = Field(max_length=MAX_SHOWN)


class Filters(_Value):
    """What is left out of the picture.

    ``without_relations`` and ``without_entities`` name types that are not drawn. Relations of a year outside
    ``first_year`` … ``last_year`` are not drawn, those without a year only where ``undated``; those whose weight ×
    confidence is below ``least_strength`` in [0, 1] are not drawn.
    """

    without_relations: tuple[EntityTypeId, ...] = Field((), max_length=MAX_SHOWN)
    without_entities: tuple[EntityTypeId, ...] = Field((), max_length=MAX_SHOWN)
    first_year: int | None = Field(None, ge=1000, le=2100)
    last_year: int | None = Field(None, ge=1000, le=2100)
    undated: bool = True
    least_strength: float = Field(0.0, ge=0.0, le=1.0, allow_inf_nan=False)

    @property
    def on_relations(self) -> bool:
        """Whether any relation may be left out for what it is, not for whom it joins."""
        return bool(self.without_relations or self.on_years or self.least_strength)

    @property
    def on_years(self) -> bool:
        """Whether the year of a relation matters."""
        return self.first_year is not None or self.last_year is not None or not self.undated

    def keeps_year(self, year: int | None) -> bool:
        """Whether a relation of this year, or of none, is drawn."""
        if year is None:
            return self.undated
        return (self.first_year is None or year >= self.first_year) and (
            self.last_year is None or year <= self.last_year
        )


class View(_Value):
    """One state of the workbench. ``hidden`` and ``pinned`` are among the shown; nothing unreachable is kept.

    ``walk_from`` is the company that a walk starts at where nodes are sized by it. ``opened`` names communities by
    their leading members: too many nodes are drawn clustered, but not those of an opened community.
    """

    roots: _Ids = Field((), max_length=MAX_SHOWN)
    expansions: tuple[Expansion, ...] = Field((), max_length=MAX_SHOWN)
    hidden: _Ids = Field((), max_length=MAX_SHOWN)
    pinned: _Ids = Field((), max_length=MAX_SHOWN)
    filters: Filters = Filters()
    colour_by: ColourBy = "type"
    size_by: SizeBy = "degree"
    walk_from: Identifier | None = None
    opened: _Ids = Field((), max_length=MAX_SHOWN)

    @model_validator(mode="after")
    def _whole(self) -> View:
        known = set(self.shown)
        if len(known) > MAX_SHOWN:
            raise ValueError(f"more than {MAX_SHOWN} entities")
        entities = [expansion.entity for expansion in self.expansions]
        if not known.issuperset((*self.hidden, *self.pinned, *entities)) or len(set(entities)) < len(entities):
            raise ValueError("hidden, pinned and expanded entities must be shown, and be expanded once")
        return self

    @property
    def shown(self) -> tuple[str, ...]:
        """Every entity that a root leads to, the roots first; the hidden ones too."""
        return _reached(self.roots, self.expansions)

    def is_expanded(self, entity: str) -> bool:
        """Whether ``entity`` was expanded."""
        return any(expansion.entity == entity for expansion in self.expansions)


def add(view: View, entities: Iterable[str]) -> View:
    """Show ``entities``, asked for by name: they stay when what led to them is collapsed, and are hidden no more."""
    wanted = _fitting(view, entities)
    return view.model_copy(
        update={
            "roots": _together(view.roots, wanted),
            "hidden": tuple(entity for entity in view.hidden if entity not in wanted),
        }
    )


def expand(view: View, entity: str, neighbours: Iterable[str]) -> View:
    """Show ``neighbours`` beside ``entity``, more of them if it was expanded before; nothing if it is not shown."""
    brought = [each for each in _fitting(view, neighbours) if each != entity]
    if entity not in view.shown or not brought:
        return view
    before = next((each for each in view.expansions if each.entity == entity), None)
    if before is None:
        return view.model_copy(
            update={"expansions": (*view.expansions, Expansion(entity=entity, neighbours=tuple(brought)))}
        )
    more = Expansion(entity=entity, neighbours=_together(before.neighbours, brought))
    return view.model_copy(update={"expansions": tuple(more if each is before else each for each in view.expansions)})


def collapse(view: View, entity: str) -> View:
    """Take away what expanding ``entity`` brought, and what that brought, unless something else leads to it.

    What is pinned stays.
    """
    left = tuple(expansion for expansion in view.expansions if expansion.entity != entity)
    staying = set(_reached(view.roots, left))
    roots = (*view.roots, *(each for each in view.pinned if each not in staying))
    shown = set(_reached(roots, left))
    return view.model_copy(
        update={
            "roots": roots,
            "expansions": tuple(expansion for expansion in left if expansion.entity in shown),
            "hidden": tuple(each for each in view.hidden if each in shown),
        }
    )


def hide(view: View, entity: str) -> View:
    """Draw ``entity`` no more; what it brought stays."""
    return view.model_copy(update={"hidden": _together(view.hidden, [entity])}) if entity in view.shown else view


def show_hidden(view: View) -> View:
    """Draw again whatever was hidden."""
    return view.model_copy(update={"hidden": ()})


def pin(view: View, entity: str) -> View:
    """Keep ``entity`` where it is, and on the table whatever is collapsed."""
    return view.model_copy(update={"pinned": _together(view.pinned, [entity])}) if entity in view.shown else view


def unpin(view: View, entity: str) -> View:
    """Let ``entity`` go with the others again."""
    return view.model_copy(update={"pinned": tuple(each for each in view.pinned if each != entity)})


def narrow(view: View, filters: Filters) -> View:
    """Draw only what ``filters`` let through."""
    return view.model_copy(update={"filters": filters})


def look(view: View, colour_by: ColourBy, size_by: SizeBy, walk_from: str | None) -> View:
    """What colours and sizes mean. Sizes by a walk from nowhere are those by degree."""
    from_somewhere = size_by == "walk" and walk_from is not None
    update = {"size_by": size_by if from_somewhere else "degree", "walk_from": walk_from if from_somewhere else None}
    return view.model_copy(update={"colour_by": colour_by, **update})


def open_community(view: View, leader: str) -> View:
    """Draw the members of the community that ``leader`` leads one by one, before those opened earlier."""
    return view.model_copy(update={"opened": (leader, *(each for each in view.opened if each != leader))[:MAX_SHOWN]})


def renamed(view: View, now: Callable[[str], str | None]) -> View:
    """The same view where every id is what ``now`` says it is called; what is None is no more, nor what it led to."""
    place = {entity: number for number, entity in enumerate(view.shown)}
    nothing = view.model_copy(update={"roots": (), "expansions": (), "hidden": (), "pinned": ()})
    fresh = add(nothing, _now(view.roots, now))
    for expansion in sorted(view.expansions, key=lambda each: place[each.entity]):
        fresh = expand(fresh, now(expansion.entity) or "", _now(expansion.neighbours, now))
    shown = set(fresh.shown)
    kept = {
        name: tuple(dict.fromkeys(each for each in _now(ids, now) if each in shown))
        for name, ids in (("hidden", view.hidden), ("pinned", view.pinned))
    }
    return fresh.model_copy(update={**kept, "walk_from": now(view.walk_from) if view.walk_from else None})


def _now(entities: Iterable[str], now: Callable[[str], str | None]) -> list[str]:
    return [name for entity in entities if (name := now(entity)) is not None]


def _reached(roots: Sequence[str], expansions: Sequence[Expansion]) -> tuple[str, ...]:
    found = dict.fromkeys(roots)
    waiting = list(expansions)
    while ready := [expansion for expansion in waiting if expansion.entity in found]:
        waiting = [expansion for expansion in waiting if expansion.entity not in found]
        for expansion in ready:
            found.update(dict.fromkeys(expansion.neighbours))
    return tuple(found)


def _fitting(view: View, entities: Iterable[str]) -> list[str]:
    """``entities`` without repetition, as many as there is room for; those that are there already need none."""
    shown, room = set(view.shown), MAX_SHOWN - len(view.shown)
    fitting = []
    for entity in dict.fromkeys(entities):
        if entity in shown:
            fitting.append(entity)
        elif room > 0:
            fitting.append(entity)
            room -= 1
    return fitting


def _together(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))
