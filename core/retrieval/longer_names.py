"""A known name inside a longer one that is not here: PetroChina in "PetroChina Jinhong" names another company."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from core.domain.asked_figures import is_aspect
from core.domain.function_words import CHINESE, any_of
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters, is_legal_form
from core.ontology import Ontology
from core.retrieval.asked_names import AskedName
from core.retrieval.topic import has_cue
from core.storage.knowledge_base import KnowledgeBase

_READ = 500

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_CHINESE_FORM = r"(?:股份|集团|控股)*(?:有限责任公司|有限公司|股份公司)"
_CHINESE_TRADE = (
    r"自动化|科技|电子|证券|银行|药业|制药|重工|实业|机械|电气|医药|物流|置业|地产|租赁|保险|基金|资管|能源科技|新材料"
)
_CHINESE_BEHIND = re.compile(
    rf"(?P<own>[\u3400-\u9fff]{{2,10}}?)(?:(?P<form>{_CHINESE_FORM})|(?:{_CHINESE_TRADE})(?=的|$|[^\u3400-\u9fff]))"
)
_SAYS_LITTLE = re.compile(r"(?:集团|控股|股份|科技|技术|中国|国际|实业|新能源|能源|汽车)*")
_FUNCTION = re.compile(any_of(word for word in CHINESE if len(word) == 1) + "|等|给|把|被|向|从|为|由|对|跟|以|与")
ADDED_WORDS = frozenset(
    (  # noqa: SIM905
        "group groups holding holdings technology technologies international global corporation company motor motors "
        "industries enterprises systems solutions worldwide"
    ).split()
)
"""What a company adds to its own name and often leaves out."""


def words_behind(name: AskedName, match: NameMatch, taken: Sequence[tuple[int, int]]) -> list[str]:
    """Words of ``name`` behind a known name in it that no other known name covers; none where one holds a digit, as
    models do (Tesla Model 3), or is nothing but capitals (Tesla IPO)."""
    behind = name.text[match.end - name.start :]
    if match.start < name.start or any(map(str.isdigit, behind)):
        return []
    found = []
    for word in _WORD.finditer(behind):
        start, end = match.end + word.start(), match.end + word.end()
        if any(start < other_end and other_start < end for other_start, other_end in taken):
            return []
        found.append(word[0])
    return [] if any(len(each) > 1 and each.isupper() and not is_legal_form(each) for each in found) else found


def is_another_company(behind: Sequence[str], is_unheard_of: Callable[[str], bool]) -> bool:
    """Whether words behind a known name make it the name of another company: one is in no text at all, and none says
    what is asked of the company."""
    own = [each for each in behind if each.lower() not in ADDED_WORDS and not is_legal_form(each)]
    if any(is_aspect(fold_characters(each)) for each in own):
        return False
    return any(is_unheard_of(fold_characters(each)) for each in own)


def is_in_relations_of(base: KnowledgeBase, entity_id: str, word: str) -> bool:
    """Whether the sentence of one of the first 500 relations of an entity holds a word (folded)."""
    rows, _ = base.relations_of(base.node_of[entity_id])
    whole = re.compile(rf"\b{re.escape(word)}\b", re.ASCII)
    said = (base.relation(row).evidence("en") for row in rows[:_READ].tolist())
    return any(whole.search(fold_characters(each)) for each in said)


def chinese_name_around(
    text: str, match: NameMatch, ontology: Ontology, is_unheard_of: Callable[[str], bool]
) -> tuple[int, int] | None:
    """Where a longer Chinese name stands that begins with a known one and ends in a legal form, or in a trade behind
    characters that no text holds side by side; None where there is none."""
    found = _CHINESE_BEHIND.match(text, match.end)
    if found is None or not "\u3400" <= text[match.end - 1] <= "\u9fff":
        return None
    own = found["own"]
    if _SAYS_LITTLE.fullmatch(own) or _FUNCTION.search(own) or has_cue(own, ontology):
        return None
    pairs = [own[place : place + 2] for place in range(len(own) - 1)]
    return (match.start, found.end()) if found["form"] or all(map(is_unheard_of, pairs)) else None
