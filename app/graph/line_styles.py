"""How lines are drawn and what the legend says of them: at most six styles at once, the others share one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from app.graph.groups import OTHERS_COLOUR
from core.exploring.drawing import Drawing
from core.messages import Language, translate
from core.ontology import Ontology, RelationType

MOST_STYLES = 6
BUNDLE, MENTION, LINK, OTHER, UNREVIEWED = "~bundle", "~mention", "~link", "~other", "~unreviewed"
"""Kinds of lines beside relation types, whose ids have no such sign."""
MENTION_COLOUR, LINK_COLOUR = "#B5AB99", "#7A5C00"
MENTION_DASH, LINK_DASH, UNREVIEWED_DASH = [1, 4], [6, 3], [2, 6]
_OTHER_DASH = (3, 3)
_LINK_ON_DARK, _OTHER_ON_DARK = "#D9B95B", "#6F7C91"


@dataclass(frozen=True)
class LineStyle:
    """How lines of a kind are drawn, on light and on dark ground; ``holds``: the kinds that share it."""

    kind: str
    label: str
    colour: str
    on_dark: str
    dash: tuple[int, ...]
    count: int
    holds: tuple[LineStyle, ...] = ()

    def content(self) -> dict[str, object]:
        """The same for the browser."""
        return {
            "kind": self.kind,
            "label": self.label,
            "colour": self.colour,
            "dark": self.on_dark,
            "dash": list(self.dash),
            "count": self.count,
            "holds": [each.content() for each in self.holds],
        }


def line_styles(
    drawing: Drawing, ontology: Ontology, language: Language, first: Collection[str] = ()
) -> tuple[LineStyle, ...]:
    """The styles of a picture: relation types in the order of the ontology, then those that share one, then the rest.

    Args:
        drawing: What is drawn.
        ontology: Of its relation types.
        language: That of the labels.
        first: Types that have a style of their own before the more frequent ones.
    """
    counts = Counter(ontology[edge.type].id for edge in drawing.relations)
    types = [_of_type(kind, language, counts[kind.id]) for kind in ontology.types.values() if kind.id in counts]
    rest = _beside_relations(drawing, language)
    room = MOST_STYLES - len(rest)
    if len(types) <= room:
        return (*types, *rest)
    strongest = sorted(types, key=lambda each: (each.kind not in first, -each.count))[: room - 1]
    shared = tuple(each for each in types if each not in strongest)
    other = LineStyle(
        OTHER,
        translate("graph.other_lines", language),
        OTHERS_COLOUR,
        _OTHER_ON_DARK,
        _OTHER_DASH,
        sum(each.count for each in shared),
        shared,
    )
    return (*(each for each in types if each in strongest), other, *rest)


def by_kind(styles: Collection[LineStyle]) -> dict[str, LineStyle]:
    """The style in which a kind is drawn, those that share one included."""
    return {kind: style for style in styles for kind in (style.kind, *(each.kind for each in style.holds))}


def _of_type(kind: RelationType, language: Language, count: int) -> LineStyle:
    return LineStyle(kind.id, kind.label.text(language), kind.colour, kind.colour_on_dark, kind.dash, count)


def _beside_relations(drawing: Drawing, language: Language) -> list[LineStyle]:
    """Of the lines to clusters and passages."""
    mentions, links = len(drawing.passages.mentions), len(drawing.passages.links)
    bundle, mention, link = (translate(key, language) for key in ("explore.bundle", "graph.mentions", "graph.links"))
    styles = (
        LineStyle(BUNDLE, bundle, OTHERS_COLOUR, OTHERS_COLOUR, (), len(drawing.cluster_edges)),
        LineStyle(MENTION, mention, MENTION_COLOUR, MENTION_COLOUR, tuple(MENTION_DASH), mentions),
        LineStyle(LINK, link, LINK_COLOUR, _LINK_ON_DARK, tuple(LINK_DASH), links),
    )
    return [style for style in styles if style.count]
