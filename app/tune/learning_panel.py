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
from app.state.view_state import language
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
    reads = language()
    st.header(translate("tune.learning", reads))
    st.caption(translate("tune.learning_help", reads))
    fault = st.session_state.pop(_FAULT, None)
    if fault:
        st.error(plain(fault))
    kept: Watched[Learnt] | None = st.session_state.get(_KEPT)
    if kept is not None and kept.running:
        with st.spinner(translate("tune.learning_now", reads)):
            follow(kept)
        return
    st.button(translate("tune.learn", reads), on_click=_begin, args=(pipeline,))
    if kept is not None and kept.error is not None:
        st.error(plain(kept.error.message(reads)))
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
    reads = language()
    counted = {"questions": learnt.questions, "ups": learnt.ups, "downs": learnt.downs}
    if learnt.missing or learnt.missing_groups:
        said = {"missing": learnt.missing, "groups": learnt.missing_groups}
        st.info(translate("tune.too_few_thumbs", reads, **counted, **said))
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
    st.write(translate("tune.learnt_figures", reads, **counted, **figures))
    if learnt.proposal is None:
        st.info(translate("tune.nothing_better", reads))
        return
    weights = {"wg": f"{learnt.proposal.graph_weight:.2f}", "wv": f"{learnt.proposal.vector_weight:.2f}"}
    st.write(translate("tune.proposal", reads, **weights))
    if learnt.families:
        st.caption(translate("tune.families_help", reads))
        rows = [
            (
                translate(f"influence.{each.family}", reads),
                f"{each.beta:.2f}",
                f"{each.up:.1%}",
                f"{each.down:.1%}",
                ", ".join(base.ontology[name].reads(reads, forward=True) for name in each.types),
            )
            for each in learnt.families
        ]
        heads = [
            translate(f"tune.column.{name}", reads) for name in ("family", "beta", "share_up", "share_down", "types")
        ]
        st.dataframe(pd.DataFrame(rows, columns=heads), hide_index=True)
    else:
        st.caption(translate("tune.families_stay", reads))
    st.button(
        translate("tune.apply", reads),
        type="primary",
        on_click=_apply,
        args=(shared, learnt.proposal),
        help=translate("tune.apply_help", reads),
    )


def _apply(shared: Services, proposal: TunedSettings) -> None:
    """Save as a preset and make it the default; what was the default before is one click away."""
    reads, store = language(), PresetStore(shared.settings.knowledge_base_folder)
    name = translate("tune.learnt_name", reads, when=datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S"))
    try:
        store.save(name, proposal)
        store.make_default(name)
    except GuanxiError as error:
        st.session_state[_FAULT] = error.message(reads)
        return
    shared.put_default_preset_in_force()
    reset_tuning()
    del st.session_state[_KEPT]
