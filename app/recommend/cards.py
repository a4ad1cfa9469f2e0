"""The recommendations of a session, one card each, and what the analyst decides on them."""

from __future__ import annotations

import streamlit as st

from app.runtime.asking_limit import count_question
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.watched import Watched
from app.state.view_state import page_language
from app.widgets.source_viewer.source_viewer import source_button
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.recommending import recommend
from core.domain.model_use import Judge
from core.domain.recommendations import Recommendation, RecommendationRequest, Recommendations
from core.domain.results import Source
from core.domain.stored_fields import now_in_seconds
from core.errors import GuanxiError
from core.messages import translate
from core.retrieval.base import Base
from core.workspace.decisions import Decision, DecisionStore, as_csv, as_jsonl, as_relations_csv

_KEPT = "recommendations"
_VERDICTS = ("accepted", "rejected")


def current_recommendations(pipeline: DiscoveryPipeline, request: RecommendationRequest) -> Watched[Recommendations]:
    """What is recommended for ``request``: worked out once, in the background, for as long as somebody looks.

    Raises TooManyRequestsError.
    """
    key = (pipeline.base.knowledge_base.manifest.build_id, request)
    kept: tuple[object, Watched[Recommendations]] | None = st.session_state.get(_KEPT)
    if kept is None or kept[0] != key or kept[1].left:
        count_question(pipeline.base.settings)
        if kept is not None:
            kept[1].abandon()
        work = Watched(lambda check_cancelled: recommend(pipeline, request, check_cancelled=check_cancelled))
        kept = (key, work)
        st.session_state[_KEPT] = kept
    kept[1].look()
    return kept[1]


@stands_alone
def recommendation_card(base: Base, judge: Judge, item: Recommendation) -> None:
    """The relation with both ends, what speaks for it, relevance and the decision; the rest on opening."""
    language = page_language()
    name, other = (item.name_zh, item.name_en) if language == "zh" else (item.name_en, item.name_zh)
    with st.container(border=True):
        left, middle, right = st.columns([7, 2, 3], vertical_alignment="center")
        with left:
            recorded = translate("recommend.recorded" if item.recorded else "recommend.new", language)
            st.markdown(f"**{plain(_relation(base, item, name))}** · {recorded}")
            if item.reason:
                st.caption(plain(item.reason))
        middle.progress(
            item.relevance, text=translate("recommend.relevance", language, relevance=f"{item.relevance:.2f}")
        )
        if item.source_id is not None:
            with right:
                _decision(base, judge, item.source_id, item)
        with st.expander(translate("recommend.sources", language, count=len(item.sources))):
            st.markdown(f"**{plain(name)}** {plain(other) if other != name else ''}")
            st.caption(plain(item.description))
            for number, source in enumerate(item.sources):
                _source(source)
                ends = filter(None, (item.source_id, item.target_id))
                source_button(source.key, f"source-{item.target_id}-{item.relation_type}-{number}", about=tuple(ends))


def _relation(base: Base, item: Recommendation, name: str) -> str:
    """The relation in words, both ends named as far as they are known."""
    if item.sentence:
        return item.sentence
    role = base.ontology[item.relation_type].other_end_is(page_language(), forward=item.forward)
    return f"{name} – {translate('recommend.of_text', page_language(), role=role)}"


def _source(source: Source) -> None:
    st.text(source.text)
    kind = translate(f"source.{source.kind.value}", page_language())
    st.caption(plain(f"{kind} · {translate('source.origin', page_language(), origin=source.origin)}"))


def _decision(base: Base, judge: Judge, source_id: str, item: Recommendation) -> None:
    """Accept or reject; a second click takes the decision back."""
    language, store = page_language(), DecisionStore.beside(base.settings.knowledge_base_folder)
    # source and target of the relation as it would be recorded
    ends = (source_id, item.target_id) if item.forward else (item.target_id, source_id)
    key = f"decision-{ends[0]}-{item.relation_type}-{ends[1]}"
    try:
        decided = {(each.target_id, each.relation_type): each.verdict for each in store.of(ends[0])}
    except GuanxiError as error:
        st.caption(plain(error.message(language)))
        return
    st.session_state[key] = decided.get((ends[1], item.relation_type))

    def decide() -> None:
        verdict = st.session_state[key]
        try:
            if verdict is None:
                store.withdraw(*ends, item.relation_type)
                return
            store.decide(
                Decision(
                    source_id=ends[0],
                    target_id=ends[1],
                    relation_type=item.relation_type,
                    verdict=verdict,
                    relevance=item.relevance,
                    judge=judge,
                    decided_at=now_in_seconds(),
                )
            )
        except GuanxiError as error:
            st.session_state["decision-error"] = error.message(language)

    st.segmented_control(
        translate("recommend.decision", language),
        _VERDICTS,
        format_func=lambda verdict: translate(f"recommend.{verdict}", language),
        key=key,
        on_change=decide,
        label_visibility="collapsed",
    )


@stands_alone
def decisions_panel(base: Base) -> None:
    """Everything decided so far, as files; how what was accepted comes into the graph."""
    language = page_language()
    if "decision-error" in st.session_state:
        st.error(plain(st.session_state.pop("decision-error")))
    try:
        decided = DecisionStore.beside(base.settings.knowledge_base_folder).all()
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return
    label = translate("recommend.decided", language, count=len(decided))
    with st.popover(label, disabled=not decided, help=translate("recommend.accepting_help", language)):
        st.caption(translate("recommend.accepting_help", language))
        files = (
            ("csv", "text/csv", "guanxi-decisions.csv", as_csv),
            ("jsonl", "application/jsonl", "guanxi-decisions.jsonl", as_jsonl),
            ("relations", "text/csv", "relations.csv", as_relations_csv),
        )
        for kind, mime, name, make in files:
            export = translate(f"recommend.export.{kind}", language)
            st.download_button(export, make(decided), name, mime, on_click="ignore", width="stretch")
