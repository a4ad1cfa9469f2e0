"""Every code that a refusal of the API can have, by its HTTP status. No other one leaves the program."""

from __future__ import annotations

CODES: dict[int, tuple[str, ...]] = {
    400: ("api_key_in_address", "refused"),
    401: ("api_key_missing", "api_key_wrong"),
    403: ("api_closed", "ingest_off", "curate_off"),
    404: (
        "company_name_unknown",
        "company_name_unlike_any",
        "entity_unknown",
        "citation_unknown",
        "job_unknown",
        "not_found",
    ),
    405: ("method_not_allowed",),
    408: ("body_too_slow",),
    409: (
        "company_name_ambiguous",
        "compared_too_few_or_many",
        "path_to_itself",
        "change_running",
        "embeddings_differ",
    ),
    413: ("body_too_large",),
    422: ("fields_invalid", "body_too_deep", "plan_invalid", "query_empty", "query_too_long"),
    429: ("too_many_requests",),
    500: ("internal",),
    503: (
        "not_ready",
        "overloaded",
        "search_failed",
        "knowledge_base_missing",
        "knowledge_base_corrupt",
        "knowledge_base_outdated",
        "embedding_model_mismatch",
        "embedding_model_unavailable",
        "shared_unreachable",
        "shared_forbidden",
        "shared_damaged",
        "settings_unusable",
        "unavailable",
    ),
    504: ("deadline_passed",),
}
_STATUS = {code: status for status, codes in CODES.items() for code in codes}
UNAVAILABLE = "unavailable"
"""Of whatever else is wrong with the server: no fault of the request, and no code that a client could act on."""


def is_documented(status: int, code: str) -> bool:
    """Whether a client may be told this code with this status."""
    return code in CODES.get(status, ())


def status_of(code: str) -> int | None:
    """The HTTP status of an error with this code; None where no client is told the code."""
    return _STATUS.get(code)
