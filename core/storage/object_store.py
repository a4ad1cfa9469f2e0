"""One place on object storage, or a folder that several machines reach: objects by name below a URI.

Credentials and endpoints come from the environment (``AWS_…``, ``GOOGLE_…``, ``AZURE_…``): the same variables that
LanceDB reads, because both are built on the object_store library.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import obstore
from filelock import FileLock
from obstore.exceptions import (
    AlreadyExistsError,
    BaseError,
    NotFoundError,
    PermissionDeniedError,
    PreconditionError,
    UnauthenticatedError,
)
from obstore.store import from_url

from core.errors import GuanxiError, RefusedError, first_line

_PIECE = 16 << 20  # bytes asked for at a time, so that no request lasts long
_NOT_THERE = (FileNotFoundError, NotFoundError)


class SharedError(GuanxiError):
    """Something is wrong with the place where a knowledge base is shared; what is here serves on."""


class SharedUnreachableError(SharedError):
    """The shared place does not answer, or not as it should."""


class SharedForbiddenError(SharedError):
    """The shared place refuses the credentials of the environment."""


class SharedDamagedError(SharedError):
    """An object of the shared version is missing, cut off or changed."""


class SharedChangedError(SharedError, RefusedError):
    """Another machine has shared a version while this one was built."""


class SharedDataDiffersError(SharedError, RefusedError):
    """The data folder here is not what the shared knowledge base was built from."""


class ObjectStore:
    """Objects below ``uri``, by names with slashes. Thread-safe.

    Every method may raise SharedUnreachableError and SharedForbiddenError.
    """

    def __init__(self, uri: str) -> None:
        self.uri = uri.rstrip("/")
        parts = urlsplit(self.uri)
        self._folder = Path(unquote(parts.path)) if parts.scheme == "file" else None
        with self._explained(""):
            if self._folder:
                self._folder.mkdir(parents=True, exist_ok=True)
            self._store: Any = from_url(
                self.uri, retry_config={"max_retries": 3, "retry_timeout": timedelta(seconds=60)}
            )

    def read(self, name: str) -> tuple[bytes, str] | None:
        """Content and tag of a small object; None if there is none."""
        with self._explained(name):
            try:
                found = obstore.get(self._store, name)
                return bytes(found.bytes()), str(found.meta["e_tag"])
            except _NOT_THERE:
                return None

    def pieces(self, name: str, size: int) -> Iterator[bytes]:
        """The content of an object of ``size`` bytes. Raises SharedDamagedError if it is missing or of another size."""
        with self._explained(name):
            there = int(obstore.head(self._store, name)["size"])
        if there != size:
            raise SharedDamagedError(uri=self.uri, detail=f"{name}: {there} bytes instead of {size}")
        for start in range(0, size, _PIECE):
            with self._explained(name):
                piece = bytes(obstore.get_range(self._store, name, start=start, length=min(_PIECE, size - start)))
            yield piece

    def write(self, name: str, content: Path | bytes) -> None:
        """Write an object, large files in parts."""
        with self._explained(name):
            obstore.put(self._store, name, content)

    def switch(self, name: str, content: bytes, seen: str | None) -> None:
        """Write a small object on condition that it is still the one with the tag ``seen`` (None: that there is none).

        Raises SharedChangedError if it is not.
        """
        with self._explained(name), self._alone(name):
            try:
                if seen is None:
                    obstore.put(self._store, name, content, mode="create")
                elif self._folder is None:
                    obstore.put(self._store, name, content, mode={"e_tag": seen})
                elif obstore.head(self._store, name)["e_tag"] != seen:
                    raise SharedChangedError(uri=self.uri)
                else:
                    obstore.put(self._store, name, content)
            except (AlreadyExistsError, PreconditionError, *_NOT_THERE) as error:
                raise SharedChangedError(uri=self.uri) from error

    def names(self, prefix: str) -> list[str]:
        """All names below the folder ``prefix``."""
        with self._explained(prefix):
            return [str(item["path"]) for batch in obstore.list(self._store, prefix) for item in batch]

    def remove(self, names: Sequence[str]) -> None:
        """Delete objects; those that are gone already are no fault."""
        with self._explained(""):
            try:
                obstore.delete(self._store, names)
            except _NOT_THERE:
                return

    def _alone(self, name: str) -> Any:
        """A folder knows no conditional write: whoever switches in it holds a lock meanwhile."""
        return FileLock(self._folder / f"{name}.lock") if self._folder else nullcontext()

    @contextmanager
    def _explained(self, name: str) -> Iterator[None]:
        try:
            yield
        except (PermissionError, PermissionDeniedError, UnauthenticatedError) as error:
            raise SharedForbiddenError(uri=self.uri, detail=first_line(error)) from error
        except _NOT_THERE as error:
            raise SharedDamagedError(uri=self.uri, detail=f"{name}: {first_line(error)}") from error
        except (BaseError, OSError, ValueError, NotImplementedError) as error:
            raise SharedUnreachableError(uri=self.uri, detail=first_line(error)) from error
