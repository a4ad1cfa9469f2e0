"""Who may come in, and how often: decided before a body is read."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.rate_limit import RateLimit
from app.api.refusals import (
    ApiClosedError,
    ApiError,
    ApiKeyInAddressError,
    ApiKeyMissingError,
    ApiKeyWrongError,
    TooManyRequestsError,
)
from app.runtime.host_names import LOCAL_NAMES, host_name
from core.monitoring.api_keys import ApiKeys

HEADER = "x-api-key"
HEALTH = ("/health/live", "/health/ready")
_KEY_PARAMETERS = {"key", "api_key", "apikey", "api-key", "x-api-key", "x_api_key", "token", "access_token"}
_OF_PROXIES = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


@dataclass(frozen=True)
class Caller:
    """Who asks: the name of the key, or that there was none."""

    name: str
    may_ingest: bool = False
    may_curate: bool = False


def is_documentation(path: str) -> bool:
    """Whether the description of the API, or what its page loads, is at ``path``."""
    return path in ("/api/docs", "/api/openapi.json") or path.startswith(("/api/docs/", "/api/static/"))


def is_loopback(address: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return address == "localhost"


class Gate:
    """ASGI middleware: refuses who has no key, or asks too often, with the errors of ``app.api.refusals``.

    ``open_here``: without any key configured, whoever is on this machine may read. A file of keys that is named counts
    as configured, whatever it holds.
    """

    def __init__(self, app: ASGIApp, keys: ApiKeys, limit: RateLimit, *, open_here: bool) -> None:
        self._app = app
        self._keys = keys
        self._limit = limit
        self._open_here = open_here

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in, or raise."""
        path = scope["path"]
        if path not in HEALTH:
            caller = await self._caller(scope)
            scope["state"]["caller"] = caller
            if not is_documentation(path):
                await self._count(scope, f"key:{caller.name}")
        else:
            scope["state"]["caller"] = await self._known(scope)
        await self._app(scope, receive, send)

    async def _caller(self, scope: Scope) -> Caller:
        if any(name.lower() in _KEY_PARAMETERS for name, _ in parse_qsl(scope["query_string"].decode("latin-1"))):
            raise ApiKeyInAddressError
        headers, client = Headers(scope=scope), scope["client"][0] if scope.get("client") else ""
        if not self._keys.configured:
            if self._open_here and is_loopback(client) and _from_here(headers):
                return Caller("open")
            raise ApiClosedError
        if is_documentation(scope["path"]):
            return Caller("documentation")
        presented = headers.getlist(HEADER)
        if not presented:
            await self._count(scope, f"without:{client}")
            raise ApiKeyMissingError
        key = self._keys.find(presented[0]) if len(presented) == 1 else None
        if key is None:
            await self._count(scope, f"without:{client}")
            raise ApiKeyWrongError
        return Caller(key.name, key.may_ingest, key.may_curate)

    async def _known(self, scope: Scope) -> Caller | None:
        """Who asks for health: nobody is refused that, and who shows no key is not counted."""
        if self._keys.configured and HEADER not in Headers(scope=scope):
            return None
        try:
            return await self._caller(scope)
        except ApiError:
            return None

    async def _count(self, scope: Scope, who: str) -> None:
        quota = await self._limit.count(who)
        scope["state"]["quota"] = quota
        if not quota.let_in:
            raise TooManyRequestsError(limit=quota.limit, seconds=quota.seconds)


def _from_here(headers: Headers) -> bool:
    """Whether a program of this machine asks for itself: neither a proxy that hands on what others ask, nor a page
    elsewhere that points its own name here (DNS rebinding)."""
    return host_name(headers) in LOCAL_NAMES and not any(name in headers for name in _OF_PROXIES)
