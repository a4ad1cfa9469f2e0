"""Named presets of a knowledge base, one of them perhaps the default."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator, model_validator

from core.domain.text import clean_text
from core.errors import RefusedError
from core.settings import Settings
from core.workspace.parts import fault_of, put, rows_of, value_part
from core.workspace.tuned_settings import TunedSettings
from core.workspace.workspace import Workspace

MAX_NAME = 60
MOST_PRESETS = 200
MAX_FILE_BYTES = 1_000_000


class PresetUnknownError(RefusedError):
    """No preset has this name."""


class PresetNameTakenError(RefusedError):
    """Another preset has this name."""


class PresetInvalidError(RefusedError):
    """A name or a file of presets that cannot be taken in."""


class Preset(BaseModel):
    """Tuned settings under a name of 1 to 60 printable characters."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME)]
    tuned: TunedSettings

    @field_validator("name", mode="before")
    @classmethod
    def _clean(cls, value: object) -> object:
        return clean_text(value) if isinstance(value, str) else value


class Presets(BaseModel):
    """What was saved, what is in force, and what was before.

    ``default`` names a preset; empty: the settings hold. ``default_before`` is what was the default before it; None if
    there is nothing to go back to.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format_version: Literal[1] = 1
    presets: tuple[Preset, ...] = Field((), max_length=MOST_PRESETS)
    default: str = ""
    default_before: str | None = None

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        names = self.names
        if len(set(names)) != len(names):
            raise ValueError("two presets have one name")
        if any(name and name not in names for name in (self.default, self.default_before)):
            raise ValueError("the default is no preset of the file")
        return self

    @property
    def names(self) -> tuple[str, ...]:
        """In the order they were saved."""
        return tuple(preset.name for preset in self.presets)

    def named(self, name: str) -> Preset:
        """Raises PresetUnknownError."""
        for preset in self.presets:
            if preset.name == name:
                return preset
        raise PresetUnknownError(name=name[:MAX_NAME])

    def settings(self, settings: Settings) -> Settings:
        """``settings`` with the default preset in force, if there is one."""
        return self.named(self.default).tuned.over(settings) if self.default else settings


PRESETS = value_part("presets", Presets.model_validate_json)


class PresetStore:
    """The presets of the knowledge base in ``folder``. A change reads, changes and writes in one transaction.

    Every method raises WorkspaceUnavailableError as the workspace does.
    """

    def __init__(self, folder: Path) -> None:
        self._workspace = Workspace.beside(folder)

    def all(self) -> Presets:
        """What is saved."""
        return self._workspace.value(PRESETS) or Presets()

    def save(self, name: str, tuned: TunedSettings) -> Presets:
        """Keep ``tuned`` under a new name. Raises PresetNameTakenError, PresetInvalidError for one that cannot be."""
        return self._change(lambda kept: _with(kept, (_preset(name, tuned),)))

    def rename(self, name: str, to: str) -> Presets:
        """Raises PresetUnknownError, PresetNameTakenError, PresetInvalidError."""

        def renamed(kept: Presets) -> Presets:
            before = kept.named(name)
            after = _preset(to, before.tuned)
            if after.name != name and after.name in kept.names:
                raise PresetNameTakenError(name=after.name)
            presets = tuple(after if preset is before else preset for preset in kept.presets)
            defaults = [after.name if each == name else each for each in (kept.default, kept.default_before)]
            return kept.model_copy(update={"presets": presets, "default": defaults[0], "default_before": defaults[1]})

        return self._change(renamed)

    def delete(self, name: str) -> Presets:
        """Forget a preset; was it the default, the settings hold again. Raises PresetUnknownError."""

        def without(kept: Presets) -> Presets:
            gone = kept.named(name)
            return kept.model_copy(
                update={
                    "presets": tuple(preset for preset in kept.presets if preset is not gone),
                    "default": "" if kept.default == name else kept.default,
                    "default_before": None if name in (kept.default, kept.default_before) else kept.default_before,
                }
            )

        return self._change(without)

    def make_default(self, name: str) -> Presets:
        """Put a preset in force, or with an empty name the settings; what was before is remembered.

        Raises PresetUnknownError.
        """

        def changed(kept: Presets) -> Presets:
            if name:
                kept.named(name)
            if name == kept.default:
                return kept
            return kept.model_copy(update={"default": name, "default_before": kept.default})

        return self._change(changed)

    def undo_default(self) -> Presets:
        """Put in force what was before the last change of the default; once: nothing is remembered before that."""
        return self._change(
            lambda kept: (
                kept
                if kept.default_before is None
                else kept.model_copy(update={"default": kept.default_before, "default_before": None})
            )
        )

    def bring(self, content: bytes) -> Presets:
        """Add the presets of an exported file, all or none; the default stays.

        Raises PresetInvalidError with the reason, PresetNameTakenError for a name that is taken by other settings.
        """
        brought = read_presets(content)
        return self._change(lambda kept: _with(kept, tuple(each for each in brought if each not in kept.presets)))

    def _change(self, change: Callable[[Presets], Presets]) -> Presets:
        with self._workspace.change(PRESETS) as database:
            before = next(iter(rows_of(database, PRESETS)), Presets())
            after = change(before)
            if after != before:
                put(database, PRESETS, after.model_dump_json(indent=1))
            return after


def _preset(name: str, tuned: TunedSettings) -> Preset:
    try:
        return Preset(name=name, tuned=tuned)
    except ValidationError as error:
        raise PresetInvalidError(detail=fault_of(error)) from error


def _with(kept: Presets, more: tuple[Preset, ...]) -> Presets:
    for preset in more:
        if preset.name in kept.names:
            raise PresetNameTakenError(name=preset.name)
    if len(kept.presets) + len(more) > MOST_PRESETS:
        raise PresetInvalidError(detail=f"{len(kept.presets)} + {len(more)} > {MOST_PRESETS}")
    return kept.model_copy(update={"presets": (*kept.presets, *more)})


class _File(BaseModel):
    """An exported file; its default is ignored."""

    model_config = ConfigDict(frozen=True)

    format_version: Literal[1]
    presets: tuple[Preset, ...] = Field(min_length=1, max_length=MOST_PRESETS)


def read_presets(content: bytes) -> tuple[Preset, ...]:
    """The presets of an exported file. Raises PresetInvalidError with the reason."""
    if len(content) > MAX_FILE_BYTES:
        raise PresetInvalidError(detail=f"{len(content)} > {MAX_FILE_BYTES} bytes")
    try:
        found = _File.model_validate_json(content).presets
    except ValidationError as error:
        raise PresetInvalidError(detail=fault_of(error)) from error
    names = [preset.name for preset in found]
    if len(set(names)) != len(names):
        raise PresetInvalidError(detail="two presets have one name")
    return found


def write_presets(presets: tuple[Preset, ...]) -> bytes:
    """A file that ``PresetStore.bring`` takes in; UTF-8."""
    return _File.model_construct(format_version=1, presets=presets).model_dump_json(indent=1).encode()


def with_default_preset(settings: Settings) -> Settings:
    """``settings`` with the default preset of their knowledge base in force. Raises WorkspaceUnavailableError."""
    return PresetStore(settings.knowledge_base_folder).all().settings(settings)
