"""A report as Markdown and as HTML to be printed: texts are texts, nothing runs, nothing is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from app.discover.report.content import Report
from app.runtime.markdown import plain

_TEMPLATE = Path(__file__).with_name("report.html")


def as_html(report: Report, picture: str, lines: Iterable[Mapping[str, object]] = ()) -> str:
    """``picture``: an SVG element whose texts are escaped already, or nothing; ``lines``: what its lines mean, as
    ``LineStyle.content`` says it."""
    template = Environment(autoescape=True).from_string(_TEMPLATE.read_text(encoding="utf-8"))
    return template.render(report=report, lines=list(lines), picture=Markup(picture))  # noqa: S704 - made by app.graph.svg, escaped there


def as_markdown(report: Report) -> str:
    """With a table; every text of the data is escaped."""
    lines = [f"# {plain(report.heading)}", ""]
    lines += [f"> {plain(report.question)}", ""] if report.question not in ("", report.heading) else []
    lines += [plain(report.answer), ""] if report.answer else []
    lines += [f"- {plain(line)}" for line in report.about]
    for place, row in enumerate(report.rows):
        lines += ["", f"**{plain(row.group)}**"] if row.group else []
        if row.group or place == 0:
            lines += ["", f"| {' | '.join(report.columns)} |", f"|{' --- |' * len(report.columns)}"]
        name = " ".join(filter(None, (f"**{plain(row.name)}**", plain(row.other_name))))
        cited = " ".join(f"\\[{number}\\]" for number in row.cited)
        cells = (str(row.rank), name, plain(row.relation), plain(row.level), row.similarity, plain(row.reason), cited)
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", plain(report.level_explained)] if report.level_explained else []
    lines += ["", plain(report.explanation)] if report.explanation else []
    lines += ["", f"## {plain(report.sources_heading)}", ""] if report.sources else []
    for source in report.sources:
        lines += [f"{source.number}. **{plain(source.title)}** {plain(source.text)} ({plain(source.origin)})"]
    return "\n".join(lines) + "\n"
