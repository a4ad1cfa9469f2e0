from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Entity
from core.retrieval.highlighting import highlighted
from tests.support import name_index

NAMES = name_index(
    [
        Entity(id="catl", type="company", name_zh="宁德时代", name_en="CATL", aliases=("Contemporary Amperex",)),
        Entity(id="tesla", type="company", name_zh="特斯拉", name_en="Tesla"),
    ]
)


def marked(text: str, entity_id: str) -> list[str]:
    return [piece.text for piece in highlighted(text, entity_id, NAMES) if piece.names]


def test_every_name_of_the_entity_is_marked_and_no_other() -> None:
    text = "CATL（宁德时代）向特斯拉供货；Contemporary Amperex also supplies others."
    assert marked(text, "catl") == ["CATL", "宁德时代", "Contemporary Amperex"]
    assert marked(text, "tesla") == ["特斯拉"]


def test_a_text_that_does_not_name_it_is_one_piece() -> None:
    assert [(piece.text, piece.names) for piece in highlighted("Nobody here.", "catl", NAMES)] == [
        ("Nobody here.", False)
    ]
    assert highlighted("", "catl", NAMES) == ()


@given(st.lists(st.sampled_from(["CATL", "宁德时代", "Tesla", "<b>", " ", "\n", "，", "x"])).map("".join))
def test_the_pieces_are_the_text(text: str) -> None:
    pieces = highlighted(text, "catl", NAMES)
    assert "".join(piece.text for piece in pieces) == text
    assert all(piece.text for piece in pieces)
