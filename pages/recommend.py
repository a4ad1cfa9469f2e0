"""Recommend: relations of a company or a pasted text to companies that were retrieved, for an analyst to decide on."""

import streamlit as st

from app.discover.toolbar import who_judged
from app.recommend.cards import current_recommendations, decisions_panel, recommendation_card
from app.recommend.in_the_text import in_the_text
from app.runtime.markdown import plain
from app.runtime.services import services
from app.runtime.watched import follow
from app.state.view_state import page_language
from app.widgets.beginning import offer_best_known, say_if_empty
from app.widgets.pickers import company_picker, language_switch, offer_choices
from app.widgets.source_viewer.source_viewer import opened_source
from core.domain.recommendations import RecommendationRequest, Recommendations
from core.errors import GuanxiError
from core.messages import translate
from core.operations.context import Context

PASTED = "pasted"
ONLY_NEW = "only_new"
language = page_language()
pipeline = services().opened_pipeline
base = pipeline.base


def page() -> None:
    """What is asked, then what is recommended."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(translate("recommend.title", language), width="content")
        language_switch()
    st.caption(translate("recommend.help", language))
    opened_source(Context(services().opened))
    request = asked()
    if request is None:
        if not say_if_empty(base):
            st.write(translate("recommend.welcome", language))
            offer_best_known(base)
        return
    try:
        work = current_recommendations(pipeline, request)
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return
    if work.running:
        with st.spinner(translate("recommend.waiting", language)):
            follow(work)
    elif work.error is not None:
        st.error(plain(work.error.message(language)))
    elif work.value is not None:
        show(work.value)


def asked() -> RecommendationRequest | None:
    """The company and the text; None while nothing is asked."""
    first, second = st.columns([4, 8], vertical_alignment="top")
    with first:
        company_picker(base.knowledge_base, base.names)
        st.button(translate("recommend.go", language), type="primary", width="stretch")
    limit = base.settings.query_max_characters
    second.text_area(
        translate("recommend.text", language),
        key=PASTED,
        height=122,
        max_chars=limit,
        placeholder=translate("recommend.text_placeholder", language),
    )
    only_new = st.toggle(
        translate("recommend.only_new", language),
        value=True,
        key=ONLY_NEW,
        help=translate("recommend.only_new_help", language),
    )
    company, text = st.session_state["company"] or "", st.session_state[PASTED] or ""
    if not (company or text.strip()):
        return None
    return RecommendationRequest(company=company, text=text, only_new=only_new, language=language)


def show(found: Recommendations) -> None:
    """What the text is about, then the recommendations, who judged and what was dropped."""
    in_the_text(found)
    for warning in found.warnings:
        st.warning(plain(warning))
    if found.explanation:
        st.info(plain(found.explanation))
        offer_choices(found.choices)
    judged = who_judged(found.stage) if found.stage.use is not None else translate("recommend.by_rules", language)
    if found.items:
        if found.named:
            st.subheader(translate("recommend.may_follow", language))
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            count = len(found.items)
            st.caption(
                translate("recommend.summary", language, count=count, candidates=found.candidates), width="content"
            )
            decisions_panel(base)
    st.caption(plain(judged))
    for item in found.items:
        recommendation_card(base, found.stage.judge, item)


page()
