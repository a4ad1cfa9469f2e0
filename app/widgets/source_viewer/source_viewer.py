"""The window that a citation opens: until it is closed every run of the page draws it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

from app.runtime.browser_component import BrowserComponent
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.widgets.source_viewer.source_words import source_window
from core.domain.partial_dates import is_partial_date
from core.domain.results import SourceKind
from core.errors import GuanxiError
from core.messages import translate
from core.operations.cited_sources import SourceRequest, get_source
from core.operations.context import Context

_ASSETS = Path(__file__).parent
_OPENED = "opened_source"
_NEW = "opened_source_just_now"
_window = BrowserComponent(
    "guanxi_source",
    html='<article class="cited-source"></article>',
    css=(_ASSETS / "source_viewer.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "source_viewer.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class _Opened:
    """A source that is being looked at, on the page that it was opened on."""

    page: str
    request: SourceRequest


def open_source(key: str, *, quote: str = "", about: Sequence[str] = ()) -> None:
    """Open a source by its key (``Source.key``: kind and id), when the page is drawn next. ``quote`` and ``about``:
    what is marked in a passage."""
    kind, _, source_id = key.partition(":")
    asof: str = st.session_state.get("asof") or ""
    st.session_state[_NEW] = True
    st.session_state[_OPENED] = _Opened(
        _page(),
        SourceRequest(
            kind=SourceKind(kind),
            source_id=source_id,
            quote=quote,
            about=tuple(about),
            as_of=asof if is_partial_date(asof) else "",
            language=page_language(),
        ),
    )


def source_button(key: str, name: str, *, quote: str = "", about: Sequence[str] = ()) -> None:
    """A button that opens a source, below it; ``name``: its own among the elements of the page."""
    st.button(
        f":primary[{translate('viewer.open', page_language())}]",
        key=name,
        type="tertiary",
        on_click=open_source,
        args=(key,),
        kwargs={"quote": quote, "about": tuple(about)},
    )


def source_just_opened() -> bool:
    """Whether one was, and no run has drawn its window: in a fragment, which cannot, the page is to be drawn anew."""
    return _NEW in st.session_state


@stands_alone
def opened_source(context: Context) -> None:
    """The window, where a source is open. To be called once on a page."""
    st.session_state.pop(_NEW, None)
    opened: _Opened | None = st.session_state.get(_OPENED)
    if opened is None or opened.page != _page():
        return
    language = page_language()
    title = translate(f"viewer.title.{opened.request.kind.value}", language)
    st.dialog(title, width="large", on_dismiss=_close)(_show)(context, opened.request)


def _show(context: Context, request: SourceRequest) -> None:
    try:
        found = get_source.answer(context, request)
    except GuanxiError as error:
        st.error(plain(error.message(page_language())))
        return
    _window(key="source-window", data=source_window(found, page_language()))


def _close() -> None:
    st.session_state[_OPENED] = None


def _page() -> str:
    return urlsplit(st.context.url or "").path
