"""What people saved by name: presets of the settings, and searches."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from core.errors import DataUnreadableError, DataUnwritableError, RefusedError
from core.operations.context import Context
from core.operations.fields import described_as
from core.operations.given_files import read_given, write_given
from core.operations.operation import Alternatives, Output, operation
from core.workspace.presets import (
    PresetInvalidError,
    PresetNameTakenError,
    Presets,
    PresetStore,
    PresetUnknownError,
    write_presets,
)
from core.workspace.saved_views import SavedViewStore


class PresetsRequest(Alternatives):
    """Without a field they are listed."""

    default: str | None = described_as("Answer under it from now on.", "NAME")
    no_default: Literal[True] | None = described_as("Answer under the settings from now on.")
    undo_default: Literal[True] | None = described_as("Answer under what was the default before.")
    rename: tuple[str, str] | None = described_as("Call a preset otherwise.", "NAME TO")
    delete: str | None = described_as("Forget a preset.", "NAME")
    export: Path | None = described_as("Write all of them.")
    brought: Path | None = described_as("Add those of such a file.")


class SearchesRequest(Alternatives):
    """Without a field they are listed."""

    save: tuple[str, str] | None = described_as("What stands in the address after the ?.", "NAME ADDRESS")
    delete: str | None = described_as("Forget a search.", "NAME")


class SearchUnknownError(RefusedError):
    """No search is saved under this name."""


class SearchesAnswer(Output):
    """The addresses of saved searches by name."""

    searches: dict[str, str]


@operation(
    title="Settings saved under a name",
    examples={"zh": {"default": "均衡"}, "en": {"rename": ["ranks", "orders"]}},
    errors=(PresetUnknownError, PresetNameTakenError, PresetInvalidError, DataUnreadableError, DataUnwritableError),
    effect="write",
    command_only=True,
)
def keep_presets(context: Context, asked: PresetsRequest) -> Presets:
    """Presets that were saved on the page Tune: list them, put one in force, rename or delete one, take them
    elsewhere."""
    store = PresetStore(context.settings.knowledge_base_folder)
    if asked.default or asked.no_default:
        store.make_default(asked.default or "")
    elif asked.undo_default:
        store.undo_default()
    elif asked.rename:
        store.rename(*asked.rename)
    elif asked.delete:
        store.delete(asked.delete)
    elif asked.brought:
        store.bring(read_given(asked.brought))
    elif asked.export:
        write_given(asked.export, write_presets(store.all().presets))
    return store.all()


@operation(
    title="Searches saved by name",
    examples={"zh": {"save": ["对手", "company=catl"]}, "en": {"delete": "rivals"}},
    errors=(SearchUnknownError,),
    effect="write",
    command_only=True,
)
def keep_searches(context: Context, asked: SearchesRequest) -> SearchesAnswer:
    """Searches that were saved on the page Discover, with their addresses: list, save or delete them."""
    store = SavedViewStore.beside(context.settings.knowledge_base_folder, "searches")
    if asked.save:
        store.save(*asked.save)
    elif asked.delete:
        if asked.delete not in (names := store.all()):
            raise SearchUnknownError(name=asked.delete[:100], names=", ".join(names) or "–")
        store.delete(asked.delete)
    return SearchesAnswer(searches=store.all())
