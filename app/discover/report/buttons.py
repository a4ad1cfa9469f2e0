"""The report of an answer, to be downloaded."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import streamlit as st

from app.discover.latest_facts import latest_facts
from app.discover.report.content import report_of
from app.discover.report.files import as_html, as_markdown
from app.graph.shown import Shown
from app.graph.svg import as_svg
from app.state.kept_answer import KeptAnswer
from app.state.view_state import page_language
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.results import Discovery
from core.messages import translate


def report_buttons(
    pipeline: DiscoveryPipeline,
    discovery: Discovery,
    kept: KeptAnswer,
    heading: str,
    shown: Shown | None,
    name: str,
) -> None:
    """HTML and Markdown. ``name``: of the files, without ending; the files are written when asked for."""
    language, ontology = page_language(), pipeline.base.ontology
    about = _made_from(pipeline, discovery, kept)
    report = report_of(discovery, ontology, language, heading=heading, question=kept.request.query, about=about)
    picture = as_svg(shown.picture, heading) if shown else ""
    lines = shown.picture.content["legend"] if shown else ()
    files: tuple[tuple[str, str, str, Callable[[], str]], ...] = (
        ("print", "text/html", "html", lambda: as_html(report, picture, lines)),
        ("markdown", "text/markdown", "md", lambda: as_markdown(report)),
    )
    for kind, mime, ending, write in files:
        label = translate(f"report.{kind}", language)
        st.download_button(label, write, f"{name}-report.{ending}", mime, on_click="ignore", width="stretch")


def _made_from(pipeline: DiscoveryPipeline, discovery: Discovery, kept: KeptAnswer) -> list[str]:
    """Lines that say when, from what and by whom it was made."""
    language, shown = page_language(), len(discovery.related_companies)
    judges = {company.judgement.judge for company in discovery.related_companies}
    model = pipeline.model.endpoint.model if pipeline.model is not None else ""
    judge = " + ".join(model if each == "model" else translate("report.rules", language) for each in sorted(judges))
    mode = translate(f"tuning.mode.{kept.fusion.mode.value}", language)
    day = kept.searched.understood.as_of or f"{datetime.now(UTC):%Y-%m-%d}"
    newest = latest_facts(pipeline.base.knowledge_base, language)
    time, build = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"), pipeline.base.knowledge_base.manifest.build_id
    return [
        translate("report.made", language, time=time, build=build),
        " · ".join(filter(None, (translate("report.as_of", language, day=day), newest))),
        translate("report.weighed", language, shown=shown, candidates=discovery.candidates, mode=mode),
        *([translate("report.judged_by", language, judge=judge)] if discovery.query_companies and judges else []),
        *discovery.warnings,
    ]
