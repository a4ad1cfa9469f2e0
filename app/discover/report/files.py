"""A report as Markdown and as HTML to be printed: texts are texts, nothing runs, nothing is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from app.discover.report.content import Report
from app.runtime.markdown import plain_in_file

_TEMPLATE = Path(__file__).with_name("report.html")


def as_html(report: Report, picture: str, lines: Iterable[Mapping[str, object]] = ()) -> str:
    """``picture``: an SVG element whose texts are escaped already, or nothing; ``lines``: what its lines mean, as
    ``LineStyle.content`` says it."""
    template = Environment(autoescape=True).from_string(_TEMPLATE.read_text(encoding="utf-8"))
    return template.render(report=report, lines=list(lines), picture=Markup(picture))  # noqa: S704 - made by app.graph.svg, escaped there


def as_markdown(report: Report) -> str:
    """With a table; every text of the data is escaped."""
    lines = [f"# {plain_in_file(report.heading)}", ""]
    lines += [f"> {plain_in_file(report.question)}", ""] if report.question not in ("", report.heading) else []
    lines += [plain_in_file(report.answer), ""] if report.answer else []
    lines += [f"- {plain_in_file(line)}" for line in report.about]
    for place, row in enumerate(report.rows):
        lines += ["", f"**{plain_in_file(row.group)}**"] if row.group else []
        if row.group or place == 0:
            lines += ["", f"| {' | '.join(report.columns)} |", f"|{' --- |' * len(report.columns)}"]
        name = " ".join(filter(None, (f"**{plain_in_file(row.name)}**", plain_in_file(row.other_name))))
        cited = " ".join(f"\\[{number}\\]" for number in row.cited)
        cells = (
            str(row.rank),
            name,
            plain_in_file(row.relation),
            plain_in_file(row.level),
            row.similarity,
            plain_in_file(row.reason),
            cited,
        )
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", plain_in_file(report.level_explained)] if report.level_explained else []
    lines += ["", plain_in_file(report.explanation)] if report.explanation else []
    lines += ["", f"## {plain_in_file(report.sources_heading)}", ""] if report.sources else []
    for source in report.sources:
        title, text, origin = map(plain_in_file, (source.title, source.text, source.origin))
        lines.append(f"{source.number}. **{title}** {text} ({origin})")
    return "\n".join(lines) + "\n"
