"""The arms of the retrieval: what scores a company, by the graph or by its texts.

``ARM_TABLE`` is the one list of them. Settings, presets, sliders, links, colours, fusion and evaluation are made from
it; core/retrieval/arms/<name>.py computes the scores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, WithJsonSchema, create_model

Side = Literal["graph", "vector"]
Scaling = Literal["linear", "walk", "root"]
Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class ArmEntry:
    """One arm: which side it counts on, its default share there, and its colour (``#rrggbb``) wherever it is drawn.

    ``scaling``: of its scores on the adaptive scale, after min-max: as they are, ``walk`` for the logarithm, ``root``
    for the square root. ``named_as``: what its share is called in settings, presets and links, if not as the arm.
    """

    name: str
    side: Side
    default_share: float
    colour: str
    scaling: Scaling = "linear"
    named_as: str = ""

    @property
    def label(self) -> str:
        """Key of its name in the message catalogue."""
        return f"arm.{self.name}"

    @property
    def help(self) -> str:
        """Key of one line about what it scores."""
        return f"arm.{self.name}.help"

    @property
    def share_key(self) -> str:
        """What its share is called in a link."""
        return self.named_as or self.name

    @property
    def share_field(self) -> str:
        """What its share is called in fusion settings and presets."""
        return f"{self.share_key}_share"

    @property
    def setting(self) -> str:
        """The setting that holds its default share."""
        return f"hybrid_{self.share_key}_weight"


ARM_TABLE: tuple[ArmEntry, ...] = (
    ArmEntry("graph", "graph", 1.0, "#0072b2", scaling="walk", named_as="walk"),
    ArmEntry("peers", "graph", 0.5, "#56b4e9", scaling="walk"),
    ArmEntry("named", "graph", 0.5, "#6a5acd"),
    ArmEntry("size", "graph", 0.0, "#882255"),
    ArmEntry("industry", "graph", 0.5, "#999933"),
    ArmEntry("text", "vector", 0.5, "#e69f00"),
    ArmEntry("words", "vector", 1.0, "#d55e00", scaling="root"),
    ArmEntry("relation", "vector", 1.0, "#009e73"),
    ArmEntry("keyword", "vector", 0.5, "#cc79a7"),
)
_ENTRIES = {entry.name: entry for entry in ARM_TABLE}


def _known(name: str) -> str:
    if name not in _ENTRIES:
        raise ValueError(f"no arm of the retrieval: {name}")
    return name


Arm = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": list(_ENTRIES)})]
"""The name of an arm."""
Search = str
"""The name of an arm, or of the search that is none."""
GRAPH_ARMS: tuple[Arm, ...] = tuple(entry.name for entry in ARM_TABLE if entry.side == "graph")
VECTOR_ARMS: tuple[Arm, ...] = tuple(entry.name for entry in ARM_TABLE if entry.side == "vector")
ARMS: tuple[Arm, ...] = (*GRAPH_ARMS, *VECTOR_ARMS)
SEARCHES: tuple[Search, ...] = (*ARMS, "passages")
"""What may fail by itself: the arms, and the search for passages by meaning, which scores no company."""


def arm_entry(arm: Arm) -> ArmEntry:
    """The line of an arm in the table. Raises KeyError."""
    return _ENTRIES[arm]


def with_share_fields(
    field: Callable[[ArmEntry], tuple[str, Any]], kind: Any = float
) -> Callable[[type[Model]], type[Model]]:
    """Class decorator: a further number of the model for each arm, named and defined as ``field`` says, a ``kind``."""

    def extended(model: type[Model]) -> type[Model]:
        shares: dict[str, Any] = {name: (kind, definition) for name, definition in map(field, ARM_TABLE)}
        return create_model(
            model.__name__, __base__=model, __module__=model.__module__, __doc__=model.__doc__, **shares
        )

    return extended
