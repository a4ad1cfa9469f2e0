from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.company.timeline_chart import Lane, timeline_chart, timeline_specification
from core.messages import Language

LANES = [
    Lane("supplies", "#0072B2", (), {2019: "Tesla", 2023: "BMW; NIO"}, {2019: 1, 2023: 2}),
    Lane("competes with", "#D55E00", (8, 6), {2020: "BYD"}, {2020: 1}),
]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_schema_accepts_what_is_sent_unchecked(language: Language) -> None:
    checked = timeline_chart(LANES, language, "said").to_dict(validate=True)
    assert timeline_specification(LANES, language, "said") == checked
    assert checked["description"] == "said"


def test_every_lane_differs_by_more_than_its_colour() -> None:
    lines, marks, numbers = timeline_specification(LANES, "en", "said")["layer"]
    assert lines["encoding"]["color"]["scale"] == {
        "domain": ["supplies", "competes with"],
        "range": ["#0072B2", "#D55E00"],
    }
    assert lines["encoding"]["strokeDash"]["scale"]["range"] == [[1, 0], [8, 6]]
    assert marks["encoding"]["shape"]["scale"]["range"] == ["circle", "square"]
    assert numbers["encoding"]["text"]["field"] == "count"


@given(
    st.lists(
        st.dictionaries(st.integers(1000, 2100), st.integers(1, 500), min_size=1, max_size=20), min_size=1, max_size=12
    )
)
def test_every_count_is_drawn_once(counts: list[dict[int, int]]) -> None:
    lanes = [
        Lane(f"kind {place}", "#000000", (), dict.fromkeys(years, "somebody"), years)
        for place, years in enumerate(counts)
    ]
    sent = timeline_specification(lanes, "en", "said")
    drawn = [row for rows in sent["datasets"].values() for row in rows if "count" in row]
    assert sorted((row["label"], row["year"], row["count"]) for row in drawn) == sorted(
        (lane.label, year, count) for lane in lanes for year, count in lane.counts.items()
    )
