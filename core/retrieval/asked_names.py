"""What reads as a name in the words of a question that no name, cue or function word accounts for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.function_words import MORE_REQUESTS_ZH, PARTICLES_ZH, REQUESTS_ZH, any_of
from core.names.normalise import normalise_name
from core.ontology import Ontology
from core.retrieval.topic import begins_with_cue, has_cue, unsaid_runs, without_verbs

_MOST = 5
_CAPITAL = r"[^\W\d_a-z][^\s]*|\d[^\s]*"
_JOINED = r" (?:(?:&|de|van|von|del|di|du|la|le) )?"
_WRITTEN_AS_NAME = re.compile(rf"(?<![^\s])(?:{_CAPITAL})(?:{_JOINED}(?:{_CAPITAL}))*")
_HAS_CAPITAL = re.compile(r"[^\W\d_]", re.UNICODE)
_SLOT_BEFORE = re.compile(
    r"\b(?:of|with|to|like|than|against|by|from|does|do|did|is|are|was|suppl(?:y|ies)|owns?|acquired"
    r"|bought)\s+(?:the\s+)?[\"'“]?$|[给为向被从跟同与和]$",
    re.IGNORECASE,
)
_SLOT_BEHIND = re.compile(
    r"[\"'”]?\s*(?:[?.!？。！,;]*$|[,;]|的|供货|\b(?:in|at|from|on|and|or|who|that|which|by|since|before|after)\b)"
)
_VERB_AROUND = re.compile(
    r"\b(?:(?:do|does|did)\s+(?:the\s+)?\n\s+[a-z]|(?:is|are|was|were)\s+(?:the\s+)?\n\s+[a-z]+ed\b)", re.IGNORECASE
)
"""A subject (the line break) between the parts of its verb: does … own, was … founded."""
_CHINESE = re.compile(r"[\u3400-\u9fff]+")
_REQUEST_BEFORE = re.compile(rf"^(?:{any_of(REQUESTS_ZH | MORE_REQUESTS_ZH)}|[了过着])+")
_LITTLE_BEHIND = re.compile(rf"(?:{any_of(PARTICLES_ZH)})+$")
_OF_SOMEBODY = re.compile(r"['’]s ")
_RANKS = r"(?:main|biggest|largest|key|top|major|leading|important|principal|primary|chief|core)"
_RANKING = re.compile(rf"(?: {_RANKS})+$", re.IGNORECASE)
_RANKED_ONLY = re.compile(rf"{_RANKS}(?: {_RANKS})*", re.IGNORECASE)
_BESIDE_CHINESE = "给为向被把对从由替跟同与和在"


@dataclass(frozen=True)
class AskedName:
    """``text`` as it is written in the question, from character ``start`` on.

    ``is_alone``: nothing else is left of the question. ``is_written_as_name``: with capitals, or in Chinese.
    ``is_certain``: with capitals, and where a company stands: behind "of" or before "'s".
    """

    text: str
    start: int
    is_alone: bool
    is_written_as_name: bool
    is_certain: bool

    @property
    def is_chinese(self) -> bool:
        """Whether all characters are Chinese."""
        return _CHINESE.fullmatch(self.text) is not None

    def is_covered(self, taken: Sequence[tuple[int, int]]) -> bool:
        """Whether every letter of it stands in one of ``taken``."""
        inside = {place for start, end in taken for place in range(start, end)}
        letters = [self.start + offset for offset, letter in enumerate(self.text) if letter.isalnum()]
        return all(place in inside for place in letters)


def asked_names(question: str, named: Sequence[tuple[int, int]], ontology: Ontology) -> list[AskedName]:
    """What may be names of companies in ``question`` beside ``named`` (start, end), as they stand; at most five."""
    runs = _without_ranking(question, unsaid_runs(question, named, ontology))
    asks_of_company = has_cue(question, ontology)
    found: list[AskedName] = []
    for start, end in runs:
        text = question[start:end]
        alone = all((start, end) == other or question[slice(*other)].isdigit() for other in runs)
        if _CHINESE.fullmatch(text):
            if not asks_of_company and text != question.strip():
                continue  # 超导概念的公司 asks for no company called 超导
            bare = text.strip(_BESIDE_CHINESE) or text
            found.append(AskedName(bare, start + text.index(bare), alone, is_written_as_name=True, is_certain=False))
            continue
        parts = list(_WRITTEN_AS_NAME.finditer(text))
        for part in parts:
            whole = part[0] == text
            before, behind = question[: start + part.start()], question[start + part.end() :]
            has_letters = _HAS_CAPITAL.search(part[0]) is not None
            certain = has_letters and _stands_for_company(part[0], before, behind, ontology)
            if not before and " " not in part[0] and not certain and not (alone and whole):
                continue  # "Tell me", "Battery makers": the first word is written so anyway
            found.append(AskedName(part[0], start + part.start(), alone and whole, has_letters, certain))
        if alone and not any(part[0] == text for part in parts):
            found.append(AskedName(text, start, is_alone=True, is_written_as_name=False, is_certain=False))
    return found[:_MOST]


_AMOUNT = re.compile(
    r"(?:(?:at )?(?:least|most)|(?:more|less|fewer) than|over|under|exactly) \d+|(?:至少|至多|超过)\s*\d+", re.I
)
"""How many of something: no name."""


def name_asked_about(question: str, ontology: Ontology) -> str:
    """The one name in a question for a relation that holds no known one; empty where none or several may be it."""
    spans = _without_ranking(question, unsaid_runs(question, (), ontology))
    runs = [_bare(question[slice(*span)]) for span in spans]
    named = [run for run in runs if run and not _AMOUNT.fullmatch(run)]
    named = [run for run in named if not (len(run) == 1 and _CHINESE.match(run))]  # 哪 of 在哪里
    written = _written_in(question, named)
    if written or len(named) != 1:
        return written
    name = without_verbs(named[0], ontology)
    return name if has_cue(question, ontology) or name != named[0] else ""


def _without_ranking(question: str, runs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs cut behind "'s", without words that rank what follows them: nvida of "nvida's main", in "nvida's main
    rivals"; a run that is nothing else stays, as it may be a name."""
    found: list[tuple[int, int]] = []
    for start, end in runs:
        cut = _OF_SOMEBODY.search(question, start, end)
        stop = cut.start() if cut else end
        ranked = _RANKING.search(question, start, stop)
        left = ranked.start() if ranked and ranked.start() > start and ranked.end() == stop else stop
        found.append((start, left))
        if cut and not _RANKED_ONLY.fullmatch(question, cut.end(), end):
            found.append((cut.end(), end))
    return found


def _written_in(question: str, runs: Sequence[str]) -> str:
    """The one name with a capital in ``runs``: Zorblatt in "Where is Zorblatt based?". Not the first word of an English
    question, which is written so anyway."""
    latin = [run for run in runs if not _CHINESE.search(run)]
    parts = [part[0] for run in latin for part in _WRITTEN_AS_NAME.finditer(run) if _HAS_CAPITAL.search(part[0])]
    if len(parts) != 1:
        return ""
    is_first = question.lstrip().startswith(parts[0]) and _CHINESE.search(question) is None
    return "" if is_first else parts[0]


def _bare(run: str) -> str:
    """A Chinese run without requests before it and particles and verbs of giving beside it."""
    if not _CHINESE.fullmatch(run):
        return run
    return _REQUEST_BEFORE.sub("", _LITTLE_BEHIND.sub("", run)).strip(_BESIDE_CHINESE)


def _stands_for_company(name: str, before: str, behind: str, ontology: Ontology) -> bool:
    """Whether a company stands between: behind "of" and before the end, before "'s" or 的, between the parts of a verb
    ("was … founded"), or, if it has several words, before a cue word ("Zjin Mining competitors")."""
    if behind[:2] in ("'s", "’s") or behind.startswith("的"):
        return True
    if (" " in name and begins_with_cue(behind, ontology)) or _VERB_AROUND.search(f"{before}\n{behind}"):
        return True
    ends = _SLOT_BEHIND.match(behind) is not None or normalise_name(f"x{behind}") == "x"  # or in a legal form
    return ends and _SLOT_BEFORE.search(before) is not None
