"""Questions whose words stand in an order that the grammar has no rule for: 谁的供应商更多，苹果还是三星电子."""

from __future__ import annotations

import re

_WHOSE_IS_MORE = re.compile(
    r"^(?:请问)?(?:谁|哪家|哪个|哪一家)的(?P<what>[^，,？?]{1,20}?)(?P<more>更多|最多|多|更少|最少|少)(?:一些|些)?[，,:：]?\s*(?:是)?"
    r"(?P<one>[^，,？?]{1,40}?)(?:还是|或者?)(?P<other>[^，,？?]{1,40}?)[？?]?$"
)
_ONE_OR_OTHER = re.compile(
    r"^(?:请问)?(?:是)?(?P<one>[^，,？?]{1,40}?)还是(?P<other>[^，,？?的]{1,40}?)的(?P<what>[^，,？?]{1,20}?)"
    r"(?P<more>更多|多|更少|少)(?:一些|些)?[？?]?$"
)
_THEIR_SEAT = re.compile(
    r"\b(?P<verb>ha(?:ve|s)|with) (?:their|its) (?:main |global |corporate |own )?"
    r"(?:headquarters?|head ?offices?|seats?|bases?|hqs?) (?P<place>in|at)\b",
    re.IGNORECASE,
)
"""Companies that have their headquarters in London."""
_WHOSE_ROLE_DOES = re.compile(
    r"^(?:which|what) (?P<role>(?:\w+ ){0,2}\w+s) of (?P<name>[^,;?]{1,50}?)"
    r" (?P<does>(?:also |both )?(?:supply|sell|buy|deliver|provide|make|produce|manufacture|license|licence|serve|ship"
    r"|invest|hold|own|compete)\b[^,;]{3,}?)\W*$",
    re.IGNORECASE,
)
"""Which competitors of CATL supply German carmakers: not who competes with those whom CATL supplies."""
_DEALS_SINCE = re.compile(
    r"^(?:(?:which|what|list|show|all|the|me|give) )*(?:acquisitions|takeovers|buyouts|mergers)"
    r" (?:(?:were|have been) (?:made|done|announced) |there were |happened |took place )?"
    r"(?P<time>(?:since|in|after|before|from|between|during|until) (?:the )?(?:year )?\d{4}\b[^,;]{0,20}?)\W*$",
    re.IGNORECASE,
)
_ACQUIRED_ZH = re.compile(
    r"^(?P<time>.*?)被(?:其他公司|别的公司|人|别人|他人)?(?P<done>收购|并购|兼并)[过了]?的(?P<who>[^的,，]{0,12}?)(?:公司|企业)"
    r"(?:有|是|都|都有)*(?:哪些|哪几家|谁)?[？?]?$"
)
"""2016年以来被收购的中国公司有哪些."""


def in_usual_order(question: str) -> str:
    """苹果和三星电子谁的供应商更多 and “are headquartered in”, of such a question; "" of any other."""
    if (seat := _THEIR_SEAT.search(question)) is not None:
        verb = {"with": "", "has": "is ", "have": "are "}[seat["verb"].lower()]
        return f"{question[: seat.start()]}{verb}headquartered {seat['place']}{question[seat.end() :]}"
    if (role := _WHOSE_ROLE_DOES.match(question.strip())) is not None:
        return f"Which of {role['name']}'s {role['role']} {role['does']}?"
    if (deals := _DEALS_SINCE.match(question.strip())) is not None:
        return f"Which companies were acquired {deals['time']}?"
    if (bought := _ACQUIRED_ZH.match(question.strip())) is not None:
        return f"{bought['time']}哪些{bought['who']}公司被{bought['done']}"
    for form in (_WHOSE_IS_MORE, _ONE_OR_OTHER):
        if (found := form.match(question.strip())) is not None:
            more = {"最多": "更多", "多": "更多", "最少": "更少", "少": "更少"}.get(found["more"], found["more"])
            return f"{found['one']}和{found['other']}谁的{found['what']}{more}"
    return ""
