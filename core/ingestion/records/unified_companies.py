"""Companies that are one under several ids become one: by what was said of them, and by a rule if one is set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.domain.records import Entity, Relation, one_of_each
from core.domain.text import CHINESE_CHARACTER
from core.entity_resolution.candidates import same_company_candidates
from core.entity_resolution.groups import kept_ids, with_rule
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.merging import OPEN_FIELDS, coordinates
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.record_validation import origin_of
from core.storage.merged_companies import MergedCompany
from core.storage.relation_table import RelationTable
from core.workspace.verdicts import Said


@dataclass(frozen=True)
class Unified:
    """A data set in which every company is there once, and the companies that went into others."""

    data: DataSet
    merged: tuple[MergedCompany, ...]


def unified(data: DataSet, decided: Said, rule: float | None) -> Unified:
    """Put together what is one company: what was ``decided``, and pairs that score at least ``rule``, if it is set.

    Everything of a company that goes is of the one it goes into: relations, mentions, names (as aliases), tickers, and
    what that one leaves open. A relation between the two is left out and said. Only companies are put together.
    """
    companies = [entity.id for entity in data.entities if entity.type == "company"]
    pairs = decided.same if rule is None else with_rule(decided, _scored(data, rule))
    into = kept_ids(companies, pairs)
    if not into:
        return Unified(data, ())
    goes = [entity for entity in data.entities if entity.id in into]
    relations, problems = _relations(data.relations, into)
    together = replace(
        data,
        entities=tuple(_entities(data.entities, goes, into)),
        relations=relations,
        problems=(*data.problems, *problems),
        stated_mentions=tuple((passage, into.get(entity, entity)) for passage, entity in data.stated_mentions),
    )
    merged = (
        MergedCompany(id=each.id, into=into[each.id], name_zh=each.name_zh, name_en=each.name_en) for each in goes
    )
    return Unified(together, tuple(merged))


def _scored(data: DataSet, rule: float) -> Iterable[tuple[str, str]]:
    place = {entity.id: number for number, entity in enumerate(data.entities)}
    for found in same_company_candidates(data.entities, _ends(data.relations), min_score=rule):
        yield (found.first, found.second) if place[found.first] < place[found.second] else (found.second, found.first)


def _entities(entities: Iterable[Entity], goes: Iterable[Entity], into: Mapping[str, str]) -> Iterable[Entity]:
    joining: dict[str, list[Entity]] = {}
    for entity in goes:
        joining.setdefault(into[entity.id], []).append(entity)
    for entity in entities:
        if entity.id not in into:
            yield _together(entity, joining[entity.id]) if entity.id in joining else entity


def _together(kept: Entity, others: list[Entity]) -> Entity:
    """``kept`` with what the others add; if it has one name for both languages, theirs stands for the other one."""
    everybody = (kept, *others)
    name_zh, name_en = kept.name_zh, kept.name_en
    if name_zh == name_en:
        name_zh = next((each.name_zh for each in everybody if CHINESE_CHARACTER.search(each.name_zh)), name_zh)
        name_en = next((each.name_en for each in everybody if not CHINESE_CHARACTER.search(each.name_en)), name_en)
    names = (name for each in everybody for name in (*each.aliases, each.name_zh, each.name_en))
    return kept.model_copy(
        update={
            **{
                field: next((value for each in everybody if (value := getattr(each, field))), getattr(kept, field))
                for field in OPEN_FIELDS
            },
            "name_zh": name_zh,
            "name_en": name_en,
            "aliases": tuple(name for name in dict.fromkeys(names) if name not in (name_zh, name_en)),
            "tickers": tuple(dict.fromkeys(ticker for each in everybody for ticker in each.tickers)),
            "identifiers": tuple(dict.fromkeys(one for each in everybody for one in each.identifiers)),
            **coordinates(everybody),
            "attributes": one_of_each(attribute for each in everybody for attribute in each.attributes),
            "origin": "; ".join(dict.fromkeys(each.origin for each in everybody)),
        }
    )


def _relations(found: Sequence[Relation], into: Mapping[str, str]) -> tuple[RelationTable, list[RowProblem]]:
    relations, problems = RelationTable.of(found), []
    moved, kept = {}, np.ones(len(relations), dtype=bool)
    for row, (source, target) in enumerate(_ends(relations)):
        if source in into or target in into:
            ends = {"source": into.get(source, source), "target": into.get(target, target)}
            moved[row] = relations[row].model_copy(update=ends)
            kept[row] = ends["source"] != ends["target"]
            if not kept[row]:
                detail = f"{source} – {target}"
                problems.append(RowProblem(*origin_of(moved[row]), "", "within_one_company", detail))
    return relations.with_changed(moved).only(kept), problems


def _ends(relations: Sequence[Relation]) -> Iterable[tuple[str, str]]:
    table = RelationTable.of(relations)
    return zip(table.values("source"), table.values("target"), strict=True)
