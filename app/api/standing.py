"""How the API of this process stands: who may come in, where requests are counted, what is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.api.rate_limit import RateLimit
from core.api_keys import ApiKeys
from core.result_cache import CacheFigures


@dataclass(frozen=True)
class ApiStanding:
    """``open_here``: without any key configured, whoever is on this machine may read. ``answers``: the figures of the
    answers that are kept."""

    keys: ApiKeys
    limit: RateLimit
    open_here: bool
    answers: Callable[[], CacheFigures]
