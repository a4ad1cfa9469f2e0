"""The linking job: what is linked by which rules, and other rules."""

from __future__ import annotations

from dataclasses import astuple

import pandas as pd
import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.shell.changes import begin
from app.state.view_state import page_language
from core.curation.passage_linking import link_counts, require_kinds, source_kinds
from core.domain.linking import LinkingRules
from core.errors import GuanxiError
from core.messages import translate
from core.operations.kept_data import LinkRequest, link_passages
from core.retrieval.base import Base
from core.storage.knowledge_base import KnowledgeBase
from core.workspace.linking_rules import checked_rules, linking_rules


@stands_alone
def links_panel(base: Base, shared: Services) -> None:
    """Counts by kind, the rules, a button that links again."""
    language, settings = page_language(), base.settings
    panel = expander(translate("data.links", language), "links")
    if not panel.open:
        return
    with panel:
        st.caption(translate("data.links_help", language))
        try:
            current = linking_rules(settings)
        except GuanxiError as error:
            st.error(plain(error.message(language)))
            return
        _counts(base)
        wanted = _rules(current, base.knowledge_base)

        def link(asked: LinkRequest) -> None:
            begin(shared, shared.work_of(link_passages, asked))

        with st.container(horizontal=True):
            usable = wanted is not None and not shared.changing
            st.button(translate("data.links.run", language), disabled=not usable, on_click=link, args=(wanted,))
            st.button(
                translate("data.links.default", language),
                disabled=shared.changing,
                on_click=link,
                args=(LinkRequest(default=True),),
            )


def _counts(base: Base) -> None:
    language = page_language()
    counts = link_counts(base.knowledge_base)
    kinds = ", ".join(source_kinds(base.knowledge_base))
    st.caption(plain(translate("data.links.kinds", language, kinds=kinds)))
    if not counts:
        st.write(translate("data.links.none", language))
        return
    names = [translate(f"data.links.{name}", language) for name in ("from", "to", "type", "count", "confidence")]
    table = pd.DataFrame([astuple(each) for each in counts], columns=names).round(2)
    st.dataframe(table, hide_index=True)


def _rules(current: LinkingRules, knowledge_base: KnowledgeBase) -> LinkRequest | None:
    """What the controls say; None, with the reason shown, for what cannot be followed."""
    language = page_language()
    pairs = st.text_input(translate("data.links.pairs", language), " ".join(current.pairs), key="link-pairs")
    left, right = st.columns(2)
    lowest = left.slider(
        translate("data.links.min_similarity", language), 0.3, 1.0, current.min_similarity, 0.01, key="link-similarity"
    )
    top = right.number_input(translate("data.links.top", language), 1, 100, min(current.top, 100), key="link-top")
    try:
        rules = checked_rules(tuple(pairs.split()), lowest, int(top))
        require_kinds(set(rules.pairs) - set(current.pairs), knowledge_base)
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return None
    return LinkRequest.model_validate(rules, from_attributes=True)
