"""What is loaded: the counts, and in an expander their make-up, the shape of the graph and the rest in words."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app.data.row_problems import count_row, problems
from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.widgets.bar_chart import Bar, bar_chart
from core.errors import GuanxiError
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.profiles import ARE_PROFILES
from core.messages import translate
from core.operations.context import Context
from core.operations.graph_statistics import graph_statistics
from core.operations.operation import Nothing
from core.retrieval.base import Base
from core.statistics.figures import CountName, Statistics
from core.statistics.wording import in_words, labelled_counts

_SHOWN = ("companies", "relations", "passages", "mentions")
_BARS = 20  # of one chart; source kinds and relation types can be the data's own


@stands_alone
def loaded(context: Context, refused: Sequence[RowProblem]) -> None:
    """Counts of the serving version, more of them on request, and the rows that were refused."""
    language, manifest = page_language(), context.base.knowledge_base.manifest
    count_row("counts", {kind: getattr(manifest.counts, kind) for kind in _SHOWN})
    built = manifest.created_at[:16].replace("T", " ")
    st.caption(plain(translate("data.built", language, time=built, model=manifest.embedding_model)))
    if profiles := context.base.once(_profiles):
        texts = manifest.counts.passages - profiles
        st.caption(translate("data.of_the_passages", language, texts=f"{texts:,}", profiles=f"{profiles:,}"))
    more = expander(translate("statistics.more", language), "statistics")
    if more.open:
        with more:
            _statistics_panel(context)
    problems(refused, "problems")


def _profiles(base: Base) -> int:
    """How many passages are descriptions of entities, made by the build of their records."""
    return base.knowledge_base.table("passages").count(ARE_PROFILES)


def _statistics_panel(context: Context) -> None:
    language, base = page_language(), context.base
    try:
        with st.spinner(translate("statistics.counting", language)):
            figures = graph_statistics.answer(context, Nothing())
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return
    left, right = st.columns(2, gap="medium")
    with left:
        _make_up(figures, "relations_by_type", base)
    with right:
        _make_up(figures, "entities_by_type", base)
        bins = [Bar(each.limits, each.companies) for each in figures.degrees.histogram]
        _chart(translate("statistics.degree_histogram", language), bins)
    left, right = st.columns(2, gap="medium")
    with left:
        _make_up(figures, "passages_by_language", base)
    with right:
        _make_up(figures, "passages_by_source_kind", base)
    _words(figures, base)


def _make_up(figures: Statistics, kind: CountName, base: Base) -> None:
    """The counts of one kind as bars, relation types in their colours; what is too much for a page as one bar."""
    language, ontology = page_language(), base.ontology
    bars = [
        Bar(each.label, each.count, ontology[each.name].colour)
        if kind == "relations_by_type" and each.name is not None
        else Bar(each.label, each.count)
        for each in labelled_counts(figures, kind, ontology, language)
    ]
    if len(bars) > _BARS:
        rest = sum(bar.count for bar in bars[_BARS - 1 :])
        bars = [*bars[: _BARS - 1], Bar(translate("statistics.others", language), rest)]
    _chart(translate(f"statistics.{kind}", language), bars)


def _chart(title: str, bars: Sequence[Bar]) -> None:
    """Nothing where there is nothing to count."""
    if bars:
        rows = ", ".join(f"{bar.label} {bar.count:,}" for bar in bars)
        st.markdown(f"**{plain(title)}**")
        st.altair_chart(bar_chart(bars, translate("statistics.chart", page_language(), title=title, rows=rows)))


def _words(figures: Statistics, base: Base) -> None:
    """The rest, a line each."""
    language = page_language()
    said = in_words(figures, lambda each: base.knowledge_base.entity(each).name(language), language)
    st.markdown("\n".join(f"- **{plain(phrase.label)}** – {plain(phrase.text)}" for phrase in said))
