"""``python -m core mcp``: the tools for language-model clients, until the client leaves or Ctrl-C."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from core.cli.number_types import port_number
from core.discovery.pipeline import DiscoveryPipeline
from core.operations.context import Opened
from core.runtime.listening import listening

_PORT = 3019


def add_options(parser: argparse.ArgumentParser) -> None:
    """How clients reach it."""
    parser.add_argument("--transport", choices=("stdio", "streamable-http"), default="stdio", help="default: stdio")
    parser.add_argument(
        "--reviewing", action="store_true", help="clients may also decide on relations read from texts, as programs"
    )
    parser.add_argument("--host", default="127.0.0.1", help="for streamable-http, on this machine; default: 127.0.0.1")
    parser.add_argument("--port", type=port_number, default=_PORT, metavar="PORT", help=f"default: {_PORT}")


def run_mcp(options: argparse.Namespace, opened: Callable[[], DiscoveryPipeline]) -> None:
    """Open the knowledge base once, then serve. Raises AddressNotLocalError, AddressTakenError and what opening does.

    The SDK is imported here: other commands start without it.
    """
    import anyio

    from core.mcp.server import create_server
    from core.mcp.serving import require_local, serve_http, serve_stdio

    over_http = options.transport == "streamable-http"
    if over_http:
        require_local(options.host)  # before the work of opening
        listening(options.host, options.port).close()
    pipeline = opened()
    pipeline.begin_loading_reranker()
    pipeline.warm_up()
    server = create_server(Opened.of(pipeline), reviewing=options.reviewing)
    try:
        if over_http:
            anyio.run(serve_http, server, options.host, options.port)
        else:
            anyio.run(serve_stdio, server)
    except KeyboardInterrupt:
        return
