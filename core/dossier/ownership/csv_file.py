"""The ownership of a company as a table in a file that spreadsheets open safely."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from core.domain.spreadsheet_cells import safe_cell
from core.dossier.ownership.report import Holder, Ownership
from core.dossier.ownership.stake_sources import StakeSource, agreed
from core.messages import Language
from core.retrieval.base import Base

_COLUMNS = (
    *("role", "id", "name", "direct_low", "direct_high", "direct_stated", "integrated_low", "integrated_high"),
    *("start", "end", "as_of", "source", "url"),
)


def ownership_csv(base: Base, found: Ownership, former: Sequence[StakeSource], language: Language) -> bytes:
    """One row for each owner, holding, former owner and former holding; percent; UTF-8 with a byte-order mark.

    ``former``: stakes that have ended. ``direct_stated`` is false where no share is recorded and the bounds are those
    of the type of relation.
    """
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(_COLUMNS)
    said = found.counting()
    for role, holders in (("owner", found.owners), ("holding", found.holdings)):
        for each in holders:
            ends = (each.id, found.entity_id) if role == "owner" else (found.entity_id, each.id)
            writer.writerow(_row(role, each, said.get(ends, ())))
    for past in former:
        role, other = ("former_owner", past.owner) if past.held == found.entity_id else ("former_holding", past.held)
        name = base.knowledge_base.entity(other).name(language)
        share = past.share or ("", "")
        row = [role, other, name, *map(str, share), str(past.share is not None).lower(), "", ""]
        writer.writerow([safe_cell(cell) for cell in (*row, *_dates((past,)))])
    return buffer.getvalue().encode("utf-8-sig")


def _row(role: str, each: Holder, said: Sequence[StakeSource]) -> list[str]:
    direct = [f"{bound:g}" for bound in each.direct] if each.direct[1] > 0.0 else ["", ""]
    stated = str(any(source.share is not None for source in said)).lower() if said else ""
    integrated = [f"{bound:g}" for bound in each.integrated]
    cells = (role, each.id, each.name, *direct, stated, *integrated, *(_dates(said) if said else [""] * 5))
    return [safe_cell(cell) for cell in cells]


def _dates(said: Sequence[StakeSource]) -> list[str]:
    titles = dict.fromkeys(
        ", ".join(filter(None, (each.source.title, each.source.publisher))) if each.source else each.origin
        for each in said
    )
    urls = dict.fromkeys(each.source.url for each in said if each.source)
    return [
        *(agreed(said, "start"), agreed(said, "end"), agreed(said, "as_of")),
        *("; ".join(filter(None, titles)), " ".join(filter(None, urls))),
    ]
