"""Tune: what weights, walk and kinds of relations do to the quality of the lists, on labelled questions."""

import streamlit as st

from app.runtime.services import services
from app.state.view_state import page_language
from app.tune.bench import current_bench
from app.tune.learning_panel import learning_panel
from app.tune.presets_panel import presets_panel
from app.tune.task_sets import chosen_tasks
from app.tune.workbench import workbench
from app.widgets.pickers import language_switch
from core.messages import translate

language = page_language()
shared = services()
pipeline = shared.opened_pipeline
base = pipeline.base


def page() -> None:
    """What is tuned on, what is saved, then the controls and what they do."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(translate("tune.title", language), width="content")
        language_switch()
    st.caption(translate("tune.help", language))
    tasks = chosen_tasks(base)
    presets = presets_panel(shared)
    if tasks is not None:
        workbench(base, current_bench(pipeline, tasks), presets)
    learning_panel(pipeline, shared)


page()
