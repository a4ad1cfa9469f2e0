"""Nodes of GraphML whose ids only number them are told apart by what they are called; other ids stay."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.ingestion.formats.graphml import graphml_tables


def graph(ids: Sequence[str], labels: Sequence[str], called: str = "label", own: Sequence[str] = ()) -> str:
    nodes = "".join(
        f'<node id="{node}"><data key="d0">{label}</data>'
        + (f'<data key="d2">{own[place]}</data>' if own else "")
        + "</node>"
        for place, (node, label) in enumerate(zip(ids, labels, strict=True))
    )
    return (
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        f'<key id="d0" for="node" attr.name="{called}" attr.type="string"/>'
        '<key id="d1" for="edge" attr.name="type" attr.type="string"/>'
        '<key id="d2" for="node" attr.name="id" attr.type="string"/>'
        f'<graph edgedefault="directed">{nodes}<edge source="{ids[0]}" target="{ids[1]}">'
        '<data key="d1">supplies</data></edge></graph></graphml>'
    )


def ends(text: str) -> tuple[bool, tuple[str, ...]]:
    """Whether nodes have an id, and what the first edge leads from and to."""
    nodes, edges = graphml_tables(text, "g.graphml")
    return "id" in nodes.columns, edges.rows[0].cells[:2]


@pytest.mark.parametrize("called", ["label", "name", "名称", "Company Name"])
@pytest.mark.parametrize("ids", [("n0", "n1"), ("v1", "v7"), ("node_3", "node_4"), ("0", "1"), ("n0::n0", "n0::n1")])
def test_numbered_nodes_are_told_apart_by_name(ids: tuple[str, str], called: str) -> None:
    assert ends(graph(ids, ("CATL", "Tesla"), called)) == (False, ("CATL", "Tesla"))


@pytest.mark.parametrize(
    ("ids", "labels", "called"),
    [
        (("catl", "tesla"), ("CATL", "Tesla"), "label"),
        (("n0", "n1"), ("Twin", "Twin"), "label"),
        (("n0", "n1"), ("x", "y"), "colour"),
        (("300750", "600519"), ("CATL", "Moutai"), "label"),
        (("n0", "catl"), ("Tesla", "CATL"), "label"),
    ],
    ids=["words", "one label twice", "no name", "codes", "only some numbers"],
)
def test_other_ids_stay(ids: tuple[str, str], labels: tuple[str, str], called: str) -> None:
    assert ends(graph(ids, labels, called)) == (True, ids)


def test_ids_that_the_data_states_stay() -> None:
    """As in an export, where the node number is the writer's and the id is data."""
    assert ends(graph(("n0", "n1"), ("CATL", "Tesla"), own=("n7", "n8"))) == (True, ("n7", "n8"))


def test_an_unnamed_node_keeps_its_number() -> None:
    assert ends(graph(("n0", "n1"), ("CATL", ""))) == (False, ("CATL", "n1"))
