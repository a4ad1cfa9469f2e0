"""Learn from the thumbs of people: what is proposed, why, and how well it did; applied only when confirmed."""

from __future__ import annotations

from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.runtime.watched import CancellationCheck, Watched, follow
from app.state.sliders import chosen_settings
from app.state.tuning_state import reset_tuning
from app.state.view_state import page_language
from core.discovery.pipeline import DiscoveryPipeline
from core.errors import GuanxiError
from core.messages import translate
from core.retrieval.base import Base
from core.tuning.judgements import as_task_set
from core.tuning.learning import Learnt, learn_from_thumbs
from core.tuning.questions import search
from core.workspace.judgements import JudgementStore
from core.workspace.presets import PresetStore
from core.workspace.tuned_settings import TunedSettings

_KEPT = "tune_learning"
_FAULT = "tune_learning_fault"


@stands_alone
def learning_panel(pipeline: DiscoveryPipeline, shared: Services) -> None:
    """A button to begin, then what was learnt."""
    language = page_language()
    st.header(translate("tune.learning", language))
    st.caption(translate("tune.learning_help", language))
    fault = st.session_state.pop(_FAULT, None)
    if fault:
        st.error(plain(fault))
    kept: Watched[Learnt] | None = st.session_state.get(_KEPT)
    if kept is not None and kept.running:
        with st.spinner(translate("tune.learning_now", language)):
            follow(kept)
        return
    st.button(translate("tune.learn", language), on_click=_begin, args=(pipeline,))
    if kept is not None and kept.error is not None:
        st.error(plain(kept.error.message(language)))
    elif kept is not None and kept.value is not None:
        _show(pipeline.base, shared, kept.value)


def _begin(pipeline: DiscoveryPipeline) -> None:
    current = chosen_settings(pipeline.base.settings)

    def work(check_cancelled: CancellationCheck) -> Learnt:
        tasks = as_task_set(JudgementStore(pipeline.base.settings.knowledge_base_folder).all())
        thumbs = search(pipeline, tasks, current.walk, check_cancelled=check_cancelled)
        return learn_from_thumbs(pipeline, thumbs, current, check_cancelled=check_cancelled)

    st.session_state[_KEPT] = Watched(work)


def _show(base: Base, shared: Services, learnt: Learnt) -> None:
    language = page_language()
    counted = {"questions": learnt.questions, "ups": learnt.ups, "downs": learnt.downs}
    if learnt.missing or learnt.missing_groups:
        said = {"missing": learnt.missing, "groups": learnt.missing_groups}
        st.info(translate("tune.too_few_thumbs", language, **counted, **said))
        return
    if learnt.before is None or learnt.after is None or learnt.difference is None:
        return
    apart = learnt.difference
    figures = {
        "before": f"{learnt.before.mean:.3f}",
        "after": f"{learnt.after.mean:.3f}",
        "change": f"{apart.mean:+.3f}",
        "low": f"{apart.low:+.3f}",
        "high": f"{apart.high:+.3f}",
        "p": f"{apart.p_value:.3f}",
    }
    st.write(translate("tune.learnt_figures", language, **counted, **figures))
    if learnt.proposal is None:
        st.info(translate("tune.nothing_better", language))
        return
    weights = {"wg": f"{learnt.proposal.graph_weight:.2f}", "wv": f"{learnt.proposal.vector_weight:.2f}"}
    st.write(translate("tune.proposal", language, **weights))
    if learnt.families:
        st.caption(translate("tune.families_help", language))
        rows = [
            (
                translate(f"influence.{each.family}", language),
                f"{each.beta:.2f}",
                f"{each.up:.1%}",
                f"{each.down:.1%}",
                ", ".join(base.ontology[name].reads(language, forward=True) for name in each.types),
            )
            for each in learnt.families
        ]
        heads = [
            translate(f"tune.column.{name}", language) for name in ("family", "beta", "share_up", "share_down", "types")
        ]
        st.dataframe(pd.DataFrame(rows, columns=heads), hide_index=True)
    else:
        st.caption(translate("tune.families_stay", language))
    st.button(
        translate("tune.apply", language),
        type="primary",
        on_click=_apply,
        args=(shared, learnt.proposal),
        help=translate("tune.apply_help", language),
    )


def _apply(shared: Services, proposal: TunedSettings) -> None:
    """Save as a preset and make it the default; what was the default before is one click away."""
    language, store = page_language(), PresetStore(shared.settings.knowledge_base_folder)
    name = translate("tune.learnt_name", language, when=datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S"))
    try:
        store.save(name, proposal)
        store.make_default(name)
    except GuanxiError as error:
        st.session_state[_FAULT] = error.message(language)
        return
    shared.put_default_preset_in_force()
    reset_tuning()
    del st.session_state[_KEPT]
