"""A change that is cancelled leaves the knowledge base as it was, on the page and in the terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from app.runtime.services import Services
from core.curation.deleting import delete_source
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, imported_sources, run_import
from core.curation.open_or_build import Started
from core.errors import ChangeCancelledError
from core.ingestion.progress import STAGES, BuildProgress, ProgressListener, Stage
from core.settings import Settings
from core.storage.publishing import current_version
from tests.integration.app.runtime.test_shared_app import wait_until
from tests.support import ROOT

IN_A_TERMINAL = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs the tests may ignore it, and that is handed down
from core.cli.parser import main
sys.exit(main(sys.argv[1:]))
"""
FILES = [("note.txt", b"Company A met a new supplier.")]


@pytest.fixture
def app(own_settings: Settings) -> Services:
    """An app that serves the document example."""
    services = Services(own_settings)
    wait_until(lambda: services.warm)
    return services


def imported(app: Services, listener: ProgressListener) -> Started:
    assert app.pipeline is not None
    plan = plan_import(FILES, app.settings)
    check = check_import(plan, app.pipeline.base.knowledge_base, app.pipeline.base.ontology)
    return run_import(plan, check, app.settings, app.pipeline.base.ontology, listener)


@pytest.mark.matrix()
@pytest.mark.parametrize("stage", STAGES)
def test_it_can_be_cancelled_until_it_is_published(app: Services, stage: Stage) -> None:
    version = current_version(app.settings.knowledge_base_folder)
    asked = Event()

    def work(listener: ProgressListener) -> Started:
        def cancelled(progress: BuildProgress) -> None:
            if progress.stage == stage:
                app.cancel_change()
                asked.set()
                assert app.cancelling
            listener(progress)

        return imported(app, cancelled)

    assert app.change(work)
    wait_until(lambda: not app.changing)
    assert asked.is_set()
    assert isinstance(app.change_error, ChangeCancelledError)
    assert current_version(app.settings.knowledge_base_folder) == version
    assert imported_sources(app.settings) == ()
    assert list((app.settings.knowledge_base_folder / "sources").glob("*")) == []
    assert list((app.settings.knowledge_base_folder / "versions").glob("*.partial")) == []
    assert app.change(lambda listener: imported(app, listener))  # and once more, to the end
    wait_until(lambda: not app.changing)
    assert app.change_error is None
    assert not app.cancelling
    assert len(imported_sources(app.settings)) == 1


@pytest.mark.thorough
def test_what_is_published_stays(app: Services) -> None:
    def work(listener: ProgressListener) -> Started:
        def too_late(progress: BuildProgress) -> None:
            if progress.published:
                app.cancel_change()
            listener(progress)

        return imported(app, too_late)

    assert app.change(work)
    wait_until(lambda: not app.changing)
    assert app.change_error is None
    (source,) = imported_sources(app.settings)
    delete_source(
        source.id, app.settings, app.pipeline.base.ontology if app.pipeline else pytest.fail("nothing serves")
    )


@pytest.mark.thorough
def test_a_key_press_ends_it_in_the_terminal(app: Services, tmp_path: Path) -> None:
    """Ctrl+C, as soon as the import says that it is at work."""
    version = current_version(app.settings.knowledge_base_folder)
    file = tmp_path / "note.txt"
    file.write_bytes(FILES[0][1])
    settings = {
        "GUANXI_DATA_FOLDER": str(app.settings.data_folder),
        "GUANXI_KNOWLEDGE_BASE_FOLDER": str(app.settings.knowledge_base_folder),
    }
    command = [sys.executable, "-c", IN_A_TERMINAL, "import", str(file)]
    with subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **settings}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert "read" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=120)
    assert (process.returncode, output) == (130, "")
    assert "Cancelled; the knowledge base is as it was." in errors
    assert "Traceback" not in errors
    assert current_version(app.settings.knowledge_base_folder) == version
    assert imported_sources(app.settings) == ()
