"""Settings that cannot be used: every address of the API says which, in both languages, and no page stands there."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from app.api.closed import closed_api
from app.api.problem_codes import status_of
from core.monitoring.api_keys import ApiKeys
from core.settings import Settings, SettingsInvalidError, load_settings

ADDRESSES = ("/api/v1/relationships", "/api/docs", "/health/live", "/health/ready", "/metrics", "/api/nothing")


def refusal(monkeypatch: pytest.MonkeyPatch, **settings: str) -> SettingsInvalidError:
    for name, value in settings.items():
        monkeypatch.setenv(f"GUANXI_{name.upper()}", value)
    with pytest.raises(SettingsInvalidError) as refused:
        ApiKeys(load_settings())
    return refused.value


@pytest.mark.parametrize(
    "settings",
    [
        {"rrf_k": "zero"},
        {"rrf_k": "0", "ppr_damping_factor": "1.5"},
        {"api_keys": "a secret line"},
        {"api_keys_file": "not-there/keys"},
        {"trusted_proxies": "secret"},
        {"rate_limit_redis_url": "secret:6379"},
    ],
    ids="-".join,
)
def test_each_address_names_the_settings(settings: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    client = TestClient(closed_api(refusal(monkeypatch, **settings)))
    for path in ADDRESSES:
        answer = client.get(path, headers={"Accept-Language": "zh"})
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (503, "settings_unusable")
        assert answer.headers["content-type"] == "application/problem+json"
        for said in problem["messages"].values():
            assert all(f"GUANXI_{name.upper()}" in said for name in settings)
            assert "secret" not in said
        assert problem["detail"] == problem["messages"]["zh"]
        assert problem["request_id"] == answer.headers["X-Request-ID"]


def test_the_code_is_documented() -> None:
    assert status_of("settings_unusable") == 503


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_every_setting_is_refused_by_its_name_in_one_line_of_each_language(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value in ("nonsense value", "-1", "1e99", "{", " "):
        monkeypatch.setenv(f"GUANXI_{name.upper()}", value)
        try:
            load_settings()
        except SettingsInvalidError as error:
            for said in (error.message("zh"), error.message("en")):
                assert f"GUANXI_{name.upper()}" in said
                assert "\n" not in said
