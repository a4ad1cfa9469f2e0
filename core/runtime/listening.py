"""Addresses that a server listens at."""

from __future__ import annotations

import errno
import socket

from core.errors import GuanxiError

_NO_ADDRESS = (errno.EADDRNOTAVAIL, socket.EAI_NONAME, socket.EAI_AGAIN, socket.EAI_FAIL)


class AddressTakenError(GuanxiError):
    """Something else listens at this address, or it cannot be listened at."""


class HostNotOursError(AddressTakenError):
    """This machine has no such address."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; ``port`` 0 takes any that is free. Raises AddressTakenError, or HostNotOursError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        if isinstance(error, UnicodeError) or error.errno in _NO_ADDRESS:
            raise HostNotOursError(host=host[:100]) from error
        detail = getattr(error, "strerror", "") or repr(error)
        raise AddressTakenError(address=f"{host[:100]}:{port}", detail=detail) from error
