"""An S3 server on this machine that speaks HTTP: buckets in memory, conditional writes, access keys if asked for."""

from __future__ import annotations

import logging
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import uuid4

import boto3
import pytest
from moto.server import ThreadedMotoServer


@dataclass(frozen=True)
class S3Server:
    """A running server."""

    address: str

    def new_bucket(self) -> str:
        """An empty bucket; returns its name."""
        name = f"bucket-{uuid4().hex}"
        boto3.client(
            "s3",
            endpoint_url=self.address,
            region_name="us-east-1",
            aws_access_key_id="k",
            aws_secret_access_key="s",
        ).create_bucket(Bucket=name)
        return name

    @contextmanager
    def requiring_keys(self) -> Iterator[None]:
        """Every request is refused unless a known key signed it; nobody has one."""
        self._free_requests(b"0")
        try:
            yield
        finally:
            self._free_requests(b"inf")

    def _free_requests(self, count: bytes) -> None:
        said = urllib.request.Request(f"{self.address}/moto-api/reset-auth", count, {"Content-Type": "text/plain"})
        urllib.request.urlopen(said).close()


@contextmanager
def s3_server() -> Iterator[S3Server]:
    """Run a server on a free port of this machine."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        yield S3Server(f"http://{host}:{port}")
    finally:
        server.stop()


def use(server: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process find the server where it looks for S3."""
    variables = {
        "AWS_ACCESS_KEY_ID": "k",
        "AWS_SECRET_ACCESS_KEY": "s",
        "AWS_ENDPOINT": server.address,
        "AWS_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true",
    }
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
