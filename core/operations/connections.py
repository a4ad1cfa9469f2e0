"""What companies share, and how two of them are connected."""

from __future__ import annotations

from pydantic import Field

from core.domain.strict_fields import Switch
from core.dossier.comparison import MOST, Compared, ComparedTooFewOrManyError
from core.dossier.comparison import compare_companies as compared
from core.errors import RefusedError
from core.exploring.paths import FoundPath, PathKind
from core.operations.context import Context
from core.operations.fields import RequiredName
from core.operations.operation import Input, Output, operation
from core.operations.relationships import NAME_ERRORS


class PathToItselfError(RefusedError):
    """Both ends of a path are the same company."""


class CompareRequest(Input):
    """Companies by any of their names."""

    companies: tuple[RequiredName, ...] = Field(min_length=2, max_length=MOST, description=f"2 to {MOST} companies.")


class PathRequest(Input):
    """Two companies by any of their names."""

    source: RequiredName
    target: RequiredName
    kind: PathKind = Field("shortest", description="The path of fewest relations, or the one of the strongest.")
    companies_only: Switch = Field(default=False, description="Over companies alone.")


class PathAnswer(Output):
    """The path, or null where the graph holds none."""

    path: FoundPath | None


@operation(
    title="Companies compared",
    examples={"zh": {"companies": ["宁德时代", "比亚迪"]}, "en": {"companies": ["CATL", "BYD", "Tesla"]}},
    errors=(*NAME_ERRORS, ComparedTooFewOrManyError),
)
def compare_companies(context: Context, asked: CompareRequest) -> Compared:
    """What two to five companies share, how they relate to each other, and what each has alone."""
    base = context.base
    return compared(base.knowledge_base, base.ontology, list(map(context.entity, asked.companies)))


@operation(
    title="How two companies are connected",
    examples={
        "zh": {"source": "宁德时代", "target": "特斯拉"},
        "en": {"source": "CATL", "target": "Tesla", "kind": "strongest", "companies_only": True},
    },
    errors=(*NAME_ERRORS, PathToItselfError),
)
def find_path(context: Context, asked: PathRequest) -> PathAnswer:
    """The shortest or the strongest path between two companies over recorded relations."""
    start, end = map(context.entity, (asked.source, asked.target))
    if start == end:
        raise PathToItselfError(company=start)
    return PathAnswer(path=context.opened.paths.find(start, end, asked.kind, companies_only=asked.companies_only))
