"""A question with marks in the place of its names: what frames for one or two names are matched with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from core.domain.text import PRONOUNS
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters
from core.questions.vocabulary.openings import opening_of
from core.retrieval.base import Base

HOLDER, HELD = "\ue000", "\ue001"
Place = tuple[int, int]
Named = tuple[Place, tuple[str, ...]]
_LITTLE = re.compile(
    r"\b(?:currently|now|today|still|actually|exactly|about|roughly|approximately|in total|altogether|the company"
    r"|at the moment|at present|right now|together|please|pls|plz|precisely|again|ultimately|eventually|overall"
    r"|all in all|so far|to date|by the way|btw|i wonder|remind me|do you remember)\b"
    r"|请问|目前|现在|当前|如今|到底|究竟|总共|一共|合计|大概|大约|约|共|具体|累计|那边|来着"
    r"|(?:发|告诉|说|报)(?:给)?我(?:一下)?|(?:麻烦|帮忙|帮我)?(?:查|看|问)一?下|请?告知|麻烦|帮忙"
    r"|还|仍然?|公司|集团(?=的)"
    r"|^(?:\s*(?:(?:can|could|would) you (?:please )?)?(?:tell|show) me|do you know|i(?: want|'d like) to know)\b"
    r"|(?:呢|呀|啊|吗|哈)(?=\W*$)"
    r"|[?？.。!！,，:：;；\"“”]"
)
_NAMES = re.compile(r"(?<![A-Za-z])[HT](?![A-Za-z])")
_SPACES = re.compile(r"(?<=[\u3400-\u9fff\ue000\ue001]) (?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff]) (?=[\ue000\ue001])")


def frame(pattern: str) -> re.Pattern[str]:
    """A frame in which H stands for who holds, buys or invests, and T for what is held or bought."""
    return re.compile(_NAMES.sub(lambda name: HOLDER if name[0] == "H" else HELD, pattern), re.IGNORECASE)


def names_in_places(
    base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch], types: Sequence[str]
) -> list[Named]:
    """Where the names of entities of some types stand, in order, pronouns for who is chosen among them; nothing where
    names overlap."""
    found = {
        (each.start, each.end): tuple(one for one in each.entity_ids if base.knowledge_base.entity(one).type in types)
        for each in (*base.names.find(question), *otherwise_written)
    }
    if chosen:
        found |= {each.span(): tuple(chosen) for each in PRONOUNS.finditer(question)}
    places = sorted(place for place, ids in found.items() if ids)
    overlap = any(before[1] > behind[0] for before, behind in pairwise(places))
    return [] if overlap else [(place, found[place]) for place in places]


def marked(question: str, marks: Mapping[Place, str]) -> str:
    """The folded question with marks in the place of names, without words that say nothing."""
    opening = opening_of(fold_characters(question))
    text, position = "", 0 if opening is None else opening[1]
    for (start, end), mark in sorted(marks.items()):
        text += f"{question[position:start]}{mark}"
        position = max(end, position)
    return joined(_LITTLE.sub(" ", fold_characters(f"{text}{question[position:]}")))


def joined(text: str) -> str:
    """With single spaces, none between Chinese words and names."""
    return _SPACES.sub("", " ".join(text.split()))
