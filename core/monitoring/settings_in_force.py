"""The settings as they are in force and where each comes from; of what is secret only whether it is set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import SecretStr

from core.domain.arms import ARM_TABLE
from core.messages import Language, translate
from core.monitoring.api_keys import parsed
from core.monitoring.log_tail import without_sign_in
from core.runtime.installation import PROJECT_FOLDER
from core.settings import Settings, SettingsInvalidError

_NAMED_KEYS = "api_keys"


@dataclass(frozen=True)
class SettingInForce:
    """One setting. ``value`` is empty where nothing is set, and where it is ``secret``: ``given`` says which.

    ``field`` is its name in ``Settings``, ``variable`` that of the environment.
    """

    field: str
    value: str
    source: Literal["default", "environment"]
    secret: bool = False
    given: bool = True

    @property
    def variable(self) -> str:
        """As it is called in the environment."""
        return f"GUANXI_{self.field.upper()}"


def settings_in_force(settings: Settings) -> tuple[SettingInForce, ...]:
    """Every setting, in the order of ``Settings``."""
    return tuple(_setting(settings, name) for name in type(settings).model_fields)


def setting_description(field: str, language: Language) -> str:
    """What a setting does; of the default share of an arm, whose it is and of which side."""
    for arm in ARM_TABLE:
        if arm.setting == field:
            return translate(f"setting.arm_share.{arm.side}", language, arm=translate(arm.label, language))
    return translate(f"setting.{field}", language)


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """What must not be shown anywhere."""
    values = (getattr(settings, name) for name in type(settings).model_fields)
    return tuple(value.get_secret_value() for value in values if isinstance(value, SecretStr) and value)


def _setting(settings: Settings, name: str) -> SettingInForce:
    value = getattr(settings, name)
    source: Literal["default", "environment"] = "environment" if name in settings.model_fields_set else "default"
    if isinstance(value, SecretStr):
        return SettingInForce(name, "", source, secret=True, given=bool(value.get_secret_value()))
    text = _names_of_keys(value) if name == _NAMED_KEYS else without_sign_in(_written(value))
    return SettingInForce(name, text, source, given=text != "")


def _written(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, Path) and value.is_relative_to(PROJECT_FOLDER):
        return value.relative_to(PROJECT_FOLDER).as_posix()
    return str(value)


def _names_of_keys(keys: str) -> str:
    """The names alone; nothing at all of keys that cannot be read."""
    try:
        return ", ".join(key.name for key in parsed(keys, _NAMED_KEYS))
    except SettingsInvalidError:
        return ""
