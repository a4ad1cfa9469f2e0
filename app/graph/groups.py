"""What node colours stand for: kinds of entity, communities or countries, each with a letter beside its colour."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from core.exploring.drawing import Drawing
from core.exploring.view import ColourBy
from core.messages import Language, translate
from core.names.regions import country_key, country_name

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#882255", "#999933")  # Okabe-Ito, Tol
OTHERS_COLOUR = BRIDGE_COLOUR = "#8A94A0"
COMPANY_COLOUR, ROOT_COLOUR = "#56789C", "#E08E0B"
_LETTERS = "ABCDEFGH"


@dataclass(frozen=True)
class Group:
    """Nodes of one colour; ``mark`` is the letter behind their names, empty for those that are in no large group."""

    name: str
    colour: str
    mark: str


def community_name(drawing: Drawing, place: int, language: Language) -> str:
    """A community by its two strongest members, and how many more it has."""
    community = drawing.communities[place]
    listed = translate("explore.and", language).join(zh if language == "zh" else en for zh, en in community.strongest)
    more = len(community.members) - len(community.strongest)
    return translate("explore.community_name", language, names=listed, more=more) if more else listed


def groups(drawing: Drawing, colour_by: ColourBy, language: Language) -> dict[str, Group]:
    """Id of a drawn entity → its group; nothing where the type of an entity says its colour. The eight largest groups
    have a colour of their own, the others share one."""
    if colour_by == "type":
        return {}
    if colour_by == "country":
        of = {each.id: country_key(each.country) for each in drawing.entities}
        labels = {country: country_name(country, language) for country in of.values() if country}
    else:
        of = {each.id: "" if each.community is None else str(each.community) for each in drawing.entities}
        labels = {place: community_name(drawing, int(place), language) for place in set(of.values()) if place}
    sizes = Counter(group for group in of.values() if group)
    largest = sorted(sizes, key=lambda group: (-sizes[group], group))[: len(_COLOURS)]
    known = {
        group: Group(labels[group], colour, mark)
        for group, colour, mark in zip(largest, _COLOURS, _LETTERS, strict=False)
    }
    others = Group(translate(f"explore.others.{colour_by}", language), OTHERS_COLOUR, "")
    return {entity: known.get(group, others) for entity, group in of.items()}
