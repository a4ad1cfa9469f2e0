"""Whole numbers typed on the command line."""

from __future__ import annotations

import argparse

_LAST_PORT = 65_535


def positive(text: str) -> int:
    """A whole number from 1 on. Raises ArgumentTypeError for anything else."""
    return at_least(1, text)


def at_least(lowest: int, text: str) -> int:
    """A whole number from ``lowest`` on, in digits 0 to 9. Raises ArgumentTypeError for anything else."""
    if not text.isascii() or not text.isdigit() or int(text) < lowest:
        raise argparse.ArgumentTypeError(f"must be a whole number, at least {lowest}")
    return int(text)


def port_number(text: str) -> int:
    """A port from 1 to 65535. Raises ArgumentTypeError for anything else."""
    number = positive(text)
    if number > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"must be at most {_LAST_PORT}")
    return number
