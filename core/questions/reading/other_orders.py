"""Questions whose words stand in an order that the grammar has no rule for: 谁的供应商更多，苹果还是三星电子."""

from __future__ import annotations

import re
from collections.abc import Callable

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
    r"^(?:which|what) (?P<role>(?:\w+ ){0,2}\w+s) of (?P<name>(?![^,;?]*\b(?:do|does|did)\b)[^,;?]{1,50}?)"
    r" (?P<does>(?:also |both )?(?:supply|sell|buy|deliver|provide|make|produce|manufacture|license|licence|serve|ship"
    r"|invest|hold|own|compete)\b[^,;]{3,}?)\W*$",
    re.IGNORECASE,
)
"""Which competitors of CATL supply German carmakers: not who competes with those whom CATL supplies."""
_OTHER_BOARDS = re.compile(
    r" (?:(?P<that>who|that|which) )?(?:(?:also |all )?(?:are|is|sit|sits|serve|serves) (?:also )?on|(?P<with>with)"
    r"|(?:also )?(?:have|has|hold|holds)) (?:any )?(?:other|another) (?:company |corporate )?boards?(?: seats?)?\W*$",
    re.IGNORECASE,
)
"""Which directors of Microsoft are also on other boards."""
_UNITS = "subsidiaries|units|divisions"
_HOW_OWNED = re.compile(
    rf"^(?:which|what) (?:(?:{_UNITS}) of (?P<name>[^,;?]{{1,50}}?)|of (?P<of>[^,;?]{{1,50}}?)['’]s? (?:{_UNITS}))"
    r" (?:are|is) (?P<how>wholly|fully|entirely|majority|100 ?%)[- ]owned\W*$",
    re.IGNORECASE,
)
"""Which subsidiaries of Tencent are wholly owned: by Tencent, not by its subsidiaries."""
_HOW_OWNED_ZH = re.compile(
    r"^(?:请问)?(?P<name>[^，,？?的]{1,30})(?:的(?:哪些|哪几家)子公司|旗下(?:哪些|哪几家)公司|有?(?:哪些|哪几家)子公司)是"
    r"(?P<how>全资|100 ?%控股)的?[？?]?$"
)
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
_ROLES_ZH = (
    r"(?:供应商|供货商|客户|买家|股东|投资者|投资人|投资方|子公司|母公司|竞争对手|竞对|对手|合作伙伴|伙伴|合资公司|合资企业"
    r"|参股公司|被投企业|高管|董事|创始人|产品|经销商|代工厂)"
)
_ROLES_EN = (
    r"(?:suppliers|customers|clients|buyers|shareholders|investors|owners|subsidiaries|competitors|rivals|peers|partners"
    r"|directors|founders|products|investees|parents|licensees|licensors)"
)
_HAS_ROLES_ZH = re.compile(
    rf"^(?:请问)?(?P<name>[^，,？?的哪谁]{{1,30}}?)(?:都|分别|各自?)?有(?:哪些|什么|哪几家|哪几个)(?P<one>{_ROLES_ZH})"
    rf"(?:和|与|及|以及|、|，|还有)(?:有?(?:哪些|什么))?(?P<other>{_ROLES_ZH})[？?。]?$"
)
_HAS_ROLES_EN = re.compile(
    rf"^(?P<name>(?!which |what |who )[^,;?]{{1,50}}?)(?: has| have|:) (?:which|what) (?P<one>{_ROLES_EN})"
    rf"(?:,? and|,)(?: (?:which|what))? (?P<other>{_ROLES_EN})\W*$",
    re.IGNORECASE,
)
"""英伟达有哪些竞争对手和客户 asks for both, not for the customers of its rivals."""


def in_usual_order(question: str) -> str:
    """苹果和三星电子谁的供应商更多 and “are headquartered in”, of such a question; "" of any other."""
    for pattern, otherwise in _ORDERS:
        if (found := pattern.search(question.strip())) is not None:
            return otherwise(found)
    return ""


def _on_other_boards(found: re.Match[str]) -> str:
    that = " that" if found["that"] or found["with"] else ""
    return f"{found.string[: found.start()]}{that} are also directors of other companies"


def _how_owned(found: re.Match[str]) -> str:
    return f"Which {found['how']} owned subsidiaries does {found['name'] or found['of']} have?"


def _seated(found: re.Match[str]) -> str:
    verb = {"with": "", "has": "is ", "have": "are "}[found["verb"].lower()]
    return f"{found.string[: found.start()]}{verb}headquartered {found['place']}{found.string[found.end() :]}"


def _whose_is_more(found: re.Match[str]) -> str:
    more = {"最多": "更多", "多": "更多", "最少": "更少", "少": "更少"}.get(found["more"], found["more"])
    return f"{found['one']}和{found['other']}谁的{found['what']}{more}"


_ORDERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_THEIR_SEAT, _seated),
    (_WHOSE_ROLE_DOES, lambda found: f"Which of {found['name']}'s {found['role']} {found['does']}?"),
    (_OTHER_BOARDS, _on_other_boards),
    (_HOW_OWNED, _how_owned),
    (_HOW_OWNED_ZH, lambda found: f"{found['name']}的全资子公司有哪些"),
    (_DEALS_SINCE, lambda found: f"Which companies were acquired {found['time']}?"),
    (_ACQUIRED_ZH, lambda found: f"{found['time']}哪些{found['who']}公司被{found['done']}"),
    (_HAS_ROLES_ZH, lambda found: f"{found['name']}的{found['one']}和{found['other']}"),
    (_HAS_ROLES_EN, lambda found: f"{found['one']} and {found['other']} of {found['name']}"),
    (_WHOSE_IS_MORE, _whose_is_more),
    (_ONE_OR_OTHER, _whose_is_more),
)
"""Each order, and the usual one."""
