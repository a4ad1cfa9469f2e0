"""Marks of footnotes are no part of what cells of a page say; raised text that is, stays."""

from __future__ import annotations

import pytest

from core.ingestion.formats.html import html_page, html_tables


def cell(inner: str) -> str:
    page = html_page(
        f"<table><tr><th>Company</th><th>X</th></tr><tr><td>{inner}</td><td>1</td></tr></table>", "page.html"
    )
    return html_tables(page, "x.html")[0].rows[0].cells[0]


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        ('<a href="/wiki/Nvidia">Nvidia</a><sup class="reference"><a href="#1">[1]</a></sup>', "Nvidia"),
        ("Analog Devices<sup>[a]</sup><sup>[note 2]</sup>", "Analog Devices"),
        ("Siemens Healthineers AG <sup>1)</sup>", "Siemens Healthineers AG"),
        ("Alpha GmbH<sup>(1)(2)</sup>", "Alpha GmbH"),
        ("Alpha GmbH<sup>*†</sup>", "Alpha GmbH"),
        ("Alpha AG<sup>1, 2</sup>", "Alpha AG"),
        ("Alpha AG<sup>b</sup>", "Alpha AG"),
        ("Alpha<sup>[1]</sup> Holding", "Alpha Holding"),
        ("130.5<sup>[2]</sup>", "130.5"),
        ("<sup>[2]</sup>", ""),
        ("Area (km<sup>2</sup>)", "Area (km2)"),
        ("12 m<sup>2</sup>", "12 m2"),
        ("10<sup>6</sup>", "106"),
        ("1<sup>st</sup> Source", "1st Source"),
        ("B<sup>2</sup> Gold", "B2 Gold"),
        ("Alpha<sup>®</sup> Inc", "Alpha® Inc"),
        ("Nvidia<sup>[1]", "Nvidia[1]"),
        ("Alpha\ue000[1]\ue001", "Alpha[1]"),
        ("Revenue<br>(USD billion)", "Revenue (USD billion)"),
        ("<p>Alpha</p><p>Beta</p>", "Alpha Beta"),
    ],
)
def test_marks_of_footnotes_go_and_raised_text_stays(inner: str, said: str) -> None:
    assert cell(inner) == said
