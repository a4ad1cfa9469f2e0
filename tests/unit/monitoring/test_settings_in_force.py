from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr, ValidationError

from core.domain.arms import ARM_TABLE
from core.messages import catalogue
from core.monitoring.api_keys import new_key
from core.monitoring.settings_in_force import SettingInForce, secrets_of, setting_description, settings_in_force
from core.settings import Settings

SECRETS = tuple(name for name, field in Settings.model_fields.items() if field.annotation is SecretStr)
texts = st.text(st.characters(categories=("L", "N", "P", "S"), exclude_characters="/@"), min_size=6, max_size=40)


def by_field(settings: Settings) -> dict[str, SettingInForce]:
    return {each.field: each for each in settings_in_force(settings)}


def test_every_setting_is_listed_once_and_in_order() -> None:
    assert [each.field for each in settings_in_force(Settings())] == list(Settings.model_fields)


def test_there_are_secrets_to_be_kept() -> None:
    assert {"llm_api_key", "page_password", "rate_limit_redis_url"} <= set(SECRETS)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(SECRETS, texts)))
def test_no_row_holds_a_secret(secrets: dict[str, str]) -> None:
    if "llm_api_key" in secrets:  # of characters that a header holds
        secrets["llm_api_key"] = quote(secrets["llm_api_key"], safe="")
    if "rate_limit_redis_url" in secrets:
        secrets["rate_limit_redis_url"] = f"redis://:{quote(secrets['rate_limit_redis_url'])}@127.0.0.1:6379"
    settings = Settings(**{name: SecretStr(text) for name, text in secrets.items()})  # type: ignore[arg-type]
    rows = by_field(settings)
    without = by_field(Settings())
    for name in SECRETS:
        assert (rows[name].secret, rows[name].value, rows[name].given) == (True, "", name in secrets)
    assert {name: row.value for name, row in rows.items()} == {name: row.value for name, row in without.items()}
    assert sorted(secrets_of(settings)) == sorted(secrets.values())


@given(texts)
def test_a_wrong_address_is_refused_without_a_word_of_it(text: str) -> None:
    for wrong in (text, f"localhost:{text}", f"http://{text}", "redis://127.0.0.1:port"):
        with pytest.raises(ValidationError) as refused:
            Settings(rate_limit_redis_url=SecretStr(wrong))
        assert [each["msg"] for each in refused.value.errors()] == ["Value error, redis://HOST:PORT"]


def test_where_a_value_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_RRF_K", "61")
    rows = by_field(Settings())
    assert (rows["rrf_k"].value, rows["rrf_k"].source) == ("61", "environment")
    assert (rows["rrf_k"].variable, rows["ppr_max_hops"].source) == ("GUANXI_RRF_K", "default")


def test_keys_are_shown_by_their_names_alone() -> None:
    keys = [new_key(name) for name in ("analyst", "loader")]
    rows = by_field(Settings(api_keys=";".join(kept.line for _, kept in keys)))
    assert rows["api_keys"].value == "analyst, loader"


@given(st.text(min_size=1))
def test_keys_that_cannot_be_read_are_not_shown_at_all(text: str) -> None:
    assert by_field(Settings(api_keys="x" + text))["api_keys"].value == ""


def test_what_is_not_set_is_told_from_what_is() -> None:
    rows = by_field(Settings())
    assert not rows["llm_input_price"].given
    assert not rows["api_keys"].given
    assert rows["api_open"].value == "False"


def test_folders_of_the_project_are_named_from_it(tmp_path: Path) -> None:
    rows = by_field(Settings(data_folder=tmp_path))
    assert rows["data_folder"].value == str(tmp_path)
    assert rows["knowledge_base_folder"].value == ".guanxi/knowledge_base"


def test_what_stands_before_the_at_of_an_address_is_hidden() -> None:
    assert by_field(Settings(link_pairs="https://me:word@host"))["link_pairs"].value == "https://•••@host"


def test_every_setting_is_described_in_both_languages() -> None:
    fields = Settings.model_fields
    assert {name: setting_description(name, "en") for name in fields} == {
        name: field.description for name, field in fields.items()
    }
    assert all(setting_description(name, "zh") for name in fields)
    shares = {"arm_share.graph", "arm_share.vector", *(arm.setting for arm in ARM_TABLE)}
    assert {key.removeprefix("setting.") for key in catalogue() if key.startswith("setting.")} - shares == {
        *fields
    } - shares
