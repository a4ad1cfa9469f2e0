"""Addresses that a server listens at."""

from __future__ import annotations

import socket

from core.errors import GuanxiError


class AddressTakenError(GuanxiError):
    """Something else listens at this address, or it cannot be listened at."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; ``port`` 0 takes any that is free. Raises AddressTakenError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        detail = getattr(error, "strerror", "") or repr(error)
        raise AddressTakenError(address=f"{host[:100]}:{port}", detail=detail) from error
