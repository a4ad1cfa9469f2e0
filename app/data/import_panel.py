"""The import of the page Data: files are read once, mapped and checked as the controls stand, then taken in."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pandas as pd
import streamlit as st

from app.data.chosen_files import ChosenFiles, choose_files
from app.data.import_effects import show_created, show_effects, show_near
from app.data.import_mapping import as_the_controls_say, field_name
from app.data.import_meanings import ask_for_meanings, nothing_asked
from app.data.row_problems import count_row, problems
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.shell.build_progress import reading_shown
from app.shell.changes import EVERY, begin
from app.state.view_state import page_language
from core.curation.import_plans import ImportPlan, plan_import
from core.curation.import_words import import_words
from core.curation.importing import ImportCheck, check_import, relation_sentences, run_import
from core.curation.known_names import company_names
from core.errors import GuanxiError
from core.ingestion.cells.column_words import TableKind
from core.ingestion.mapping.table_mapping import RELATION, fields_of
from core.messages import LANGUAGES, translate
from core.ontology import Ontology
from core.retrieval.base import Base

_KEPT = "import_plan"
_UNKNOWN = "import_unknown"
_CHECKED = "import_check"
_REFUSED = "import_refused"
_FIELDS = frozenset(field for kind in get_args(TableKind) for field in fields_of(kind))
_ENCODINGS = ("gb18030", "big5", "cp1252", "cp1250", "cp1251", "cp1254", "shift_jis", "euc_jp", "euc_kr")


@stands_alone
def import_panel(base: Base, shared: Services) -> None:
    """Choose files, say what is not clear, see what would come in, take it in."""
    language = page_language()
    given = choose_files()
    if not given.files:
        for key in (_KEPT, _UNKNOWN, _CHECKED):  # may be large
            st.session_state.pop(key, None)
        return
    plan = _read_or_say_why_not(given, base)
    if plan is None:
        return
    _skipped(plan)
    try:
        _ask_for_encodings(given, plan)
        name = "" if given.is_named else _name_of_source(plan)
        plan = replace(as_the_controls_say(plan, base.ontology), name=name or plan.name)
        check = _checked(plan, base)
    except GuanxiError as error:
        st.error(plain(error.message(language)))
        return
    choices = st.session_state[_KEPT][1].choices
    asked = ask_for_meanings(check, choices, st.session_state[_UNKNOWN], base)
    if asked != plan.choices:
        plan = replace(plan, choices=asked)
        check = _checked(plan, base)
    _columns(plan)
    _preview(check, base)
    info = check.info
    nothing = not (info.entities or info.relations or info.passages)
    if nothing and not check.report:
        st.info(translate("data.nothing", language))
    followed = shared.changing
    button = st.fragment(_import_button, run_every=EVERY if followed else None)
    button(plan, check, base, shared, nothing=nothing, followed=followed)


def _import_button(
    plan: ImportPlan, check: ImportCheck, base: Base, shared: Services, *, nothing: bool, followed: bool
) -> None:
    """Starts the import of what was checked. A fragment: if the page was drawn during a change of others, ``followed``,
    it is drawn again and again, and can be pressed once that is over."""
    language = page_language()
    if shared.changing and not followed:  # pressed after another change began: a disabled button reports no click
        st.session_state[_REFUSED] = True
        st.rerun()
    pressed = st.button(translate("data.import", language), type="primary", disabled=nothing or shared.changing)
    if st.session_state.get(_REFUSED) and shared.changing:
        st.warning(translate("data.busy", language))
    if not pressed:
        return
    serving = shared.pipeline
    if serving is not None and serving.base.knowledge_base is not base.knowledge_base:
        st.rerun()  # checked against the data from before: what would come in is shown anew first
    settings, ontology = base.settings, base.ontology
    came_in = {each: import_words(check, each, taken=True) for each in LANGUAGES}
    begun = begin(shared, lambda listener: run_import(plan, check, settings, ontology, listener), came_in)
    st.session_state[_REFUSED] = not begun
    st.rerun()


def _name_of_source(plan: ImportPlan) -> str:
    label = translate("data.source_name", page_language())
    return st.text_input(label, placeholder=plan.name, key="import-name").strip()


def _skipped(plan: ImportPlan) -> None:
    """Files of a folder that are left out, and why."""
    language = page_language()
    if plan.skipped:
        with st.expander(translate("data.skipped", language, count=len(plan.skipped))):
            for each in plan.skipped:
                st.markdown(plain(each.why.message(language)))


def _encoding_key(key: str) -> str:
    return f"encoding-{key}"


def _ask_for_encodings(given: ChosenFiles, plan: ImportPlan) -> None:
    """Of files whose encoding is a guess, with another choice, which reads them anew."""
    left_out = {each.place for each in plan.skipped}
    keys = [key for place, key in enumerate(given.keys) if place not in left_out]
    for key, read in zip(keys, plan.files, strict=True):
        if read.encoding and not read.encoding.startswith("utf"):
            st.selectbox(
                translate("data.encoding", page_language(), file=plain(read.name)),
                list(dict.fromkeys((read.encoding, *_ENCODINGS))),
                key=_encoding_key(key),
                help=translate("data.encoding_help", page_language()),
                width=400,
            )


def _read_or_say_why_not(given: ChosenFiles, base: Base) -> ImportPlan | None:
    try:
        return _read(given, base)
    except GuanxiError as error:
        kept = st.session_state.get(_KEPT)
        if kept is not None and kept[0][0] == given.keys:
            _ask_for_encodings(given, kept[1])  # the chosen one does not fit: another choice is left
        st.error(plain(error.message(page_language())))
        return None


def _read(given: ChosenFiles, base: Base) -> ImportPlan:
    """The plan for these files, read once in each encoding."""
    encodings = [st.session_state.get(_encoding_key(key)) or "" for key in given.keys]
    key = (given.keys, tuple(encodings))
    kept: tuple[object, ImportPlan] | None = st.session_state.get(_KEPT)
    if kept is None or kept[0] != key:
        with reading_shown() as listener:
            plan = plan_import(
                given.files,
                base.settings,
                name=given.name,
                listener=listener,
                encodings=encodings,
                optional=range(len(given.files)) if given.is_folder else (),
                companies=company_names(base.knowledge_base).called,
            )
        kept = (key, plan)
        st.session_state[_KEPT] = kept
        st.session_state[_UNKNOWN] = nothing_asked()
    return kept[1]


def _checked(plan: ImportPlan, base: Base) -> ImportCheck:
    """What the plan takes in: looked at anew where something else is said, or another version serves."""
    said = (
        plan.name,
        plan.mappings,
        plan.of_texts,
        plan.choices,
        plan.removals,
        base.knowledge_base.manifest.build_id,
    )
    kept: tuple[object, object, ImportCheck] | None = st.session_state.get(_CHECKED)
    if kept is None or kept[0] is not plan.files or kept[1] != said:
        with reading_shown() as listener:
            check = check_import(plan, base.knowledge_base, base.ontology, listener)
        kept = (plan.files, said, check)
        st.session_state[_CHECKED] = kept
    return kept[2]


def _shown_name(column: str, ontology: Ontology) -> str:
    return field_name(column, ontology) if column in _FIELDS or column.startswith(RELATION) else column


def _columns(plan: ImportPlan) -> None:
    """Those that are not read, and those that tell how large companies are."""
    for kind, columns in (
        ("unread", plan.unread_columns),
        ("unclear", plan.unclear_columns),
        ("size", plan.size_columns),
        ("no_size", plan.figures_of_others),
    ):
        if columns:
            st.caption(plain(translate(f"data.{kind}_columns", page_language(), columns=", ".join(columns))))


def _preview(check: ImportCheck, base: Base) -> None:
    """What would come in, its first records, and every row that would not."""
    language, info = page_language(), check.info
    counts = {"entities": info.entities, "relations": info.relations, "passages": info.passages}
    count_row("import-counts", {**counts, "refused": info.refused, "repaired": info.repaired})
    show_effects(check.effects, base.knowledge_base)
    show_created(check.created, base.ontology)
    show_near(check.near)
    if check.outdated:
        st.info(translate("data.outdated", language, count=check.outdated))
    if check.valid.data.relations:
        with st.expander(translate("data.sentences", language), expanded=True):
            st.text("\n".join(relation_sentences(check, base.knowledge_base, base.ontology, language)))
    for table, raw_records in check.first.items():
        with st.expander(plain(translate("data.first", language, count=len(raw_records), table=table))):
            shown = pd.DataFrame([raw_record.shown for raw_record in raw_records]).fillna("")
            st.dataframe(shown.rename(columns=lambda name: _shown_name(name, base.ontology)), hide_index=True)
    problems(check.report, "report")
