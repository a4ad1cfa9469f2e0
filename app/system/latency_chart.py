"""Median and 95th percentile of every stage on one logarithmic scale: told apart by shape, named at the left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from app.widgets.bar_chart import BLUE
from core.monitoring.recent_answers import StageFigures

if TYPE_CHECKING:
    import altair as alt

_ROW = 24  # pixels
_LABEL_WIDTH = 170
_LEAST = 0.01  # milliseconds: what is shorter has no place on a logarithmic scale
_ORANGE = "#D55E00"
_TEXT = "currentColor"  # the text colour of the page, in either theme


def latency_chart(
    figures: Sequence[StageFigures], labels: Sequence[str], legend: tuple[str, str], axis: str, description: str
) -> alt.LayerChart:
    """One row per stage, named by ``labels``; ``legend`` names the two percentiles. Raises ValueError without rows."""
    import altair as alt  # 27 MB and 0.3 s that only those who look at charts need

    if not figures:
        raise ValueError("no rows")
    rows = alt.Y("label:N", sort=None, title=None).axis(
        labelLimit=_LABEL_WIDTH,
        labelAlign="left",
        labelFlush=False,
        labelPadding=_LABEL_WIDTH,
        labelColor=_TEXT,
        ticks=False,
        domain=False,
    )
    scale = alt.Scale(type="log", nice=True)
    across = alt.X("from:Q", scale=scale, title=axis).axis(labelColor=_TEXT, titleColor=_TEXT, tickCount=4, format="~g")
    lines = alt.Chart(_spans(figures, labels)).mark_rule(strokeWidth=2, color="#8a94a3", tooltip=None)
    spans = lines.encode(y=rows, x=across, x2="to:Q")
    points = (
        alt.Chart(_points(figures, labels, legend))
        .mark_point(filled=True, size=90, opacity=1, tooltip=None)
        .encode(
            y=rows,
            x=alt.X("from:Q", scale=scale),
            shape=alt.Shape("which:N", sort=None, title=None)
            .scale(domain=list(legend), range=["circle", "diamond"])
            .legend(orient="top", labelColor=_TEXT, labelLimit=260),
            color=alt.Color("which:N", sort=None, title=None).scale(domain=list(legend), range=[BLUE, _ORANGE]),
        )
    )
    drawn: alt.LayerChart = spans + points
    return drawn.properties(height=alt.Step(_ROW), description=description)


def _spans(figures: Sequence[StageFigures], labels: Sequence[str]) -> pd.DataFrame:
    rows = [(label, _shown(each.p50), _shown(each.p95)) for label, each in zip(labels, figures, strict=True)]
    return pd.DataFrame(rows, columns=["label", "from", "to"])


def _points(figures: Sequence[StageFigures], labels: Sequence[str], legend: tuple[str, str]) -> pd.DataFrame:
    rows = [
        (label, _shown(value), which)
        for label, each in zip(labels, figures, strict=True)
        for which, value in zip(legend, (each.p50, each.p95), strict=True)
    ]
    return pd.DataFrame(rows, columns=["label", "from", "which"])


def _shown(value: float) -> float:
    return max(_LEAST, value)
