"""One shared password before the pages: nothing of them, no file and no connection, is served to who does not know it.

The API has keys of its own and is let through.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from collections.abc import Callable
from html import escape
from urllib.parse import parse_qs

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.runtime.api_status import belongs_to_api
from core.messages import guess_language, the_other, translate

ADDRESS = "/sign-in"
COOKIE = "guanxi_sign_in"
_HOURS = 12
_TRIES = RateLimitItemPerMinute(10)
_TOO_MANY = 429
_PAGE = re.compile(r"/[a-z-]*(\?[\w.~%&=+,:*-]*)?", re.ASCII)
_MAX_FORM = 8192  # bytes
_HEALTH = "/_stcore/health"
_FORM = """<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>Guanxi 关系</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
:root {{ color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }}
body {{ display: grid; min-height: 90vh; place-content: center; }}
form {{ display: grid; gap: 0.75rem; width: min(22rem, 85vw); }}
input, button {{ font: inherit; padding: 0.5rem; border: 1px solid #7b8794; border-radius: 0.5rem; }}
button {{ background: #1f4fd8; color: #fff; border: 0; }} p {{ margin: 0; }} [role=alert] {{ font-weight: 600; }}
</style></head><body><form method="post" action="{address}"><h1>Guanxi 关系</h1>{said}
<label for="password">{label}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
<input name="back" type="hidden" value="{back}">
<button>{button}</button></form></body></html>"""


class SignIn:
    """ASGI middleware around pages and their websocket. ``clock`` counts seconds since 1970."""

    def __init__(self, app: ASGIApp, password: str, clock: Callable[[], float] = time.time) -> None:
        self._app = app
        self._password = password.encode()
        self._clock = clock
        # slow on purpose: who gets hold of a cookie cannot try passwords against it quickly
        self._key = hashlib.scrypt(self._password, salt=b"guanxi sign-in", n=2**14, r=8, p=1)
        self._tries = MovingWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through, ask for the password, or look at the one that was sent."""
        if (
            scope["type"] not in ("http", "websocket")
            or scope["path"] == _HEALTH
            or belongs_to_api(scope["path"])
            or self._knows(HTTPConnection(scope).cookies.get(COOKIE, ""))
        ):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif scope["path"] == ADDRESS and scope["method"] == "POST":
            await (await self._looked_at(Request(scope, receive)))(scope, receive, send)
        else:
            asked_for = HTTPConnection(scope).url
            back = _page_here(f"{asked_for.path}?{asked_for.query}".rstrip("?"))
            await _ask(Request(scope), "", 401, back)(scope, receive, send)

    async def _looked_at(self, request: Request) -> Response:
        client = request.client.host if request.client else ""
        if not self._tries.hit(_TRIES, client):
            return _ask(request, "sign_in.too_often", _TOO_MANY)
        form = parse_qs(await _form(request))
        given, back = form.get("password", [""])[0], _page_here(form.get("back", [""])[0])
        if not hmac.compare_digest(given.encode(), self._password):
            return _ask(request, "sign_in.wrong", 401, back)
        answer = RedirectResponse(back, status_code=303)
        until = str(int(self._clock()) + 3600 * _HOURS)
        answer.set_cookie(
            COOKIE,
            f"{until}.{self._seal(until)}",
            max_age=3600 * _HOURS,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return answer

    def _seal(self, until: str) -> str:
        """Another password makes all cookies invalid."""
        return hmac.new(self._key, until.encode(), hashlib.sha256).hexdigest()

    def _knows(self, cookie: str) -> bool:
        until, _, seal = cookie.partition(".")
        if not until.isdecimal() or len(until) > 12 or int(until) < self._clock():
            return False
        return hmac.compare_digest(seal.encode(), self._seal(until).encode())


async def _form(request: Request) -> str:
    """The body, or nothing if it is larger than any password needs."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _MAX_FORM:
            return ""
    return body.decode("utf-8", "replace")


def _page_here(asked: str) -> str:
    """Where to go on afterwards: a page of this app, whatever a form says."""
    return asked if _PAGE.fullmatch(asked) and not asked.startswith(ADDRESS) else "/"


def _ask(request: Request, said: str, status: int, back: str = "/") -> Response:
    language = guess_language(request.headers.get("accept-language"))

    def text(key: str) -> str:
        return escape(" · ".join(translate(key, each) for each in (language, the_other(language))))

    shown = f'<p role="alert">{text(said)}</p>' if said else ""
    page = _FORM.format(
        language=language,
        address=ADDRESS,
        said=shown,
        label=text("sign_in.password"),
        button=text("sign_in.go"),
        back=escape(back),
    )
    policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store"}
    if status == _TOO_MANY:
        headers["Retry-After"] = str(_TRIES.get_expiry())
    return HTMLResponse(page, status, headers)
