"""Names that a token-classification model finds in passages, beside those that are found letter by letter."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from core.domain.records import Passage
from core.errors import GuanxiError, first_line
from core.names.name_table import NameTable
from core.names.normalise import normalise_name
from core.storage.row_keys import single_keys, text_keys

LOG = "recognised.jsonl"
"""Below the knowledge base folder: per text and model what was found, so that no text is read twice."""
_BATCH = 16
Recogniser = Callable[[Sequence[str]], list[list[tuple[int, int]]]]
"""Texts → start and end of the names in each."""


class RecogniserUnavailableError(GuanxiError):
    """The model that finds names in passages cannot be loaded or run."""


def load_recogniser(name: str, labels: frozenset[str]) -> Recogniser:
    """A model by hub name or folder; spans of ``labels`` (``ORG``…) count. Raises RecogniserUnavailableError.

    Words that the model splits are put together again (aggregation by their first token), so that no half name counts.
    """
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")  # before transformers is imported
    try:
        from transformers import pipeline

        model: Any = pipeline("token-classification", model=name, aggregation_strategy="first", device="cpu")
        model(["Guanxi"])
    except (ImportError, OSError, ValueError, RuntimeError, KeyError) as error:
        raise RecogniserUnavailableError(model=name, detail=first_line(error)) from error

    def recognise(texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        try:
            found = model(list(texts), batch_size=_BATCH)
        except (ValueError, RuntimeError, IndexError) as error:
            raise RecogniserUnavailableError(model=name, detail=first_line(error)) from error
        return [
            [(int(span["start"]), int(span["end"])) for span in spans if span["entity_group"] in labels]
            for spans in found
        ]

    return recognise


def recognised_names(
    passages: Sequence[Passage], companies: NameTable, folder: Path, model: str, recognise: Recogniser
) -> list[tuple[int, int, int]]:
    """(passage row, entity row, start in the text) of the names that the model finds and that a company bears.

    ``companies``: normalised names of companies, whose bearers are entity rows. A name that several bear
    counts for none of them. What the model found in a text is kept below ``folder`` and not asked again.
    """
    spans = _spans(passages, folder, model, recognise)
    found = []
    for row, (passage, own) in enumerate(zip(passages, spans, strict=True)):
        for start, end in own:
            place = companies.place(normalise_name(passage.text[start:end]))
            called = [] if place is None else companies.bearers(place)
            if len(called) == 1:
                found.append((row, called[0], start))
    return found


def _spans(passages: Sequence[Passage], folder: Path, model: str, recognise: Recogniser) -> list[list[tuple[int, int]]]:
    texts = [passage.text for passage in passages]
    keys = [key.hex() for key in single_keys(text_keys([f"{model}\n{text}" for text in texts]))]
    known = _known(folder / LOG)
    with (folder / LOG).open("a", encoding="utf-8") as log:
        new = [place for place, key in enumerate(keys) if key not in known]
        for begin in range(0, len(new), _BATCH):
            some = new[begin : begin + _BATCH]
            for place, spans in zip(some, recognise([texts[place] for place in some]), strict=True):
                known[keys[place]] = spans
                log.write(json.dumps([keys[place], spans]) + "\n")
            log.flush()
    return [known[key] for key in keys]


def _known(file: Path) -> dict[str, list[tuple[int, int]]]:
    """What was found before; a last line that a killed build left half written does not count."""
    known: dict[str, list[tuple[int, int]]] = {}
    if not file.exists():
        return known
    for line in file.read_bytes().splitlines():
        try:
            key, spans = json.loads(line)
            known[key] = [(int(start), int(end)) for start, end in spans]
        except (ValueError, TypeError):
            continue
    return known
