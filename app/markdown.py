"""Text from data or a person, made safe for Streamlit labels and messages, which all render Markdown."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&@=^\"'/])")


def plain(text: str) -> str:
    """``text`` with every character that Markdown, LaTeX or a directive could use escaped; shown as it is."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", " ")
