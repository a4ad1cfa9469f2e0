"""Thumbs up and down on the results of a question: seen, given, changed and taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import streamlit as st

from app.runtime.markdown import plain
from app.state.view_state import page_language
from core.domain.requests import DiscoveryRequest
from core.errors import GuanxiError
from core.retrieval.base import Base
from core.workspace.judgements import MAX_QUESTION, JudgementStore, Thumb, judged_now

_FAULT = "thumb_fault"
_THUMBS: tuple[Thumb, ...] = get_args(Thumb)


def thumbs_on(base: Base, request: DiscoveryRequest) -> Mapping[str, Thumb] | None:
    """The thumbs on the results of this question, by company; None where none can be given, which is said."""
    fault = st.session_state.pop(_FAULT, None)
    if fault:
        st.error(plain(fault))
    if max(len(request.company), len(request.query)) > MAX_QUESTION:
        return None
    try:
        return _store(base).of(request.company, request.query)
    except GuanxiError as error:
        st.caption(plain(error.message(page_language())))
        return None


def give_thumb(base: Base, request: DiscoveryRequest, clicked: object) -> None:
    """Keep what was clicked; a second click on the same thumb takes it back. ``clicked``: company and thumb, as the
    browser says it."""
    if not isinstance(clicked, dict):
        return
    company, thumb = clicked.get("id"), clicked.get("thumb")
    if not isinstance(company, str) or company not in base.knowledge_base.node_of or thumb not in _THUMBS:
        return
    store, question = _store(base), (request.company, request.query)
    try:
        if store.of(*question).get(company) == thumb:
            store.withdraw(*question, company)
        else:
            store.judge(judged_now(*question, company, thumb, page_language()))
    except GuanxiError as error:
        st.session_state[_FAULT] = error.message(page_language())


def _store(base: Base) -> JudgementStore:
    return JudgementStore(base.settings.knowledge_base_folder)
