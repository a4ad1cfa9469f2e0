"""Nodes of a graph in one file with its edges: their ids need only tell them apart there.

Such a node is a known company where its name or an identifier fits exactly that one, and the edges of the file follow
it. Ids that do more than number the nodes, as those of published records do, are kept, and so are all of a table of
companies by itself: what refers to them may come with another file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.ingestion.drafts import Draft
from core.ingestion.entity_rows import EntityRow, Meant, who_is_meant
from core.ingestion.import_choices import Choices
from core.ingestion.known_entities import KnownEntities
from core.ingestion.own_ids import OwnId

_NUMBERED = re.compile(r"[a-z]{0,5}[-_:]?\d{1,5}", re.IGNORECASE)
"""An id that only numbers a node: 0, n12, node-3."""


def files_of_graphs(drafts: Iterable[Draft]) -> frozenset[str]:
    """The files that bring both entities and relations, without what is said of the part of a file."""
    found: dict[str, set[str]] = {"entity": set(), "relation": set()}
    for draft in drafts:
        if draft.kind in found:
            found[draft.kind].add(_file(draft))
    return frozenset(found["entity"] & found["relation"])


def nodes_that_are_known(
    rows: Sequence[EntityRow], own: Sequence[OwnId], known: KnownEntities, files: frozenset[str], choices: Choices
) -> list[Meant | None]:
    """Of ``rows``, all of which bring an id, whom those nodes are by the id of which nobody is known; None of others.

    A company that several nodes fit, or that the file has by its own id, is none of them.
    """
    asked = {
        place: replace(row, own_id="", called=row.own_id)
        for place, (row, each) in enumerate(zip(rows, own, strict=True))
        if _file(row.draft) in files
        and _NUMBERED.fullmatch(row.own_id)
        and not row.draft.exported
        and not each.new
        and each.clash is None
        and known.before(each.entity_id) is None
    }
    meant = who_is_meant(list(asked.values()), known, choices.meant, update_known=choices.update_known)
    found = {place: whom for place, whom in zip(asked, meant, strict=True) if whom.by is not None and not whom.choices}
    taken = Counter([*(each.entity_id for each in own), *(whom.entity_id for whom in found.values())])
    fits = {place: whom for place, whom in found.items() if taken[whom.entity_id] == 1}
    return [fits.get(place) for place in range(len(rows))]


def _file(draft: Draft) -> str:
    return draft.file.partition(" [")[0]
