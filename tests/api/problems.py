"""What tests of refusals ask, and how they read the answer."""

from __future__ import annotations

ASKED = {"company": "catl", "max_results": 1}


def code(response: object) -> tuple[int, str]:
    assert response.headers["content-type"] == "application/problem+json"
    return response.status_code, response.json()["code"]
