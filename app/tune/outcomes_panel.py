"""What each question wins or loses against the reference, and how the ranks of one question change."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.state.relabelled import relabelled
from app.state.view_parameters import tuning_values
from app.state.view_state import address, page_language
from app.tune.charts import rank_changes
from core.evaluation.experiment import DEPTH, QuestionScore
from core.evaluation.tasks import LabelledQuestion
from core.messages import translate
from core.storage.knowledge_base import KnowledgeBase
from core.tuning.quality import DECIDING, Outcome, outcomes
from core.workspace.tuned_settings import TunedSettings

_ONLY_CHANGED = "tune_only_changed"
_QUESTION = "tune_question"


def outcomes_panel(
    knowledge_base: KnowledgeBase,
    now: tuple[TunedSettings, Sequence[QuestionScore]],
    reference: tuple[TunedSettings, Sequence[QuestionScore]],
) -> None:
    """The table of questions, then one of them closely."""
    language = page_language()
    found = outcomes(now[1], reference[1])
    won, lost = sum(each.change > 0 for each in found), sum(each.change < 0 for each in found)
    st.header(translate("tune.outcomes", language))
    st.caption(translate("tune.outcomes_said", language, won=won, lost=lost, equal=len(found) - won - lost))
    only_changed = st.toggle(translate("tune.only_changed", language), value=True, key=_ONLY_CHANGED)
    shown = [each for each in found if each.change or not only_changed]
    if shown:
        _table(shown, now[0], reference[0])
    else:
        st.info(translate("tune.nothing_changed", language))
    _closely(knowledge_base, shown or list(found), now[0], reference[0])


def _table(shown: Sequence[Outcome], now: TunedSettings, reference: TunedSettings) -> None:
    language = page_language()
    rows = [
        (
            worded(each.question),
            each.change,
            each.now.metrics[DECIDING],
            each.reference.metrics[DECIDING],
            link(each.question, now),
            link(each.question, reference),
        )
        for each in shown
    ]
    names = ("question", "change", "now", "reference", "open_now", "open_reference")
    opened = translate("tune.open", language)
    st.dataframe(
        pd.DataFrame(rows, columns=list(names)),
        hide_index=True,
        height=min(400, 36 * (len(rows) + 1) + 3),
        key="tune-outcomes",
        column_config={
            "question": st.column_config.TextColumn(translate("tune.column.question", language), width="large"),
            "change": st.column_config.NumberColumn(translate("tune.column.change", language), format="%+.3f"),
            "now": st.column_config.NumberColumn(translate("tune.column.now", language), format="%.3f"),
            "reference": st.column_config.NumberColumn(translate("tune.column.reference", language), format="%.3f"),
            "open_now": st.column_config.LinkColumn(translate("tune.column.open_now", language), display_text=opened),
            "open_reference": st.column_config.LinkColumn(
                translate("tune.column.open_reference", language), display_text=opened
            ),
        },
    )


def worded(question: LabelledQuestion) -> str:
    """Company and words of a question, in one line."""
    return " · ".join(part for part in (question.company, question.query) if part)


def link(question: LabelledQuestion, tuned: TunedSettings) -> str:
    """The address of Discover that asks the question under ``tuned``."""
    asked = {"company": question.company or None, "q": question.query}
    return f"/{address(**asked, **tuning_values(tuned))}"


def _closely(
    knowledge_base: KnowledgeBase, shown: Sequence[Outcome], now: TunedSettings, reference: TunedSettings
) -> None:
    """One question: both links, and who climbed or fell."""
    language = page_language()
    st.header(translate("tune.one_question", language))
    by_key = {each.question.key: each for each in shown}
    key = st.selectbox(
        translate("tune.column.question", language),
        list(by_key),
        key=relabelled(_QUESTION),
        format_func=lambda each: worded(by_key[each].question),
    )
    chosen = by_key[key]
    with st.container(horizontal=True):
        st.link_button(translate("tune.open_now", language), link(chosen.question, now))
        st.link_button(translate("tune.open_reference", language), link(chosen.question, reference))
    listed = list(dict.fromkeys((*chosen.now.ranked, *chosen.reference.ranked)))
    if not listed:
        st.info(translate("tune.nothing_found", language))
        return
    names = (translate("tune.reference_short", language), translate("tune.now", language))
    rows, table = [], []
    for company in listed:
        name = knowledge_base.entity(company).name(language)
        grade = chosen.question.relevant.get(company, 0.0)
        places = [_place(score.ranked, company) for score in (chosen.reference, chosen.now)]
        for setting, place in zip(names, places, strict=True):
            rows.append((company, setting, place or DEPTH + 1, grade > 0, f"{place or f'> {DEPTH}'} {name}"))
        table.append((name, grade, *(str(place or f"> {DEPTH}") for place in places)))
    data = pd.DataFrame(rows, columns=["company", "setting", "rank", "wanted", "label"])
    outside = data["rank"] > DEPTH  # one below the other instead of all in one place
    data.loc[outside, "rank"] = DEPTH + data[outside].groupby("setting").cumcount() + 1
    said = translate("tune.ranks_chart", language, question=worded(chosen.question))
    st.caption(translate("tune.ranks_help", language))
    st.altair_chart(rank_changes(data, names, said))
    panel = expander(translate("tune.as_table", language), "tune-ranks-table")
    if panel.open:
        heads = [translate(f"tune.column.{column}", language) for column in ("company", "grade")]
        panel.dataframe(pd.DataFrame(table, columns=[*heads, *names]), hide_index=True)
        missing = [company for company in chosen.question.relevant if company not in listed]
        if missing:
            known = [knowledge_base.entity(each).name(language) for each in missing if each in knowledge_base.node_of]
            panel.caption(plain(translate("tune.not_listed", language, companies=", ".join(known))))


def _place(ranked: Sequence[str], company: str) -> int | None:
    return ranked.index(company) + 1 if company in ranked else None
