"""Streamlit's own words, which it has in English only, in the language of the page: buttons of its widgets, names for
screen readers, and what it says when the program is gone."""

from __future__ import annotations

from pathlib import Path

from app.runtime.browser_component import BrowserComponent
from app.state.view_state import page_language
from core.messages import Language, translate

_widget_words = BrowserComponent(
    "guanxi_widget_words", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)
LANGUAGE_TAGS: dict[Language, str] = {"zh": "zh-Hans", "en": "en"}
"""What the page says it is written in, for screen readers, fonts and translators."""
GONE = "Connection error"
"""The title of what streamlit shows when its program does not answer."""
# What streamlit writes, # for a number, * for the rest → how the catalogue calls it.
OWN_WORDS = {
    GONE: "gone",
    "Is Streamlit still running? If you accidentally stopped Streamlit, just restart it in your terminal:": "gone_help",
    "Streamlit server is not responding. Are you connected to the internet?": "gone_elsewhere",
    "Upload": "upload",
    "Upload directories": "upload_folder",
    "Drag and drop directories here": "drop_folder",
    "#MB per file": "upload_limit",
    "Drag and drop a file here": "drop_file",
    "Drag and drop files here": "drop_files",
    "file upload": "upload",
    "Skip to main content": "skip",
    "App pages": "pages",
    "Link to heading": "heading_link",
    "Sidebar": "sidebar",
    "Collapse sidebar": "collapse_sidebar",
    "Expand sidebar": "expand_sidebar",
    "Open": "open",
    "Close": "close",
    "Clear value": "clear",
    "Clear all": "clear",
    "Choose an option": "choose",
    "Increment": "increment",
    "Decrement": "decrement",
    "Show/hide columns": "columns",
    "Download as CSV": "download_csv",
    "Download as PNG": "download_png",
    "Show data": "show_data",
    "Show chart": "show_chart",
    "Search": "search",
    "Fullscreen": "fullscreen",
    "Close fullscreen": "close_fullscreen",
    "progress": "progress",
    "Add: *": "typed",
    "Help for *": "help",
    "Select all": "select_all",
    "No results": "no_results",
    "No options": "no_results",
    "You can only select up to # options. Remove an option first.": "at_most",
    "Press Enter to apply": "enter",
    "Press Ctrl+Enter to apply": "control_enter",
    "Press ⌘+Enter to apply": "command_enter",
    "Press Enter to submit form": "enter_form",
    "Sort ascending": "ascending",
    "Sort descending": "descending",
    "Pin column": "pin",
    "Unpin column": "unpin",
    "Hide column": "hide",
    "Copy column name": "copy_name",
    "Add row": "add_row",
    "Delete row(s)": "delete_rows",
    "Clear selection": "clear_selection",
    "Copy Vega-Lite spec": "copy_chart",
    "Copy to clipboard": "copy",
}


def translate_widgets() -> None:
    """Send them to the browser, which keeps them, and which language it is; call once per run."""
    language = page_language()
    data = {"words": widget_words(language), "language": LANGUAGE_TAGS[language]}
    _widget_words(key="guanxi-own-words", height=1, data=data)


def widget_words(language: Language) -> dict[str, str]:
    """What streamlit writes → what is shown instead."""
    shown = {own: translate(f"own.{name}", language, number="#", rest="*") for own, name in OWN_WORDS.items()}
    return {**shown, "streamlit run yourscript.py": "make app"}
