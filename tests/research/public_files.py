"""Public sets in miniature: the same files and columns as the real ones, invented rows, and some of their dirt."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pandas as pd

Row = Mapping[str, object]


def parquet(folder: Path, name: str, columns: str, *rows: Sequence[object]) -> None:
    """Write ``name``.parquet; ``columns`` are separated by spaces."""
    folder.mkdir(parents=True, exist_ok=True)
    pd.DataFrame(list(rows), columns=columns.split()).to_parquet(folder / f"{name}.parquet")


def tasks(folder: Path, *rows: Row) -> None:
    """Write ``tasks_public.jsonl``."""
    lines = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (folder / "tasks_public.jsonl").write_text(lines, encoding="utf-8")


def zh_chain(root: Path) -> Path:
    """Three companies, one of them twice, and what they make."""
    folder = root / "zh_chain"
    parquet(
        folder,
        "companies",
        "id name aliases description country provenance",
        ["CN:000001", "甲电池", ["甲电池股份有限公司"], "甲电池生产动力电池。", "CN", "chainkg"],
        ["CN:000001", "甲电池（重复）", [], "", "CN", "chainkg"],
        ["CN:000002", "乙汽车", [], "乙汽车" * 2000, "CN", "chainkg"],
        ["TW:丙", "丙晶圓", [], "", "TW", "tw-industry-chains"],
    )
    parquet(
        folder,
        "other_nodes",
        "id name type",
        ["P:电池", "电池", "product"],
        ["P:锂", "锂", "product"],
        ["P:车", "电动车", "product"],
        ["P: ", " ", "product"],
        ["IND:1", "电池行业", "industry"],
        ["SEG:1", "晶圓", "segment"],
        ["LAY:1", "上游", "layer"],
    )
    parquet(
        folder,
        "relations",
        "source target relation_type weight provenance split",
        ["CN:000001", "P:电池", "主营产品", 0.4, "chainkg", "visible"],
        ["CN:000001", "IND:1", "所属行业", None, "chainkg", "public"],
        ["CN:000002", "IND:1", "所属行业", 7.0, "chainkg", "visible"],
        ["P:电池", "P:锂", "上游材料", 0.0, "chainkg", "visible"],
        ["P:电池", "P:车", "下游产品", None, "chainkg", "visible"],
        ["P:电池", "P:锂", "产品小类", None, "chainkg", "visible"],
        ["P:电池", "P:电池", "上游材料", None, "chainkg", "visible"],
        ["CN:000001", "P:nowhere", "主营产品", None, "chainkg", "visible"],
    )
    tasks(
        folder,
        {
            "task_id": "peers:1",
            "task": "zh_industry_peers",
            "query_entity": "CN:000001",
            "lang": "zh",
            "query_text": "与甲电池同行业的公司有哪些？",
            "candidates": "all companies CN:*",
            "gold": ["CN:000002"],
        },
        {
            "task_id": "concept:1",
            "task": "zh_concept_companies",
            "query_entity": None,
            "lang": "zh",
            "query_text": "锂电池概念的公司有哪些？",
            "candidates": "all companies CN:*",
            "gold": ["CN:000001"],
        },
    )
    return folder


def global_equities(root: Path) -> Path:
    """Two companies, a company without a name, a parent that is not listed, and places."""
    folder = root / "global_equities"
    parquet(
        folder,
        "companies",
        "id name aliases description description_masked country symbols market_cap",
        [
            "FD:AAA",
            "Alpha Cells Inc",
            ["ALPHA CELLS", " "],
            "Formerly known as Oldname. Makes cells.",
            "Formerly known as [hidden]. Makes cells.",
            "United States",
            ["AAA", ""],
            "Large Cap",
        ],
        ["FD:BBB", "Beta Motors", [], "Builds cars.", None, None, ["BBB"], None],
        ["FD:CCC", "  ", [], "Nobody.", "", "Japan", [], ""],
    )
    parquet(
        folder,
        "other_nodes",
        "id name type",
        ["EXT:parent", "Parent Group", "parent_not_listed"],
        ["country:US", "United States", "country"],
        ["city:A", "Anytown", "city"],
        ["sector:1", "Industrials", "sector"],
        ["city: ", " ", "city"],
    )
    parquet(
        folder,
        "relations",
        "source target relation_type provenance split",
        ["FD:AAA", "country:US", "in_country", "fd", "visible"],
        ["FD:AAA", "city:A", "headquartered_in", "fd", "visible"],
        ["FD:AAA", "sector:1", "in_sector", "fd", "visible"],
        ["FD:BBB", "FD:AAA", "partial_owner_of", "fd", "visible"],
        ["FD:AAA", "EXT:parent", "subsidiary_of", "fd", "public"],
        ["FD:AAA", "FD:BBB", "competitor_of", "10k", "public"],
        ["FD:AAA", "FD:BBB", "something_new", "fd", "visible"],
    )
    (folder / "sp500_universe.json").write_text(json.dumps(["FD:AAA", "FD:BBB"]), encoding="utf-8")
    tasks(
        folder,
        {
            "task_id": "sub:1",
            "task": "en_subsidiaries_of",
            "lang": "en",
            "query_entity": "EXT:parent",
            "query_text": "Which companies are subsidiaries of Parent Group?",
            "candidates": "all FD:* companies",
            "gold": ["FD:AAA"],
        },
        {
            "task_id": "former:1",
            "task": "en_former_name",
            "lang": "en",
            "query_entity": None,
            "query_text": "Which company was formerly known as Oldname?",
            "candidates": "all FD:* companies",
            "gold": ["FD:AAA"],
        },
        {
            "task_id": "peer:1",
            "task": "en_sp500_peers",
            "lang": "en",
            "query_entity": "FD:AAA",
            "query_text": "Which companies are peers of Alpha Cells?",
            "candidates": "file:sp500_universe.json",
            "gold": ["FD:BBB"],
        },
    )
    return folder


def relation_evidence(root: Path) -> Path:
    """Two sentences, their companies, and a triple that must not be indexed."""
    folder = root / "relation_evidence"
    parquet(folder, "entities", "id name", ["en:1", "Bigshop"], ["en:2", "Smallshop"], ["zh:1", "丁银行"])
    parquet(
        folder,
        "passages",
        "id text lang source",
        ["p1", "Bigshop bought Smallshop in 2015.", "en", "core"],
        ["p2", "丁银行发布年报。", "zh", "finre"],
    )
    parquet(folder, "mentions", "entity passage", ["en:1", "p1"], ["en:2", "p1"], ["zh:1", "p2"])
    parquet(
        folder, "triples", "source relation_type target passage split", ["en:1", "acquires", "en:2", "p1", "public"]
    )
    tasks(
        folder,
        {
            "task_id": "rel:1",
            "task": "relation_evidence",
            "lang": "en",
            "relation": "acquired_by",
            "query_entity": "en:2",
            "query_text": "Who acquired Smallshop?",
            "gold_passages": ["p1"],
        },
        {
            "task_id": "rel:2",
            "task": "relation_evidence",
            "lang": "zh",
            "relation": "unknown",
            "query_entity": "zh:1",
            "query_text": "丁银行发布了什么？",
            "gold_passages": ["p2"],
        },
    )
    return folder


def hipporag_slices(root: Path) -> Path:
    """Two passages of the slice that is asked about, one of another, and triples with odd ends."""
    folder = root / "hipporag_slices"
    parquet(
        folder,
        "passages",
        "id dataset title text",
        ["m:0", "musique_train", "Journal", "The Journal is published by the Association."],
        ["m:1", "musique_train", "Association", "The first president was Ada Example."],
        ["h:0", "hotpot_train", "Other", "Not asked about."],
    )
    parquet(
        folder,
        "triples_musique_train",
        "passage subject predicate object",
        ["m:0", "Journal ", "published by", "Association"],
        ["m:1", "Association", "led by", "Ada Example"],
        ["m:1", "Association", "is", "Association"],
        ["m:1", "Association", "has", " "],
        ["m:1", "x" * 201, "is", "y"],
    )
    parquet(folder, "entities_musique_train", "passage entity", ["m:0", "Journal"], ["m:1", "Ada Example"])
    tasks(
        folder,
        {
            "task_id": "m:q1",
            "task": "musique_train",
            "query_text": "Who first led the publisher of the Journal?",
            "gold_passages": ["m:0", "m:1"],
        },
        {"task_id": "h:q1", "task": "hotpot_train", "query_text": "Which is other?", "gold_passages": ["h:0"]},
    )
    return folder


WRITERS = {
    "zh_chain": zh_chain,
    "global_equities": global_equities,
    "relation_evidence": relation_evidence,
    "hipporag_slices": hipporag_slices,
}


def write_public_sets(root: Path, names: Iterable[str] = tuple(WRITERS)) -> Path:
    """Write these sets below ``root``; returns it."""
    for name in names:
        WRITERS[name](root)
    return root
