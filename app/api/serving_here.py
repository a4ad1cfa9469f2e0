"""What routes are given of the server that they are part of."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.api.api_context import ApiContext


def _serving(request: Request) -> ApiContext:
    serving: ApiContext = request.app.state.serving
    return serving


ServingHere = Annotated[ApiContext, Depends(_serving)]
