"""What the knowledge base is made of: sources, versions, and links between passages."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from core.curation.checking import Checked as CheckedPart
from core.curation.checking import check_sources, check_versions
from core.curation.importing import imported_sources
from core.curation.open_or_build import rebuild
from core.curation.passage_linking import LinkCount, link_counts, require_kinds
from core.curation.passage_linking import link_passages as linked
from core.curation.versions import restore, versions
from core.domain.linking import LinkingRules
from core.domain.strict_fields import IsNumber, Number, Switch
from core.errors import DataUnreadableError
from core.ingestion.records.sources import SourceInfo
from core.operations.context import Context
from core.operations.operation import NO_FIELDS, Input, Nothing, Output, operation
from core.storage.manifest import Counts
from core.storage.restoring import VersionUnknownError
from core.workspace.linking_rules import (
    LinkingRulesInvalidError,
    SourceKindUnknownError,
    checked_rules,
    chosen_rules,
    linking_rules,
)


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
    sources: tuple[str, ...] = Field(description="Ids of imported sources that are in it.")
    counts: Counts


class VersionsAnswer(Output):
    """Versions that are kept, newest first."""

    versions: tuple[VersionListed, ...]


class RestoreRequest(Input):
    """A version that is kept."""

    build_id: str = Field(min_length=1, max_length=200, description="As the list of versions says.")


class CheckRequest(Input):
    """A look for damage."""

    checksums: Literal[True] = Field(description="Compare all files with their checksums.")


class Checked(Output):
    """What was found of each version, newest first, and of each imported source, oldest first."""

    versions: tuple[CheckedPart, ...]
    sources: tuple[CheckedPart, ...]

    @property
    def damaged(self) -> bool:
        """Whether anything is."""
        return any(each.state == "damaged" for each in (*self.versions, *self.sources))


class Built(Output):
    """The version that was published: what it was built from and with, and what it holds."""

    manifest: dict[str, JsonValue]


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


@operation(
    title="Build the knowledge base from the data folder and publish it",
    examples=NO_FIELDS,
    errors=(DataUnreadableError,),
    effect="rebuild",
)
def build_knowledge_base(context: Context, _: Nothing) -> Built:
    """Build a version anew from the data folder and from what was imported, and serve it."""
    built = context.publish(rebuild(context.settings, context.ontology, context.progress))
    return Built(manifest=built.manifest.described)


@operation(
    title="Damage",
    examples={"zh": {"checksums": True}, "en": {"checksums": True}},
    command_only=True,
)
def check_data(context: Context, _: CheckRequest) -> Checked:
    """Compare all files of every version and of every imported source with their checksums."""
    return Checked(versions=check_versions(context.settings), sources=check_sources(context.settings))


@operation(title="What was imported", examples=NO_FIELDS)
def list_sources(context: Context, _: Nothing) -> SourcesAnswer:
    """Imported sources with their files, and how many of their records came in or were refused."""
    return SourcesAnswer(sources=imported_sources(context.settings))


@operation(title="Versions that are kept", examples=NO_FIELDS)
def list_versions(context: Context, _: Nothing) -> VersionsAnswer:
    """Published versions of the knowledge base that are kept, which of them serves, and what each holds."""
    listed = (
        VersionListed(
            build_id=each.manifest.build_id,
            created_at=each.manifest.created_at,
            serving=each.serving,
            usable=each.usable,
            megabytes=round(each.megabytes, 1),
            sources=each.manifest.sources,
            counts=each.manifest.counts,
        )
        for each in versions(context.settings)
    )
    return VersionsAnswer(versions=tuple(listed))


@operation(
    title="Going back to a version",
    examples={"zh": {"build_id": "20260101T000000"}, "en": {"build_id": "20260101T000000"}},
    errors=(VersionUnknownError,),
    effect="rebuild",
)
def restore_version(context: Context, asked: RestoreRequest) -> VersionsAnswer:
    """Serve a version again that is kept; what serves now is kept as well."""
    context.publish(restore(asked.build_id, context.settings, context.ontology))
    return list_versions.run(context, Nothing())


@operation(
    title="Link passages of one source kind to those of another",
    examples={"zh": {}, "en": {"pairs": ["news:filing"], "min_similarity": 0.8}},
    errors=(LinkingRulesInvalidError, SourceKindUnknownError),
    effect="rebuild",
)
def link_passages(context: Context, asked: LinkRequest) -> LinksAnswer:
    """Link passages across kinds of sources by rules that hold from now on, and publish the links."""
    settings, current = context.settings, linking_rules(context.settings)
    lowest = current.min_similarity if asked.min_similarity is None else asked.min_similarity
    rules = checked_rules(asked.pairs or current.pairs, lowest, asked.top or current.top)
    require_kinds(set(asked.pairs) - set(current.pairs), context.base.knowledge_base)
    given = asked.pairs or asked.top or asked.min_similarity is not None
    kept = None if asked.default else rules if given else chosen_rules(settings)
    counts = tuple(link_counts(context.publish(linked(kept, settings, context.ontology, context.progress))))
    return LinksAnswer(rules=linking_rules(settings), links=sum(each.links for each in counts), by_kind=counts)
