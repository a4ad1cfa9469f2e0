"""Who controls many companies at once is who controls each of them."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.dossier.ownership import control_hops as module
from core.dossier.ownership.control_hops import ControlWay, control_hops

DAY = 20261127


def rows(found: module.Hops, first: int = 0) -> list[tuple[int, int, int]]:
    return sorted(zip((found.starts + first).tolist(), found.ends.tolist(), found.rows.tolist(), strict=True))


@pytest.mark.parametrize("way", get_args(ControlWay))
def test_of_all_at_once_it_is_what_it_is_of_parts(
    sample_pipeline: DiscoveryPipeline, way: ControlWay, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = sample_pipeline.base
    nodes = base.knowledge_base.company_nodes
    in_parts = [
        row
        for first in range(0, len(nodes), 250)
        for row in rows(control_hops(base, DAY, nodes[first : first + 250], way), first)
    ]
    monkeypatch.setattr(module, "_MOST_TREES", 0)
    assert rows(control_hops(base, DAY, nodes, way)) == sorted(in_parts)
    assert in_parts


def test_passages_control_nobody(sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base
    passage = np.array([base.knowledge_base.passage_node(base.knowledge_base.passage_ids[0])])
    assert not len(control_hops(base, DAY, passage, "below").ends)
