"""The tools over the document example."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.operations.context import Opened


@pytest.fixture
def engine(document_pipeline: DiscoveryPipeline) -> Opened:
    return Opened.of(document_pipeline)
