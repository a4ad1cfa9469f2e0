"""What answers at the addresses of the API while settings cannot be used: why, so that no page stands there instead."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.access_log import AccessLog
from app.api.metrics import Metrics
from app.api.middleware import RequestMiddleware
from app.api.refusals import ApiError
from core.settings import SettingsInvalidError

_NAME = re.compile(r"GUANXI_[A-Z0-9_]+")


class SettingsUnusableError(ApiError):
    """Settings of the server cannot be used. Names them; what stands in them is for the log alone."""


def closed_api(error: SettingsInvalidError) -> ASGIApp:
    """Refuses every request."""
    names = ", ".join(dict.fromkeys(_NAME.findall(error.detail("en"))))

    async def refuse(_: Scope, __: Receive, ___: Send) -> None:
        raise SettingsUnusableError(names=names)

    return RequestMiddleware(refuse, AccessLog(None), Metrics())
