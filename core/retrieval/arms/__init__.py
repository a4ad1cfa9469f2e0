"""How each arm of the retrieval scores companies: one module for each line of ``ARM_TABLE``, of the same name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from core.domain.arms import ARMS, Arm
from core.retrieval.arms.contract import RetrievalArm


@cache
def retrieval_arms() -> Mapping[Arm, RetrievalArm]:
    """Every arm of the table in its order; ``ARM`` of the module that is called like it."""
    return {arm: import_module(f"{__name__}.{arm}").ARM for arm in ARMS}
