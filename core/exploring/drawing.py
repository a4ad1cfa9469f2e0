"""What is drawn of a graph: entities and relations, passages that name them, communities, and clusters that stand in
for too many. Frozen; a view of the workbench and the neighbourhood of a company are both drawn as this."""

from __future__ import annotations

from pydantic import Field

from core.domain.records import CrossLink, Mention, Passage
from core.domain.results import Result, Tense
from core.messages import Language


class DrawnEntity(Result):
    """An entity of the picture.

    ``root``: asked for by name, or a centre. ``relations`` counts all that are recorded of it, ``further`` its
    neighbours that are not in the picture's reach. ``walk`` in [0, 1] is its share of the walk from the centres or the
    chosen company, 0 where there is no walk. ``community`` is the place of its community in the drawing's list, None
    where it is in none or none were looked for.
    """

    id: str
    type: str
    name_zh: str
    name_en: str
    country: str
    root: bool
    pinned: bool = False
    relations: int = Field(ge=0)
    further: int = Field(ge=0)
    walk: float = Field(ge=0.0)
    community: int | None = None

    def name(self, language: Language) -> str:
        """Its name in this language."""
        return self.name_zh if language == "zh" else self.name_en


class DrawnEdge(Result):
    """A relation in the picture, from ``source`` to ``target``; ``tense`` as ``drawn_as_of`` finds it."""

    id: str
    source: str
    target: str
    type: str
    weight: float
    year: int | None
    tense: Tense = "now"
    evidence_zh: str
    evidence_en: str

    def evidence(self, language: Language) -> str:
        """What states it, in this language."""
        return self.evidence_zh if language == "zh" else self.evidence_en


class DrawnPassages(Result):
    """Passages with their mentions of drawn entities and the links between them; ``left_out`` more name a centre."""

    passages: tuple[Passage, ...] = ()
    mentions: tuple[Mention, ...] = ()
    links: tuple[CrossLink, ...] = ()
    left_out: int = 0


class NamedCommunity(Result):
    """A community and the names (Chinese, English) of its leader and of the strongest after it."""

    members: tuple[str, ...]
    strongest: tuple[tuple[str, str], ...]


class Cluster(Result):
    """Members of one community that are not drawn one by one. ``id`` is the community's leader, drawn or not."""

    id: str
    community: int
    members: tuple[str, ...]


class ClusterEdge(Result):
    """``relations`` relations join two drawn nodes of which at least one is a cluster, named by its id."""

    source: str
    target: str
    source_is_cluster: bool
    target_is_cluster: bool
    relations: int = Field(ge=1)


class Drawing(Result):
    """The picture of a view or of a neighbourhood, pinned entities and roots first, then by strength.

    Not drawn: ``left_out`` nodes within reach, ``hidden`` entities, ``filtered`` ones and relations that the filters
    leave out, ``clustered`` entities, ``relations_beyond`` the strongest 1,000, and ``unknown`` ids of which nothing is
    on record (any more, or that went into another). ``years``: the first and the last of the relations between all that
    is shown.
    """

    entities: tuple[DrawnEntity, ...] = ()
    relations: tuple[DrawnEdge, ...] = ()
    passages: DrawnPassages = DrawnPassages()
    clusters: tuple[Cluster, ...] = ()
    cluster_edges: tuple[ClusterEdge, ...] = ()
    communities: tuple[NamedCommunity, ...] = ()
    relation_types: tuple[str, ...] = ()
    entity_types: tuple[str, ...] = ()
    years: tuple[int, int] | None = None
    left_out: int = 0
    hidden: int = 0
    filtered: int = 0
    filtered_relations: int = 0
    clustered: int = 0
    relations_beyond: int = 0
    unknown: int = 0

    def names(self, language: Language) -> dict[str, str]:
        """Id → name of every entity drawn one by one."""
        return {entity.id: entity.name(language) for entity in self.entities}
