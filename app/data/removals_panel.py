"""Take out a source or single records, having seen what goes; put single records back."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from pydantic import ValidationError

from app.data.changes import begin
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.state.view_state import language
from core.curation.deleting import Going, delete_source, put_back, remove, what_goes_with, what_goes_with_source
from core.errors import GuanxiError
from core.messages import translate
from core.retrieval.base import Base
from core.workspace.removals import Removals, load_removals

_KINDS = tuple(Removals.model_fields)


def delete_source_button(source_id: str, base: Base, shared: Services) -> None:
    """Opens to what goes with the source; the button in it deletes."""
    reads, settings, ontology = language(), base.settings, base.ontology
    panel = st.popover(translate("data.delete", reads), width="stretch", key=f"deleting-{source_id}", on_change="rerun")
    if not panel.open:
        return

    def delete() -> None:
        begin(shared, lambda listener: delete_source(source_id, settings, ontology, listener))

    with panel:
        st.write(translate("data.delete_help", reads))
        try:
            _goes(what_goes_with_source(source_id, base.knowledge_base, settings, ontology), base)
        except GuanxiError as error:
            st.error(plain(error.message(reads)))
        st.button(
            translate("data.delete_really", reads),
            type="primary",
            key=f"delete-{source_id}",
            disabled=shared.changing,
            on_click=delete,
        )


@stands_alone
def removals_panel(base: Base, shared: Services) -> None:
    """Ids to take out, what goes with them, and the ids that are out."""
    reads, settings, ontology = language(), base.settings, base.ontology
    panel = st.expander(translate("data.remove", reads), key="removals", on_change="rerun")
    if not panel.open:
        return
    with panel:
        st.caption(translate("data.remove_help", reads))
        left, right = st.columns([1, 3])
        kind = left.selectbox(
            translate("data.remove.kind", reads),
            _KINDS,
            key="remove-kind",
            format_func=lambda each: translate(f"data.remove.kind.{each}", reads),
        )
        typed = right.text_input(translate("data.remove.id", reads), key="remove-id").strip()
        wanted = _removals(kind, typed) if typed else None

        def take_out() -> None:
            begin(shared, lambda listener: remove(wanted or Removals(), settings, ontology, listener))

        def bring_back(back: Removals) -> None:
            begin(shared, lambda listener: put_back(back, settings, ontology, listener))

        usable = wanted is not None and _preview(wanted, base)
        st.button(
            translate("data.remove.do", reads),
            disabled=not usable or shared.changing,
            on_click=take_out,
        )
        _removed(bring_back, base)


def _removals(kind: str, identifier: str) -> Removals | None:
    try:
        return Removals.model_validate({kind: (identifier,)})
    except ValidationError:
        st.error(translate("data.remove.too_long", language()))
        return None


def _preview(wanted: Removals, base: Base) -> bool:
    try:
        _goes(what_goes_with(wanted, base.knowledge_base), base)
    except GuanxiError as error:
        st.warning(plain(error.message(language())))
        return False
    return True


def _goes(going: Going, base: Base) -> None:
    """Counts of what goes, and the first names."""
    reads = language()
    kinds = ("entities", "relations", "passages", "mentions", "links")
    counts = [
        translate(f"data.goes.{kind}", reads, count=f"{getattr(going, kind):,}")
        for kind in kinds
        if getattr(going, kind) or not going.still_said
    ]
    goes = translate("data.goes", reads, counts=" · ".join(counts)) if counts else translate("data.goes_nothing", reads)
    st.write(plain(goes))
    if going.still_said:
        st.write(translate("data.still_said", reads, count=f"{going.still_said:,}"))
    names = [base.knowledge_base.entity(each).name(reads) for each in going.first_entities]
    named = ", ".join([*names, *going.first_passages])
    if named:
        more = going.entities + going.passages > len(names) + len(going.first_passages)
        st.caption(plain(named + (" …" if more else "")))


def _removed(bring_back: Callable[[Removals], None], base: Base) -> None:
    reads = language()
    try:
        removed = load_removals(base.settings.knowledge_base_folder)
    except GuanxiError as error:
        st.error(plain(error.message(reads)))
        return
    for kind in _KINDS:
        for identifier in getattr(removed, kind):
            with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
                st.markdown(f"{plain(translate(f'data.remove.kind.{kind}', reads))}: **{plain(identifier)}**")
                st.button(
                    translate("data.remove.undo", reads),
                    key=f"back-{kind}-{identifier}",
                    on_click=bring_back,
                    args=(Removals.model_validate({kind: (identifier,)}),),
                )
