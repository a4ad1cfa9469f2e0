"""What routes are given of the server that they are part of."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.api.serving import Serving


def _serving(request: Request) -> Serving:
    serving: Serving = request.app.state.serving
    return serving


ServingHere = Annotated[Serving, Depends(_serving)]
