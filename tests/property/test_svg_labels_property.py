"""Names on paper: within the frame, none over another, the strongest always there."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.graph.svg import HEIGHT, WIDTH
from app.graph.svg_labels import Named, label_places
from tests.support import examples

NODES = st.lists(
    st.builds(
        Named,
        id=st.uuids().map(str),
        text=st.text("aW宁é ", min_size=1, max_size=24),
        x=st.floats(20, WIDTH - 20),
        y=st.floats(20, HEIGHT - 20),
        radius=st.floats(3, 20),
        bold=st.booleans(),
    ),
    min_size=1,
    max_size=40,
    unique_by=lambda each: each.id,
)


@settings(max_examples=examples(100))
@given(NODES)
def test_no_name_covers_another_and_all_are_in_the_frame(nodes: list[Named]) -> None:
    labels = label_places(nodes, WIDTH, HEIGHT)
    for label in labels.values():
        left, top, right, bottom = label.box
        assert left >= 0
        assert top >= 0
        assert right <= WIDTH + 1e-6
        assert bottom <= HEIGHT + 1e-6
    for one, other in combinations(labels.values(), 2):
        apart = one.box[2] <= other.box[0] or other.box[2] <= one.box[0]
        assert apart or one.box[3] <= other.box[1] or other.box[3] <= one.box[1]
    strongest = min(nodes, key=lambda each: (not each.bold, -each.radius))
    assert strongest.id in labels


@settings(max_examples=examples(50))
@given(NODES)
def test_a_name_is_left_out_only_where_no_place_is_free(nodes: list[Named]) -> None:
    labels = label_places(nodes, WIDTH, HEIGHT)
    alone = {each.id: label_places([each], WIDTH, HEIGHT)[each.id] for each in nodes}
    for node in nodes:
        if node.id in labels:
            continue
        below = alone[node.id].box
        assert any(
            below[0] < each.box[2] and each.box[0] < below[2] and below[1] < each.box[3] and each.box[1] < below[3]
            for each in labels.values()
        )
