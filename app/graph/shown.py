"""What a page shows of the graph: a drawing and its picture, made once for all sessions."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import streamlit as st

from app.graph.arrangement import Arrangement
from app.graph.picture import Picture, picture
from app.state.view_state import page_language
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.partial_dates import today
from core.domain.results import PathStep
from core.exploring.drawing import Drawing
from core.exploring.gathering import drawn_as_of
from core.exploring.layouts.layout_table import BY_FORCES
from core.exploring.neighbourhood import neighbourhood
from core.exploring.path_drawing import draw_paths
from core.exploring.view import View
from core.exploring.view_drawing import draw_view
from core.exploring.view_link import view_link
from core.messages import Language, translate
from core.retrieval.base import Base
from core.retrieval.hybrid import RETRIEVAL_FAULTS

_log = logging.getLogger("guanxi")


@dataclass(frozen=True)
class Shown:
    """A drawing and its picture in one language; shared between sessions, never modified. ``unplaced``: ids of the
    entities that the layout has no place for."""

    drawing: Drawing
    picture: Picture
    unplaced: tuple[str, ...] = ()


def shown_around(
    pipeline: DiscoveryPipeline,
    centres: tuple[str, ...],
    *,
    hops: int = 1,
    opened: tuple[str, ...] = (),
    wanted: tuple[str, ...] = (),
    first_types: tuple[str, ...] = (),
    texts: bool = False,
    layout: str = BY_FORCES,
    ranks: Mapping[str, int] | None = None,
    max_nodes: int,
    day: int | None = None,
) -> Shown | None:
    """What lies around ``centres``, with those ``wanted``; ``texts``: and with the passages that name them. ``ranks``:
    of who answers, for a ``layout`` that goes by them. ``day``: as of which, of eight digits; today by default. None
    where it cannot be drawn, which is said in its place."""
    knowledge_base = pipeline.base.knowledge_base
    draw = partial(
        neighbourhood,
        knowledge_base,
        pipeline.engine,
        centres,
        hops=hops,
        expanded=opened,
        wanted=wanted,
        max_nodes=max_nodes,
        passages=texts,
    )
    try:
        asked = (centres, hops, opened, wanted, first_types, texts, max_nodes)
        placing = _Placing(layout, tuple((ranks or {}).items()) if layout != BY_FORCES else ())
        build_id = knowledge_base.manifest.build_id
        return _shown(pipeline.base, build_id, asked, page_language(), day or today(), placing, None, first_types, draw)
    except RETRIEVAL_FAULTS:
        _log.exception("the graph could not be drawn")
        st.warning(translate("graph.failed", page_language()))
        return None


def shown_view(
    pipeline: DiscoveryPipeline,
    view: View,
    *,
    layout: str = BY_FORCES,
    path: tuple[str, ...] = (),
    plain: bool = False,
) -> Shown:
    """What is drawn of ``view`` in a ``layout``; ``plain``: without legend, letters and strong lines. ``path``: what
    stands on it, where the view shows a path and nothing else."""
    base = pipeline.base
    draw = partial(
        draw_view,
        base.knowledge_base,
        pipeline.engine,
        view,
        damping=base.settings.ppr_damping_factor,
        max_hops=base.settings.ppr_max_hops,
    )
    asked = (view_link(view), plain)
    build_id = base.knowledge_base.manifest.build_id
    placing = _Placing(layout, steps=tuple(pairwise(path)))
    return _shown(base, build_id, asked, page_language(), today(), placing, view, (), draw, _plain=plain)


def shown_paths(pipeline: DiscoveryPipeline, paths: Sequence[Sequence[PathStep]], day: int) -> Shown:
    """Paths alone, from left to right as they are told, as of a ``day`` of eight digits."""
    base = pipeline.base
    steps = tuple(dict.fromkeys((step.from_id, step.to_id) for path in paths for step in path))
    asked = ("paths", tuple(step.relation_id for path in paths for step in path))
    draw = partial(draw_paths, base.knowledge_base, paths)
    build_id = base.knowledge_base.manifest.build_id
    return _shown(base, build_id, asked, page_language(), day, _Placing(BY_FORCES, steps=steps), None, (), draw)


@dataclass(frozen=True)
class _Placing:
    """By what a picture is laid out."""

    layout: str
    ranks: tuple[tuple[str, int], ...] = ()
    steps: tuple[tuple[str, str], ...] = ()

    def marks(self, language: Language) -> dict[str, str]:
        """Both ends of paths, or several last ones, named as such."""
        starts, ends = {first for first, _ in self.steps}, {second for _, second in self.steps}
        return {
            **{each: translate("graph.path_end", language) for each in ends - starts},
            **{each: translate("graph.path_start", language) for each in starts - ends},
        }


@st.cache_resource(show_spinner=False, max_entries=128)
def _shown(
    _base: Base,
    build_id: str,  # noqa: ARG001 - cache key, as is what was asked for
    asked: Hashable,  # noqa: ARG001
    language: Language,
    day: int,
    placing: _Placing,
    _view: View | None,
    _first_types: tuple[str, ...],
    _draw: Callable[[], Drawing],
    *,
    _plain: bool = False,
) -> Shown:
    base = _base.knowledge_base
    drawing = drawn_as_of(_draw(), base, _base.ontology, day)
    drawn = [base.entity(each.id) for each in drawing.entities]
    seats = {each.id: (each.lat, each.lon) for each in drawn if each.lat is not None and each.lon is not None}
    made = picture(
        drawing,
        _base.ontology,
        language,
        _view,
        _first_types,
        plain=_plain,
        arrangement=Arrangement(placing.layout, dict(placing.ranks), seats, placing.steps, placing.marks(language)),
        periods=_periods(_base, drawing),
    )
    placed = {node["id"] for node in made.content["nodes"]}
    return Shown(drawing, made, tuple(each.id for each in drawing.entities if each.id not in placed))


def _periods(base: Base, drawing: Drawing) -> dict[str, tuple[int | None, int | None]]:
    """The years from and until which the relations hold of which any is recorded; events, their year alone."""
    knowledge_base, periods = base.knowledge_base, {}
    for edge in drawing.relations:
        row = knowledge_base.relation_row(edge.id)
        facts = knowledge_base.relation_facts
        start, end = (int(dates[row]) // 10_000 or None for dates in (facts.start, facts.end))
        if start is not None or end is not None:
            periods[edge.id] = (start, start if base.ontology[edge.type].happens_once and end is None else end)
    return periods
