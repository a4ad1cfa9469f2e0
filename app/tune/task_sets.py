"""Which labelled questions are tuned on: those of the data folder, a file of one's own, or the thumbs of people."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.state.view_parameters import TASK_SETS
from app.state.view_state import page_language
from core.errors import DataUnreadableError, GuanxiError
from core.evaluation.tasks import TaskSet, parse_questions, read_task_set
from core.messages import translate
from core.retrieval.base import Base
from core.tuning.judgements import as_jsonl, as_task_set, scorable
from core.tuning.questions import MOST_QUESTIONS, companies_only
from core.workspace.judgements import JudgementStore

_OWN = "tune_own_questions"
_MAX_BYTES = 5_000_000


def chosen_tasks(base: Base) -> TaskSet | None:
    """The questions of the chosen set; None where there is nothing to tune on, which is said."""
    language = page_language()
    chosen = st.segmented_control(
        translate("tune.tasks", language),
        TASK_SETS,
        format_func=lambda each: translate(f"tune.tasks.{each}", language),
        key="tasks",
        persist_state="session",
        required=True,
    )
    assert chosen is not None  # app/state/view_state.py gives it a value before any page is drawn
    try:
        tasks = {"sample": _of_the_data, "own": _own, "thumbs": _thumbs}[chosen](base)
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return None
    if tasks is None:
        return None
    kept = companies_only(tasks)
    if not kept.questions:
        st.info(translate("tune.no_company_questions", language))
        return None
    said = {"count": len(kept.questions), "all": len(tasks.questions), "most": MOST_QUESTIONS}
    key = "tune.questions" if said["count"] == said["all"] else "tune.questions_of"
    st.caption(translate(key, language, **said))
    return kept


def _of_the_data(base: Base) -> TaskSet | None:
    file = base.settings.data_folder / "questions.jsonl"
    if not file.is_file():
        st.info(translate("tune.no_sample", page_language()))
        return None
    return read_task_set([file])


def _own(base: Base) -> TaskSet | None:  # noqa: ARG001 - one kind of task set among others
    """Questions of an uploaded file; kept in the session when the page is left."""
    language = page_language()
    file = st.file_uploader(
        translate("tune.upload", language),
        type=["jsonl"],
        key="tune-upload",
        help=translate("tune.upload_help", language),
    )
    if file is not None:
        content = file.getvalue()
        if len(content) > _MAX_BYTES:
            raise DataUnreadableError(file=file.name, detail=f"{len(content)} > {_MAX_BYTES} bytes")
        try:
            questions = parse_questions(content.decode("utf-8-sig"), file.name)
            st.session_state[_OWN] = TaskSet(tuple(questions))
        except ValueError as error:  # UnicodeDecodeError is one
            raise DataUnreadableError(file=file.name, detail=str(error)) from error
    kept: TaskSet | None = st.session_state.get(_OWN)
    if kept is None:
        st.info(translate("tune.upload_first", language))
    return kept


def _thumbs(base: Base) -> TaskSet | None:
    """Questions somebody gave a thumb on."""
    language = page_language()
    judgements = JudgementStore(base.settings.knowledge_base_folder).all()
    tasks = as_task_set(judgements)
    scored = scorable(tasks)
    if not scored.questions:
        st.info(translate("tune.no_thumbs", language))
        return None
    ups = sum(each.thumb == "up" for each in judgements)
    said = translate("tune.thumbs", language, ups=ups, downs=len(judgements) - ups, questions=len(tasks.questions))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(said, width="content")
        st.download_button(
            translate("tune.export_thumbs", language),
            as_jsonl(tasks),
            "questions.jsonl",
            "application/jsonl",
            on_click="ignore",
            type="tertiary",
        )
    return scored
