"""Edges of a picture: relations by the colour and dash of their type, bundles to clusters, and lines to passages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import log1p

from pyvis.network import Network

from app.graph.groups import OTHERS_COLOUR
from app.graph.nodes import CLUSTER, PASSAGE
from core.exploring.drawing import Drawing, DrawnEdge, DrawnPassages
from core.messages import Language, translate
from core.ontology import Ontology
from core.retrieval.linked_passages import LinkedPassage, link_sentence

MENTION_COLOUR, LINK_COLOUR = "#B5AB99", "#7A5C00"
MENTION_DASH, LINK_DASH = [1, 4], [6, 3]


def add_relations(
    model: Network, drawing: Drawing, ontology: Ontology, reads: Language, is_faint: Callable[[DrawnEdge], bool]
) -> None:
    """Direction as arrows, weight as width; parallel relations bend apart."""
    names = drawing.names(reads)
    beside: Counter[frozenset[str]] = Counter()
    for edge in drawing.relations:
        pair = frozenset((edge.source, edge.target))
        kind, faint, bend = ontology[edge.type], is_faint(edge), beside[pair]
        said = f"{names[edge.source]} {kind.reads(reads, forward=True)} {names[edge.target]}"
        colour = dict.fromkeys(("color", "highlight", "hover"), kind.colour)
        model.add_edge(
            edge.source,
            edge.target,
            id=edge.id,
            title=f"{said}\n{edge.evidence(reads)}".strip(),
            color={**colour, "opacity": 0.4 if faint else 1.0},
            dashes=list(kind.dash) or False,
            width=1.0 if faint else 1.5 + 1.5 * edge.weight,
            smooth={"enabled": True, "type": "curvedCW", "roundness": 0.12 * bend} if bend else False,
            arrows="" if kind.symmetric else "to",
        )
        beside[pair] += 1


def add_bundles(model: Network, drawing: Drawing, reads: Language) -> None:
    """One line for all relations between a cluster and another node."""
    for edge in drawing.cluster_edges:
        source = CLUSTER + edge.source if edge.source_is_cluster else edge.source
        target = CLUSTER + edge.target if edge.target_is_cluster else edge.target
        model.add_edge(
            source,
            target,
            id=f"{source}→{target}",
            title=translate("explore.bundle_holds", reads, count=edge.relations),
            color={"color": OTHERS_COLOUR, "opacity": 0.6},
            width=round(1 + log1p(edge.relations), 1),
            smooth=False,
            arrows="",
        )


def add_passage_lines(model: Network, drawn: DrawnPassages, reads: Language) -> None:
    """Passages joined to what they name and to what they explain."""
    by_id = {passage.id: passage for passage in drawn.passages}
    for mention in drawn.mentions:
        model.add_edge(
            PASSAGE + mention.passage_id,
            mention.entity_id,
            title=translate(f"mention.{mention.role}", reads, weight=f"{mention.weight:.2f}"),
            color=MENTION_COLOUR,
            width=1,
            dashes=MENTION_DASH,
            arrows="",
        )
    for link in drawn.links:
        seen = LinkedPassage(link=link, confidence=link.confidence, passage=by_id[link.to_passage_id])
        model.add_edge(
            PASSAGE + link.from_passage_id,
            PASSAGE + link.to_passage_id,
            title=link_sentence(seen, link.from_passage_id, reads),
            color=LINK_COLOUR,
            width=1 + 2 * link.confidence,
            dashes=LINK_DASH,
            arrows="to",
        )
