"""A session of Streamlit as a page begins with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import streamlit as st

from app.state import tuning_state


@pytest.fixture
def session() -> Iterator[None]:
    st.session_state.clear()
    tuning_state.reset_tuning()
    yield
    st.session_state.clear()
