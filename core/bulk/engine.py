"""Where partitions are computed: one after the other in this process, or by workers on Ray."""

from __future__ import annotations

import importlib
import logging
import os
from collections.abc import Iterator, Sequence
from typing import Any

from core.bulk.job import Job
from core.bulk.partitions import Stage, Worker
from core.errors import GuanxiError, first_line
from core.runtime.installation import PROJECT_FOLDER

_OBJECT_STORE_BYTES = 100 << 20  # partitions go through files; Ray only carries their numbers


class BulkEngineMissingError(GuanxiError):
    """Several workers were asked for, and Ray is not installed."""


class BulkFailedError(GuanxiError):
    """A partition of a bulk job could not be computed."""


def compute(job: Job, stage: Stage, partitions: Sequence[int], workers: int) -> Iterator[int]:
    """Compute partitions of a stage; yields how many rows went into each as it is finished.

    ``workers`` 1: in this process. More: a Ray worker each, on this machine or, where ``RAY_ADDRESS`` says so, on a
    cluster whose machines see the folders of the job under the same paths. Raises BulkEngineMissingError without Ray
    and BulkFailedError if a partition cannot be computed; what is finished by then stays finished.
    """
    if not partitions:
        return
    if workers > 1:
        yield from _on_ray(job, stage, partitions, workers)
        return
    worker = Worker(job)
    for number in partitions:
        yield _compute(worker, stage, number)


def _compute(worker: Worker, stage: Stage, number: int) -> int:
    try:
        return worker.compute(stage, number)
    except (GuanxiError, OSError, ValueError, RuntimeError, KeyError, MemoryError) as error:
        raise BulkFailedError(stage=stage, detail=first_line(error)) from error


class RayWorker:
    """A worker as Ray Data calls it: the number of a partition in, how many rows went into it out."""

    def __init__(self, job: Job, stage: Stage) -> None:
        self._worker, self._stage = Worker(job), stage

    def __call__(self, row: dict[str, int]) -> dict[str, int | str]:
        """Compute the partition ``row["partition"]``. What fails is told as ``fault``, which Ray would lose."""
        try:
            return {"rows": _compute(self._worker, self._stage, row["partition"]), "fault": ""}
        except BulkFailedError as error:
            return {"rows": 0, "fault": str(error.parameters["detail"])}


def _on_ray(job: Job, stage: Stage, partitions: Sequence[int], workers: int) -> Iterator[int]:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    try:
        ray = importlib.import_module("ray")
        data = importlib.import_module("ray.data")
    except ImportError as error:
        raise BulkEngineMissingError from error
    _start(ray, workers)
    data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.WARNING)
    numbers = data.from_items([{"partition": number} for number in partitions], override_num_blocks=len(partitions))
    computed = numbers.map(
        RayWorker, fn_constructor_args=(job, stage), compute=data.ActorPoolStrategy(size=min(workers, len(partitions)))
    )
    try:
        for row in computed.iter_rows():
            if row["fault"]:
                raise BulkFailedError(stage=stage, detail=row["fault"])
            yield int(row["rows"])
    except ray.exceptions.RayError as error:
        raise BulkFailedError(stage=stage, detail=first_line(error)) from error


def _start(ray: Any, workers: int) -> None:
    if ray.is_initialized():
        return
    path = os.pathsep.join(filter(None, (str(PROJECT_FOLDER), os.environ.get("PYTHONPATH"))))
    options: dict[str, Any] = {"log_to_driver": False, "runtime_env": {"env_vars": {"PYTHONPATH": path}}}
    if not os.environ.get("RAY_ADDRESS"):
        options |= {"num_cpus": workers, "include_dashboard": False, "object_store_memory": _OBJECT_STORE_BYTES}
    ray.init(**options)
