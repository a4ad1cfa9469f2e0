"""The parser over the bundled sample."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.reading.parser import Parser, parser_of


@pytest.fixture(scope="session")
def parser(sample_pipeline: DiscoveryPipeline) -> Parser:
    return parser_of(sample_pipeline.base)
