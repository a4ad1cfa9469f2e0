"""A job that fails through the server tells its id, by which the log names the cause."""

from __future__ import annotations

import logging

import pytest

from app.api.jobs import Job
from core.errors import DataUnreadableError
from core.ingestion.building.build import BuildFailedError


def test_the_cause_of_a_failed_job_is_in_the_log_by_its_id(caplog: pytest.LogCaptureFixture) -> None:
    job = Job("chunks")
    with caplog.at_level(logging.ERROR, logger="guanxi"):
        job.end(BuildFailedError(detail="Read-only file system: '/data'"))
    state = job.state()
    assert (state.status, state.code) == ("failed", "build_failed")
    assert "job_id" in state.message_en
    assert "job_id" in state.message_zh
    assert "/data" not in state.message_en + state.message_zh
    assert f"job {state.job_id} failed: build_failed" in caplog.text
    assert "Read-only file system" in caplog.text


def test_what_a_client_did_wrong_is_told_and_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    job = Job("chunks")
    with caplog.at_level(logging.ERROR, logger="guanxi"):
        job.end(DataUnreadableError(file="a.csv", detail="no CSV"))
    assert "a.csv" in job.state().message_en
    assert caplog.text == ""
