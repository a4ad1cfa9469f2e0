"""A question is parsed: its words are looked up, read by the grammar, and the likeliest reading becomes a plan."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Any
from weakref import WeakKeyDictionary

from core.domain.plan import Companies, Count, Like, Plan, Related, sets_of
from core.domain.text import PRONOUNS
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters
from core.names.places import is_subdivision, places_in
from core.ontology import COMPANY
from core.questions.chart import Chart, Reading, Token, cheapest
from core.questions.concepts import Concepts
from core.questions.grammar import HARMLESS, SKIP_COSTS, SKIP_OTHER, rules_of
from core.questions.lexicon import lexicon_of
from core.questions.meanings import AnyCondition, Args, FilterCondition, Named, entities
from core.questions.parsed import Parsed, Part, PartKind
from core.questions.phrases import Phrases
from core.questions.recorded_ends import RecordedTypes
from core.questions.segments import Candidate, Unknown, segments
from core.retrieval.base import Base
from core.retrieval.linking import NameIndex

_YEAR = re.compile(r"(?<![\d.])(1[6-9]\d\d|20\d\d)(?![\d.])(?:s\b)?")
_NAMED = frozenset(("name", "person", "place", "class", "condition"))
_NON = re.compile(r"\b(non)-", re.IGNORECASE)
_MOST_TOKENS = 40
_ALSO = 3
_AS_LIKELY = 0.3
"""How much dearer another reading may be."""


class Parser:
    """Parses questions about one base. Thread-safe; making one reads the ontology's words once."""

    def __init__(self, base: Base) -> None:
        self._base = base
        knowledge_base = base.knowledge_base
        self._lexicon = lexicon_of(base.ontology)
        self._concepts = Concepts(knowledge_base, base.ontology)
        self._phrases = Phrases(base.ontology, self._type_of, RecordedTypes(knowledge_base))
        self._chart = Chart(rules_of(self._phrases), SKIP_COSTS, SKIP_OTHER)

    def _type_of(self, entity_id: str) -> str:
        return self._base.knowledge_base.entity(entity_id).type

    def parse(self, question: str, chosen: Sequence[str] = (), otherwise_written: Sequence[NameMatch] = ()) -> Parsed:
        """What the question asks for.

        ``chosen``: ids of entities that "it" and 它 stand for, and that a question is about which names nobody.
        ``otherwise_written``: names beside those that the base finds.
        """
        folded = fold_characters(question)
        parts = self._segments(question, folded, chosen, otherwise_written)
        unknown = [each for each in parts if isinstance(each, Unknown)]
        tokens = [each for each in parts if isinstance(each, Token) and set(each.readings) != {"noise"}]
        kept = tokens[:_MOST_TOKENS]
        missed = [(each.start, each.end) for each in unknown] + [
            (each.start, each.end) for each in tokens[_MOST_TOKENS:]
        ]
        kept, roots = self._read(kept, chosen)
        if not roots:
            return Parsed(not_understood=_words(question, [*missed, *_content(kept)]))
        best = roots[0]
        missed += self._skipped(kept, best, alone=not missed)
        return Parsed(
            plan=best.meaning,
            parts=tuple(_parts(kept, best)),
            not_understood=_words(question, missed),
            also=tuple(each.meaning for each in roots[1:] if each.cost <= best.cost + _AS_LIKELY),
        )

    def names_in(self, question: str, otherwise_written: Sequence[NameMatch] = ()) -> tuple[NameMatch, ...]:
        """Every name, and every word for an industry or a product, with all that it may mean; they may overlap."""
        folded = fold_characters(question)
        names = [*self._base.names.find(question), *otherwise_written]
        classes = self._classes(question, folded, segments(folded, self._lexicon, list(self._names(names))))
        meant = [NameMatch(each.start, each.end, each.readings["class"][0].ids) for each in classes]
        return tuple(dict.fromkeys([*names, *meant]))

    def _read(self, tokens: list[Token], chosen: Sequence[str]) -> tuple[list[Token], list[Reading]]:
        """The likeliest readings. Where a company is chosen and none is named, it stands at either end of the question
        as if it were written there."""
        if not chosen or any("name" in token.readings for token in tokens):
            return tokens, cheapest(self._chart.readings(tokens, "root"), _ALSO)
        meant: dict[str, tuple[Any, ...]] = {"name": (Args((entities(chosen),)),)}
        first, last = Token(0, 0, meant), Token(tokens[-1].end if tokens else 0, tokens[-1].end if tokens else 0, meant)
        found = [
            (wording, cheapest(self._chart.readings(wording, "root"), _ALSO))
            for wording in ([first, *tokens], [*tokens, last])
        ]
        return min(found, key=lambda each: each[1][0].cost if each[1] else inf)

    def _segments(
        self, question: str, folded: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]
    ) -> list[Token | Unknown]:
        found_names = [*self._base.names.find(question), *otherwise_written]
        names = [_of_the_chosen(each, frozenset(chosen)) for each in found_names]
        candidates = [
            *self._names(names),
            *self._years(folded),
            *self._places(question),
            *self._pronouns(question, chosen, names),
            *self._towns(question),
        ]
        candidates = self._of_either(candidates)
        found = segments(folded, self._lexicon, candidates)
        classes = list(self._classes(question, folded, found))
        return segments(folded, self._lexicon, [*candidates, *classes]) if classes else found

    def _names(self, names: Sequence[NameMatch]) -> Iterator[Candidate]:
        for match in self._with_places_before(names):
            by_type: dict[str, list[str]] = {}
            for each in match.entity_ids:
                by_type.setdefault(self._type_of(each), []).append(each)
            readings: dict[str, tuple[Any, ...]] = {}
            classes = by_type.pop("product", []) + by_type.pop("industry", [])
            if classes:
                readings["class"] = (Named(tuple(classes)),)
            if "place" in by_type:
                readings["place"] = (Named(tuple(by_type.pop("place"))),)
            if "person" in by_type:
                readings["person"] = (Args((entities(by_type.pop("person")),)),)
            others = [each for ids in by_type.values() for each in ids]
            if others:
                readings["name"] = (Args((entities(others),)),)
            yield Candidate(match.start, match.end, readings, 0.5)

    def _with_places_before(self, names: Sequence[NameMatch]) -> Iterator[NameMatch]:
        """重庆 in 重庆长安汽车 is part of the name."""
        place: NameMatch | None = None
        for match in sorted(names, key=lambda each: each.start):
            if place is not None and place.end == match.start and self._is_of(match, COMPANY):
                yield replace(match, start=place.start)
                place = None
                continue
            if place is not None:
                yield place
            place = match if self._is_of(match, "place") else None
            if place is None:
                yield match
        if place is not None:
            yield place

    def _of_either(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """What is both a country and a place of the data, such as Singapore, means who is recorded of either."""
        places = {(each.start, each.end): each.readings["place"][0] for each in candidates if "place" in each.readings}
        found = []
        for each in candidates:
            place = places.get((each.start, each.end))
            if "condition" in each.readings and place is not None:
                either = AnyCondition((each.readings["condition"][0], *(self._phrases.at(place) or ())))
                found.append(replace(each, readings={"condition": (either,)}, cost=0.4))
            elif "place" in each.readings and any(
                (each.start, each.end) == (other.start, other.end) and "condition" in other.readings
                for other in candidates
            ):
                continue
            else:
                found.append(each)
        return found

    def _is_of(self, match: NameMatch, kind: str) -> bool:
        return all(self._type_of(each) == kind for each in match.entity_ids)

    def _years(self, folded: str) -> Iterator[Candidate]:
        for match in _YEAR.finditer(folded):
            end = match.end() + (1 if folded[match.end() : match.end() + 1] == "年" else 0)
            yield Candidate(match.start(), match.end(), {"year": (int(match[1]),)}, 0.4)
            if end > match.end():
                yield Candidate(match.start(), end, {"year": (int(match[1]),)}, 0.3)

    def _places(self, question: str) -> Iterator[Candidate]:
        for each in places_in(_NON.sub(r"\1 ", question).replace("-based", " based")):
            if is_subdivision(question[each.start : each.end]):
                continue  # Massachusetts is not all of its country
            condition = FilterCondition("country", "in", (each.place.code,))
            yield Candidate(each.start, each.end, {"condition": (condition,)}, 0.7)

    def _pronouns(self, question: str, chosen: Sequence[str], names: Sequence[NameMatch]) -> Iterator[Candidate]:
        """What "it" and 它 stand for: who is chosen, else the company named first before; else nobody knows."""
        companies = [match for match in sorted(names, key=lambda each: each.start) if self._is_of(match, COMPANY)]
        for pronoun in PRONOUNS.finditer(question):
            before = next((match.entity_ids for match in companies if match.end <= pronoun.start()), ())
            meant = tuple(chosen) or before
            readings: dict[str, tuple[Any, ...]] = {"pronoun": ("",)}
            if meant:
                readings = {"name": (Args((entities(meant),)),)}
                if pronoun[0].lower() in ("its", "their"):
                    readings["noise"] = ("",)  # in "its parts" it may say nothing
            yield Candidate(pronoun.start(), pronoun.end(), readings, 0.5)

    def _towns(self, question: str) -> Iterator[Candidate]:
        for start, end, town in self._concepts.towns_in(question):
            yield Candidate(start, end, {"place": (Named((town,)),)}, 0.8)

    def _classes(self, question: str, folded: str, found: Sequence[Token | Unknown]) -> Iterator[Candidate]:
        """Everyday words of industries, and unknown words that are part of the name of a product or an industry."""
        for start, end, ids in self._concepts.classes_in(folded):
            yield Candidate(start, end, {"class": (Named(ids, companies=True),)}, 0.6)
        for start, end, companies in _unknown_runs(found):
            ids = self._concepts.called(question[start:end])
            if ids:
                yield Candidate(start, end, {"class": (Named(ids, companies),)}, 0.9)

    def _skipped(self, tokens: Sequence[Token], best: Reading, *, alone: bool) -> list[tuple[int, int]]:
        """Words that were passed over and say something."""
        plan: Plan = best.meaning
        relational = self._is_relational(plan)
        missed = []
        for place in sorted(best.skipped):
            token = tokens[place]
            harmless = set(token.readings) & HARMLESS or (relational and "important" in token.readings)
            harmless = harmless or (not alone and "among" in token.readings)  # beside words that are not understood
            if not harmless:
                missed.append((token.start, token.end))
        return missed

    def _is_relational(self, plan: Plan) -> bool:
        """Whether the outermost set, but for conditions, is that of a relation between companies."""
        if not isinstance(plan.answer, Companies | Count):
            return False
        found = plan.answer.set
        while not isinstance(found, Related | Like):
            inner = sets_of(found)
            if not inner:
                return False
            found = inner[0]
        return isinstance(found, Like) or not self._base.ontology.is_bridge(self._base.ontology[found.type].target)


def _of_the_chosen(name: NameMatch, chosen: frozenset[str]) -> NameMatch:
    """A name of several, of which some were chosen, means those."""
    meant = tuple(each for each in name.entity_ids if each in chosen)
    return replace(name, entity_ids=meant) if meant else name


def _content(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Words that say more than what a question is about, which asks for nothing that can be planned."""
    silent = HARMLESS | _NAMED
    return [(each.start, each.end) for each in tokens if not set(each.readings) & silent]


def _unknown_runs(found: Sequence[Token | Unknown]) -> Iterator[tuple[int, int, bool]]:
    """Stretches of unknown words, also together with products, industries or goods beside them, and whether a word for
    companies is among them."""
    loose = [isinstance(each, Unknown) or bool({"class", "goods", "company"} & set(each.readings)) for each in found]
    content = [isinstance(each, Unknown) or "class" in each.readings for each in found]
    for first in range(len(found)):
        if first and content[first - 1]:
            continue  # part of a longer name that is not known
        last = first
        while last < len(found) and loose[last]:
            last += 1
        for end in range(last, first, -1):
            if end < len(found) and content[end]:
                continue
            if any(isinstance(each, Unknown) for each in found[first:end]):
                companies = any(isinstance(each, Token) and "company" in each.readings for each in found[first:end])
                yield found[first].start, found[end - 1].end, companies


def _words(question: str, spans: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Words as written, those side by side as one, each once."""
    joined: list[list[int]] = []
    for start, end in sorted(spans):
        if joined and not question[joined[-1][1] : start].strip():
            joined[-1][1] = max(end, joined[-1][1])
        else:
            joined.append([start, end])
    return tuple(dict.fromkeys(question[start:end].strip() for start, end in joined))


_KINDS: dict[str, PartKind] = {
    "name": "name",
    "person": "name",
    "place": "condition",
    "class": "condition",
    "condition": "condition",
    "year": "condition",
    "noun": "relation",
    "verb": "relation",
    "not": "negation",
    "except": "negation",
    "most": "order",
    "least": "order",
    "oldest": "order",
    "youngest": "order",
    "first": "order",
    "last": "order",
    "how_many": "answer",
    "compare": "answer",
    "path": "answer",
}


def _parts(tokens: Sequence[Token], best: Reading) -> Iterator[Part]:
    for place, token in enumerate(tokens):
        kind = next((_KINDS[each] for each in token.readings if each in _KINDS), None)
        if kind is not None and place not in best.skipped:
            yield Part(token.start, token.end, kind)


_parsers: WeakKeyDictionary[NameIndex, Parser] = WeakKeyDictionary()


def parser_of(base: Base) -> Parser:
    """The parser of a base, made once for its names."""
    found = _parsers.get(base.names)
    if found is None:  # two threads may both make one: they are alike
        found = _parsers[base.names] = Parser(base)
    return found
