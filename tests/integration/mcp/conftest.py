"""The tools over the document example."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.mcp.tools import Engine


@pytest.fixture
def engine(document_pipeline: DiscoveryPipeline) -> Engine:
    return Engine(document_pipeline)
