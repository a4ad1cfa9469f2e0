"""Answers of an endpoint are read up to a bound: whatever sends more, or unpacks to more, sends no answer."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx2

_BASE = 16 * 2**20
_PER_TOKEN = 4096
"""Bytes. An event of a stream takes some 300 for a token, and a model may think before it answers."""
_CHARACTERS_PER_TOKEN = 64  # blanks may be as many
_GZIP_OR_ZLIB = 47  # for zlib: told from the first bytes
_UNPACKED_HERE = ("gzip", "deflate")


class AnswerTooLongError(Exception):
    """More bytes than an answer can have, or packed in a way that was not asked for."""


def most_bytes(tokens: int) -> int:
    """Bytes that an answer of at most so many tokens may take."""
    return _BASE + _PER_TOKEN * tokens


def most_characters(tokens: int) -> int:
    """Characters of the text of an answer of at most so many tokens."""
    return _CHARACTERS_PER_TOKEN * tokens


def bounded(most: int) -> Callable[[httpx2.Response], Awaitable[None]]:
    """An event hook that lets a response be read up to ``most`` bytes, counted as they are unpacked; what goes on
    raises AnswerTooLongError."""

    async def bound(response: httpx2.Response) -> None:
        packed = response.headers.pop("content-encoding", "identity").strip().lower()
        if packed not in (*_UNPACKED_HERE, "identity", ""):
            raise AnswerTooLongError(packed)
        if not isinstance(response.stream, httpx2.AsyncByteStream):  # pragma: no cover
            raise TypeError(response.stream)
        response.stream = _Bounded(response.stream, most, unpack=packed in _UNPACKED_HERE)

    return bound


class _Bounded(httpx2.AsyncByteStream):
    """The bytes of another stream, unpacked."""

    def __init__(self, stream: httpx2.AsyncByteStream, most: int, *, unpack: bool) -> None:
        self._stream, self._most = stream, most
        self._unpacking = zlib.decompressobj(_GZIP_OR_ZLIB) if unpack else None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = self._most
        async for piece in self._stream:
            part = self._unpacked(piece, left + 1)
            left -= len(part)
            if left < 0:
                raise AnswerTooLongError
            yield part

    def _unpacked(self, piece: bytes, most: int) -> bytes:
        if self._unpacking is None:
            return piece
        try:
            return self._unpacking.decompress(piece, most)
        except zlib.error as error:
            raise httpx2.DecodingError(str(error)) from error

    async def aclose(self) -> None:
        """Close the stream itself."""
        await self._stream.aclose()
