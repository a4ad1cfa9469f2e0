"""The algebra of questions: what is asked for, as frozen values that are JSON and can be checked.

A ``Plan`` holds one answer (companies, a count, yes or no, a path …) over one set. Rules, a model and people make plans
alike; ids come from linking only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator
from pydantic_core import PydanticCustomError

from core.domain.partial_dates import PartialDate
from core.domain.records import Currency, EntityTypeId, Identifier

MOST_NODES = 40
MOST_DEEP = 8
RelationEnd = Literal["forward", "backward", "either"]
Comparison = Literal["<", "<=", "=", ">=", ">"]
Operator = Literal["in", "not_in"] | Comparison
Attribute = Literal["country", "founded", "industry", "ticker", "size", "town"]
"""``country``: ISO codes of two letters, or UN M49 codes of regions. ``industry``: ids of industries, of a company's
column or its relations. ``ticker``: prefixes (``300*``), suffixes (``*.HK``) or ``A-Z``: letters
alone, as tickers of the United States are. ``size``: the largest figure of the
columns that say how large a company is."""
ANY_TICKER = ("*",)
"""The values of a filter for whoever is listed on any market."""
Beside = Literal["date", "amount"]
"""What is told of each member: when it became one, or which amount of money."""
Ids = Annotated[tuple[Identifier, ...], Field(min_length=1, max_length=200)]


def _require_tags(schema: dict[str, Any]) -> None:
    """The tag of a discriminated union has a default in Python, but JSON without it is refused."""
    tags = [name for name, field in schema.get("properties", {}).items() if "const" in field]
    if tags:
        schema["required"] = [*tags, *schema.get("required", ())]


class _Node(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra=_require_tags)


class When(_Node):
    """When a relation began: in a year from ``first`` to ``last``, both included, either may be open. ``held``: that it
    was so at some time in these years, whenever it began."""

    first: int | None = Field(None, ge=1000, le=2999)
    last: int | None = Field(None, ge=1000, le=2999)
    held: Literal[True] | None = None


class Share(_Node):
    """Percent of votes or capital that is held: ``>`` 20 is true where at least more than 20 is recorded."""

    operator: Comparison
    percent: float = Field(ge=0.0, le=100.0)


class Money(_Node):
    """An amount of money, in a currency; "" of whichever. ``>`` 5e9 USD is true of an amount of 7.5e9 US dollars, and
    of no amount of another currency: nothing is converted."""

    operator: Comparison
    amount: float = Field(ge=0.0, le=1e18)
    currency: Currency = ""


class Entities(_Node):
    """These entities."""

    op: Literal["entities"] = "entities"
    ids: Ids


class All(_Node):
    """Every entity of a type."""

    op: Literal["all"] = "all"
    type: EntityTypeId = "company"


class Related(_Node):
    """Whoever a relation leads to from a set. ``end`` is as in the ontology's cues: ``forward``: members of ``of`` are
    its source (their customers are asked for); ``backward``: they are its target (their suppliers); ``either``: both.
    ``ended``: of a relation that has ended, by that day, and is no more in another row; what happened once never ends.
    ``share``: of a holding, by whatever type it is recorded, with such a share. ``money``: with such an amount.
    """

    op: Literal["related"] = "related"
    type: EntityTypeId
    end: RelationEnd
    of: SetPlan
    when: When | None = None
    ended: Literal[True] | None = None
    share: Share | None = None
    money: Money | None = None


class Like(_Node):
    """Companies like those of a set: their recorded competitors and makers of similar products."""

    op: Literal["like"] = "like"
    of: SetPlan


class Controllers(_Node):
    """Whoever controls a member of a set, directly or through others, by the rules of docs/ownership.md. ``ultimate``:
    only those whom nobody is recorded to control."""

    op: Literal["controllers"] = "controllers"
    of: SetPlan
    ultimate: bool = False


class Controlled(_Node):
    """Whatever a member of a set controls, directly or through others, by the same rules."""

    op: Literal["controlled"] = "controlled"
    of: SetPlan


class And(_Node):
    """Members of all sets."""

    op: Literal["and"] = "and"
    args: tuple[SetPlan, ...] = Field(min_length=2, max_length=10)


class Or(_Node):
    """Members of any set."""

    op: Literal["or"] = "or"
    args: tuple[SetPlan, ...] = Field(min_length=2, max_length=10)


class Minus(_Node):
    """Members of ``arg`` that are in none of ``without``."""

    op: Literal["minus"] = "minus"
    arg: SetPlan
    without: tuple[SetPlan, ...] = Field(min_length=1, max_length=10)


class Filter(_Node):
    """Members of which an attribute is known and fits; ``not_in`` keeps those of which it is not known, too, but
    those without a country."""

    op: Literal["filter"] = "filter"
    arg: SetPlan
    attribute: Attribute
    operator: Operator
    values: tuple[str | int | float, ...] = Field(min_length=1, max_length=300)


class CountOf(_Node):
    """How many a relation leads to from a member, within a set where one is given."""

    by: Literal["count"] = "count"
    type: EntityTypeId
    end: RelationEnd
    within: SetPlan | None = None


class ValueOf(_Node):
    """A number that is recorded of a member."""

    by: Literal["attribute"] = "attribute"
    attribute: Literal["founded", "size"]


class DateOf(_Node):
    """When the relation that makes a member one began: of a ``Related`` set, its own relation."""

    by: Literal["date"] = "date"


class ShareOf(_Node):
    """The share that is recorded of the holding that makes a member one; of from–to, what it is at least."""

    by: Literal["share"] = "share"


class Top(_Node):
    """The ``n`` members with the most or the least of something; all that are equal to the last of them are members."""

    op: Literal["top"] = "top"
    arg: SetPlan
    by: Annotated[CountOf | ValueOf | DateOf | ShareOf, Field(discriminator="by")]
    which: Literal["most", "least"]
    n: int = Field(1, ge=1, le=100)


SetPlan = Annotated[
    Entities | All | Related | Like | Controllers | Controlled | And | Or | Minus | Filter | Top,
    Field(discriminator="op"),
]


class Companies(_Node):
    """The members of a set; they may be products, people or places where a relation leads to such. ``beside``: what is
    told of each besides: since when its own relation is recorded, or which amount of money."""

    kind: Literal["companies"] = "companies"
    set: SetPlan
    beside: Beside | None = None


class Count(_Node):
    """How many members a set has."""

    kind: Literal["count"] = "count"
    set: SetPlan


class YesNo(_Node):
    """Whether an entity is a member of a set, whether it still is, since when it has been one, how large a share of
    it it holds, which amount of money is recorded of the deal that makes it one, or what it supplies or licenses."""

    kind: Literal["yes_no"] = "yes_no"
    entity: Identifier
    set: SetPlan
    asks: Literal["whether", "still", "when", "share", "amount", "what"] = "whether"


class Value(_Node):
    """What is recorded of one entity: a column (``founded``, ``ticker``, ``country``, ``industry``, ``headquarters``)
    or, by its name, a column of the user's own. ``tickers``: of its tickers only those that begin (``688*``) or end
    (``*.HK``) so."""

    kind: Literal["value"] = "value"
    entity: Identifier
    attribute: str = Field(min_length=1, max_length=200)
    tickers: Annotated[tuple[str, ...], Field(max_length=20)] = ()


class Path(_Node):
    """How two entities are connected, and, where there are more, each of them with the first. ``shortest``: over the
    fewest relations, else by the strongest."""

    kind: Literal["path"] = "path"
    ids: Annotated[tuple[Identifier, ...], Field(min_length=2, max_length=5)]
    shortest: bool = False


class Compare(_Node):
    """Companies side by side."""

    kind: Literal["comparison"] = "comparison"
    ids: Annotated[tuple[Identifier, ...], Field(min_length=2, max_length=5)]


Answer = Annotated[Companies | Count | Value | YesNo | Path | Compare, Field(discriminator="kind")]


class Plan(_Node):
    """What a whole question asks for. Raises ValidationError for plans of over 40 nodes or 8 levels.

    ``as_of``: the day on which the relations are looked at, of a year or a month its last; None leaves it to whoever
    asks, else it is today.
    """

    answer: Answer
    as_of: PartialDate | None = None

    @model_validator(mode="after")
    def _of_bounded_size(self) -> Plan:
        nodes = list(nodes_of(self))
        if len(nodes) > MOST_NODES:
            raise PydanticCustomError("plan_size", "a plan may have {most} nodes", {"most": MOST_NODES})
        if max((depth for depth, _ in nodes), default=0) > MOST_DEEP:
            raise PydanticCustomError("plan_depth", "a plan may be {most} levels deep", {"most": MOST_DEEP})
        return self


def nodes_of(plan: Plan) -> Iterator[tuple[int, BaseModel]]:
    """Every set of a plan with its level, the outermost first, at level 1."""
    if isinstance(plan.answer, Companies | Count | YesNo):
        yield from sets_within(plan.answer.set)


def sets_of(arg: SetPlan) -> tuple[SetPlan, ...]:
    """The sets that a set is made of."""
    match arg:
        case Related(of=inner) | Like(of=inner) | Controllers(of=inner) | Controlled(of=inner):
            return (inner,)
        case And(args=args) | Or(args=args):
            return args
        case Minus(arg=inner, without=without):
            return (inner, *without)
        case Top(arg=inner, by=CountOf(within=within)) if within is not None:
            return (inner, within)
        case Filter(arg=inner) | Top(arg=inner):
            return (inner,)
    return ()


def sets_within(arg: SetPlan, depth: int = 1) -> Iterator[tuple[int, BaseModel]]:
    """A set and every one that it is made of, with their levels, the outermost first."""
    yield depth, arg
    for inner in sets_of(arg):
        yield from sets_within(inner, depth + 1)


SET_PLAN: TypeAdapter[SetPlan] = TypeAdapter(SetPlan)
_OF_SETS = (Related, Like, Controllers, Controlled, And, Or, Minus, Filter, CountOf, Top, Companies, Count, YesNo, Plan)
for _model in _OF_SETS:
    _model.model_rebuild()
