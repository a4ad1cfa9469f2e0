"""Compare companies: what relates them, what they share, what only one of them has."""

from __future__ import annotations

from collections import Counter

import pandas as pd
import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.relabelled import relabelled
from app.state.view_state import page_language
from app.widgets.pickers import company_options
from core.dossier.comparison import MOST, Compared, ComparedNeighbour, ComparedRelation
from core.messages import Language, translate
from core.operations.connections import CompareRequest, compare_companies
from core.operations.context import Context
from core.retrieval.base import Base

VIEW = "vs"
"""The companies compared with, in the session and in the address."""
_PICKED = "compare-with"
_READ_IN_FULL = 8  # rows


@stands_alone
def compare_panel(context: Context, asked: tuple[str, ...], *, is_answer: bool = False) -> None:
    """``asked``: the companies of the question, which are compared with others; ``is_answer``: that is what is asked
    for."""
    language, base = page_language(), context.base
    panel = expander(
        translate("compare.asked" if is_answer else "compare.title", language),
        "compare-answer" if is_answer else "compare-panel",
        expanded=is_answer or bool(st.session_state[VIEW]),
    )
    if not panel.open:
        return
    with panel:
        options = company_options(base.knowledge_base, language)
        known = [each for each in st.session_state[VIEW] if each in options and each not in asked]
        st.session_state[_PICKED] = known[: MOST - len(asked)]
        st.multiselect(
            translate("compare.pick", language),
            [each for each in options if each not in asked],
            format_func=lambda each: options.get(each, each),
            key=relabelled(_PICKED),
            max_selections=MOST - len(asked),
            placeholder=translate("search.company_placeholder", language),
            select_all=False,  # it would stand first, so that Enter took every company with such a name
            on_change=_keep,
        )
        ids = (*asked, *st.session_state[_PICKED])
        if len(ids) < 2:
            st.caption(translate("compare.help", language))
            return
        _compared(base, compare_companies.answer(context, CompareRequest(companies=ids)))


def _keep() -> None:
    st.session_state[VIEW] = tuple(st.session_state[_PICKED])


def _compared(base: Base, found: Compared) -> None:
    language, knowledge_base, ontology = page_language(), base.knowledge_base, base.ontology
    names = [knowledge_base.entity(each).name(language) for each in found.company_ids]
    if found.direct:
        st.subheader(translate("compare.direct", language))
        _show(_direct_table(found, names, language))
    kinds = Counter(ontology.entity_type(each.entity_type).label.text(language) for each in found.shared)
    st.subheader(translate("compare.shared", language, count=found.shared_count))
    if not found.shared:
        st.caption(translate("compare.nothing_shared", language))
    else:
        st.caption(plain(" · ".join(f"{kind} {count}" for kind, count in kinds.most_common())))
        shared = _shared_as(found, language)
        _show(_table(base, shared, names, language))
    for name, own, count in zip(names, found.own, found.own_counts, strict=True):
        st.markdown(f"**{plain(translate('compare.own', language, name=name, count=count))}**")
        st.markdown(plain(" · ".join(_name(each, language) for each in own)) or "–")


def _show(table: pd.DataFrame) -> None:
    """Few rows with their texts in full, many in a table that scrolls and shows the text of the cell clicked on."""
    if len(table) > _READ_IN_FULL:
        st.dataframe(table, hide_index=True, width="stretch")
    else:
        st.table(table.map(plain).set_axis([plain(title) for title in table.columns], axis=1), hide_index=True)


def _shared_as(found: Compared, language: Language) -> tuple[ComparedNeighbour, ...]:
    """What they share, or only what stands in the relation that was chosen to at least two of them."""
    ways = {each.entity_id: _ways(each, language) for each in found.shared}
    counts = Counter(way for some in ways.values() for way in some)
    if len(counts) < 2:
        return found.shared
    chosen = st.pills(
        translate("compare.by", language),
        [way for way, _ in counts.most_common()],
        format_func=lambda way: plain(f"{way} · {counts[way]}"),
        key="compare-by",
        help=translate("compare.by_help", language),
    )
    return found.shared if chosen is None else tuple(each for each in found.shared if chosen in ways[each.entity_id])


def _ways(neighbour: ComparedNeighbour, language: Language) -> list[str]:
    """Relations that at least two of the companies have to it, as they read from these."""
    by_company = [{_label(each, language) for each in some} for some in neighbour.relations]
    counts = Counter(way for some in by_company for way in some)
    return [way for way, count in counts.items() if count > 1]


def _label(relation: ComparedRelation, language: Language) -> str:
    return relation.label_zh if language == "zh" else relation.label_en


def _evidence(relation: ComparedRelation, language: Language) -> str:
    """What states it, with where that was read."""
    return f"{relation.evidence_zh if language == 'zh' else relation.evidence_en} [{relation.origin}]"


def _name(neighbour: ComparedNeighbour, language: Language) -> str:
    return neighbour.name_zh if language == "zh" else neighbour.name_en


def _table(base: Base, neighbours: tuple[ComparedNeighbour, ...], names: list[str], language: Language) -> pd.DataFrame:
    titles = [translate("compare.entity", language), translate("compare.kind", language), *_different(names)]
    titles.append(translate("compare.evidence", language))
    rows = [
        (
            _name(each, language),
            base.ontology.entity_type(each.entity_type).label.text(language),
            *(_relations(some, language) for some in each.relations),
            " ".join(_evidence(relation, language) for some in each.relations for relation in some),
        )
        for each in neighbours
    ]
    return pd.DataFrame(rows, columns=titles)


def _different(names: list[str]) -> list[str]:
    """Titles of columns: companies of one name get numbers."""
    seen = Counter(names)
    return [name if seen[name] == 1 else f"{name} ({place})" for place, name in enumerate(names, start=1)]


def _relations(some: tuple[ComparedRelation, ...], language: Language) -> str:
    return " · ".join(dict.fromkeys(_label(each, language) for each in some))


def _direct_table(found: Compared, names: list[str], language: Language) -> pd.DataFrame:
    """Each relation among the companies once."""
    rows: dict[str, tuple[str, str, str, str]] = {}
    for neighbour in found.direct:
        other = names[found.company_ids.index(neighbour.entity_id)]
        for name, some in zip(names, neighbour.relations, strict=True):
            for each in some:
                if each.forward:
                    stated = (name, _label(each, language), other, _evidence(each, language))
                    rows.setdefault(each.relation_id, stated)
    titles = [translate(f"compare.{column}", language) for column in ("from", "relation", "to", "evidence")]
    return pd.DataFrame(list(rows.values()), columns=titles)
