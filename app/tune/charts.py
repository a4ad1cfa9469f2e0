"""The charts of the page Tune. Every figure is also a number beside them; what is now and what it is compared with
differ in shape, not in colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import pandas as pd

from app.widgets.bar_chart import BLUE
from core.tuning.quality import DECIDING, MEASURED, CurvePoint, Quality

if TYPE_CHECKING:
    import altair as alt

ORANGE = "#D55E00"
GREY = "#7F8894"
_MIDDLE = 0.4  # numbers stand where there is room
_TEXT = "currentColor"  # the text colour of the page, in either theme
_Side = Literal["left", "right"]


def intervals(now: Quality, reference: Quality, names: tuple[str, str], description: str) -> alt.LayerChart:
    """Means with their 95 % intervals, two lines for each metric. ``names``: of now and of the reference."""
    import altair as alt  # 27 MB and 0.3 s that only those who look at charts need

    rows = [
        (metric, name, found[metric].mean, found[metric].low, found[metric].high, f"{name} {found[metric].mean:.3f}")
        for metric in MEASURED
        for name, found in zip(names, (now, reference), strict=True)
    ]
    data = pd.DataFrame(rows, columns=["metric", "setting", "mean", "low", "high", "shown"])
    kinds, colours = ["circle", "diamond"], [BLUE, ORANGE]
    base = alt.Chart(data).encode(
        y=alt.Y("metric:N", sort=list(MEASURED), title=None).axis(
            ticks=False, domain=False, labelColor=_TEXT, labelFontSize=12, labelPadding=8
        ),
        yOffset=alt.YOffset("setting:N", sort=list(names)),
        color=alt.Color("setting:N", scale=alt.Scale(domain=list(names), range=colours), legend=None),
    )
    x = alt.X("low:Q", title=None, scale=alt.Scale(domain=[0, 1])).axis(labelColor=_TEXT, tickCount=6, labelFlush=True)
    bars = base.mark_rule(strokeWidth=3, tooltip=None).encode(x=x, x2="high:Q")
    points = base.mark_point(filled=True, size=90, opacity=1, tooltip=None).encode(
        x="mean:Q", shape=alt.Shape("setting:N", scale=alt.Scale(domain=list(names), range=kinds), legend=None)
    )
    ends: tuple[tuple[alt.Expression, _Side, int, str], ...] = (
        (alt.datum.low >= _MIDDLE, "right", -8, "low:Q"),
        (alt.datum.low < _MIDDLE, "left", 8, "high:Q"),
    )
    numbers = [
        base.transform_filter(where)
        .mark_text(align=side, dx=shift, fontSize=11, tooltip=None)
        .encode(x=end, text="shown:N", color=alt.value(_TEXT))
        for where, side, shift, end in ends
    ]
    return alt.LayerChart(layer=[bars, points, *numbers]).properties(height=alt.Step(20), description=description)


def weight_curve(
    curve: Sequence[CurvePoint],
    now: tuple[float | None, float],
    best: CurvePoint | None,
    words: dict[str, str],
    description: str,
) -> alt.LayerChart:
    """nDCG@10 by W_g with its interval; ``now``: weight (None: on no curve) and mean of the current setting.

    ``words``: ``weight``, ``quality``, ``now``, ``best``.
    """
    import altair as alt  # see above

    data = pd.DataFrame(
        [(p.graph_weight, p.quality[DECIDING].mean, p.quality[DECIDING].low, p.quality[DECIDING].high) for p in curve],
        columns=["weight", "mean", "low", "high"],
    )
    x = alt.X("weight:Q", title=words["weight"], scale=alt.Scale(domain=[0, 1])).axis(
        labelColor=_TEXT, titleColor=_TEXT
    )
    y = alt.Y("low:Q", title=words["quality"], scale=alt.Scale(zero=False)).axis(labelColor=_TEXT, titleColor=_TEXT)
    base = alt.Chart(data).encode(x=x)
    band = base.mark_area(opacity=0.18, color=BLUE, tooltip=None).encode(y=y, y2="high:Q")
    line = base.mark_line(color=BLUE, point=True, tooltip=None).encode(y="mean:Q")
    marks = [(weight, mean, words["now"]) for weight, mean in [now] if weight is not None]
    marks += [(best.graph_weight, best.quality[DECIDING].mean, words["best"])] if best is not None else []
    marked = alt.Chart(pd.DataFrame(marks, columns=["weight", "mean", "kind"])).encode(x="weight:Q", y="mean:Q")
    kinds = alt.Scale(domain=[words["now"], words["best"]], range=["circle", "triangle-up"])
    colours = alt.Scale(domain=[words["now"], words["best"]], range=[ORANGE, "#009E73"])
    points = marked.mark_point(filled=True, size=150, opacity=1, tooltip=None).encode(
        shape=alt.Shape("kind:N", scale=kinds, legend=None), color=alt.Color("kind:N", scale=colours, legend=None)
    )
    labels = marked.mark_text(dy=-14, fontSize=12, fontWeight="bold", color=_TEXT, tooltip=None).encode(text="kind:N")
    level = alt.Chart(pd.DataFrame({"mean": [now[1]]})).encode(y="mean:Q")
    flat = level.mark_rule(color=ORANGE, strokeDash=[6, 4], strokeWidth=2, tooltip=None)
    # a layer without marks would be a picture without words to assistive technology
    layers = [band, line, *([flat] if now[0] is None else []), *([points, labels] if marks else [])]
    return alt.LayerChart(layer=layers).properties(height=280, description=description)


def rank_changes(rows: pd.DataFrame, names: tuple[str, str], description: str) -> alt.LayerChart:
    """A slope from the rank under the reference to the rank now for each company.

    ``rows``: ``company``, ``setting`` (one of ``names``: reference, now), ``rank``, ``wanted`` (whether it is labelled
    relevant), ``label``.
    """
    import altair as alt  # see above

    last = int(rows["rank"].max())
    base = alt.Chart(rows).encode(
        x=alt.X("setting:N", sort=list(names), title=None, scale=alt.Scale(padding=0.7)).axis(
            orient="top", labelAngle=0, labelColor=_TEXT, domain=False, ticks=False, labelFontSize=12
        ),
        y=alt.Y("rank:Q", title=None, scale=alt.Scale(domain=[last + 0.5, 0.5], nice=False)).axis(None),
        color=alt.condition("datum.wanted", alt.value(BLUE), alt.value(GREY)),
    )
    lines = base.mark_line(tooltip=None).encode(
        detail="company:N", size=alt.condition("datum.wanted", alt.value(3), alt.value(1.2))
    )
    points = base.mark_point(filled=True, size=60, opacity=1, tooltip=None).encode(
        shape=alt.condition("datum.wanted", alt.value("diamond"), alt.value("circle"))
    )
    sides: tuple[tuple[str, _Side, int], ...] = ((names[0], "right", -9), (names[1], "left", 9))
    texts = [
        base.transform_filter(alt.datum.setting == name)
        .mark_text(align=side, dx=shift, fontSize=11, limit=190, tooltip=None)
        .encode(text="label:N", color=alt.value(_TEXT))
        for name, side, shift in sides
    ]
    return alt.LayerChart(layer=[lines, points, *texts]).properties(height=30 * last + 40, description=description)
