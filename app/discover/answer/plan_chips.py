"""What was understood, part by part, below the question: each can be taken out, and many can be changed."""

from __future__ import annotations

from zlib import crc32

import streamlit as st

from app.discover.answer.chip_changes import change_of
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_parameters import plan_text
from app.state.view_state import ask_plan, page_language
from core.domain.plan import Plan
from core.messages import translate
from core.questions.plans.changed_plan import without
from core.questions.plans.chips import Chip, chips
from core.questions.plans.sentences import PlanWords, names_in
from core.retrieval.base import Base


@stands_alone
def plan_chips(base: Base, plan: Plan | None, not_understood: tuple[str, ...]) -> None:
    """The parts of a plan, and the words of the question that no part uses."""
    if plan is None and not not_understood:
        return
    language = page_language()
    words = PlanWords(base.ontology, names_in(base.knowledge_base), language)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="plan-chips"):
        if plan is not None:
            st.caption(translate("chips.understood", language), width="content")
            for place, chip in enumerate(chips(plan, words)):
                _chip(base, plan, chip, words, place)
        if not_understood:
            st.caption(translate("chips.not_understood", language), width="content")
            for word in not_understood:
                st.markdown(f":orange-background[{plain(word)}]", width="content")


def _chip(base: Base, plan: Plan, chip: Chip, words: PlanWords, place: int) -> None:
    """Its text, which opens what it can be changed to, and a cross."""
    language = page_language()
    change = change_of(base, plan, chip, words)
    with st.container(horizontal=True, vertical_alignment="center", gap=None, width="content", key=f"chip-{place}"):
        if change is None:
            st.text(chip.text, width="content")
        else:
            # another plan has other widgets: what was chosen for the last one is not chosen for this one
            key = f"chip-change-{crc32(plan_text(plan).encode()):x}-{language}-{place}"
            panel = st.popover(plain(chip.text), key=key, on_change="rerun", type="tertiary")
            if panel.open:
                with panel:
                    change(key)
        left = without(plan, chip.key) if chip.removable else None
        if left is not None:
            st.button(
                plain(translate("chips.remove", language, part=chip.text)),
                key=f"chip-remove-{place}",
                icon=":material/close:",
                type="tertiary",
                on_click=ask_plan,
                args=(left, words.plan(left)),
            )
