"""Text from data or a person, made safe for Streamlit labels and messages, which all render Markdown."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&@=^\"'/])")


_LINK_STARTS = re.compile(r"(https?:|ftp:|mailto:|xmpp:|www(?=\.)|(?=@))", re.IGNORECASE)
_WORD_JOINER = "\u2060"  # invisible; keeps addresses from becoming links, which escaping alone does not
_MARKS = re.compile(r"([\\`*_\[\]<>|#~$]|&(?=#?\w+;)|^[-+=](?=[\s=-]|$)|(?<=\])\()")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])")


def plain(text: str) -> str:
    """``text`` with every character that Markdown, LaTeX or a directive could use escaped; shown as it is."""
    text = _LINK_STARTS.sub(rf"\1{_WORD_JOINER}", text)
    return _SPECIAL.sub(r"\\\1", text).replace("\n", " ")


def plain_in_file(text: str) -> str:
    """``text`` for a Markdown file that people read as it is, too: only the marks that CommonMark and tables have are
    escaped, and addresses become no links."""
    text = _LINK_STARTS.sub(rf"\1{_WORD_JOINER}", " ".join(text.split()))
    return _NUMBERED.sub(r"\1\\\2", _MARKS.sub(r"\\\1", text))
