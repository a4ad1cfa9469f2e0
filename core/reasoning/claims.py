"""How much of a question is used to answer it: words that are not used forbid the claim that a company answers it.

What is used: one name, and the cue words of one relation type in one direction. A second name, a second cue, a
negation, a condition, a count: none of them is used.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.domain.function_words import COMPANY_NOUNS, COMPANY_NOUNS_ZH, any_of
from core.domain.text import COMPANY_SLOT
from core.names.name_finder import NameMatch
from core.ontology import COMPANY, Ontology
from core.reasoning.asked_relation import AskedRelation, FoundCue, cues_in, longest_cue, mask_names
from core.reasoning.unused_words import Span, unused_words

_CONJUNCTION = re.compile(r"\s*(?:and|or|/|,|、|和|与|及|或|以及)?\s*")
_WHOSE_ZH = r"(?:谁|哪(?:些|几?家|几?个)?(?:公司|企业)?)的?"
_PREDICATE = re.compile(
    rf"{re.escape(COMPANY_SLOT)}\s*(?:(?:is|are|was|were|be|been|as)?\s*\ban?\s*|是\s*(?:{_WHOSE_ZH})?\s*)$",
    re.IGNORECASE,
)
"""Before a cue: the company is said to be what the cue names, as in "Is CATL a supplier?"."""
_PLACE = "place"
_FIRMS = rf"(?:{any_of(word for word in COMPANY_NOUNS if word not in ('company', 'firm'))})"
_OF_A_PLACE = re.compile(
    rf"\b{_FIRMS} (?:(?:that |which )?(?:are |come )?)?(?:from|of|in) {re.escape(COMPANY_SLOT)}"
    rf"|{re.escape(COMPANY_SLOT)}(?:-based)? {_FIRMS}\b"
    rf"|(?:来自|位于)?{re.escape(COMPANY_SLOT)}的?(?:{any_of(COMPANY_NOUNS_ZH)})",
    re.IGNORECASE,
)
"""Companies of a place, whatever word says so: all ask for the same."""
_ENDING = " ?!.,;:。、…？！，；：~"
_STRANDED = re.compile(r"\b(?:of|to|for|from|by|with)\s*$", re.IGNORECASE)
_OF_WHOM = re.compile(r"\s*\b(?:of|to|for|from|by|with|in)\s+(?:who|whom|which|what)\b", re.IGNORECASE)
_GIVEN = re.compile(r"\s*(?:给了?|于)(?=谁|哪|什么|$|[\s?？])")
"""Behind a Chinese verb, what it is done to: 授权给了哪些公司."""


@dataclass(frozen=True)
class Reading:
    """What is made of the words of a question.

    ``asked``: the relation it asks for. ``not_understood``: words, as written and in their order, that choosing the
    companies makes no use of.
    """

    asked: AskedRelation | None = None
    not_understood: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing of the question is left over: only then may a company be said to answer it."""
        return not self.not_understood


def read_question(
    question: str, names: Sequence[NameMatch], ontology: Ontology, about: Collection[str] = (COMPANY,)
) -> Reading:
    """``names``: those in the question that stand for what it is about; other names are words like any other.
    ``about``: the entity types of what it is about."""
    masked = mask_names(question, names)
    if set(about) == {_PLACE}:
        masked = _OF_A_PLACE.sub(f"companies in {COMPANY_SLOT}", masked)
    cues = cues_in(masked, ontology)
    decisive = longest_cue(cues)
    if decisive is None:
        return Reading(None, _words(masked, unused_words(masked, ())))
    used = _phrase_of(decisive, cues, masked)
    spans = unused_words(masked, [*used, *_governed(used, masked)])
    slots = [slot.span() for slot in re.finditer(re.escape(COMPANY_SLOT), masked)]
    spans += [cue.span for cue in cues if not _inside(cue.span, [*used, *slots])]  # 苹果供应 is part of 苹果供应商
    spans += _turned_round(decisive, used, masked, ontology)
    if not _can_hold(decisive.asked, about, ontology):
        spans.append(decisive.span)
    further = [question[each.start : each.end] for each in names if not set(each.entity_ids) & set(names[0].entity_ids)]
    return Reading(decisive.asked, tuple(dict.fromkeys([*_words(masked, spans), *further])))


def _words(masked: str, spans: Sequence[Span]) -> tuple[str, ...]:
    """What stands there, each once, without the slots of names."""
    words = [" ".join(masked[start:end].replace(COMPANY_SLOT, " ").split()) for start, end in _apart(spans)]
    return tuple(dict.fromkeys(filter(None, words)))


def _can_hold(asked: AskedRelation, about: Collection[str], ontology: Ontology) -> bool:
    """Whether what is asked about can stand at its end of the relation: a product has no suppliers."""
    kind = ontology[asked.type]
    at_bridge = asked.end == "backward" and ontology.is_bridge(kind.target)
    return any(each == kind.target if at_bridge else not ontology.is_bridge(each) for each in about)


def _phrase_of(decisive: FoundCue, cues: Sequence[FoundCue], masked: str) -> list[Span]:
    """The decisive cue with those that say the same and overlap it or follow at once (竞争 and 对手)."""
    alike = [cue for cue in cues if _say_the_same(cue, decisive)]
    used, texts = [decisive.span], {decisive.text}
    grown = True
    while grown:
        grown = False
        for cue in alike:
            beside = any(_touch(cue.span, span, masked) for span in used)
            overlapping = any(cue.start < end and start < cue.end for start, end in used)
            if not _inside(cue.span, used) and (overlapping or (beside and cue.text not in texts)):
                used.append(cue.span)
                texts.add(cue.text)
                grown = True
    return used


def _say_the_same(cue: FoundCue, other: FoundCue) -> bool:
    ends = {cue.asked.end, other.asked.end}
    return cue.asked.type == other.asked.type and (len(ends) == 1 or "either" in ends)


def _touch(one: Span, other: Span, masked: str) -> bool:
    first, second = sorted([one, other])
    return first[1] <= second[0] and _CONJUNCTION.fullmatch(masked, first[1], second[0]) is not None


def _inside(span: Span, used: Sequence[Span]) -> bool:
    """Whether ``used`` together cover the whole of ``span``."""
    return all(any(start <= place < end for start, end in used) for place in range(*span))


def _governed(used: Sequence[Span], masked: str) -> list[Span]:
    """The particle behind a Chinese verb that says whom it is done to."""
    return [found.span() for _, end in used if (found := _GIVEN.match(masked, end))]


def _turned_round(decisive: FoundCue, used: Sequence[Span], masked: str, ontology: Ontology) -> list[Span]:
    """Words that leave open, or turn round, which end of a directed relation is asked for."""
    if ontology[decisive.asked.type].symmetric:
        return []
    if decisive.leaves_end_open:
        return [decisive.span]
    if decisive.names_the_company:
        return []
    found: list[Span] = []
    if _PREDICATE.search(masked[: decisive.start]):
        found.append(decisive.span)
    if whom := _OF_WHOM.match(masked, max(end for _, end in used)):
        found.append(whom.span())
    text = masked.rstrip(_ENDING)
    if stranded := _STRANDED.search(text):
        found.append(stranded.span())
    return found


def _apart(spans: Sequence[Span]) -> list[Span]:
    """In order, overlapping ones as one."""
    apart: list[Span] = []
    for start, end in sorted(spans):
        if apart and start < apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return apart
