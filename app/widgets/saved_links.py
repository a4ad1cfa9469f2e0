"""Links that people keep by name, for everybody who uses this knowledge base: save one, open one, delete one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from app.runtime.markdown import plain
from app.state.view_state import page_language
from core.errors import GuanxiError
from core.messages import translate
from core.settings import Settings
from core.workspace.saved_views import MAX_NAME, SavedKind, SavedViewStore


@dataclass(frozen=True)
class Saved:
    """The saved links of one kind; a link that is chosen goes to ``open_link``, which may raise GuanxiError."""

    kind: SavedKind
    store: SavedViewStore
    open_link: Callable[[str], None]

    def form(self, link: str) -> None:
        """Save ``link`` by a name. Raises WorkspaceUnavailableError."""
        language = page_language()
        with (
            st.form(f"save-{self.kind}", clear_on_submit=True, border=False),
            st.container(horizontal=True, vertical_alignment="bottom"),
        ):
            name = st.text_input(translate(f"saved.{self.kind}.name", language), key=self.name_key, max_chars=MAX_NAME)
            pressed = st.form_submit_button(translate("saved.save", language))
        if pressed and name.strip():
            self.store.save(name.strip(), link)
            st.caption(plain(translate("saved.saved", language, name=name.strip())))

    def list(self) -> None:
        """Every saved link, to be opened or deleted. Raises WorkspaceUnavailableError."""
        language = page_language()
        links = self.store.all()
        st.caption(translate(f"saved.{self.kind}.list" if links else f"saved.{self.kind}.none", language))
        for number, (name, link) in enumerate(links.items()):
            with st.container(horizontal=True, vertical_alignment="center", key=f"{self.kind}-saved-{number}"):
                st.button(
                    plain(name),
                    key=f"{self.kind}-open-{number}",
                    width="stretch",
                    on_click=self._telling,
                    args=(self.open_link, link),
                )
                st.button(
                    translate("saved.delete", language),
                    key=f"{self.kind}-delete-{number}",
                    type="tertiary",
                    help=plain(translate(f"saved.{self.kind}.delete_named", language, name=name)),
                    on_click=self._telling,
                    args=(self.store.delete, name),
                )

    @property
    def name_key(self) -> str:
        """What the field for the name is called in the session."""
        return f"{self.kind}-name"

    def _telling(self, act: Callable[[str], None], given: str) -> None:
        try:
            act(given)
        except GuanxiError as error:
            st.toast(plain(error.message(page_language())))


def saved(kind: SavedKind, settings: Settings, open_link: Callable[[str], None]) -> Saved:
    """Those of the knowledge base that ``settings`` name."""
    return Saved(kind, SavedViewStore.beside(settings.knowledge_base_folder, kind), open_link)
