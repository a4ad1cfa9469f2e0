"""What a page shows of the graph: a drawing and its picture, made once for all sessions."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from app.graph.picture import Picture, picture
from app.state.view_state import language
from core.discovery.pipeline import DiscoveryPipeline
from core.exploring.drawing import Drawing
from core.exploring.neighbourhood import neighbourhood
from core.exploring.view import View
from core.exploring.view_drawing import draw_view
from core.exploring.view_link import view_link
from core.messages import Language, translate
from core.retrieval.base import Base
from core.retrieval.hybrid import RETRIEVAL_FAULTS

_log = logging.getLogger("guanxi")


@dataclass(frozen=True)
class Shown:
    """A drawing and its picture in one language; shared between sessions, never modified."""

    drawing: Drawing
    picture: Picture


def shown_around(
    pipeline: DiscoveryPipeline,
    centres: tuple[str, ...],
    *,
    hops: int = 1,
    opened: tuple[str, ...] = (),
    wanted: tuple[str, ...] = (),
    first_types: tuple[str, ...] = (),
    texts: bool = False,
    max_nodes: int,
) -> Shown | None:
    """What lies around ``centres``, with those ``wanted``; ``texts``: and with the passages that name them. None where
    it cannot be drawn, which is said in its place."""
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
        return _shown(pipeline.base, knowledge_base.manifest.build_id, asked, language(), None, first_types, draw)
    except RETRIEVAL_FAULTS:
        _log.exception("the graph could not be drawn")
        st.warning(translate("graph.failed", language()))
        return None


def shown_view(pipeline: DiscoveryPipeline, view: View, *, plain: bool = False) -> Shown:
    """What is drawn of ``view``; ``plain``: without legend, letters and strong lines."""
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
    return _shown(base, base.knowledge_base.manifest.build_id, asked, language(), view, (), draw, _plain=plain)


@st.cache_resource(show_spinner=False, max_entries=128)
def _shown(
    _base: Base,
    build_id: str,  # noqa: ARG001 - cache key, as is what was asked for
    asked: Hashable,  # noqa: ARG001
    reads: Language,
    _view: View | None,
    _first_types: tuple[str, ...],
    _draw: Callable[[], Drawing],
    *,
    _plain: bool = False,
) -> Shown:
    drawing = _draw()
    return Shown(drawing, picture(drawing, _base.ontology, reads, _view, _first_types, plain=_plain))
