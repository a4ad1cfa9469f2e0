"""Passages as nodes of a picture: boxes, joined to what they name and to what they explain."""

from __future__ import annotations

from pyvis.network import Network

from core.domain.records import Passage
from core.exploring.drawn_passages import DrawnPassages
from core.messages import Language, translate, translated_or_itself
from core.retrieval.linked_passages import LinkedPassage, link_sentence

PREFIX = "passage:"
"""Of node ids, so that no passage is taken for an entity."""
_PAPER, _INK, _MENTION, _LINK = "#F4EFE4", "#5B5345", "#B5AB99", "#7A5C00"
_LABEL_LENGTH = 16
_SHOWN_TEXT = 280


def add_passages(model: Network, drawn: DrawnPassages, language: Language) -> None:
    """Draw them into ``model``, whose entities are there already."""
    by_id = {passage.id: passage for passage in drawn.passages}
    for passage in drawn.passages:
        model.add_node(
            PREFIX + passage.id,
            label=_cut(passage.title or passage.id, _LABEL_LENGTH),
            title=_hover(passage, language),
            color={"background": _PAPER, "border": _INK},
            font={"color": _INK, "size": 10},
            shape="box",
        )
    for mention in drawn.mentions:
        title = translate(f"mention.{mention.role}", language, weight=f"{mention.weight:.2f}")
        model.add_edge(
            PREFIX + mention.passage_id,
            mention.entity_id,
            title=title,
            color=_MENTION,
            width=1,
            dashes=[1, 4],
            arrows="",
        )
    for link in drawn.links:
        seen = LinkedPassage(link=link, confidence=link.confidence, passage=by_id[link.to_passage_id])
        model.add_edge(
            PREFIX + link.from_passage_id,
            PREFIX + link.to_passage_id,
            color=_LINK,
            width=1 + 2 * link.confidence,
            title=link_sentence(seen, link.from_passage_id, language),
            arrows="to",
            dashes=[6, 3],
        )


def passage_legend(drawn: DrawnPassages, language: Language) -> list[dict[str, object]]:
    """What the lines to and between passages mean, those that are drawn."""
    lines: list[tuple[str, str, list[int], bool]] = [
        ("graph.mentions", _MENTION, [1, 4], bool(drawn.mentions)),
        ("graph.links", _LINK, [6, 3], bool(drawn.links)),
    ]
    return [
        {"label": translate(key, language), "colour": colour, "dash": dash}
        for key, colour, dash, there in lines
        if there
    ]


def passage_shapes(drawn: DrawnPassages, language: Language) -> list[dict[str, str]]:
    """What a box is, where there is one."""
    return [{"label": translate("graph.passage", language), "shape": "box"}] if drawn.passages else []


def _hover(passage: Passage, language: Language) -> str:
    kind = translated_or_itself(f"source_kind.{passage.source_kind}", passage.source_kind, language)
    return "\n".join(filter(None, [passage.title, f"{kind} {passage.date}".strip(), _cut(passage.text, _SHOWN_TEXT)]))


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
