"""Name linking: which companies a person means, by Chinese or English name, alias, ticker or id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Literal

from core.domain.records import Entity
from core.domain.results import NameChoice
from core.names.name_finder import NameMatch
from core.names.normalise import is_legal_form, is_written_as_name, normalise_name, reads_as_company_name
from core.names.places import place_called, places_in
from core.names.territories import territory_code
from core.ontology import Ontology
from core.retrieval.asked_names import AskedName, asked_names, name_asked_about
from core.retrieval.common_words import CommonWords
from core.retrieval.industry_words import IndustryWords
from core.retrieval.longer_names import chinese_name_around, is_another_company, words_behind
from core.retrieval.meant_names import MeantNames, Named
from core.retrieval.name_link import Link
from core.retrieval.name_words import LEAST_LETTERS, OTHERS_A_BEARER, NameWords
from core.retrieval.near_names import BEGUN, names_containing, names_of_family, near_names
from core.retrieval.short_forms import ShortForms
from core.retrieval.short_names import ShortNames
from core.retrieval.topic import unsaid_runs
from core.retrieval.written_tickers import is_year, title_words_beside

_OFFERED = 6
_PLACE = "place"
_REMEMBERED = 1_000
_MOST_OF_A_NAME = 50


class NameIndex:
    """Links names to entities; companies come before bridges of the same name. Remembers the last names linked."""

    def __init__(
        self,
        named: Named,
        ontology: Ontology,
        *,
        is_said_of: Callable[[str, str], bool] = lambda _company, _word: False,
        relations_of: Callable[[str], int] = lambda _entity: 0,
        industries: Callable[[], Iterable[Entity]] = tuple,
        people: Callable[[], Iterable[Entity]] = tuple,
    ) -> None:
        """``is_said_of``: whether a word (folded) stands in what is recorded of a company beside its description.
        ``relations_of``: how many relations an entity has: of choices that are equally alike the best known come first.
        ``industries`` is called once, when a question first may mean one by other words than its name, and ``people``
        when one may be called by the last name.
        """
        self._named = named
        self._is_said_of = is_said_of
        self._relations_of = relations_of
        self._industries = cache(lambda: IndustryWords(industries()))
        self._ontology = ontology
        self._common = CommonWords(named)
        self._words = NameWords(named, self._common)
        self._meant = MeantNames(named, ontology, self._common)
        self._short = ShortNames(ShortForms(named, ontology, self._common, self._meant, people), ontology)
        self._find = lru_cache(maxsize=_REMEMBERED)(self._find_all)
        self.link_name = lru_cache(maxsize=_REMEMBERED)(self._link_name)
        self.link_question = lru_cache(maxsize=_REMEMBERED)(self._link_question)

    def find(self, text: str) -> list[NameMatch]:
        """Names of companies and bridges that a question means, and short forms of them, left to right: a short form of
        several has all their ids."""
        return list(self._find(text))

    def _find_all(self, text: str) -> tuple[NameMatch, ...]:
        meant = self._short.with_bare(text, self._meant.find(text))
        short = self._short.find(text, self._meant.find_anything(text), meant)
        found = sorted([*meant, *short], key=lambda match: match.start) if short else meant
        return tuple(self._short.with_forms(text, found))

    def find_in_full(self, text: str) -> list[NameMatch]:
        """As ``find``, without short forms: for texts, which are many and long."""
        return self._meant.find(text)

    def _link_name(self, name: str) -> Link:
        """Link a company field: an id, or a whole name, alias, ticker or short form. The words that several names begin
        with mean any of these; unknown → nearest names."""
        whole = self._link_whole_name(name)
        if whole is not None:
            return whole
        short = self._short.called(name)
        if short:
            return Link("linked", short) if len(short) == 1 else self._ambiguous(short)
        names, normalised = self._named.names, normalise_name(name)
        contained, _ = self._named_companies(name, self.find(name))
        likeness = names_containing(names, normalised)
        family = names_of_family(names, normalised) if likeness else {}
        if len(family) > 1:
            return self._ambiguous(self._by_id(family))  # Samsung, of which there are three
        if not likeness:
            likeness = {
                **self._words.beginning_alike(normalised),
                **near_names(names, normalised, is_word=self._words.is_described_word),
            }
        by_id = self._by_id(likeness)
        return Link("unknown", choices=self._choices({**by_id, **dict.fromkeys(contained, 1.0)}))

    def _link_whole_name(self, name: str) -> Link | None:
        """The company of an id, or the companies of a whole name, alias or ticker; None where there is none."""
        if name in self._named.node_of:
            return Link("linked", (self._named.entity(name).id,))  # of a merged company the id that it is kept under
        companies = self._named.names.companies
        place = companies.place(normalise_name(name))
        bearers = () if place is None else self._ids(companies.bearers(place))
        if len(bearers) == 1:
            return Link("linked", bearers)
        if bearers:
            return self._ambiguous(bearers)
        contained, rest = self._named_companies(name, self._meant.find_anything(name))
        nothing_else = len(contained) == 1 and not normalise_name(rest)  # "宁德时代 CATL"
        return Link("linked", contained) if nothing_else else None

    def link_entity(self, name: str) -> Link:
        """Link a name to any entity: where no company bears it, to the product, industry, person or place that does, a
        person also by the last name. A company that is called so in short comes before a place: 宁德 is a city, and
        short for 宁德时代."""
        link = self._link_whole_name(name)
        if link is not None:
            return link
        bearers = self._bearers(name) or self._short.people(name)
        company = self.link_name(name) if all(map(self._is_place, bearers)) else Link("unknown")
        if company.outcome == "linked" or not bearers:
            return company
        return Link("linked", bearers) if len(bearers) == 1 else self._ambiguous(bearers)

    def _is_place(self, entity_id: str) -> bool:
        return self._named.entity(entity_id).type == _PLACE

    def _bearers(self, name: str) -> tuple[str, ...]:
        """Whatever is called ``name`` as a whole."""
        whole = normalise_name(name)
        found = self._meant.find_anything(name)
        named = (match for match in found if normalise_name(name[match.start : match.end]) == whole)
        return tuple(dict.fromkeys(entity_id for match in named for entity_id in match.entity_ids))

    def near(self, name: str) -> tuple[NameChoice, ...]:
        """Companies that a name is short for, or that are called nearly so."""
        link = self.link_name(name)
        return link.choices or self._choices(dict.fromkeys(link.entity_ids, 1.0))

    def beginning_with(self, text: str, most: int = _OFFERED) -> tuple[NameChoice, ...]:
        """Companies of which a name, an alias or a ticker begins with ``text``, as far as it was typed: those with the
        most relations first, no more than ``most``."""
        begun, companies = normalise_name(text), self._named.names.companies
        places = companies.beginning_with(begun) if begun else ()
        bearers = (number for place in places for number in companies.bearers(place))
        return self._choices(self._by_id(dict.fromkeys(bearers, BEGUN)), most)

    def _link_question(self, question: str) -> Link:
        """Link a question by the names in it: all companies it names, else its products, industries, people."""
        bridges: dict[str, None] = {}
        companies: dict[str, None] = {}
        names = self.find(question)
        if self.is_unknown_name(question, names):
            return self.link_name(question)
        for match in names:
            named = self._meant.companies(match)
            if len(named) > 1:
                return self._ambiguous(named, question[match.start : match.end])
            companies.update(dict.fromkeys(named))
            bridges.update((entity_id, None) for entity_id in match.entity_ids if entity_id not in named)
        longer = self._link_longer_chinese(question, names) if companies else None
        if companies and longer is None and not any(title_words_beside(question, match) for match in names):
            return Link("linked", tuple(companies))  # by far the most frequent case
        asked = self._asked(question, names)
        link = (
            longer or self._link_longer(asked, names)
            if companies
            else self._link_asked(asked, beside_bridges=bool(bridges))
        )
        if link is None:
            industry = None if companies else self._link_industry(question, names)
            linked = tuple(companies or bridges)
            return industry or (Link("linked", linked) if linked else self._link_places(question))
        whole = normalise_name(link.name) == normalise_name(question)
        return replace(link, name="") if whole else link

    def _link_industry(self, question: str, names: Sequence[NameMatch]) -> Link | None:
        """The industry that all words of a question but its places say, in other words than its name: lithium mining
        companies, where mining is one, too."""
        runs = unsaid_runs(question, (), self._ontology)
        said = [(start, end) for start, end in runs if place_called(question[start:end]) is None]
        if len(said) != 1:
            return None
        start, end = said[0]
        industry = self._industries().called(question[start:end])
        inside = all(start <= match.start and match.end <= end for match in names)
        whole = any((match.start, match.end) == (start, end) for match in names)
        if industry is None or whole or not inside:
            return None
        return Link("linked", (industry,), otherwise_written=(NameMatch(start, end, (industry,)),))

    def _link_places(self, question: str) -> Link:
        """The places of the data that a question says in another way: Singaporean; unknown where there is none."""
        found = []
        for written in places_in(question):
            names = (written.place.name_en, written.place.name_zh)
            ids = [each for name in names for each in self._bearers(name) if self._is_place(each)]
            if ids:
                found.append(NameMatch(written.start, written.end, tuple(dict.fromkeys(ids))))
        places = dict.fromkeys(each for match in found for each in match.entity_ids)
        return Link("linked", tuple(places), otherwise_written=tuple(found)) if found else Link("unknown")

    def absent_name(self, question: str) -> str:
        """The one name beside the words that ask for a relation, where nobody here bears it: 贵州茅台 in
        贵州茅台的供应商有哪些. Empty where the question is nothing else, or holds no or several such names."""
        name = "" if self.find(question) else name_asked_about(question, self._ontology)
        return "" if place_called(name) is not None else name

    def _asked(self, question: str, names: Sequence[NameMatch]) -> list[AskedName]:
        """What may be a name: words that hold more than what is found (宁德 in 宁德时带, Steel in Kyoei Steel), and the
        rest beside it."""
        taken = [(match.start, match.end) for match in names]
        rest = [name for name in asked_names(question, taken, self._ontology) if place_called(name.text) is None]
        if not names:
            return rest
        names_company = any(map(self._meant.companies, names))
        longer = [
            name
            for name in asked_names(question, [], self._ontology)
            if (name.is_certain or name.is_chinese or (name.is_alone and names_company)) and not name.is_covered(taken)
        ]
        return list(dict.fromkeys([*longer, *rest]))

    def _link_longer(self, asked: Sequence[AskedName], names: Sequence[NameMatch]) -> Link | None:
        """Beside companies that are named: a longer name that is nearly there, as Tencent Muisc, or is not, though a
        known one stands in it, as PetroChina in PetroChina Jinhong."""
        for name in asked:
            if " " not in name.text or not (name.is_certain or name.is_alone):
                continue
            near: dict[int, float] = {}
            if name.is_certain and self._words.is_rare(name.text):
                near = near_names(self._named.names, normalise_name(name.text), whole=True)
            inside = [] if near else self._inside_another(name, names)
            if near or inside:
                choices = {**dict.fromkeys(inside, 1.0), **self._by_id(near)}
                return Link("unknown", choices=self._choices(choices), name=name.text)
        return None

    def _inside_another(self, name: AskedName, names: Sequence[NameMatch]) -> list[str]:
        """The companies by whose name another company's name begins."""
        taken = [(match.start, match.end) for match in names]
        for match in names:
            companies = self._meant.companies(match)
            if companies and match.start == name.start:
                behind = words_behind(name, match, [each for each in taken if each[0] != match.start])
                if is_another_company(behind, partial(self._is_unheard_of, beside=companies)):
                    return companies
        return []

    def _link_longer_chinese(self, question: str, names: Sequence[NameMatch]) -> Link | None:
        """A longer Chinese name that is not here and begins with a known one: 特斯拉格罗曼自动化有限公司."""
        for match in names:
            companies = self._meant.companies(match)
            if not companies:
                continue
            span = chinese_name_around(question, match, self._ontology, self._is_unheard_of)
            if span is not None:
                choices = self._choices(dict.fromkeys(companies, 1.0))
                return Link("unknown", choices=choices, name=question[slice(*span)])
        return None

    def _is_unheard_of(self, word: str, beside: Sequence[str] = ()) -> bool:
        """Whether no company is described with a word, nothing recorded of those ``beside`` it says it, and it is no
        country: Cybertruck stands in what is recorded of Tesla."""
        if not self._common.is_rare(word, (), 0) or territory_code(word):
            return False
        return not any(self._is_said_of(company, word) for company in beside)

    def _link_asked(self, asked: Sequence[AskedName], *, beside_bridges: bool) -> Link | None:
        """What is named by words of a question that are no name as they stand; None where nothing seems to be.

        ``beside_bridges``: a product, industry or place is named as well; only what is certainly a name counts then.
        """
        wholes = [self._link_whole(name) for name in asked]
        meant = [link for link in wholes if link is not None]
        if meant and len(meant) == len(wholes) and all(link.outcome == "linked" for link in meant):
            found = tuple(
                NameMatch(name.start, name.start + len(name.text), link.entity_ids)
                for name, link in zip(asked, meant, strict=True)
            )
            ids = dict.fromkeys(each for match in found for each in match.entity_ids)
            return Link("linked", tuple(ids), otherwise_written=found)
        for name, whole in zip(asked, wholes, strict=True):
            link = whole or self._link_family(name)
            if link is not None:
                return link
        for name in asked:
            if beside_bridges and not (name.is_certain or name.is_chinese):
                continue
            near = near_names(
                self._named.names,
                normalise_name(name.text),
                certain=name.is_certain,
                is_word=self._words.is_described_word,
            )
            if near and (name.is_written_as_name or name.is_alone) and self._words.is_rare(name.text):
                return Link("unknown", choices=self._choices(self._by_id(near)), name=name.text)
        for name in asked:
            if name.is_certain and self._words.is_rare(name.text):
                alike = self._words.beginning_alike(normalise_name(name.text))
                return Link("unknown", choices=self._choices(self._by_id(alike)), name=name.text)
        return None

    def _link_whole(self, name: AskedName) -> Link | None:
        """A name but for its legal form, or a ticker that the question is about and that is no word."""
        companies = self._named.names.companies
        place = companies.place(normalise_name(name.text))
        stands = name.is_alone or name.is_certain or name.is_chinese or (name.is_written_as_name and " " in name.text)
        if place is None or not stands:
            return None
        numbers = companies.bearers(place)
        if name.text.isalpha() and self._common.is_common(name.text, numbers):
            return None  # steel is no company, though The Steel PLC is one
        bearers = [
            each
            for each in self._ids(numbers)
            if not self._meant.is_only_ticker(each, name.text)
            or (name.is_alone and not is_year(name.text) and not self._words.is_word(name.text, each))
        ]
        if len(bearers) == 1:
            return Link("linked", tuple(bearers))
        return self._ambiguous(bearers, name.text) if bearers else None

    def _ambiguous(self, bearers: Iterable[str], name: str = "") -> Link:
        return Link("ambiguous", choices=self._choices(dict.fromkeys(bearers, 1.0)), name=name)

    def _link_family(self, name: AskedName) -> Link | None:
        """Companies that a name stands for as the first or another word of theirs: Samsung, LG."""
        if not (name.is_alone or name.is_certain):
            return None
        normalised = normalise_name(name.text)
        likeness = names_of_family(self._named.names, normalised)
        if not 0 < len(likeness) <= _MOST_OF_A_NAME or len(normalised) < LEAST_LETTERS:
            return None
        if not self._common.is_name(normalised, likeness.keys(), OTHERS_A_BEARER):
            return None
        outcome: Literal["ambiguous", "unknown"] = "ambiguous" if len(likeness) > 1 else "unknown"
        return Link(outcome, choices=self._choices(self._by_id(likeness)), name=name.text)

    def is_unknown_name(self, question: str, names: Sequence[NameMatch]) -> bool:
        """Whether a question is the name of a company that is not here, whatever place or industry is in it.

        ``names``: what ``find`` finds in it.
        """
        named = any(
            self._meant.companies(match)
            and not _is_form_behind(question, match)
            and not self._is_word_in_name(question, match)
            for match in names
        )
        return not named and (reads_as_company_name(question) or (not names and is_written_as_name(question)))

    def _is_word_in_name(self, question: str, match: NameMatch) -> bool:
        """Whether a name is a common word and not all of the question: First in First Legacy Mining Corp."""
        written = question[match.start : match.end]
        if not written.isalpha() or normalise_name(written) == normalise_name(question):
            return False
        return self._common.is_common(written, [self._named.node_of[each] for each in match.entity_ids])

    def _named_companies(self, text: str, names: Sequence[NameMatch]) -> tuple[tuple[str, ...], str]:
        """Companies among ``names``, and what is left of ``text`` without them."""
        found: dict[str, None] = {}
        rest: list[str] = []
        position = 0
        for match in names:
            companies = self._meant.companies(match)
            if companies and not _is_form_behind(text, match):
                found.update(dict.fromkeys(companies))
                rest.append(text[position : match.start])
                position = match.end
        return tuple(found), " ".join([*rest, text[position:]])

    def _ids(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._named.entity_ids[number] for number in numbers)

    def _by_id(self, likeness: Mapping[int, float]) -> dict[str, float]:
        return {self._named.entity_ids[number]: like for number, like in likeness.items()}

    def _choices(self, likeness: dict[str, float], most: int = _OFFERED) -> tuple[NameChoice, ...]:
        best = sorted(likeness, key=lambda each: (-likeness[each], -self._relations_of(each), each))[:most]
        return tuple(self.choice(entity_id, likeness[entity_id]) for entity_id in best)

    def choice(self, entity_id: str, likeness: float = 1.0) -> NameChoice:
        """An entity as something to choose."""
        entity = self._named.entity(entity_id)
        return NameChoice(company_id=entity_id, name_zh=entity.name_zh, name_en=entity.name_en, similarity=likeness)


def _is_form_behind(text: str, match: NameMatch) -> bool:
    """Whether what looks like a company is the legal form of another one: "PLC" in "Kiotech International plc"."""
    return match.start > 0 and is_legal_form(text[match.start : match.end])
