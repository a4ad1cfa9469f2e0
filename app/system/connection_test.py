"""A button that asks the language model one tiny question in the background, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.watched import Watched, follow
from app.state.view_state import page_language
from core.domain.model_use import ModelUse
from core.errors import GuanxiError
from core.messages import Language, translate
from core.reasoning.connection_test import ask_for_a_sign
from core.reasoning.llm.endpoint import Endpoint

_KEPT = "connection_test"


@dataclass(frozen=True)
class ConnectionTest:
    """The last test of this session: being made, or what it took, or why there was no answer; none of them before."""

    running: bool = False
    value: ModelUse | None = None
    error: GuanxiError | None = None


def current_test() -> ConnectionTest:
    """How the test stands."""
    work: Watched[ModelUse] | None = st.session_state.get(_KEPT)
    if work is None:
        return ConnectionTest()
    running = work.running  # asked first: once it is over, its value or error is there
    return ConnectionTest(running, work.value, work.error)


def connection_button(endpoint: Endpoint) -> None:
    """The button, and the answer below it."""
    language, test = page_language(), current_test()
    st.button(
        translate("system.model.test", language),
        key="test-model",
        disabled=test.running,
        on_click=_begin,
        args=(endpoint, language),
    )
    if test.running:
        st.caption(plain(translate("system.model.testing", language, model=endpoint.model)))
        follow(st.session_state[_KEPT])
    elif test.value is not None:
        use = test.value
        st.caption(
            plain(
                translate(
                    "system.model.answered",
                    language,
                    seconds=f"{use.milliseconds / 1000:.2f}",
                    read=use.input_tokens,
                    written=use.output_tokens,
                )
            )
        )
    elif test.error is None:
        st.caption(plain(translate("system.model.test_help", language)))


def _begin(endpoint: Endpoint, language: Language) -> None:
    """Once more; a second press of the button while it is being asked changes nothing."""
    if not current_test().running:
        st.session_state[_KEPT] = Watched(
            lambda check_cancelled: ask_for_a_sign(endpoint, language, check_cancelled=check_cancelled)
        )
