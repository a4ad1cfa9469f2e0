"""Thumbs up and down on the results of a question: seen, given, changed and taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import streamlit as st

from app.runtime.markdown import plain
from app.state.view_state import language
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.errors import GuanxiError
from core.workspace.judgements import MAX_QUESTION, JudgementStore, Thumb, judged_now

_FAULT = "thumb_fault"
_THUMBS: tuple[Thumb, ...] = get_args(Thumb)


def thumbs_on(pipeline: DiscoveryPipeline, request: DiscoveryRequest) -> Mapping[str, Thumb] | None:
    """The thumbs on the results of this question, by company; None where none can be given, which is said."""
    fault = st.session_state.pop(_FAULT, None)
    if fault:
        st.error(plain(fault))
    if max(len(request.company), len(request.query)) > MAX_QUESTION:
        return None
    try:
        return _store(pipeline).of(request.company, request.query)
    except GuanxiError as error:
        st.caption(plain(error.message(language())))
        return None


def give_thumb(pipeline: DiscoveryPipeline, request: DiscoveryRequest, clicked: object) -> None:
    """Keep what was clicked; a second click on the same thumb takes it back. ``clicked``: company and thumb, as the
    browser says it."""
    if not isinstance(clicked, dict):
        return
    company, thumb = clicked.get("id"), clicked.get("thumb")
    if not isinstance(company, str) or company not in pipeline.knowledge_base.node_of or thumb not in _THUMBS:
        return
    store, question = _store(pipeline), (request.company, request.query)
    try:
        if store.of(*question).get(company) == thumb:
            store.withdraw(*question, company)
        else:
            store.judge(judged_now(*question, company, thumb, language()))
    except GuanxiError as error:
        st.session_state[_FAULT] = error.message(language())


def _store(pipeline: DiscoveryPipeline) -> JudgementStore:
    return JudgementStore(pipeline.settings.knowledge_base_folder)
