"""Who owns a company, who controls it, and what it holds: shares, the tree level by level, chains, files."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from core.domain.partial_dates import last_day, today
from core.domain.strict_fields import Whole
from core.dossier.ownership.bods import ownership_statements
from core.dossier.ownership.csv_file import ownership_csv
from core.dossier.ownership.report import Ownership, ownership
from core.dossier.ownership.stake_sources import former_stakes
from core.dossier.ownership.tree import OwnershipChains, OwnershipTree, ownership_chains, ownership_tree
from core.errors import EntityUnknownError
from core.operations.context import Context
from core.operations.fields import AnswerLanguage, AsOf, RequiredName
from core.operations.operation import Input, Output, operation
from core.operations.relationships import NAME_ERRORS

OwnershipFormat = Literal["csv", "bods"]
_MOST_OPENED = 200
_Id = Annotated[str, Field(min_length=1, max_length=500)]


class _OfADay(Input):
    """A company, a person or a fund by any of its names, and a day."""

    asks: ClassVar[tuple[str, ...]] = ("company",)

    company: RequiredName
    as_of: AsOf = ""

    @property
    def day(self) -> int:
        """As eight digits."""
        return last_day(self.as_of) if self.as_of else today()


class OwnershipRequest(_OfADay):
    """A company, a person or a fund by any of its names, and a day."""

    max_results: Whole = Field(1_000, ge=1, le=100_000, description="Owners and holdings listed at most of each.")
    language: AnswerLanguage = None


class OwnershipTreeRequest(_OfADay):
    """A company, a person or a fund by any of its names, and what is opened beside it."""

    owners: tuple[_Id, ...] = Field(
        (), max_length=_MOST_OPENED, description="Ids of boxes above it of which the owners are wanted as well."
    )
    holdings: tuple[_Id, ...] = Field(
        (), max_length=_MOST_OPENED, description="Ids of boxes below it of which the holdings are wanted as well."
    )
    max_results: Whole = Field(5, ge=1, le=1_000, description="Stakes of each opened box at most, the largest first.")
    language: AnswerLanguage = None


class OwnershipChainsRequest(_OfADay):
    """An owner and a company, each by any of its names, and a day."""

    asks: ClassVar[tuple[str, ...]] = ("owner", "company")

    owner: RequiredName
    max_results: Whole = Field(20, ge=1, le=200, description="Chains at most.")
    language: AnswerLanguage = None


class OwnershipFileRequest(_OfADay):
    """A company, a person or a fund by any of its names, a day, and a format."""

    format: OwnershipFormat = Field(
        "bods", description="csv: owners, holdings and what has ended; bods: the whole trees as statements."
    )
    language: AnswerLanguage = None


class OwnershipFile(Output):
    """The text of a file: CSV, or a JSON array of BODS 0.4 statements."""

    entity_id: str
    format: OwnershipFormat
    text: str


@operation(
    title="Who owns a company",
    examples={"zh": {"company": "宁德时代"}, "en": {"company": "CATL", "as_of": "2024"}},
    errors=NAME_ERRORS,
)
def get_ownership(context: Context, asked: OwnershipRequest) -> Ownership:
    """Direct and integrated shares of all owners of a company, who controls it by which rule, the ultimate owners, its
    own holdings, circular holdings and its group, as of a day, with the sources of direct stakes."""
    found = ownership(
        context.base, context.entity(asked.company), asked.day, asked.reading_language, most=asked.max_results
    )
    if found.left_out:
        context.tell("ownership.left_out", count=f"{found.left_out:,}")
    return found


@operation(
    title="The ownership tree of a company",
    examples={
        "zh": {"company": "大众汽车", "owners": ["porsche-se"]},
        "en": {"company": "Volkswagen", "holdings": ["traton"], "as_of": "2024"},
    },
    errors=(*NAME_ERRORS, EntityUnknownError),
)
def get_ownership_tree(context: Context, asked: OwnershipTreeRequest) -> OwnershipTree:
    """Owners above a company and holdings below it, level by level: its own first, and those of every box that is
    opened, each with its place on a drawing. A box that stands on a nearer level too ends there."""
    entity, most = context.entity(asked.company), asked.max_results
    for box in (*asked.owners, *asked.holdings):
        if box not in context.base.knowledge_base.node_of:
            raise EntityUnknownError(entity=box)
    above, below = (dict.fromkeys((entity, *ids), most) for ids in (asked.owners, asked.holdings))
    return ownership_tree(context.base, entity, asked.day, asked.reading_language, owners=above, holdings=below)


@operation(
    title="How one owns another",
    examples={
        "zh": {"owner": "保时捷控股", "company": "奥迪"},
        "en": {"owner": "Porsche Automobil Holding", "company": "Audi", "as_of": "2024"},
    },
    errors=NAME_ERRORS,
)
def find_ownership_chains(context: Context, asked: OwnershipChainsRequest) -> OwnershipChains:
    """The chains of holdings from an owner down to a company, without circles, with the product of their shares; the
    largest first. None where it holds nothing of it."""
    owner, held = context.entity(asked.owner), context.entity(asked.company)
    return ownership_chains(context.base, owner, held, asked.day, asked.reading_language, most=asked.max_results)


@operation(
    title="The ownership of a company as a file",
    examples={"zh": {"company": "大众汽车", "format": "csv"}, "en": {"company": "Volkswagen", "as_of": "2024"}},
    errors=NAME_ERRORS,
)
def get_ownership_file(context: Context, asked: OwnershipFileRequest) -> OwnershipFile:
    """Owners, holdings and what has ended as a table, or everybody in the trees of owners and holdings as statements of
    the Beneficial Ownership Data Standard 0.4."""
    base, entity, language = context.base, context.entity(asked.company), asked.reading_language
    if asked.format == "bods":
        text = ownership_statements(base, entity, asked.day).decode()
    else:
        found = ownership(base, entity, asked.day, language, most=100_000)
        text = ownership_csv(base, found, former_stakes(base, entity, asked.day), language).decode("utf-8-sig")
    return OwnershipFile(entity_id=entity, format=asked.format, text=text)
