"""Why the HTTP API refuses a request, whatever it asks for."""

from __future__ import annotations

from core.errors import RefusedError


class ApiError(RefusedError):
    """Refused by the HTTP API."""


class ApiClosedError(ApiError):
    """No key is configured, and the API is not declared open on this machine."""


class ApiKeyMissingError(ApiError):
    """A request without a key."""


class ApiKeyWrongError(ApiError):
    """A request with a key that is not, or no longer, known."""


class ApiKeyInAddressError(ApiError):
    """A key in the query string, where logs and histories would keep it."""


class ChangeRunningError(ApiError):
    """The data is being changed already; one change at a time."""


class EmbeddingsDifferError(ApiError):
    """Vectors that are brought were made by another model than those of the knowledge base."""


class JobUnknownError(ApiError):
    """No job of this process has this id, or it ended long ago."""


class IngestOffError(ApiError):
    """Data may be brought only with a key that is meant for it."""


class CurateOffError(ApiError):
    """Deleting, restoring and deciding want a key that is meant for it."""


class TooManyRequestsError(ApiError):
    """More requests than a key, or an address without one, has per minute."""


class OverloadedError(ApiError):
    """As many requests are being worked on and waiting as may."""


class DeadlinePassedError(ApiError):
    """The answer was not there in time."""


class BodyTooLargeError(ApiError):
    """More bytes than a request may have."""


class BodyTooDeepError(ApiError):
    """JSON that is nested more deeply than any request needs."""


class BodyTooSlowError(ApiError):
    """A body that did not arrive in time."""


class NotReadyError(ApiError):
    """The knowledge base is still being opened or built."""
