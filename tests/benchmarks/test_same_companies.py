"""How well names find their company: former names of the public set, and the project's own labelled names."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Sequence

import numpy as np
import pyarrow.parquet as pq
import pytest

from core.domain.records import Entity
from core.entity_resolution.blocking import NameGrams
from core.entity_resolution.candidates import same_company_candidates
from core.entity_resolution.evidence import compared, judged
from core.entity_resolution.similar_names import telling_part
from core.ingestion.csv_files import read_data_set
from core.ingestion.name_tables import entity_names
from core.ontology import default_ontology
from tests.benchmarks.scale_data import SOURCE
from tests.support import ROOT

needs_public_set = pytest.mark.skipif(
    not SOURCE.exists(), reason=f"needs the set global_equities in {SOURCE} (GUANXI_DATASETS)"
)
pytestmark = pytest.mark.benchmark
THRESHOLDS = (0.3, 0.5, 0.6, 0.7, 0.9)
COMPARED = 20


def named(name: str) -> Entity:
    """A company of which nothing but its name is known."""
    return Entity(id=f"~{name}"[:200], type="company", name_zh=name[:300], name_en=name[:300])


def report(title: str, scores: Sequence[float], right: Sequence[bool], findable: int) -> None:
    """Precision over what scores at least a threshold, recall over everything that is to be found."""
    print(f"\n{title}")
    for threshold in THRESHOLDS:
        proposed = np.asarray(scores) >= threshold
        hits = int((proposed & np.asarray(right)).sum())
        precision, recall = hits / max(1, int(proposed.sum())), hits / findable
        both = 2 * precision * recall / max(1e-9, precision + recall)
        print(
            f"  from {threshold}: precision {precision:.3f}, recall {recall:.3f}, F1 {both:.3f}, {proposed.sum()} pairs"
        )


def test_labelled_names() -> None:
    known = {entity.id: entity for entity in read_data_set(ROOT / "data", default_ontology()).entities}
    with (ROOT / "data" / "same_companies.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for half in ("tune", "test"):
        asked = [row for row in rows if row["half"] == half]
        scores = []
        for row in asked:
            other = known[row["company"]] if row["company"] else named(row["other_name"])
            hidden = tuple(alias for alias in other.aliases if alias != row["name"])
            pair = compared(named(row["name"])), compared(other.model_copy(update={"aliases": hidden}))
            scores.append(judged(*pair, shared_neighbours=0, related=False).score)
        same = [row["same"] == "1" for row in asked]
        report(f"labelled names, {half} half: {sum(same)} pairs are one company, {len(same) - sum(same)} two",
               scores, same, sum(same))  # fmt: skip


def public_companies() -> list[Entity]:
    """Companies of the public set with the names that are not hidden by the task."""
    columns = ["id", "name", "aliases", "symbols", "country", "industry_gics"]
    rows = pq.read_table(SOURCE / "companies.parquet", columns=columns).to_pylist()
    return [
        Entity(
            id=row["id"], type="company", name_zh=row["name"][:300], name_en=row["name"][:300],
            aliases=tuple(alias[:300] for alias in row["aliases"] or () if alias.strip()),
            tickers=tuple(symbol for symbol in row["symbols"] if symbol.strip()),
            country=row["country"] or "", industry=row["industry_gics"] or "",
        )
        for row in rows if row["name"].strip()
    ]  # fmt: skip


@needs_public_set
def test_former_names() -> None:
    companies = [compared(entity) for entity in public_companies()]
    owners: dict[str, list[int]] = {}
    for place, company in enumerate(companies):
        for name in company.names:
            owners.setdefault(telling_part(name), []).append(place)
    parts = sorted(owners)
    lines = (SOURCE / "tasks_public.jsonl").read_text(encoding="utf-8").splitlines()
    tasks = [task for task in map(json.loads, lines) if task["task"] == "en_former_name"]
    asked = [compared(named(task["query_text"])) for task in tasks]
    started = time.perf_counter()
    grams = NameGrams(parts)
    nearest = grams.nearest([telling_part(next(iter(each.names), "")) for each in asked], COMPARED)
    scores, right = [], []
    for task, name, near in zip(tasks, asked, nearest, strict=True):
        found = [companies[place] for part in near for place in owners[parts[part]]]
        judgements = [
            (judged(name, company, shared_neighbours=0, related=False).score, company.entity.id) for company in found
        ]
        score, best = max(judgements, default=(0.0, ""))
        scores.append(score)
        right.append(best in task["gold"])
    spent = time.perf_counter() - started
    print(f"\n{len(tasks)} former names against {len(companies)} companies in {spent:.1f} s")
    report("former names", scores, right, len(tasks))
    print(f"  best company right at any score: {np.mean(right):.3f}")


@needs_public_set
def test_time() -> None:
    companies = public_companies()
    ends = pq.read_table(SOURCE / "relations.parquet", columns=["source", "target"]).to_pylist()
    started = time.perf_counter()
    found = same_company_candidates(companies, ((row["source"], row["target"]) for row in ends), min_score=0.5)
    compared_in = time.perf_counter() - started
    started = time.perf_counter()
    entity_names(companies)
    print(f"\n{len(companies)} companies: {len(found)} pairs from 0.5 on in {compared_in:.1f} s; "
          f"names for linking in {time.perf_counter() - started:.1f} s")  # fmt: skip
