"""How the operators of a plan compare numbers and arrays of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt
from typing import Any

COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {"<": lt, "<=": le, "=": eq, ">=": ge, ">": gt}
