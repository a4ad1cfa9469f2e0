"""Numbers and switches that programs send: as JSON writes them, not as texts that look like them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError


def _a_number(value: object) -> object:
    """10 and, as JSON has it, 10.0; neither "10" nor true."""
    if isinstance(value, bool | str):
        raise PydanticCustomError("number", "a number is wanted")
    return value


IsNumber = BeforeValidator(_a_number)
Whole = Annotated[int, IsNumber]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Switch = Annotated[bool, Field(strict=True)]
