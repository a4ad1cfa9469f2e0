"""What the tests of the pipeline ask of a small market, and how they read its answers."""

from __future__ import annotations

from pathlib import Path

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import SEARCHES, Search
from core.domain.requests import FusionSettings
from core.domain.results import Discovery, RelatedCompany
from core.messages import translate
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import settings_for, write_data

GRAPH_ONLY = FusionSettings(graph_weight=1.0, vector_weight=0.0)
TEXT_ONLY = FusionSettings(graph_weight=0.0, vector_weight=1.0, relation_share=0.0, keyword_share=0.0, words_share=0.0)
ONCE = ("link", "parse", "ask", "evidence", "retrieve", "fuse", "judge")
LINKED_STAGES = {*ONCE, *(f"retrieve.{arm}" for arm in SEARCHES)}
MENTIONS = {"PRIMARY", "SECONDARY", "PERIPHERAL"}


def small_pipeline(folder: Path, encoder: Encoder, **tables: object) -> DiscoveryPipeline:
    settings = settings_for(write_data(folder / "data", **tables), folder / "kb")  # type: ignore[arg-type]
    return DiscoveryPipeline(
        Base.over(build_and_open(settings, encoder), default_ontology(), settings), encoder=lambda: encoder
    )


def found(discovery: Discovery, company_id: str) -> RelatedCompany:
    return next(each for each in discovery.related_companies if each.company_id == company_id)


def ids(discovery: Discovery) -> list[str]:
    return [each.company_id for each in discovery.related_companies]


def failed(*arms: Search) -> tuple[str, ...]:
    """The warnings of searches that failed."""
    return tuple(translate("warning.arm_failed", "en", arm=translate(f"arm.{arm}", "en")) for arm in arms)


def without_times(discovery: Discovery) -> dict[str, object]:
    return discovery.model_dump(exclude={"timings", "processing_time_ms"})
