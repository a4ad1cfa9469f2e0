"""What a person gives to be imported: files, a folder, or a text that is pasted."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal, get_args

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from app.state.relabelled import relabelled
from app.state.view_state import page_language
from core.messages import translate
from core.operations.given_files import is_hidden

Way = Literal["files", "folder", "text"]
_LONGEST_TITLE, _LONGEST_OWN_TITLE = 100, 60
_TEXT_HEIGHT = 220


@dataclass(frozen=True)
class ChosenFiles:
    """``files``: (name, content) each, with ``keys`` by which they are known again. ``name``: what the source is
    called, "" where that follows from the files. ``is_folder``: what cannot be read is left out. ``is_named``: nothing
    is asked about its name."""

    files: Sequence[tuple[str, bytes]] = ()
    keys: tuple[str, ...] = ()
    name: str = ""
    is_folder: bool = False
    is_named: bool = False


def choose_files() -> ChosenFiles:
    """Draw the controls; without anything where nothing is given yet."""
    language = page_language()
    way: Way | None = st.segmented_control(
        translate("data.way", language),
        get_args(Way),
        default="files",
        format_func=lambda each: translate(f"data.way.{each}", language),
        key=relabelled("import-way"),
        label_visibility="collapsed",
    )
    if way == "text":
        return _pasted()
    if way == "folder":
        uploaded = st.file_uploader(
            translate("data.folder", language),
            accept_multiple_files="directory",
            key="import-folder",
            help=translate("data.folder_help", language),
        )
        return _folder([each for each in uploaded if not is_hidden(PurePosixPath(each.name))])
    uploaded = st.file_uploader(
        translate("data.files", language),
        accept_multiple_files=True,
        key="import-files",
        help=translate("data.files_help", language),
    )
    return ChosenFiles([(each.name, each.getvalue()) for each in uploaded], tuple(each.file_id for each in uploaded))


def _folder(uploaded: Sequence[UploadedFile]) -> ChosenFiles:
    tops = {PurePosixPath(each.name).parts[0] for each in uploaded if len(PurePosixPath(each.name).parts) > 1}
    return ChosenFiles(
        [(each.name, each.getvalue()) for each in uploaded],
        tuple(each.file_id for each in uploaded),
        name=tops.pop() if len(tops) == 1 else "",
        is_folder=True,
    )


def _pasted() -> ChosenFiles:
    language = page_language()
    title = st.text_input(
        translate("data.pasted_title", language),
        key="import-pasted-title",
        max_chars=_LONGEST_TITLE,
        help=translate("data.pasted_title_help", language),
    ).strip()
    text = st.text_area(translate("data.pasted", language), key="import-pasted", height=_TEXT_HEIGHT).strip()
    if not text:
        return ChosenFiles()
    named = _without_slashes(title) or _without_slashes(text.splitlines()[0][:_LONGEST_OWN_TITLE]) or "text"
    key = hashlib.sha256(f"{named}\n{text}".encode()).hexdigest()
    return ChosenFiles([(f"{named}.txt", text.encode())], (key,), name=named, is_named=True)


def _without_slashes(title: str) -> str:
    """A title as the name of a file; what stands before a slash would be taken for a folder."""
    return title.replace("/", " ").replace("\\", " ").strip()
