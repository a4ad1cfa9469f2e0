"""The part of the page Data that proposes companies that may be one, collects what is said of them, and applies it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from app.data.changes import begin
from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.runtime.watched import CancellationCheck, Watched, follow
from app.state.view_state import language
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
    reads = language()
    st.header(translate("same.title", reads))
    st.caption(translate("same.help", reads))
    refused: GuanxiError | None = st.session_state.pop(_REFUSED, None)
    if refused is not None:
        st.error(plain(refused.message(reads)))
    try:
        _collected(base, shared)
        _proposed(base)
        _merged(base)
        _apart(base)
    except GuanxiError as error:
        st.error(plain(error.message(reads)))


def _search(knowledge_base: KnowledgeBase) -> Watched[tuple[Candidate, ...]] | None:
    """The comparison for this version, begun now if it may be; None until somebody asks for it."""
    build_id = knowledge_base.manifest.build_id
    kept: _Search | None = st.session_state.get(_SEARCH)
    if kept is not None and kept.build_id == build_id and not kept.work.left:
        return kept.work
    asked = knowledge_base.manifest.counts.companies > _AT_ONCE
    if asked and not st.button(translate("same.look", language())):
        return None

    def work(check_cancelled: CancellationCheck) -> tuple[Candidate, ...]:
        return candidates_of(knowledge_base, seen=lambda _: check_cancelled())

    st.session_state[_SEARCH] = search = _Search(build_id, Watched(work))
    return search.work


def _proposed(base: Base) -> None:
    reads = language()
    search = _search(base.knowledge_base)
    if search is None:
        return
    if search.running:
        st.write(translate("same.looking", reads))
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
        st.write(translate("same.none", reads))
        return
    shown = found[: st.session_state.get(_SHOWN, _A_PAGE)]
    key = "same.count" if len(shown) == len(found) else "same.first_of"
    st.write(translate(key, reads, count=f"{len(found):,}", shown=len(shown)))
    for each in shown:
        _proposal(each, base)
    more = min(_A_PAGE, len(found) - len(shown))
    if more:
        st.button(translate("same.more", reads, count=more), on_click=_show_more)


def _proposal(found: Candidate, base: Base) -> None:
    reads, knowledge_base = language(), base.knowledge_base
    kept, other = order_to_keep(knowledge_base, found.first, found.second)
    with st.container(border=True, key=f"same-{found.first}-{found.second}"):
        for company in (found.first, found.second):
            st.markdown(f"**{plain(_names(knowledge_base, company))}** :gray[{plain(company)}]")
        st.markdown(plain(f"{translate('same.score', reads)} {found.score:.2f}"))
        _reasons("same.for", found.supporting)
        _reasons("same.against", found.opposing)
        with st.container(horizontal=True, vertical_alignment="center"):
            key = f"{found.first}-{found.second}"
            st.button(
                translate("same.same", reads),
                key=f"same-yes-{key}",
                on_click=_say,
                args=(base, verdict(kept, other, "same")),
            )
            st.button(
                translate("same.different", reads),
                key=f"same-no-{key}",
                on_click=_say,
                args=(base, verdict(kept, other, "different")),
            )
            st.caption(plain(translate("same.kept", reads, company=kept)))


def _reasons(title: str, reasons: Sequence[Reason]) -> None:
    if reasons:
        texts = " · ".join(reason_text(reason, language()) for reason in reasons)
        st.caption(f"**{translate(title, language())}** {plain(texts)}")


def _names(base: KnowledgeBase, company: str) -> str:
    entity = base.entity(company)
    return " · ".join(filter(None, (entity.name(language()), entity.other_name(language()))))


def _called(base: KnowledgeBase, company: str) -> str:
    """Name and id of a company, or the id of one that is not there under it."""
    known = company in base.node_of and base.entity(company).id == company
    return f"{base.entity(company).name(language())} [{company}]" if known else company


def _collected(base: Base, shared: Services) -> None:
    reads, waiting = language(), collected(base.settings)
    if not waiting:
        return
    with st.container(border=True, key="same-collected"):
        st.write(translate("same.collected", reads, count=len(waiting)))
        for decision in waiting:
            key = "same.collected_merge" if decision.saying == "same" else "same.collected_undo"
            kept, other = (_called(base.knowledge_base, each) for each in (decision.kept, decision.other))
            st.caption(plain(translate(key, reads, kept=kept, other=other)))
        with st.container(horizontal=True):
            st.button(
                translate("same.apply", reads),
                type="primary",
                disabled=shared.changing,
                on_click=_apply,
                args=(base, shared),
            )
            st.button(translate("same.discard", reads), on_click=_discard, args=(base,))


def _merged(base: Base) -> None:
    reads, knowledge_base = language(), base.knowledge_base
    made = merges(knowledge_base, base.settings)
    if not made:
        return
    undone = {decision.pair for decision in collected(base.settings)}
    with expander(translate("same.merged", reads, count=len(made)), "merged", expanded=True):
        for merge in made:
            how = "same.by_rule" if merge.by_rule else "same.taken_back"
            notes = [translate(how, reads)] if not merge.decided else []
            notes += [translate("same.not_served", reads)] if not merge.served else []
            left, right = st.columns([9, 3], vertical_alignment="center")
            left.markdown(plain(" · ".join([_merge_text(merge, knowledge_base), *notes])))
            right.button(
                translate("same.undo", reads),
                key=f"undo-{merge.kept}-{merge.other}",
                on_click=_say,
                args=(base, undo(merge)),
                disabled=frozenset((merge.kept, merge.other)) in undone,
            )


def _merge_text(merge: Merge, base: KnowledgeBase) -> str:
    reads = language()
    gone = (merge.name_zh if reads == "zh" else merge.name_en) or merge.other
    kept = _names(base, merge.kept) if merge.kept in base.node_of else merge.kept
    return translate("same.merge_row", reads, other=gone, other_id=merge.other, kept=kept, kept_id=merge.kept)


def _apart(base: Base) -> None:
    reads, apart = language(), told_apart(base.settings)
    if not apart:
        return
    with expander(translate("same.apart", reads, count=len(apart)), "apart"):
        for first, second in apart:
            left, right = st.columns([9, 3], vertical_alignment="center")
            left.markdown(plain(translate("same.apart_row", reads, first=first, second=second)))
            right.button(
                translate("same.undo", reads),
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
