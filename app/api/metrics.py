"""What is counted for Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from app.runtime.api_status import CacheFigures
from core.domain.model_use import StageReport
from core.domain.results import StageTiming

_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """Counters of one process. ``registry`` is what ``/metrics`` shows."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "guanxi_requests", "Requests by endpoint and status.", ("endpoint", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "guanxi_request_seconds", "Time of requests.", ("endpoint",), buckets=_SECONDS, registry=self.registry
        )
        self._stages = Histogram(
            "guanxi_stage_seconds", "Time of stages of answers.", ("stage",), buckets=_SECONDS, registry=self.registry
        )
        self._tokens = Counter(
            "guanxi_model_tokens", "Tokens of the language model.", ("stage", "direction"), registry=self.registry
        )
        self._cost = Counter(
            "guanxi_model_cost",
            "Cost of the language model in the currency of the prices.",
            ("stage",),
            registry=self.registry,
        )
        self.queue = Gauge("guanxi_queue", "Questions in work or waiting.", registry=self.registry)
        self.log_failures = Counter(
            "guanxi_log_failures", "Lines that the access log could not take.", registry=self.registry
        )
        self.limiter_failures = Counter(
            "guanxi_limiter_failures",
            "Requests counted by this process alone because Redis was away.",
            registry=self.registry,
        )

    def request(self, endpoint: str, status: int, seconds: float) -> None:
        """A request was answered; ``endpoint`` is the path of the route, not of the request."""
        self._requests.labels(endpoint, str(status)).inc()
        self._seconds.labels(endpoint).observe(seconds)

    def answered(self, timings: Iterable[StageTiming], reports: Iterable[StageReport]) -> None:
        """An answer was computed: its stages and what a model took for it."""
        for timing in timings:
            self._stages.labels(timing.stage).observe(timing.milliseconds / 1000.0)
        for report in reports:
            if report.use is not None:
                self._tokens.labels(report.stage, "input").inc(report.use.input_tokens)
                self._tokens.labels(report.stage, "output").inc(report.use.output_tokens)
                self._cost.labels(report.stage).inc(report.use.cost or 0.0)


class CacheCollector(Collector):
    """The figures of the answer cache, read when they are asked for."""

    def __init__(self, figures: Callable[[], CacheFigures]) -> None:
        self._figures = figures

    def collect(self) -> Iterable[Metric]:
        """Questions by what became of them, and the answers that are kept."""
        figures = self._figures()
        asked = CounterMetricFamily("guanxi_cache_requests", "Questions to the answer cache.", labels=["outcome"])
        asked.add_metric(["hit"], figures.kept)
        asked.add_metric(["shared"], figures.shared)
        asked.add_metric(["miss"], figures.asked - figures.kept - figures.shared)
        yield asked
        yield GaugeMetricFamily("guanxi_cache_entries", "Answers that are kept.", value=figures.entries)
