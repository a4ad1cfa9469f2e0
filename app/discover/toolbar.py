"""What one does with an answer: copy its link, save it, download it, see how it was found."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app.discover import downloads
from app.discover.answer_in_graph import answer_in_graph
from app.discover.graph_panel import current_graph
from app.discover.report.buttons import report_buttons
from app.discover.saved_searches import saved_searches_popover
from app.graph.export import standalone_html
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.kept_answer import KeptAnswer
from app.state.relabelled import relabelled
from app.state.view_parameters import LIST_FORMS, LISTED_AS, SORT
from app.state.view_state import page_language
from app.widgets.copy_link import copy_link
from app.widgets.stage_names import stage_name
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.sorting import SORT_KEYS
from core.domain.model_use import ModelUse, StageReport
from core.domain.results import Discovery
from core.messages import Language, translate


@stands_alone
def toolbar(
    pipeline: DiscoveryPipeline, discovery: Discovery, kept: KeptAnswer, about: str, centres: tuple[str, ...]
) -> None:
    """Order and form of the list; copy link, saved searches, downloads, timings – in one row. What is inside a popover
    is made when it is opened.

    ``about``: what the answer is about, in words; ``centres``: what its graph is drawn around.
    """
    language = page_language()
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="toolbar"):
        if discovery.related_companies:
            _order_and_form(language)
        copy_link()
        saved_searches_popover(pipeline.base)
        files = st.popover(
            translate("toolbar.download", language), key="downloads", on_change="rerun", icon=":material/download:"
        )
        if files.open:
            with files:
                _downloads(pipeline, discovery, kept, about, centres)
        how = st.popover(translate("toolbar.how", language), key="stages", on_change="rerun", icon=":material/timer:")
        if how.open:
            with how:
                _stages(discovery)


def _order_and_form(language: Language) -> None:
    """By what the list is sorted, and whether it is cards or a table; both in the address."""
    st.selectbox(
        translate("list.sort", language),
        SORT_KEYS,
        format_func=lambda by: translate(f"list.sort.{by}", language),
        key=relabelled(SORT),
        persist_state="session",
        label_visibility="collapsed",
        width=136,
    )
    st.segmented_control(
        translate("list.form", language),
        LIST_FORMS,
        format_func=lambda form: translate(f"list.form.{form}", language),
        key=LISTED_AS,
        persist_state="session",
        required=True,
        label_visibility="collapsed",
    )


def _downloads(
    pipeline: DiscoveryPipeline, discovery: Discovery, kept: KeptAnswer, about: str, centres: tuple[str, ...]
) -> None:
    language = page_language()
    ontology = pipeline.base.ontology
    name = "guanxi-" + ("-".join(discovery.query_companies)[:60] or "topic")
    # The files are made when asked for, outside any session: everything they need is looked up here.
    answer = answer_in_graph(discovery, kept.searched.understood)
    shown = current_graph(pipeline, centres, answer) if centres else None
    heading = translate("export.heading", language, company=about)
    note = translate("export.note", language)
    files: tuple[tuple[str, str, Callable[[], str | bytes]], ...] = (
        ("csv", "text/csv", lambda: downloads.as_csv(discovery, ontology, language)),
        ("json", "application/json", lambda: downloads.as_json(discovery, pipeline.base, language)),
        ("html", "text/html", lambda: standalone_html(shown.picture, heading, note, language) if shown else ""),
    )
    for kind, mime, make in files if shown else files[:2]:
        label = translate(f"toolbar.{kind}", language)
        st.download_button(label, make, f"{name}.{kind}", mime, on_click="ignore", width="stretch")
    related = "discover.related_to" if discovery.query_companies else "discover.about"
    report_buttons(pipeline, discovery, kept, translate(related, language, company=about), shown, name)


def _stages(discovery: Discovery) -> None:
    language = page_language()
    st.caption(translate("toolbar.how_help", language))
    lines = []
    for timing in discovery.timings:
        label = stage_name(timing.stage)
        lines.append(f"| {label} | {timing.milliseconds:.1f} ms | {timing.size} |")
    heads = " | ".join(translate(f"stage.{each}", language) for each in ("head", "time", "size"))
    st.markdown("\n".join([f"| {heads} |", "|:--|--:|--:|", *lines]))
    for stage in discovery.stages:
        st.caption(plain(who_judged(stage)))


def who_judged(stage: StageReport) -> str:
    """The rules or a model, what that took, and what of its answer was dropped."""
    language = page_language()
    name = translate(f"stage.{stage.stage}", language)
    key = (
        "model.fault" if stage.judge == "rules" else "model.fault_alone"
    )  # nobody stands in for a model that recommends
    fault = translate(key, language, code=stage.fault) if stage.fault else ""
    if stage.use is None:
        return f"{name} · {fault or translate('model.rules', language)}"
    return " · ".join(filter(None, (name, model_use(stage, stage.use), fault)))


def model_use(stage: StageReport, use: ModelUse) -> str:
    """What a model took for a stage."""
    language = page_language()
    cost = translate("model.cost", language, cost=f"{use.cost:.4f}") if use.cost is not None else ""
    dropped = ", ".join(f"{translate(f'dropped.{why}', language)} {count}" for why, count in stage.dropped.items())
    repeated = use.retries + use.repairs
    parts = [
        use.model,
        translate("model.tokens", language, read=use.input_tokens, written=use.output_tokens),
        cost,
        translate("model.seconds", language, seconds=f"{use.milliseconds / 1000:.1f}"),
        translate("model.from_cache", language) if use.from_cache else "",
        translate("model.repeats", language, retries=use.retries, repairs=use.repairs) if repeated else "",
        translate("model.dropped", language, dropped=dropped) if dropped else "",
    ]
    return " · ".join(part for part in parts if part)
