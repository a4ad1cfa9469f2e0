from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from core.messages import LANGUAGES, translate
from core.runtime.installation import PROJECT_FOLDER
from core.settings import FORMS, SettingMisspeltError, Settings, SettingsInvalidError, load_settings, misspelt_variables
from tests.support import ROOT

ROW = re.compile(r"^\|\s*`GUANXI_([A-Z0-9_]+)`\s*\|\s*(.*?)\s*\|", re.MULTILINE)


def documented() -> dict[str, str]:
    rows = ROW.findall((ROOT / "docs" / "settings.md").read_text(encoding="utf-8"))
    assert len(rows) == len(dict(rows))
    return {name.lower(): default.strip("`") for name, default in rows}


def shown(default: object) -> str:
    if default is None:
        return ""
    return default.relative_to(PROJECT_FOLDER).as_posix() if isinstance(default, Path) else str(default)


def test_the_documentation_lists_exactly_the_settings() -> None:
    assert list(documented()) == list(Settings.model_fields)


def test_the_documentation_states_every_default() -> None:
    assert documented() == {name: shown(getattr(Settings(), name)) for name in Settings.model_fields}


def test_every_setting_says_what_it_does() -> None:
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []
    assert [name for name, field in Settings.model_fields.items() if str(field.description) not in text] == []


def test_settings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_DATA_FOLDER", "/elsewhere")
    monkeypatch.setenv("GUANXI_PPR_MAX_HOPS", "2")
    settings = Settings()
    assert (settings.data_folder, settings.ppr_max_hops) == (Path("/elsewhere"), 2)


def test_the_default_share_of_an_arm_that_is_gone_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_HYBRID_PROMINENCE_WEIGHT", "1.5")
    assert Settings() == Settings(_env_prefix="NOTHING_")  # type: ignore[call-arg]


@given(st.sampled_from(sorted(Settings.model_fields)), st.data())
def test_a_name_with_a_slip_is_known_for_what_it_was_to_be(field: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(field) - 2))
    slips = (field[:place] + field[place + 1 :], field[:place] + field[place + 1] + field[place] + field[place + 2 :])
    name = data.draw(st.sampled_from(slips))
    assume(len(field) > 4 and name not in Settings.model_fields)
    found = misspelt_variables([f"GUANXI_{name.upper()}"])
    assert list(found) == [f"GUANXI_{name.upper()}"]
    assert found[f"GUANXI_{name.upper()}"].removeprefix("GUANXI_").lower() in Settings.model_fields


@pytest.mark.parametrize("name", ["GUANXI_PASSWORD", "GUANXI_PAGE_PASWORD", "guanxi_page_pasword"])
def test_a_misspelt_name_is_refused_with_the_setting_that_may_be_meant(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "secret")
    with pytest.raises(SettingMisspeltError) as refused:
        load_settings()
    for language in LANGUAGES:
        said = refused.value.message(language)
        assert name in said and "GUANXI_PAGE_PASSWORD" in said and "secret" not in said


def test_names_that_are_like_no_setting_or_are_settings_are_not_misspelt() -> None:
    settings = [f"GUANXI_{field.upper()}" for field in Settings.model_fields]
    others = ["GUANXI_DATASETS", "GUANXI_BENCHMARKS", "GUANXI_BROWSER_REQUIRED", "PATH", "GUANXI_", "PAGE_PASSWORDS"]
    assert misspelt_variables([*settings, *map(str.lower, settings), *others]) == {}


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().rrf_k = 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EMBEDDING_BATCH_SIZE", "0"),
        ("PPR_DAMPING_FACTOR", "1"),
        ("PPR_MAX_HOPS", "7"),
        ("HYBRID_GRAPH_WEIGHT", "1.5"),
        ("HYBRID_TEXT_WEIGHT", "-1"),
        ("HYBRID_TEXT_WEIGHT", "nan"),
        ("FUSION_MODE", "magic"),
        ("VECTOR_INDEX_MIN_ROWS", "many"),
        pytest.param(
            "HYBRID_TEXT_WEIGHT",
            "inf",
        ),
        pytest.param(
            "EMBEDDING_MODEL",
            "",
        ),
    ],
)
def test_a_value_out_of_range_is_refused_at_once(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"GUANXI_{name}", value)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()


def test_the_defaults_lie_in_the_project() -> None:
    assert Settings().data_folder == ROOT / "data"
    assert Settings().knowledge_base_folder == ROOT / ".guanxi" / "knowledge_base"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("GUANXI_PPR_DAMPING_FACTOR", "1.5", "GUANXI_PPR_DAMPING_FACTOR: "),
        ("GUANXI_FUSION_MODE", "magic", "GUANXI_FUSION_MODE: "),
        ("GUANXI_LLM_BASE_URL", "ftp://x", "GUANXI_LLM_BASE_URL: "),
        ("GUANXI_RELATION_INFLUENCE", '{"families": {"bogus": 1}}', "GUANXI_RELATION_INFLUENCE: families: bogus: "),
    ],
)
def test_only_what_is_wrong_is_named_with_its_place(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsInvalidError) as refused:
        load_settings()
    for language in LANGUAGES:
        said = refused.value.message(language)
        assert told in said
        assert said.count("GUANXI_") == 1


def _with_pattern() -> list[str]:
    fields = Settings.model_fields.items()
    return [name for name, field in fields if any(getattr(each, "pattern", None) for each in field.metadata)]


@pytest.mark.parametrize("name", _with_pattern())
def test_a_value_of_another_form_is_told_the_form_in_words(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"GUANXI_{name.upper()}", "https://a b/c?key=1 @")
    with pytest.raises(SettingsInvalidError) as refused:
        load_settings()
    for language in LANGUAGES:
        told = refused.value.message(language)
        assert translate(f"library_reason.setting.{FORMS[name]}", language) in told
        assert "^" not in told and "pattern" not in told


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("llm_api_key", "你的密钥"),
        ("llm_api_key", "\u200bsk-abc"),
        ("llm_api_key", "sk-a bc"),
        ("llm_api_key", "sk-abc\n"),
        ("llm_api_key", "sk-\x7f"),
        ("llm_base_url", "http://127.0.0.1:99999/v1"),
        ("llm_base_url", "http://[::1/v1"),
        ("llm_base_url", "http://127.0.0.1:port/v1"),
    ],
)
def test_what_no_request_can_be_sent_with_is_refused_at_once(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else every question would fail while the server is said to be ready. The key itself is told nowhere."""
    monkeypatch.setenv(f"GUANXI_{name.upper()}", value)
    with pytest.raises(SettingsInvalidError) as refused:
        load_settings()
    for language in LANGUAGES:
        told = refused.value.message(language)
        assert f"GUANXI_{name.upper()}" in told
        assert translate(f"library_reason.setting.{FORMS[name]}", language) in told
        assert name != "llm_api_key" or value.strip() not in f"{told}{refused.value.__cause__}"


@pytest.mark.parametrize("url", ["", "https://api.deepseek.com", "http://127.0.0.1:11434/v1", "http://[::1]:8080/v1"])
def test_ordinary_endpoints_and_keys_are_taken(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_LLM_BASE_URL", url)
    monkeypatch.setenv("GUANXI_LLM_API_KEY", "sk-aB3_-.~/+=")
    assert load_settings().llm_base_url == url
