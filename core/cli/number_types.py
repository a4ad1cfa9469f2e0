"""Whole numbers typed on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def positive(text: str) -> int:
    """A whole number from 1 on. Raises ArgumentTypeError for anything else."""
    return at_least(1, text)


def at_least(lowest: int, text: str) -> int:
    """A whole number from ``lowest`` on, in digits 0 to 9. Raises ArgumentTypeError for anything else."""
    if not text.isascii() or not text.isdigit() or int(text) < lowest:
        raise argparse.ArgumentTypeError(f"must be a whole number, at least {lowest}")
    return int(text)


def one_to(highest: int) -> Callable[[str], int]:
    """Reads a whole number from 1 to ``highest``. Raises ArgumentTypeError for anything else."""

    def number(text: str) -> int:
        given = positive(text)
        if given > highest:
            raise argparse.ArgumentTypeError(f"must be at most {highest}")
        return given

    return number


port_number = one_to(65_535)
