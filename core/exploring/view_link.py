"""A view as a short text for an address, and back."""

from __future__ import annotations

import base64
import zlib

from core.errors import RefusedError
from core.exploring.view import View

MAX_LINK = 60_000  # characters; servers take addresses of 64 kB
_FORM = "1"
_MAX_BYTES = 1_000_000


class ViewLinkDamagedError(RefusedError):
    """A link to a view of the graph workbench was cut or changed."""


def view_link(view: View) -> str:
    """``view`` as letters, digits, ``-`` and ``_``; the empty view as nothing.

    JSON without what is default, compressed by zlib, whose checksum tells a damaged link. Ids stand in it, so that it
    holds across builds.
    """
    if view == View():
        return ""
    packed = zlib.compress(view.model_dump_json(exclude_defaults=True).encode(), level=9)
    return _FORM + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def linked_view(link: str) -> View:
    """The view that ``link`` stands for. Raises ViewLinkDamagedError if it was cut, changed or made up."""
    if not link:
        return View()
    try:
        return View.model_validate_json(_unpacked(link))
    except (ValueError, zlib.error) as error:  # what base64 and Pydantic find wrong are ValueErrors
        raise ViewLinkDamagedError from error


def _unpacked(link: str) -> bytes:
    if not link.startswith(_FORM) or len(link) > MAX_LINK:
        raise ValueError("of another form")
    packed = link[len(_FORM) :]
    unpacking = zlib.decompressobj()
    written = unpacking.decompress(
        base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True), _MAX_BYTES
    )
    if not unpacking.eof:
        raise ValueError("cut short, or too long")
    return written
