"""What has ended: a stake that was sold, an office that was left, until when something was so.

Records say until when a company was held, and until when somebody was in office. "Did SoftBank sell its Nvidia
shares?", 谁卖掉了比亚迪的股份 and 库克什么时候卸任苹果CEO are read as questions about who held it, or was in office,
and is no more.
"""

from __future__ import annotations

import re

_SELL = (
    r"(?:sell|sold|exit(?:ed)?|divest(?:ed)?|dump(?:ed)?|offload(?:ed)?|dispose(?:d)? of|unload(?:ed)?"
    r"|cash(?:ed)? out of|get rid of|got rid of|give up|gave up|given up)"
)
_STAKE = r"(?:stakes?|shares?|holdings?|shareholdings?|positions?|stock|equity)"
_ALL_OF = r"(?:(?:all|the rest|the remainder) (?:of )?)?"
_ITS = r"(?:its|their|his|her|the)"
_OF_ONE = (
    rf"(?:{_ALL_OF}{_ITS} (?:entire |whole |remaining )?{_STAKE} (?:in|of) (?P<{{0}}>[^?]{{{{2,60}}}}?)"
    rf"|{_ALL_OF}{_ITS} (?:entire |whole |remaining )?(?P<{{1}}>[^?]{{{{2,60}}}}?)(?:['’]s)? {_STAKE})"
)
_BY_ONE = re.compile(
    rf"^\W*(?P<when>when )?(?:did|has|have) (?P<seller>[^?]{{2,60}}?) (?:already |now |fully )?{_SELL} "
    + _OF_ONE.format("company", "company_too")
    + r"\W*$",
    re.IGNORECASE,
)
_LEFT_ONE = re.compile(
    r"^\W*(?P<when>when )?(?:did|has|have) (?P<seller>[^?]{2,60}?) (?:already |now |fully )?"
    r"(?:exit(?:ed)?|divest(?:ed)?|dump(?:ed)?|offload(?:ed)?) (?:from )?(?P<company>[^?]{2,60}?)\W*$",
    re.IGNORECASE,
)
_BY_WHOM = re.compile(
    rf"^\W*(?:who|which (?:companies|shareholders|investors|firms)) (?:has |have )?{_SELL} "
    + _OF_ONE.format("company", "company_too")
    + r"\W*$",
    re.IGNORECASE,
)
_STAKES = r"(?:stakes|holdings|share ?holdings|positions|investments)"
STAKES_SOLD = re.compile(rf"\b{_STAKES} (?:did|has|have) [^?]{{2,60}} (?P<sold>{_SELL})\b", re.IGNORECASE)
"""Stakes that somebody sold, in any question: none of them is held any more."""
_WHICH_STAKES = re.compile(
    rf"^\W*(?P<asked>how many|which|what) {_STAKES}"
    rf" (?:did|has|have) (?P<seller>[^?]{{2,60}}?) (?:already |now |fully )?{_SELL}\W*$",
    re.IGNORECASE,
)
_SELL_ZH = "(?:(?:全部|全都|都|已经?|悉数)*(?:卖掉|卖出|卖光|卖|出售|抛售|清仓|售出|转让))(?:了|过)?"
_STAKE_ZH = "(?:股份|股票|股权|持股)"
_WHEN_ZH = "(?:(?:是)?(?:什么时候|何时|哪年|哪一年))"
_BY_ONE_ZH = re.compile(
    rf"^(?P<seller>[^？?，,谁哪]{{2,30}}?)(?P<when>{_WHEN_ZH})?(?:是否|有没有|是不是)?{_SELL_ZH}(?:所?持有?的?)?"
    rf"(?P<company>[^？?，,]{{2,30}}?)的?{_STAKE_ZH}(?:了|的)?(?:吗|没有|么)?[？?]?$"
)
_CLEARED_ZH = re.compile(
    rf"^(?P<seller>[^？?，,谁哪]{{2,30}}?)(?P<when>{_WHEN_ZH})清仓了?(?P<company>[^？?，,]{{2,30}}?)的?[？?]?$"
)
_WHICH_STAKES_ZH = re.compile(
    rf"^(?P<seller>[^？?，,谁哪]{{2,30}}?)(?:都|一共|先后)?{_SELL_ZH}(?P<asked>哪些|什么|哪几家|几家|多少家?)(?:公司的?)?"
    rf"(?:{_STAKE_ZH}|持仓)[？?]?$"
)
_BY_WHOM_ZH = re.compile(
    rf"^(?:谁|哪些公司|哪些股东|哪家公司){_SELL_ZH}(?:所?持有?的?)?(?P<company>[^？?，,]{{2,30}}?)的?{_STAKE_ZH}[？?]?$"
)
_UNTIL_WHEN = re.compile(
    r"^\W*(?:until|till|up to) (?:when|(?:what|which) (?:year|date)) (?=(?:was|were|did)\b)", re.IGNORECASE
)
_LEFT_ZH = re.compile(
    rf"^(?P<seller>[^？?，,谁哪]{{2,30}}?)(?P<when>{_WHEN_ZH})(?:卸任|离任|辞任|辞去|卸下|不再担任|不再出任|不再当)了?"
    r"(?P<company>[^？?，,]{2,40}?)(?:职务|一职|职位)?的?[？?]?$"
)

_DID_SELL = "Did {seller} sell its stake in {company}?"
_WHEN_LEFT = "When did {seller} stop being a shareholder of {company}?"
_FRAMES = (
    (_BY_ONE, _DID_SELL, _WHEN_LEFT, ""),
    (_LEFT_ONE, _DID_SELL, _WHEN_LEFT, ""),
    (_BY_WHOM, "", "", "former shareholders of {company}"),
    (_WHICH_STAKES, "", "", "{how_many}former investees of {seller}"),
    (_WHICH_STAKES_ZH, "", "", "{seller}曾经持有{asked}公司"),
    (_BY_ONE_ZH, "{seller}卖掉{company}股份了吗", "{seller}什么时候不再是{company}的股东", ""),
    (_CLEARED_ZH, "", "{seller}什么时候不再是{company}的股东", ""),
    (_BY_WHOM_ZH, "", "", "{company}的前股东"),
    (_LEFT_ZH, "", "{seller}什么时候不再是{company}", ""),
)
"""A frame, and what is asked instead: whether, when, and who."""


def asked_as_former(question: str) -> str:
    """The question as one about who held or was in office and is no more; "" of any other question."""
    text = question.strip()
    if _UNTIL_WHEN.match(text):
        return _UNTIL_WHEN.sub("When ", text)
    for pattern, whether, when, who in _FRAMES:
        found = pattern.match(text)
        if found is None:
            continue
        said = found.groupdict()
        said["company"] = said.get("company") or said.get("company_too")
        asked = said.get("asked") or ""
        said["how_many"] = f"{asked} " if asked.lower() == "how many" else ""
        return (who or (when if said.get("when") else whether)).format(**said)
    return ""
