"""When a joint venture or a partnership of two was founded: “When was SAIC and GM's joint venture set up?”.

Who founded a company is another question: such a one is one of a few frames around two names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.domain.plan import Entities, Plan, Related, YesNo
from core.names.name_finder import NameMatch
from core.questions.reading.named_places import HELD, HOLDER, frame, marked, names_in_places
from core.retrieval.base import Base

_WHEN = r"(?:since when|when exactly|when|(?:in )?(?:what|which) year)"
_WHEN_ZH = "(?:是)?(?:在)?(?:什么时候|什么时间|啥时候|啥时|何时|何年|哪一?年|哪个年份|几几年|几时)(?:开始|起)?"
_BEGUN = r"(?:founded|established|set up|formed|created|started|launched|begun|begin|start|agreed|announced|signed)"
_DID = r"(?:was|were|did|is|has)"
_BEGUN_ZH = "(?:成立|设立|建立|创立|组建|建|办|开始|启动|签署|签|达成)(?:起来)?(?:的|了)*"
_BONDS = {
    "joint_venture": (
        r"(?:joint[- ]ventures?|jvs?|joint compan(?:y|ies))",
        "(?:合资|合营|联营)(?:成立|设立|组建|建立)?(?:的)?(?:公司|企业|厂|工厂|项目|关系)?",
    ),
    "partner": (
        r"(?:partnerships?|alliances?|cooperation|collaborations?|tie-ups?)",
        "(?:合作|战略合作|联盟|合作伙伴)(?:关系|协议|项目)?",
    ),
}
_POSS = r"(?:'s?|’s?)"


def _frames(en: str, zh: str) -> tuple[re.Pattern[str], ...]:
    of_two = (
        rf"(?:the )?(?:H and T{_POSS} {en}|H{_POSS} {en} with T|{en} (?:of|between) H (?:and|with) T"
        rf"|{en} with T of H|H ?[-–/&] ?T {en})"
    )
    made = "(?:一起|共同|联合)?(?:搞|办|开|建|成立|设立|组建|建立|创办)?(?:了)?(?:的)?"
    return (
        frame(rf"{_WHEN} {_DID} {of_two} (?:been |get )?{_BEGUN}"),
        frame(rf"{of_two} (?:was |were )?{_BEGUN} {_WHEN}"),
        frame(f"H(?:和|跟|与|同)T{made}{zh}(?:是)?{_WHEN_ZH}{_BEGUN_ZH}"),
        frame(f"H(?:和|跟|与|同)T{made}{zh}{_BEGUN_ZH}(?:于|在|是)*{_WHEN_ZH}"),
    )


_FRAMES = {kind: _frames(*words) for kind, words in _BONDS.items()}


def bond_begun(base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]) -> Plan | None:
    """The plan of a question for when a relation of two began that is founded; None for any other question.

    The arguments are those of ``Parser.parse``.
    """
    names = names_in_places(base, question, chosen, otherwise_written, ("company",))
    if len(names) != 2 or len(names[0][1]) != 1:
        return None
    text = marked(question, {names[0][0]: HOLDER, names[1][0]: HELD})
    for kind, frames in _FRAMES.items():
        if kind in base.ontology and any(each.fullmatch(text) for each in frames):
            asked = Related(type=kind, end="either", of=Entities(ids=names[1][1]))
            return Plan(answer=YesNo(entity=names[0][1][0], set=asked, asks="when"))
    return None
