"""Public texts with labelled relations, as pairs of mentions with the ontology's type: CORE, FinRE, FIRE and FewFC."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pandas as pd

from core.domain.text import PRONOUNS

NONE = ""
"""The type of a pair of which nothing is stated that the ontology knows."""
Span = tuple[int, int]
CORE: Mapping[str, tuple[str, bool]] = {
    "competitor_of": ("competitor", True),
    "collaboration": ("partner", True),
    "acquired_by": ("acquired", False),
    "client_of": ("supplies", False),
    "shareholder_of": ("shareholder_of", True),
    "subsidiary_of": ("subsidiary_of", True),
    "merged_with": ("merged_with", True),
    "product_or_service_of": ("produces", False),
    "brand_of": ("produces", False),
}
FINRE: Mapping[str, tuple[str, bool]] = {
    "competitor_of": ("competitor", True),
    "collaboration": ("partner", True),
    "acquires": ("acquired", True),
    "plans_to_acquire": ("acquired", True),
    "shareholder_of": ("shareholder_of", True),
    "invests_in": ("shareholder_of", True),
    "increases_stake_in": ("shareholder_of", True),
    "injects_capital_into": ("shareholder_of", True),
    "owns": ("subsidiary_of", False),
    "founds": ("subsidiary_of", False),
    "merged_with": ("merged_with", True),
    "restructuring_with": ("merged_with", True),
    "reduces_stake_in": ("divested", True),
    "joint_venture_with": ("joint_venture", True),
    "contract_with": ("contract", True),
    "order_with": ("contract", True),
    "dispute_with": ("litigation", True),
}
FIRE: Mapping[str, tuple[str, bool]] = {
    "ActionBuy": ("acquired", True),
    "ActionSell": ("divested", True),
    "ActionMerge": ("merged_with", True),
    "Subsidiaryof": ("subsidiary_of", True),
}
_BUYING = re.compile("收购|并购|购买|买下|吞并")
_LEGAL = {"inc", "ltd", "llc", "plc", "limited", "corporation", "corp", "co", "company", "group", "gmbh", "the", "and"}


@dataclass(frozen=True)
class LabelledPair:
    """``first`` stands before ``second``; ``forward`` if it is the source of the relation. ``group``: of a fold."""

    text: str
    first: Span
    second: Span
    relation_type: str
    forward: bool
    group: str


@dataclass(frozen=True)
class LabelledText:
    """A text with the spans of all its companies and, by their names, what it states: source, type, target."""

    text: str
    companies: tuple[Span, ...]
    stated: frozenset[tuple[str, str, str]]
    group: str

    def pairs(self) -> Iterator[LabelledPair]:
        """Every pair of companies with what is stated of it."""
        types = {(source, target): kind for source, kind, target in self.stated}
        for first, second in combinations(sorted(self.companies), 2):
            one, other = self.text[slice(*first)], self.text[slice(*second)]
            if one == other or first[1] > second[0]:
                continue
            ahead, back = types.get((one, other)), types.get((other, one))
            yield LabelledPair(self.text, first, second, ahead or back or NONE, ahead is not None, self.group)


def evidence_pairs(folder: Path, dataset: str) -> list[LabelledPair]:
    """``core`` or ``finre`` of relation_evidence, whose names are looked for in the text: the set has no offsets."""
    tables = {name: pd.read_parquet(folder / f"{name}.parquet") for name in ("triples", "entities", "passages")}
    names = dict(zip(tables["entities"]["id"], tables["entities"]["name"], strict=True))
    texts = dict(zip(tables["passages"]["id"], tables["passages"]["text"], strict=True))
    triples, types = tables["triples"], CORE if dataset == "core" else FINRE
    found = []
    for row in triples[triples["dataset"] == dataset].itertuples():
        text = texts[row.passage]
        ends = _both(names[row.source], names[row.target], text)
        if ends is None:
            continue
        kind, forward = types.get(row.relation_type, (NONE, True))
        first, second = sorted(ends)
        found.append(LabelledPair(text, first, second, kind, forward == (ends[0] == first), str(row.passage)))
    return found


def _both(source: str, target: str, text: str) -> tuple[Span, Span] | None:
    """Where two names stand, the one that stands letter by letter first, then the longer one."""
    swapped = (target in text, len(target)) > (source in text, len(source))
    one, other = (target, source) if swapped else (source, target)
    first = _place(one, text, None)
    second = first and _place(other, text, first)
    if first is None or second is None:
        return None
    return (second, first) if swapped else (first, second)


def _place(name: str, text: str, taken: Span | None) -> Span | None:
    """Where a name, its beginning, its initials, one of its long words or a pronoun stands."""
    words = name.split()
    initials = "".join(word[0] for word in words if word[0].isupper())
    shorter = [" ".join(words[:count]).rstrip(",") for count in range(len(words) - 1, 0, -1)]
    telling = [word for word in words if len(word) > 4]
    for form in (name, *shorter, *(initials[:count] for count in range(len(initials), 1, -1)), *telling):
        if form.lower().strip(".,") in _LEGAL:
            continue
        for match in re.finditer(re.escape(form), text):
            if taken is None or match.end() <= taken[0] or match.start() >= taken[1]:
                return match.span()
    found = (match.span() for match in PRONOUNS.finditer(text))
    return next((span for span in found if taken is None or span[1] <= taken[0] or span[0] >= taken[1]), None)


def fire_texts(file: Path) -> list[LabelledText]:
    """FIRE: English sentences of financial reports and news; the tokens with a space between them."""
    found = []
    for number, row in enumerate(json.loads(file.read_text(encoding="utf-8"))):
        begins, at = [], 0
        for token in row["tokens"]:
            begins.append(at)
            at += len(token) + 1
        text = " ".join(row["tokens"])
        spans = [
            (begins[each["start"]], begins[each["end"] - 1] + len(row["tokens"][each["end"] - 1]))
            for each in row["entities"]
        ]
        companies = [span for span, each in zip(spans, row["entities"], strict=True) if each["type"] == "Company"]
        stated = set()
        for relation in row["relations"]:
            ends = spans[relation["head"]], spans[relation["tail"]]
            if relation["type"] in FIRE and set(ends) <= set(companies):
                stated.add((text[slice(*ends[0])], FIRE[relation["type"]][0], text[slice(*ends[1])]))
        found.append(LabelledText(text, tuple(companies), frozenset(stated), f"fire {number}"))
    return found


def fewfc_texts(file: Path) -> list[LabelledText]:
    """FewFC: Chinese financial news with events, whose companies are the roles of organisations."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text, companies, stated = row["content"], set[Span](), set[tuple[str, str, str]]()
        for event in row["events"]:
            by_role: dict[str, list[Span]] = {}
            for mention in event["mentions"]:
                by_role.setdefault(mention["role"], []).append(tuple(mention["span"]))
            trigger = text[slice(*by_role["trigger"][0])] if "trigger" in by_role else ""
            for source, kind, target in _event_relations(event["type"], trigger):
                for one in by_role.get(source, ()):
                    for other in by_role.get(target, ()):
                        if text[slice(*one)] != text[slice(*other)]:
                            stated.add((text[slice(*one)], kind, text[slice(*other)]))
            for role in ("sub", "obj", "sub-org", "obj-org", "target-company"):
                companies.update(by_role.get(role, ()))
        found.append(LabelledText(text, tuple(sorted(companies)), frozenset(stated), row["id"]))
    return found


def _event_relations(event: str, trigger: str) -> Sequence[tuple[str, str, str]]:
    """Role of the source, type and role of the target, for what an event states."""
    bought = "acquired" if _BUYING.search(trigger) else "shareholder_of"
    relations: dict[str, Sequence[tuple[str, str, str]]] = {
        "投资": (("sub", bought, "obj"),),
        "股份股权转让": (("obj-org", bought, "target-company"), ("sub-org", "divested", "target-company")),
        "减持": (("sub", "divested", "obj"),),
        "质押": (("sub-org", "pledge", "obj-org"),),
        "起诉": (("sub-org", "litigation", "obj-org"),),
    }
    return relations.get(event, ())
