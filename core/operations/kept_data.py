"""What the knowledge base is made of: types, sources, versions, and links between passages."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, JsonValue

from core.curation.importing import imported_sources
from core.curation.ontology_in_force import ontology_in_force
from core.curation.passage_linking import LinkCount, link_counts, require_kinds
from core.curation.passage_linking import link_passages as linked
from core.curation.versions import restore, versions
from core.domain.linking import LinkingRules
from core.domain.strict_fields import IsNumber, Number, Switch
from core.ingestion.sources import SourceInfo
from core.operations.context import Context
from core.operations.operation import Examples, Input, Operation, Output
from core.storage.manifest import Counts
from core.storage.restoring import VersionUnknownError
from core.workspace.linking_rules import (
    LinkingRulesInvalidError,
    SourceKindUnknownError,
    checked_rules,
    chosen_rules,
    linking_rules,
)

_NOTHING: Examples = {"zh": {}, "en": {}}
_NOT_TOLD = {"id", "cues", "data_labels", "words"}  # of types: what questions are read by


class NothingRequest(Input):
    """Takes nothing."""


class Types(Output):
    """Types of entities and of relations by their ids, with labels, inverse, family and tier."""

    entity_types: dict[str, dict[str, JsonValue]]
    relation_types: dict[str, dict[str, JsonValue]]


class SourcesAnswer(Output):
    """What was imported, besides the data folder."""

    sources: tuple[SourceInfo, ...]


class VersionListed(Output):
    """A version on disk; ``usable`` where this program and its embedding model can serve it."""

    build_id: str
    created_at: str
    serving: bool
    usable: bool
    megabytes: float
    sources: JsonValue
    counts: Counts


class VersionsAnswer(Output):
    """Versions that are kept, newest first."""

    versions: tuple[VersionListed, ...]


class RestoreRequest(Input):
    """A version that is kept."""

    build_id: str = Field(min_length=1, max_length=200, description="As the list of versions says.")


class LinkRequest(Input):
    """Rules to link by from now on; what is left open stays as it is, and without any the rules in force are followed
    again."""

    pairs: tuple[str, ...] = Field((), description="Source kinds as FROM:TO; * stands for anything.")
    min_similarity: Annotated[Number, Field(ge=0.0, le=1.0)] | None = Field(None, description="Cosine.")
    top: Annotated[int, Field(ge=1, le=1000), IsNumber] | None = Field(
        None, description="Links that start at one passage at most."
    )
    default: Switch = Field(default=False, description="Link by the settings again.")


class LinksAnswer(Output):
    """The rules in force, and the links by the kinds that they lead from and to."""

    rules: LinkingRules
    links: int
    by_kind: tuple[LinkCount, ...]


def _types(context: Context, _: NothingRequest) -> Types:
    ontology = ontology_in_force(context.settings)

    def told(types: Any) -> dict[str, Any]:
        return {key: kind.model_dump(mode="json", exclude=_NOT_TOLD) for key, kind in types.items()}

    return Types(entity_types=told(ontology.entity_types), relation_types=told(ontology.types))


def _versions(context: Context, _: Input) -> VersionsAnswer:
    listed = (
        VersionListed(
            build_id=each.manifest.build_id,
            created_at=each.manifest.created_at,
            serving=each.serving,
            usable=each.usable,
            megabytes=round(each.megabytes, 1),
            sources=each.manifest.model_dump(mode="json", include={"sources"})["sources"],
            counts=each.manifest.counts,
        )
        for each in versions(context.settings)
    )
    return VersionsAnswer(versions=tuple(listed))


def _restore(context: Context, asked: RestoreRequest) -> VersionsAnswer:
    restore(asked.build_id, context.settings, ontology_in_force(context.settings))
    return _versions(context, asked)


def _link(context: Context, asked: LinkRequest) -> LinksAnswer:
    settings, current = context.settings, linking_rules(context.settings)
    lowest = current.min_similarity if asked.min_similarity is None else asked.min_similarity
    rules = checked_rules(asked.pairs or current.pairs, lowest, asked.top or current.top)
    require_kinds(set(asked.pairs) - set(current.pairs), context.base.knowledge_base)
    given = asked.pairs or asked.top or asked.min_similarity is not None
    kept = None if asked.default else rules if given else chosen_rules(settings)
    started = linked(kept, settings, ontology_in_force(settings), context.progress)
    counts = tuple(link_counts(started.knowledge_base))
    return LinksAnswer(rules=linking_rules(settings), links=sum(each.links for each in counts), by_kind=counts)


get_ontology = Operation(
    name="get_ontology",
    title="Types of entities and relations",
    summary="The types in force: labels, inverse, family and tier of relations, labels of entities.",
    takes=NothingRequest,
    gives=Types,
    run=_types,
    examples=_NOTHING,
)
list_sources = Operation(
    name="list_sources",
    title="What was imported",
    summary="Imported sources with their files, and how many of their records came in or were refused.",
    takes=NothingRequest,
    gives=SourcesAnswer,
    run=lambda context, _: SourcesAnswer(sources=imported_sources(context.settings)),
    examples=_NOTHING,
)
list_versions = Operation(
    name="list_versions",
    title="Versions that are kept",
    summary="Published versions of the knowledge base that are kept, which of them serves, and what each holds.",
    takes=NothingRequest,
    gives=VersionsAnswer,
    run=_versions,
    examples=_NOTHING,
)
restore_version = Operation(
    name="restore_version",
    title="Going back to a version",
    summary="Serve a version again that is kept; what serves now is kept as well.",
    takes=RestoreRequest,
    gives=VersionsAnswer,
    run=_restore,
    examples={"zh": {"build_id": "20260101T000000"}, "en": {"build_id": "20260101T000000"}},
    errors=(VersionUnknownError,),
    effect="rebuild",
)
link_passages = Operation(
    name="link_passages",
    title="Link passages of one source kind to those of another",
    summary="Link passages across kinds of sources by rules that hold from now on, and publish the links.",
    takes=LinkRequest,
    gives=LinksAnswer,
    run=_link,
    examples={"zh": {}, "en": {"pairs": ["news:filing"], "min_similarity": 0.8}},
    errors=(LinkingRulesInvalidError, SourceKindUnknownError),
    effect="rebuild",
)
