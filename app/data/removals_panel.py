"""Take out a source or single records, having seen what goes; put single records back."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from pydantic import ValidationError

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.shell.changes import begin
from app.state.relabelled import relabelled
from app.state.view_state import page_language
from core.curation.deleting import Going
from core.errors import GuanxiError
from core.messages import translate
from core.operations.context import Context
from core.operations.removal import RemovalRequest, delete_data
from core.retrieval.base import Base
from core.settings import Settings
from core.workspace.removals import Removals, load_removals

_KINDS = tuple(Removals.model_fields)


def delete_source_button(source_id: str, context: Context, shared: Services) -> None:
    """Opens to what goes with the source; the button in it deletes."""
    language = page_language()
    panel = st.popover(
        translate("data.delete", language), width="stretch", key=f"deleting-{source_id}", on_change="rerun"
    )
    if not panel.open:
        return

    asked = RemovalRequest(source=source_id)
    with panel:
        st.write(translate("data.delete_help", language))
        _preview(asked, context, st.error)
        st.button(
            translate("data.delete_really", language),
            type="primary",
            key=f"delete-{source_id}",
            disabled=shared.changing,
            on_click=_begin,
            args=(asked, shared),
        )


@stands_alone
def removals_panel(context: Context, shared: Services) -> None:
    """Ids to take out, what goes with them, and the ids that are out."""
    language = page_language()
    panel = expander(translate("data.remove", language), "removals")
    if not panel.open:
        return
    with panel:
        st.caption(translate("data.remove_help", language))
        left, right = st.columns([1, 3])
        kind = left.selectbox(
            translate("data.remove.kind", language),
            _KINDS,
            key=relabelled("remove-kind"),
            format_func=lambda each: translate(f"data.remove.kind.{each}", language),
        )
        typed = right.text_input(translate("data.remove.id", language), key="remove-id").strip()
        asked = _removal(kind, typed) if typed else None
        usable = asked is not None and _preview(asked, context, st.warning)
        st.button(
            translate("data.remove.do", language),
            disabled=not usable or shared.changing,
            on_click=_begin,
            args=(asked, shared),
        )
        _removed(context.settings, shared)


def _begin(asked: RemovalRequest, shared: Services) -> None:
    begin(shared, shared.work_of(delete_data, asked))


def _removal(kind: str, identifier: str) -> RemovalRequest | None:
    try:
        Removals.model_validate({kind: (identifier,)})
    except ValidationError:
        st.error(translate("data.remove.too_long", page_language()))
        return None
    return RemovalRequest.model_validate({kind: (identifier,)})


def _preview(asked: RemovalRequest, context: Context, say: Callable[[str], object]) -> bool:
    """What goes; False, with the reason shown, for what cannot be told."""
    try:
        found = delete_data.answer(context, asked.model_copy(update={"preview": True}))
    except GuanxiError as error:
        say(plain(error.message(page_language())))
        return False
    for going in found.goes.values():
        _goes(going, context.base)
    return True


def _goes(going: Going, base: Base) -> None:
    """Counts of what goes, and the first names."""
    language = page_language()
    kinds = ("entities", "relations", "passages", "mentions", "links")
    counts = [
        translate(f"data.goes.{kind}", language, count=f"{getattr(going, kind):,}")
        for kind in kinds
        if getattr(going, kind) or not going.still_said
    ]
    goes = (
        translate("data.goes", language, counts=" · ".join(counts))
        if counts
        else translate("data.goes_nothing", language)
    )
    st.write(plain(goes))
    if going.still_said:
        st.write(translate("data.still_said", language, count=f"{going.still_said:,}"))
    names = [base.knowledge_base.entity(each).name(language) for each in going.first_entities]
    named = ", ".join([*names, *going.first_passages])
    if named:
        more = going.entities + going.passages > len(names) + len(going.first_passages)
        st.caption(plain(named + (" …" if more else "")))


def _removed(settings: Settings, shared: Services) -> None:
    language = page_language()
    try:
        removed = load_removals(settings.knowledge_base_folder)
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return
    for kind in _KINDS:
        for identifier in getattr(removed, kind):
            with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
                st.markdown(f"{plain(translate(f'data.remove.kind.{kind}', language))}: **{plain(identifier)}**")
                st.button(
                    translate("data.remove.undo", language),
                    key=f"back-{kind}-{identifier}",
                    on_click=_begin,
                    args=(RemovalRequest.model_validate({kind: (identifier,), "undo": True}), shared),
                )
