"""The part of the page Data that proposes companies that may be one, collects what is said of them, and applies it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.runtime.watched import CancellationCheck, Watched, follow
from app.shell.changes import begin
from app.state.view_state import page_language
from core.curation.open_or_build import Started
from core.curation.same_companies import (
    Merge,
    apply_collected,
    candidates_of,
    collect,
    collected,
    discard_collected,
    merges,
    order_to_keep,
    proposals,
    reason_text,
    told_apart,
    undo,
)
from core.entity_resolution.evidence import Candidate, Reason
from core.errors import GuanxiError
from core.messages import translate
from core.retrieval.base import Base
from core.storage.knowledge_base import KnowledgeBase
from core.workspace.verdicts import Verdict, verdict

_REFUSED = "same_refused"
_SEARCH = "same_search"
_SHOWN = "same_shown"
_AT_ONCE = 5_000  # companies: up to here they are compared without being asked to (a second)
_A_PAGE = 10


class _Search(NamedTuple):
    """The comparison of all companies of a version."""

    build_id: str
    work: Watched[tuple[Candidate, ...]]


@stands_alone
def same_companies_panel(base: Base, shared: Services) -> None:
    """Proposals with their reasons, what is to be applied, what was merged and told apart."""
    language = page_language()
    st.header(translate("same.title", language))
    st.caption(translate("same.help", language))
    refused: GuanxiError | None = st.session_state.pop(_REFUSED, None)
    if refused is not None:
        st.error(plain(refused.message(language)))
    try:
        _collected(base, shared)
        _proposed(base)
        _merged(base)
        _apart(base)
    except GuanxiError as error:
        st.error(plain(error.message(language)))


def _search(knowledge_base: KnowledgeBase) -> Watched[tuple[Candidate, ...]] | None:
    """The comparison for this version, begun now if it may be; None until somebody asks for it."""
    build_id = knowledge_base.manifest.build_id
    kept: _Search | None = st.session_state.get(_SEARCH)
    if kept is not None and kept.build_id == build_id and not kept.work.left:
        return kept.work
    asked = knowledge_base.manifest.counts.companies > _AT_ONCE
    if asked and not st.button(translate("same.look", page_language())):
        return None

    def work(check_cancelled: CancellationCheck) -> tuple[Candidate, ...]:
        return candidates_of(knowledge_base, seen=lambda _: check_cancelled())

    st.session_state[_SEARCH] = search = _Search(build_id, Watched(work))
    return search.work


def _proposed(base: Base) -> None:
    language = page_language()
    search = _search(base.knowledge_base)
    if search is None:
        return
    if search.running:
        st.write(translate("same.looking", language))
        follow(search)
        return
    if search.error is not None:
        raise search.error
    waiting = {decision.pair for decision in collected(base.settings)}
    found = [
        each
        for each in proposals(search.value or (), base.settings)
        if frozenset((each.first, each.second)) not in waiting
    ]
    if not found:
        st.write(translate("same.none", language))
        return
    shown = found[: st.session_state.get(_SHOWN, _A_PAGE)]
    key = "same.count" if len(shown) == len(found) else "same.first_of"
    st.write(translate(key, language, count=f"{len(found):,}", shown=len(shown)))
    for each in shown:
        _proposal(each, base)
    more = min(_A_PAGE, len(found) - len(shown))
    if more:
        st.button(translate("same.more", language, count=more), on_click=_show_more)


def _proposal(found: Candidate, base: Base) -> None:
    language, knowledge_base = page_language(), base.knowledge_base
    kept, other = order_to_keep(knowledge_base, found.first, found.second)
    with st.container(border=True, key=f"same-{found.first}-{found.second}"):
        for company in (found.first, found.second):
            st.markdown(f"**{plain(_names(knowledge_base, company))}** :gray[{plain(company)}]")
        st.markdown(plain(f"{translate('same.score', language)} {found.score:.2f}"))
        _reasons("same.for", found.supporting)
        _reasons("same.against", found.opposing)
        with st.container(horizontal=True, vertical_alignment="center"):
            key = f"{found.first}-{found.second}"
            st.button(
                translate("same.same", language),
                key=f"same-yes-{key}",
                on_click=_say,
                args=(base, verdict(kept, other, "same")),
            )
            st.button(
                translate("same.different", language),
                key=f"same-no-{key}",
                on_click=_say,
                args=(base, verdict(kept, other, "different")),
            )
            st.caption(plain(translate("same.kept", language, company=kept)))


def _reasons(title: str, reasons: Sequence[Reason]) -> None:
    if reasons:
        texts = " · ".join(reason_text(reason, page_language()) for reason in reasons)
        st.caption(f"**{translate(title, page_language())}** {plain(texts)}")


def _names(base: KnowledgeBase, company: str) -> str:
    entity = base.entity(company)
    return " · ".join(filter(None, (entity.name(page_language()), entity.other_name(page_language()))))


def _called(base: KnowledgeBase, company: str) -> str:
    """Name and id of a company, or the id of one that is not there under it."""
    known = company in base.node_of and base.entity(company).id == company
    return f"{base.entity(company).name(page_language())} [{company}]" if known else company


def _collected(base: Base, shared: Services) -> None:
    language, waiting = page_language(), collected(base.settings)
    if not waiting:
        return
    with st.container(border=True, key="same-collected"):
        st.write(translate("same.collected", language, count=len(waiting)))
        for decision in waiting:
            key = "same.collected_merge" if decision.saying == "same" else "same.collected_undo"
            kept, other = (_called(base.knowledge_base, each) for each in (decision.kept, decision.other))
            st.caption(plain(translate(key, language, kept=kept, other=other)))
        with st.container(horizontal=True):
            st.button(
                translate("same.apply", language),
                type="primary",
                disabled=shared.changing,
                on_click=_apply,
                args=(base, shared),
            )
            st.button(translate("same.discard", language), on_click=_discard, args=(base,))


def _merged(base: Base) -> None:
    language, knowledge_base = page_language(), base.knowledge_base
    made = merges(knowledge_base, base.settings)
    if not made:
        return
    undone = {decision.pair for decision in collected(base.settings)}
    with expander(translate("same.merged", language, count=len(made)), "merged", expanded=True):
        for merge in made:
            how = "same.by_rule" if merge.by_rule else "same.taken_back"
            notes = [translate(how, language)] if not merge.decided else []
            notes += [translate("same.not_served", language)] if not merge.served else []
            left, right = st.columns([9, 3], vertical_alignment="center")
            left.markdown(plain(" · ".join([_merge_text(merge, knowledge_base), *notes])))
            right.button(
                translate("same.undo", language),
                key=f"undo-{merge.kept}-{merge.other}",
                on_click=_say,
                args=(base, undo(merge)),
                disabled=frozenset((merge.kept, merge.other)) in undone,
            )


def _merge_text(merge: Merge, base: KnowledgeBase) -> str:
    language = page_language()
    gone = (merge.name_zh if language == "zh" else merge.name_en) or merge.other
    kept = _names(base, merge.kept) if merge.kept in base.node_of else merge.kept
    return translate("same.merge_row", language, other=gone, other_id=merge.other, kept=kept, kept_id=merge.kept)


def _apart(base: Base) -> None:
    language, apart = page_language(), told_apart(base.settings)
    if not apart:
        return
    with expander(translate("same.apart", language, count=len(apart)), "apart"):
        for first, second in apart:
            left, right = st.columns([9, 3], vertical_alignment="center")
            left.markdown(plain(translate("same.apart_row", language, first=first, second=second)))
            right.button(
                translate("same.undo", language),
                key=f"together-{first}-{second}",
                on_click=_say,
                args=(base, verdict(first, second, "withdrawn")),
            )


def _show_more() -> None:
    st.session_state[_SHOWN] = st.session_state.get(_SHOWN, _A_PAGE) + _A_PAGE


def _say(base: Base, decision: Verdict) -> None:
    try:
        collect(decision, base.knowledge_base, base.settings, base.ontology)
    except GuanxiError as error:
        st.session_state[_REFUSED] = error


def _discard(base: Base) -> None:
    try:
        discard_collected(base.settings)
    except GuanxiError as error:
        st.session_state[_REFUSED] = error


def _apply(base: Base, shared: Services) -> None:
    """One rebuild in the background for everything that waits."""
    knowledge_base, settings, ontology = base.knowledge_base, base.settings, base.ontology
    begin(
        shared,
        lambda listener: apply_collected(knowledge_base, settings, ontology, listener) or Started(knowledge_base),
    )
