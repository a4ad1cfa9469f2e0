"""How often the readers were right, and the thresholds that decisions speak for."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from core.curation.review_lessons import Lesson, Precision, by_reader, by_type, lessons, precision_by
from core.curation.review_queue import Queue
from core.curation.text_reading import confirm_threshold, thresholds_in_force
from core.messages import translate
from core.retrieval.base import Base


@stands_alone
def lessons_panel(waiting: Queue, base: Base) -> None:
    """Precision by type and by reader; a threshold takes effect when a person confirms it."""
    language = page_language()
    panel = expander(translate("review.precision", language), "review-precision")
    if not panel.open:
        return
    with panel:
        st.caption(translate("review.precision_help", language))
        types = precision_by(waiting.reviews, by_type)
        if not types:
            st.write(translate("review.nothing_judged", language))
            return
        labels = {kind: base.ontology[kind].label.text(language) if kind in base.ontology else kind for kind in types}
        _table({labels[kind]: found for kind, found in types.items()}, "review.type")
        readers = precision_by(waiting.reviews, by_reader)
        _table({_readers(names): found for names, found in readers.items()}, "review.reader")
        for lesson in lessons(waiting.reviews, thresholds_in_force(base)):
            _lesson(lesson, base)


def _table(found: dict[str, Precision], first: str) -> None:
    language = page_language()
    names = [translate(each, language) for each in (first, "review.judged", "review.right", "review.share")]
    rows = [(name, each.judged, each.right, round(100 * each.share)) for name, each in found.items()]
    st.dataframe(pd.DataFrame(rows, columns=names), hide_index=True)


def _readers(names: str) -> str:
    return " + ".join(translate(f"review.reader.{each}", page_language()) for each in names.split("+"))


def _lesson(lesson: Lesson, base: Base) -> None:
    """The threshold, its evidence, and the button that puts it in force."""
    language = page_language()
    spoken, _, kind = lesson.key.partition(" ")
    label = base.ontology[kind].label.text(language) if kind in base.ontology else kind
    said = translate(
        "review.lesson",
        language,
        type=label,
        spoken=translate(f"statistics.language.{spoken}", language),
        threshold=f"{lesson.threshold:.2f}",
        kept=lesson.kept.judged,
        kept_right=lesson.kept.right,
        dropped=lesson.dropped.judged,
        dropped_right=lesson.dropped.right,
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(plain(said), width="stretch")
        st.button(
            translate("review.confirm", language),
            key=f"review-lesson-{lesson.key}",
            on_click=confirm_threshold,
            args=(base, lesson.key, lesson.threshold),
        )
