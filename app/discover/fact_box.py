"""The answer to a question about a fact, above the companies it concerns."""

from __future__ import annotations

import streamlit as st

from app.discover.toolbar import who_judged
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.watched import Watched, follow
from app.state.view_state import page_language
from app.widgets.source_viewer.source_viewer import source_button
from core.discovery.fact_answering import answer_fact
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.fact_answers import FactAnswer
from core.domain.results import Discovery, Source
from core.messages import Language, translate
from core.reasoning.quoted_fact import quoted_in

_KEPT = "fact_answer"


@stands_alone
def fact_box(pipeline: DiscoveryPipeline, discovery: Discovery, searched: Searched) -> None:
    """Sentences with the numbers of their sources; nothing where the question does not ask for a fact, or what is on
    record answers it."""
    answer = discovery.answer
    is_on_record = answer.outcome == "answered" and answer.kind != "fact"
    if discovery.intent != "fact_qa" or is_on_record:
        return
    language = page_language()
    work = _current(pipeline, searched, language)
    with st.container(border=True, key="fact"):
        answered = work.value is not None and work.value.sentences
        st.subheader(translate("fact.title" if answered or work.running else "fact.title_of_passages", language))
        if work.running:
            with st.spinner(translate("fact.waiting", language)):
                follow(work)
        elif work.error is not None:
            st.error(plain(work.error.message(language)))
        elif work.value is not None:
            _show(work.value)


def _current(pipeline: DiscoveryPipeline, searched: Searched, language: Language) -> Watched[FactAnswer]:
    """The answer to this question, begun if it is new; walked in another way it still is the same question."""
    request, build_id = searched.request, searched.base.knowledge_base.manifest.build_id
    key = (build_id, request.company, request.query, request.among, language)
    kept: tuple[object, Watched[FactAnswer]] | None = st.session_state.get(_KEPT)
    if kept is None or kept[0] != key or kept[1].left:
        if kept is not None:
            kept[1].abandon()
        model, settings = pipeline.model, pipeline.base.settings
        work = Watched(
            lambda check_cancelled: answer_fact(searched, model, settings, language, check_cancelled=check_cancelled)
        )
        kept = (key, work)
        st.session_state[_KEPT] = kept
    kept[1].look()
    return kept[1]


def _show(found: FactAnswer) -> None:
    for warning in found.warnings:
        st.warning(plain(warning))
    if found.sentences:
        sentences = (each.text + "".join(f" [{number}]" for number in each.numbers) for each in found.sentences)
        st.text("\n".join(sentences))
    if found.explanation:
        st.caption(plain(found.explanation))
    with st.expander(
        translate("fact.sources", page_language(), count=len(found.sources)), expanded=not found.sentences
    ):
        said = " ".join(each.text for each in found.sentences)
        for number, source in enumerate(found.sources, start=1):
            _source(number, source, quoted_in(source.text, said))
    if found.stage.use is not None:
        st.caption(plain(who_judged(found.stage)))


def _source(number: int, source: Source, quote: str) -> None:
    st.text(f"[{number}] {source.text}")
    parts = [source.title, source.date, translate("source.origin", page_language(), origin=source.origin)]
    st.caption(plain(" · ".join(part for part in parts if part)))
    source_button(source.key, f"fact-source-{number}", quote=quote)
