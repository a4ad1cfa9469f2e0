"""Whether a deal is done, as a question of who acquired whom: what is planned, or was called off, is no acquisition."""

from __future__ import annotations

import re

_DEAL = r"(?:acquisition|take-?over|purchase|buy-?out)"
_DONE = r"(?:completed?|done|closed|finished|finali[sz]ed|over|through)(?: yet| already| now)?"
_BY_NOBODY = re.compile(
    rf"^\W*(?:is|was|has) (?:the )?{_DEAL} of (?P<target>[^?]{{2,80}}?) (?:been |already |now )?{_DONE}\W*$",
    re.IGNORECASE,
)
_BY_ONE = re.compile(
    rf"^\W*(?:is|was|has) (?P<buyer>[^?]{{2,60}}?)['’]s? {_DEAL} of (?P<target>[^?]{{2,80}}?)"
    rf" (?:been |already |now )?{_DONE}\W*$",
    re.IGNORECASE,
)
_BY_ONE_BEHIND = re.compile(
    rf"^\W*(?:is|was|has) (?:the )?{_DEAL} of (?P<target>[^?]{{2,80}}?) by (?P<buyer>[^?]{{2,60}}?)"
    rf" (?:been |already |now )?{_DONE}\W*$",
    re.IGNORECASE,
)
_DONE_ZH = "(?:现在|已经?|是否|是不是|有没有)*(?:完成|交割|结束)(?:了)?(?:吗|没有?|么)?"
_BY_ONE_ZH = re.compile(
    rf"^(?P<buyer>[^？?对，,]{{2,30}})对(?P<target>[^？?，,]{{2,40}}?)的?(?:收购|并购){_DONE_ZH}[？?]?$"
)
_BY_NOBODY_ZH = re.compile(rf"^(?:对|针对)(?P<target>[^？?对，,]{{2,40}}?)的?(?:收购|并购){_DONE_ZH}[？?]?$")


def asked_as_acquired(question: str) -> str:
    """“Was X acquired?” of “Is the acquisition of X completed?”; "" of any other question."""
    text = question.strip()
    for written, asked in (
        (_BY_ONE, "Did {buyer} acquire {target}?"),
        (_BY_ONE_BEHIND, "Did {buyer} acquire {target}?"),
        (_BY_NOBODY, "Was {target} acquired?"),
        (_BY_ONE_ZH, "{buyer}收购了{target}吗"),
        (_BY_NOBODY_ZH, "谁收购了{target}"),
    ):
        if (found := written.match(text)) is not None:
            return asked.format(**found.groupdict())
    return ""
