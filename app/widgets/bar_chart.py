"""Bars that stay readable at the width of a phone, in either theme: every bar has its name and its number beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    import altair as alt

_ROW = 24  # pixels
_ROOM_FOR_NUMBERS = 1.3  # of the longest bar
_LABEL_WIDTH = 150
BLUE = "#0072B2"
_TEXT = "currentColor"  # the text colour of the page, in either theme


@dataclass(frozen=True)
class Bar:
    """One bar; ``colour`` as #RRGGBB."""

    label: str
    count: int
    colour: str = BLUE


def bar_chart(bars: Sequence[Bar], description: str) -> alt.LayerChart:
    """Bars one below the other in the given order: names at the left, numbers at their ends.

    ``description`` is what a screen reader says instead of the picture. Raises ValueError without bars.
    """
    import altair as alt  # 27 MB and 0.3 s that only those who look at charts need

    longest = max(bar.count for bar in bars)
    base = alt.Chart(_data(bars)).encode(
        y=alt.Y("label:N", sort=None, title=None).axis(
            labelLimit=_LABEL_WIDTH, ticks=False, domain=False, labelPadding=6, labelColor=_TEXT
        ),
        x=alt.X("count:Q", axis=None, scale=alt.Scale(domain=[0, longest * _ROOM_FOR_NUMBERS])),
    )
    drawn = base.mark_bar(cornerRadiusEnd=2, height=14, tooltip=None).encode(alt.Color("colour:N", scale=None))
    numbers = base.mark_text(align="left", dx=5, color=_TEXT, tooltip=None).encode(text=alt.Text("count:Q", format=","))
    return alt.LayerChart(layer=[drawn, numbers]).properties(height=alt.Step(_ROW), description=description)


def _data(bars: Sequence[Bar]) -> pd.DataFrame:
    return pd.DataFrame([(bar.label, bar.count, bar.colour) for bar in bars], columns=["label", "count", "colour"])
