"""Who owns a company and what it owns: the tree, tables below it, and how one owns another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from app.company.entries import Entry, Piece, follow_clicks, show_entries
from app.company.ownership_drawing import drawing, share_words, stake_words
from app.company.ownership_tree import show_tree
from app.runtime.component_keys import component_key
from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.relabelled import relabelled
from app.state.view_state import page_language, show_profile
from app.widgets.pickers import as_of_field
from app.widgets.source_viewer.source_viewer import open_source
from core.domain.partial_dates import is_partial_date, last_day, today
from core.domain.records import Entity
from core.domain.results import SourceKind
from core.dossier.ownership.bods import ownership_statements
from core.dossier.ownership.csv_file import ownership_csv
from core.dossier.ownership.report import Holder, Ownership
from core.dossier.ownership.stake_sources import StakeSource, agreed, former_stakes
from core.dossier.ownership.tree import OwnershipTree, ownership_chains, ownership_tree
from core.messages import translate
from core.operations.context import Context
from core.operations.ownership import OwnershipRequest, get_ownership
from core.retrieval.base import Base
from core.retrieval.terms import date_in_words

_FIRST = 5
"""Stakes of an opened box that are drawn at first; a click on the rest adds twice as many."""


@st.fragment
@stands_alone
def ownership_panel(context: Context, entity: Entity) -> None:
    """As of the day in the address; nothing but a sentence where nobody is recorded to hold anything."""
    language = page_language()
    follow_clicks(entity.id)
    with st.container(horizontal=True, vertical_alignment="bottom", key="ownership-day"), st.container(width=220):
        as_of_field()
    asof: str = st.session_state["asof"] or ""
    if not is_partial_date(asof):
        st.error(translate("search.no_day", language))
        return
    day = last_day(asof) if asof else today()
    found = get_ownership.answer(context, OwnershipRequest(company=entity.id, as_of=asof, language=language))
    former = former_stakes(context.base, entity.id, day)
    if not (found.owners or found.holdings or former):
        st.info(translate("ownership.none", language))
        return
    _tree(context.base, entity, found, day)
    left, right = st.columns([11, 9], gap="medium")
    with left:
        _tables(found)
        _files(context.base, found, former, day)
    with right:
        _in_control(context.base, found)
    _past(context.base, entity.id, former)
    _how(context.base, entity, found, day)


def _tree(base: Base, entity: Entity, found: Ownership, day: int) -> None:
    language, key = page_language(), component_key("ownership-tree", entity.id)
    opened: dict[str, dict[str, int]] = st.session_state.setdefault(
        f"ownership-opened-{entity.id}", {"owners": {entity.id: _FIRST}, "holdings": {entity.id: _FIRST}}
    )
    tree = ownership_tree(base, entity.id, day, language, owners=opened["owners"], holdings=opened["holdings"])

    def turn() -> None:
        _turn(tree, opened, st.session_state[key]["turn"])

    def leave() -> None:
        show_profile(st.session_state[key]["open"])

    st.caption(translate("ownership.tree.hint", language))
    show_tree(drawing(tree, language, found.name, found.day), key, on_turn=turn, on_open=leave)


def _turn(tree: OwnershipTree, opened: dict[str, dict[str, int]], key: str) -> None:
    """Open a box, close it, or show more of what it leads to."""
    box = next((each for each in tree.boxes if each.key == key), None)
    if box is None:
        return
    side = opened["owners" if box.level < 0 else "holdings"]
    if box.more:
        side[box.id] = side.get(box.id, 0) + 2 * _FIRST
    elif side.pop(box.id, None) is None:
        side[box.id] = _FIRST


def _files(base: Base, found: Ownership, former: Sequence[StakeSource], day: int) -> None:
    language = page_language()
    name = f"ownership-{found.entity_id}"
    with st.container(horizontal=True, key="ownership-files"):
        st.download_button(
            translate("ownership.csv", language),
            lambda: ownership_csv(base, found, former, language),
            f"{name}.csv",
            "text/csv",
            on_click="ignore",
        )
        st.download_button(
            translate("ownership.bods", language),
            lambda: ownership_statements(base, found.entity_id, day),
            f"{name}.bods.json",
            "application/json",
            on_click="ignore",
            help=translate("ownership.bods_help", language),
        )


def _tables(found: Ownership) -> None:
    language = page_language()
    said = found.counting()
    for part, holders in (("owners", found.owners), ("holdings", found.holdings)):
        if holders:
            st.markdown(f"**{translate(f'ownership.heading.{part}', language)}** · {len(holders):,}")
            rows = [_row(found, each, said, owner=part == "owners") for each in holders]
            heads = ("name", "direct", "integrated", "since", "source")
            columns = [translate(f"ownership.column.{each}", language) for each in heads]
            height = min(35 * (len(rows) + 1) + 3, 290)
            stakes = [_stake(found, each, said, owner=part == "owners") for each in holders]
            _table(pd.DataFrame(rows, columns=columns), stakes, height, f"ownership-{part}-{found.entity_id}")
    st.caption(translate("ownership.open_source", language))


def _table(rows: pd.DataFrame, stakes: Sequence[Sequence[StakeSource]], height: int, key: str) -> None:
    """A table of which a row that is chosen opens the source of its direct stake."""

    def choose() -> None:
        chosen: list[int] = st.session_state[key]["selection"]["rows"]
        for stake in stakes[chosen[0]][:1] if chosen else ():
            open_source(f"{SourceKind.RELATION}:{stake.relation_id}")

    st.dataframe(rows, hide_index=True, height=height, key=key, on_select=choose, selection_mode="single-row")


def _stake(
    found: Ownership, each: Holder, said: Mapping[tuple[str, str], Sequence[StakeSource]], *, owner: bool
) -> Sequence[StakeSource]:
    """The relations that count of a direct stake; none of one that is only indirect."""
    return said.get((each.id, found.entity_id) if owner else (found.entity_id, each.id), ())


def _in_control(base: Base, found: Ownership) -> None:
    """Who controls the company by which rule, its ultimate owners, and circular holdings."""
    language = page_language()
    paths = [*(each.path for each in found.controllers), *(each.path for each in found.ultimate)]
    names = _names(base, [node for path in paths for node in path])
    arrow = translate("ownership.arrow", language)
    if found.controllers:
        st.markdown(f"**{translate('ownership.controllers', language)}**")
        entries = [
            _entry(
                each.id, each.name, translate(f"ownership.rule.{each.rule}", language), _path(each.path, names, arrow)
            )
            for each in found.controllers
        ]
        show_entries(entries, key=f"ownership-controllers-{found.entity_id}")
    if found.ultimate:
        st.markdown(f"**{translate('ownership.ultimate', language)}**")
        entries = [
            _entry(each.id, each.name, share_words(each.told, language), _path(each.path, names, arrow))
            for each in found.ultimate[:_FIRST]
        ]
        show_entries(entries, key=f"ownership-ultimate-{found.entity_id}")
    if found.circular:
        st.markdown(f"**{translate('ownership.circular', language)}**")
        for cycle in found.circular[:_FIRST]:
            ring = (*cycle, cycle[0])
            st.caption(plain(_path(ring, _names(base, ring), arrow)))


def _row(
    found: Ownership, each: Holder, said: Mapping[tuple[str, str], Sequence[StakeSource]], *, owner: bool
) -> tuple[str, str, str, str, str]:
    language = page_language()
    stake = _stake(found, each, said, owner=owner)
    direct = share_words(each.direct, language) if each.direct[1] > 0.0 else "–"
    if stake and not any(source.share for source in stake):
        direct = translate(
            "ownership.share.controlled" if each.direct[0] > 0.0 else "ownership.share.unknown", language
        )
    start = agreed(stake, "start")
    since = date_in_words(start, language) if start else ""
    source = _cited(stake) + _others(found, stake)
    return each.name, direct, share_words(each.told, language), since, source


def _cited(stake: Sequence[StakeSource]) -> str:
    """Who says how much; of one relation, or of several that say the same, who says it."""
    if len({each.share for each in stake}) > 1:
        return "; ".join(_with_share(each) for each in stake)
    return "; ".join(dict.fromkeys(filter(None, map(_citation, stake))))


def _others(found: Ownership, stake: Sequence[StakeSource]) -> str:
    """What other sources say of the same stake, and who; empty where they agree."""
    ends, shares = {(each.owner, each.held) for each in stake}, {each.share for each in stake}
    others = [each for each in found.sources if (each.owner, each.held) in ends and not each.counts]
    told = [_with_share(each) for each in others if each.share and each.share not in shares]
    return translate("ownership.otherwise", page_language(), said="; ".join(told)) if told else ""


def _with_share(stake: StakeSource) -> str:
    share = (
        share_words(stake.share, page_language())
        if stake.share
        else translate("ownership.share.unknown", page_language())
    )
    return f"{share} ({_citation(stake)})"


def _citation(stake: StakeSource) -> str:
    source = stake.source
    if source is None:
        return translate("source.origin", page_language(), origin=stake.origin) if stake.origin else ""
    return ", ".join(filter(None, (source.title, source.publisher, source.date, source.url)))


def _past(base: Base, entity_id: str, former: Sequence[StakeSource]) -> None:
    """What is held no more, in the past tense."""
    if not former:
        return
    language = page_language()
    panel = st.expander(translate("ownership.former", language, count=len(former)), key="ownership-former")
    with panel:
        names = _names(base, [each for past in former for each in (past.owner, past.held)])
        entries = []
        for past in former:
            share = share_words(past.share, language) if past.share else translate("ownership.share.unknown", language)
            term = {"owner": names[past.owner], "held": names[past.held], "share": share}
            until = translate("ownership.until", language, day=date_in_words(past.end, language)) if past.end else ""
            since = translate("ownership.from", language, day=date_in_words(past.start, language)) if past.start else ""
            sentence = translate("ownership.held_once", language, **term, since=since, until=until)
            source, detail = f"{SourceKind.RELATION}:{past.relation_id}", _citation(past)
            other = past.owner if past.held == entity_id else past.held
            title, body = [Piece(names[other])], [Piece(sentence)]
            entries.append(Entry(title=title, id=other, body=body, detail=detail, source=source))
        show_entries(entries, key=f"ownership-former-list-{entity_id}")


def _how(base: Base, entity: Entity, found: Ownership, day: int) -> None:
    """The chains between the company and one of its owners or holdings."""
    language = page_language()
    others = {each.id: each.name for each in (*found.owners, *found.holdings) if each.id != entity.id}
    if not others:
        return
    label = plain(translate("ownership.how", language, name=found.name))
    panel = expander(label, f"ownership-how-{entity.id}")
    if not panel.open:
        return
    with panel:
        chosen = st.selectbox(
            translate("ownership.how_pick", language),
            list(others),
            format_func=others.__getitem__,
            index=None,
            key=relabelled(f"ownership-picked-{entity.id}"),
        )
        if chosen is not None:
            _chains(base, entity, chosen, day)


def _chains(base: Base, entity: Entity, chosen: str, day: int) -> None:
    """In whichever direction there are any."""
    language = page_language()
    ways = [(chosen, entity.id), (entity.id, chosen)]
    for owner, held in ways:
        chains = ownership_chains(base, owner, held, day, language)
        if not chains.chains:
            continue
        names = _names(base, (owner, held))
        st.markdown(f"**{plain(translate('ownership.how_heading', language, owner=names[owner], held=names[held]))}**")
        entries = []
        for chain in chains.chains:
            steps = [names[owner]]
            steps += [f"— {stake_words(link, language)} → {link.name}" for link in chain.links]
            entries.append(Entry(title=[Piece(" ".join(steps))], note=share_words(chain.share, language)))
        show_entries(entries, key=f"ownership-chains-{owner}-{held}")
        st.caption(translate("ownership.chains_help" if chains.complete else "ownership.chains_more", language))


def _entry(entity_id: str, name: str, note: str, body: str) -> Entry:
    return Entry(title=[Piece(name)], id=entity_id, note=note, body=[Piece(body)])


def _names(base: Base, ids: Sequence[str]) -> dict[str, str]:
    return {each: base.knowledge_base.entity(each).name(page_language()) for each in ids}


def _path(ids: Sequence[str], names: dict[str, str], arrow: str) -> str:
    return arrow.join(names[each] for each in ids)
