"""The chart of a timeline: a lane per kind of relation in its colour and dash, a mark per year with its count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from core.messages import Language, translate

if TYPE_CHECKING:
    import altair as alt

_LANE = 30  # pixels
_LABEL_WIDTH = 130
_TEXT = "currentColor"  # the text colour of the page, in either theme
_SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")


@dataclass(frozen=True)
class Lane:
    """Relations of one type and direction. ``years``: year → names at the other end; ``counts``: year → relations."""

    label: str
    colour: str
    dash: tuple[int, ...]
    years: Mapping[int, str]
    counts: Mapping[int, int]

    @property
    def relations(self) -> int:
        """How many there are in all."""
        return sum(self.counts.values())


def timeline_specification(lanes: Sequence[Lane], language: Language, description: str) -> dict[str, Any]:
    """The chart as Vega-Lite: years from left to right, lanes from top to bottom in the given order.

    ``description`` is what a screen reader says instead of the picture. Raises ValueError without lanes.
    """
    from altair.utils.schemapi import debug_mode

    with debug_mode(False):  # checking against the schema takes three times as long as all the rest; a test does it
        return timeline_chart(lanes, language, description).to_dict(validate=False)


def timeline_chart(lanes: Sequence[Lane], language: Language, description: str) -> alt.LayerChart:
    """The same as Altair has it."""
    import altair as alt  # 27 MB and 0.3 s that only those who look at charts need

    words = {name: translate(f"company.timeline_{name}", language) for name in ("year", "relation", "others", "count")}
    years = [year for lane in lanes for year in lane.years]
    labels, colours = [lane.label for lane in lanes], [lane.colour for lane in lanes]
    look = {
        "color": alt.Color("label:N", legend=None, scale=alt.Scale(domain=labels, range=colours)),
        "y": alt.Y("label:N", sort=labels, title=None).axis(
            labelLimit=_LABEL_WIDTH, ticks=False, domain=False, labelPadding=8, labelFlush=False, labelColor=_TEXT
        ),
    }
    across = alt.X("year:Q", title=None, scale=alt.Scale(domain=[min(years) - 1, max(years) + 1], nice=False)).axis(
        format="d", tickMinStep=1, gridColor=_TEXT, gridOpacity=0.12, labelColor=_TEXT, domain=False, ticks=False
    )
    dashes = [list(lane.dash) or [1, 0] for lane in lanes]
    lines = (
        alt.Chart(_spans(lanes))
        .mark_rule(strokeWidth=2, opacity=0.55, tooltip=None)
        .encode(
            **look,
            x=across,
            x2="last:Q",
            strokeDash=alt.StrokeDash("label:N", legend=None, scale=alt.Scale(domain=labels, range=dashes)),
        )
    )
    shapes = [_SHAPES[place % len(_SHAPES)] for place in range(len(lanes))]
    base = alt.Chart(_marks(lanes)).encode(x=across)
    marks = base.mark_point(filled=True, opacity=1.0).encode(
        **look,
        size=alt.Size("count:Q", legend=None, scale=alt.Scale(domain=[1, 12], range=[90, 420], clamp=True)),
        shape=alt.Shape("label:N", legend=None, scale=alt.Scale(domain=labels, range=shapes)),
        tooltip=[
            alt.Tooltip("year:Q", title=words["year"], format="d"),
            alt.Tooltip("label:N", title=words["relation"]),
            alt.Tooltip("others:N", title=words["others"]),
            alt.Tooltip("count:Q", title=words["count"]),
        ],
    )
    several = base.transform_filter("datum.count > 1")
    numbers = several.mark_text(dy=-13, fontSize=11, color=_TEXT, tooltip=None).encode(y=look["y"], text="count:Q")
    return alt.LayerChart(layer=[lines, marks, numbers]).properties(height=alt.Step(_LANE), description=description)


def _spans(lanes: Sequence[Lane]) -> pd.DataFrame:
    """From the first to the last year of each lane."""
    rows = [(lane.label, min(lane.years), max(lane.years)) for lane in lanes]
    return pd.DataFrame(rows, columns=["label", "year", "last"])


def _marks(lanes: Sequence[Lane]) -> pd.DataFrame:
    """One per lane and year."""
    rows = [(lane.label, year, others, lane.counts[year]) for lane in lanes for year, others in lane.years.items()]
    return pd.DataFrame(rows, columns=["label", "year", "others", "count"])
