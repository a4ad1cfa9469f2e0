"""Nodes of a graph that comes with its edges, in one file or in several: their ids need only tell them apart there.

Such a node is a known company where its name or an identifier fits exactly that one, and the edges follow it; where
they come in another file, only if its country is no other one. Ids of published records (FollowTheMoney, BODS) are kept
beside the known company of the same name and country: what refers to them may come later. All of a table of companies
by itself stay what they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.domain.records import MAX_IDENTIFIER
from core.ingestion.checking.entity_rows import EntityRow, Meant, who_is_meant
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.known_entities import KnownEntities
from core.ingestion.checking.own_ids import OwnId
from core.ingestion.mapping.identifiers import RECORD
from core.ingestion.records.raw_records import RawRecord
from core.names.territories import same_country
from core.ontology import COMPANY

_NUMBERED = re.compile(r"(?:[^\W\d_]\w*:)?(?:[a-z]{1,3}[-_])?[a-z]{0,5}[-_:]?\d{1,5}", re.IGNORECASE)
"""An id that only numbers a node: 0, n12, node-3, f-c2, and Company:n1 of an id space."""


def files_of_graphs(raw_records: Sequence[RawRecord]) -> dict[str, bool]:
    """The files of nodes, without what is said of the part of a file; whether their edges are in them, too, or only in
    others that come with them."""
    found: dict[str, set[str]] = {"entity": set(), "relation": set()}
    ends: set[object] = set()
    for raw_record in raw_records:
        if raw_record.kind in found:
            found[raw_record.kind].add(_file(raw_record))
        if raw_record.kind == "relation":
            ends.update(raw_record.values.get(end) for end in ("source", "target"))
    nodes = {
        _file(raw_record)
        for raw_record in raw_records
        if raw_record.kind == "entity" and raw_record.values.get("id") in ends - {None}
    }
    return {file: file in found["relation"] for file in nodes | (found["entity"] & found["relation"])}


def nodes_that_are_known(
    rows: Sequence[EntityRow], own: Sequence[OwnId], known: KnownEntities, files: Mapping[str, bool], choices: Choices
) -> list[Meant | None]:
    """Of ``rows``, all of which bring an id, whom those nodes are by the id of which nobody is known; None of others.

    A company that several nodes fit, or that the file has by its own id, is none of them.
    """
    asked = {
        place: replace(row, own_id="", called=row.own_id)
        for place, (row, each) in enumerate(zip(rows, own, strict=True))
        if _is_local(row, files) and not each.new and each.clash is None and known.before(each.entity_id) is None
    }
    meant = who_is_meant(list(asked.values()), known, choices.meant, update_known=choices.update_known)
    found = {
        place: whom
        for place, whom in zip(asked, meant, strict=True)
        if whom.by is not None and not whom.choices and _may_be(rows[place], whom, known, files)
    }
    taken = Counter([*(each.entity_id for each in own), *(whom.entity_id for whom in found.values())])
    fits = {place: whom for place, whom in found.items() if taken[whom.entity_id] == 1}
    return [fits.get(place) for place in range(len(rows))]


def _is_local(row: EntityRow, files: Mapping[str, bool]) -> bool:
    """Whether its id may only tell it apart in what it comes with; people of one name are not taken for one where a
    register tells them apart."""
    if row.raw_record.published:
        return row.kind == COMPANY
    return (
        not row.raw_record.exported and _file(row.raw_record) in files and _NUMBERED.fullmatch(row.own_id) is not None
    )


def with_record_id(row: EntityRow) -> EntityRow:
    """A row of a published record with its id as an identifier: what refers to it may come with another file."""
    kept = f"{RECORD}:{row.own_id}"
    if not row.raw_record.published or len(kept) > MAX_IDENTIFIER:
        return row
    listed = row.values.get("identifiers")
    return replace(row, values={**row.values, "identifiers": (*(listed if isinstance(listed, tuple) else ()), kept)})


def _may_be(row: EntityRow, whom: Meant, known: KnownEntities, files: Mapping[str, bool]) -> bool:
    """Whether the countries speak for it, or need not."""
    numbered = _NUMBERED.fullmatch(row.own_id) is not None
    if whom.by in ("choice", "identifier") or (not row.raw_record.published and files.get(_file(row.raw_record))):
        return True
    there = known.get(whom.entity_id)
    own, other = str(row.values.get("country") or ""), there.country if there is not None else ""
    return same_country(own, other) if own and other else numbered


def _file(raw_record: RawRecord) -> str:
    return raw_record.file.partition(" [")[0]
