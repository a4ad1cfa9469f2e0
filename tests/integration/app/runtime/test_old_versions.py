"""A running app lets go of the versions that it served before: only what is kept stays on the disk."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from app.runtime.services import Services
from core.curation.open_or_build import Started, rebuild
from core.curation.versions import versions
from core.domain.requests import DiscoveryRequest
from core.ingestion.progress import ProgressListener
from core.ontology import Ontology
from core.settings import Settings
from tests.integration.app.runtime.test_shared_app import wait_until

CHANGES = 6


@pytest.fixture(autouse=True)
def _collected_as_before() -> Iterator[None]:
    yield
    gc.unfreeze()


@pytest.mark.thorough
def test_after_many_changes_the_last_versions_are_kept(own_settings: Settings, ontology: Ontology) -> None:
    services = Services(own_settings)
    wait_until(lambda: services.warm)

    def change(listener: ProgressListener) -> Started:
        return rebuild(own_settings, ontology, listener)

    for _ in range(CHANGES):
        services.opened_pipeline.retrieve(DiscoveryRequest(company="公司A"))
        assert services.change(change)
        wait_until(lambda: not services.changing)
        assert services.change_error is None
    assert len(versions(own_settings)) <= own_settings.kept_versions
