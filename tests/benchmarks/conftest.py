"""Benchmarks use the browser fixtures of the end-to-end tests."""

from tests.e2e.conftest import (  # noqa: F401
    browser_context_args,
    browser_type_launch_args,
    open_view,
    sample_url,
)
