"""Quality now beside the reference, and the weight–quality curve."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from app.runtime.expanders import expander
from app.state.tuning_state import weigh_by_hand
from app.state.view_state import page_language
from app.tune.bench import Bench, GrowingCurve
from app.tune.charts import intervals, weight_curve
from core.evaluation.experiment import QuestionScore
from core.messages import translate
from core.tuning.quality import (
    CURVE_WEIGHTS,
    DECIDING,
    MEASURED,
    RESAMPLES,
    best_point,
    compared,
    on_the_curve,
    quality,
    weight_of_graph,
)
from core.workspace.tuned_settings import TunedSettings


def figures(scores: Sequence[QuestionScore], reference: Sequence[QuestionScore], against: str) -> None:
    """Three numbers with their change, the intervals as a chart and as a table. ``against``: name of the reference."""
    language = page_language()
    now, then, apart = quality(scores), quality(reference), compared(scores, reference)
    with st.container(horizontal=True, gap="medium"):
        for metric in MEASURED:
            change = apart[metric].mean
            st.metric(
                metric,
                f"{now[metric].mean:.3f}",
                f"{change:+.3f}" if abs(change) >= 0.0005 else None,
                help=translate(f"tune.metric.{metric}", language),
                width="content",
            )
    deciding = apart[DECIDING]
    if deciding.mean:
        said = {"change": f"{deciding.mean:+.3f}", "low": f"{deciding.low:+.3f}", "high": f"{deciding.high:+.3f}"}
        sure = "tune.sure" if deciding.low > 0 or deciding.high < 0 else "tune.unsure"
        st.caption(translate(sure, language, **said, p=f"{deciding.p_value:.3f}"))
    else:
        st.caption(translate("tune.equal_to_reference", language))
    names = (translate("tune.now", language), translate("tune.reference_short", language))
    said_rows = "; ".join(f"{metric} {now[metric].mean:.3f}" for metric in MEASURED)
    st.altair_chart(intervals(now, then, names, translate("tune.intervals_chart", language, rows=said_rows)))
    unlinked = sum(score.status != "searched" for score in scores)
    if unlinked:
        st.caption(translate("tune.unlinked", language, count=unlinked))
    panel = expander(translate("tune.as_table", language), "tune-figures-table")
    if not panel.open:
        return
    columns = ("metric", "now", "interval", "reference", "interval_reference", "change", "interval_change", "p")
    rows = [
        (
            metric,
            f"{now[metric].mean:.3f}",
            _interval(now[metric].low, now[metric].high),
            f"{then[metric].mean:.3f}",
            _interval(then[metric].low, then[metric].high),
            f"{apart[metric].mean:+.3f}",
            _interval(apart[metric].low, apart[metric].high),
            f"{apart[metric].p_value:.3f}",
        )
        for metric in MEASURED
    ]
    with panel:
        heads = [translate(f"tune.column.{column}", language) for column in columns]
        st.dataframe(pd.DataFrame(rows, columns=heads), hide_index=True)
        st.caption(translate("tune.how_measured", language, resamples=f"{RESAMPLES:,}", reference=against))


def _interval(low: float, high: float) -> str:
    return f"{low:.3f} … {high:.3f}"


def curve_panel(bench: Bench, current: TunedSettings, scores: Sequence[QuestionScore]) -> None:
    """The curve, growing in the background until it is whole."""
    language = page_language()
    st.header(translate("tune.curve", language))
    st.caption(translate("tune.curve_adaptive" if current.mode == "adaptive" else "tune.curve_help", language))
    growing = bench.curve(current)
    mean = quality(scores)[DECIDING].mean
    if growing.work is not None and growing.work.running:
        _growing(growing, current, mean)
    else:
        _curve(growing, current, mean)


@st.fragment(run_every=0.5)
def _growing(growing: GrowingCurve, current: TunedSettings, mean: float) -> None:
    """Look twice a second; shown anew as a whole when it is over."""
    if growing.work is not None:
        growing.work.look()
        if not growing.work.running:
            st.rerun()
    _curve(growing, current, mean)


def _curve(growing: GrowingCurve, current: TunedSettings, mean: float) -> None:
    language, points = page_language(), list(growing.points)
    whole = len(points) == len(CURVE_WEIGHTS)
    best = best_point(points) if whole else None
    now = (weight_of_graph(current.fusion), mean)
    if growing.work is not None and growing.work.error is not None:
        st.error(growing.work.error.message(language))
    if not points:
        st.caption(translate("tune.curve_waiting", language))
        return
    words = {
        "weight": translate("tune.wg_axis", language),
        "quality": DECIDING,
        "now": translate("tune.now", language),
        "best": translate("tune.best", language),
    }
    said = f"{best.graph_weight:.2f}: {best.quality[DECIDING].mean:.3f}" if best else "…"
    described = translate("tune.curve_chart", language, best=said, now=f"{mean:.3f}")
    st.altair_chart(weight_curve(points, now, best, words, described))
    if best is None:
        st.caption(translate("tune.curve_growing", language, done=len(points), total=len(CURVE_WEIGHTS)))
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        weight, quality_there = f"{best.graph_weight:.2f}", f"{best.quality[DECIDING].mean:.3f}"
        st.caption(translate("tune.best_is", language, weight=weight, quality=quality_there), width="content")
        st.button(
            translate("tune.use_best", language),
            on_click=weigh_by_hand,
            args=(on_the_curve(current.fusion, best.graph_weight),),
            type="tertiary",
            key="tune-use-best",
        )
    panel = expander(translate("tune.as_table", language), "tune-curve-table")
    if panel.open:
        heads = [translate(f"tune.column.{name}", language) for name in ("weight", "deciding", "interval")]
        rows = [
            (
                f"{point.graph_weight:.2f}",
                f"{point.quality[DECIDING].mean:.3f}",
                _interval(point.quality[DECIDING].low, point.quality[DECIDING].high),
            )
            for point in points
        ]
        panel.dataframe(pd.DataFrame(rows, columns=heads), hide_index=True, height=300)
