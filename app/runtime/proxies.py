"""Whose word counts on where a request came from: that of the configured reverse proxies, and nobody else's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import uvicorn.config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application


def trust_only(proxies: Sequence[str]) -> None:
    """Have the server that is loading this program believe ``X-Forwarded-…`` of ``proxies`` alone.

    Streamlit makes its server before it loads the program and gives it no settings; left alone, the server believes
    whatever a program on this machine says, which would undo the limits per address.
    """

    def trusting(app: ASGI3Application, **_: object) -> ASGI3Application:
        return ProxyHeadersMiddleware(app, trusted_hosts=list(proxies)) if proxies else app

    setattr(uvicorn.config, "ProxyHeadersMiddleware", trusting)  # noqa: B010 - not a name that the module exports
