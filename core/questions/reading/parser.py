"""A question is parsed: its words are looked up, read by the grammar, and the likeliest reading becomes a plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import inf
from typing import Any

from core.domain.partial_dates import today
from core.domain.plan import (
    Companies,
    Count,
    Like,
    Plan,
    Related,
    YesNo,
    sets_of,
)
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters
from core.questions.execution.columns import sizes_in
from core.questions.execution.past import plan_in_the_past, records_ends
from core.questions.execution.recorded_ends import RecordedTypes
from core.questions.grammar.abroad_grammar import abroad_rules
from core.questions.grammar.age_grammar import age_rules
from core.questions.grammar.between_grammar import between_rules, done_rules, yearly_rules
from core.questions.grammar.deed_grammar import deed_rules
from core.questions.grammar.goods_grammar import goods_rules
from core.questions.grammar.grammar import HARMLESS, SKIP_COSTS, SKIP_OTHER, rules_of
from core.questions.grammar.office_grammar import office_rules
from core.questions.grammar.others_grammar import others_rules
from core.questions.grammar.pair_grammar import pair_rules
from core.questions.grammar.role_grammar import role_rules
from core.questions.grammar.several_verbs_grammar import several_verbs_rules
from core.questions.grammar.size_grammar import size_rules
from core.questions.grammar.towards_grammar import towards_rules
from core.questions.parsing.chart import Chart, Reading, Token, cheapest
from core.questions.parsing.meanings import THEY, Args, entities
from core.questions.phrases.fitting import Known, ids_of, type_in
from core.questions.phrases.set_phrases import INTERROGATIVE
from core.questions.phrases.size_phrases import SizePhrases
from core.questions.plans.parsed import Parsed
from core.questions.plans.sentences import names_in
from core.questions.reading.contract_makers import without_their_goods
from core.questions.reading.goods_sold import goods_made, goods_sold
from core.questions.reading.has_any import has_any
from core.questions.reading.held_otherwise import held_otherwise
from core.questions.reading.in_common import in_common_of
from core.questions.reading.in_which_role import with_roles
from core.questions.reading.joined_verbs import unread_verbs, verbs_apart
from core.questions.reading.known_sizes import without_unknown_sizes
from core.questions.reading.restricting_words import restricting
from core.questions.reading.sold_companies import sold_themselves
from core.questions.reading.sorts import sorts_left_out
from core.questions.reading.states import as_of_its_year, as_of_year
from core.questions.reading.untold_words import loosens, untold
from core.questions.reading.used_words import parts_of
from core.questions.reading.whether_then import whether_in_its_year, whether_still, whether_then, without_time
from core.questions.reading.who_is_asked import companies_first, verb_after_do, verb_before_companies
from core.questions.reading.word_readings import Candidates
from core.questions.vocabulary.lexicon import lexicon_of
from core.questions.vocabulary.possibilities import possibilities
from core.questions.vocabulary.segments import Unknown
from core.questions.vocabulary.size_words import with_several
from core.retrieval.base import Base
from core.retrieval.company_text import language_of

_NAMED = frozenset(("name", "person", "place", "class", "condition"))
_WHETHER = frozenset(("whether", "still"))
_SILENT = frozenset(("noise", "still"))
_ASKING = frozenset(("company", "how_many", "whether", "class", "condition", "people"))
_IS = frozenset(("is", "are", "was", "were"))
_WHOSE = frozenset(("be", "when", "whether"))
"""Words that open a question of which nobody is the owner."""
_BARE = frozenset(("name", "and", "comma", "noise"))
"""Words beside which two names say no more than what is between them."""
_MOST_TOKENS = 40
_ALSO = 3
_PARSED = 64
_CLEARER = 1.0
"""By how much a question reads better without the words that say it is about the past."""
_FAR_CLEARER = 4.0
"""By how much it reads better with the company that is chosen, where others are named."""
_AS_CLEAR = 1.0
"""How much dearer it may read where "also" is said of others."""
_AS_LIKELY = 0.3
"""How much dearer another reading may be."""


class Parser:
    """Parses questions about one base. Thread-safe; making one reads the ontology's words once."""

    def __init__(self, base: Base) -> None:
        self._ontology = base.ontology

        self._remembered = lru_cache(maxsize=_PARSED)(self._parse)  # the parts of one question are read several times
        self._name_of = names_in(base.knowledge_base)
        self._recorded = RecordedTypes(base.knowledge_base)
        known = Known(
            partial(type_in, base.knowledge_base),
            self._recorded,
            partial(sizes_in, base.knowledge_base),
            in_common_of(base),
            lambda entity_id: "" if entity_id in THEY.ids else base.knowledge_base.entity(entity_id).country,
        )
        phrases = SizePhrases(base.ontology, known)
        self._without_unknown_sizes = partial(without_unknown_sizes, base)
        self._seats = phrases.leading_to.get("place")
        self._makes = phrases.leading_to.get("product")
        types = base.ontology.types
        self._between_companies = frozenset(each for each in types if base.ontology.joins_companies(each))
        self._is_dated = base.once(records_ends)
        self._candidates = Candidates(base, lexicon_of(base.ontology, dated=self._is_dated), phrases)
        self._chart = Chart(
            (
                *rules_of(phrases),
                *goods_rules(phrases),
                *deed_rules(phrases),
                *between_rules(phrases),
                *yearly_rules(phrases),
                *done_rules(phrases),
                *role_rules(phrases),
                *towards_rules(phrases),
                *abroad_rules(phrases),
                *pair_rules(phrases),
                *age_rules(phrases),
                *office_rules(phrases),
                *others_rules(phrases),
                *size_rules(phrases),
                *several_verbs_rules(phrases),
            ),
            SKIP_COSTS,
            SKIP_OTHER,
        )

    def parse(self, question: str, chosen: Sequence[str] = (), otherwise_written: Sequence[NameMatch] = ()) -> Parsed:
        """What the question asks for.

        ``chosen``: ids of entities that "it" and 它 stand for, and that a question is about which names nobody.
        ``otherwise_written``: names beside those that the base finds.
        """
        return self._remembered(question, tuple(chosen), tuple(otherwise_written), today())

    def _parse(
        self, question: str, chosen: tuple[str, ...], otherwise_written: tuple[NameMatch, ...], _: int
    ) -> Parsed:
        parts = self._candidates.tokens(question, fold_characters(question), chosen, otherwise_written)
        parsed = self._parsed(question, parts, chosen)
        if (parsed.plan is not None and parsed.whole) or not _asks_for_some(parts):
            return parsed
        parsed = self._without_goods(question, parts, chosen) or parsed
        shorter = self._candidates.tokens(
            question, fold_characters(question), chosen, otherwise_written, shortened=True
        )
        if shorter == parts:
            return parsed
        otherwise = self._parsed(question, shorter, chosen)
        return otherwise if otherwise.plan is not None and otherwise.whole else parsed

    def _without_goods(self, question: str, parts: Sequence[Token | Unknown], chosen: Sequence[str]) -> Parsed | None:
        """Which contract makers somebody has, where it is not recorded which of its goods they make: that is told."""
        without = without_their_goods(parts)
        goods = [(each.start, each.end) for each, before in zip(without, parts, strict=True) if each != before]
        told = self._parsed(question, without, chosen) if goods else None
        return told if told is not None and told.plan and told.not_understood == _words(question, goods) else None

    def _parsed(self, question: str, parts: Sequence[Token | Unknown], chosen: Sequence[str]) -> Parsed:
        unknown = [each for each in parts if isinstance(each, Unknown)]
        tokens = [each for each in parts if isinstance(each, Token) and not set(each.readings) <= _SILENT]
        folded = fold_characters(question)
        tokens = with_roles(question, has_any(question, tokens, self._ontology), self._ontology)
        tokens = verb_before_companies(folded, tokens, self._ontology)
        tokens = verbs_apart(folded, tokens, self._ontology)
        tokens, as_of = as_of_year(
            verb_after_do(folded, sold_themselves(folded, with_several(folded, tokens), self._ontology))
        )
        kept = tokens[:_MOST_TOKENS]
        missed = [(each.start, each.end) for each in unknown] + [
            (each.start, each.end) for each in tokens[_MOST_TOKENS:]
        ]
        given = kept
        kept, roots = self._read(given, chosen)
        past = self._read_in_the_past(given, chosen)
        if past is not None and (not roots or past[1][0].cost + _CLEARER < roots[0].cost):
            kept, roots = past
        then = self._read_whether_then(question, given, chosen)
        if then is not None and (not roots or then[1][0].cost + _CLEARER < roots[0].cost):
            kept, roots = then
        if as_of:
            roots = [replace(each, meaning=each.meaning.model_copy(update={"as_of": as_of})) for each in roots]
        roots = companies_first(folded, self._at_their_time(question, kept, roots), self._ontology)
        if any(isinstance(each, Token) and "still" in each.readings for each in parts):
            roots = [replace(each, meaning=whether_still(each.meaning)) for each in roots]
        if not roots and not missed:
            roots = self._bare_pair(kept)
        if not roots:
            return Parsed(not_understood=_words(question, [*missed, *_content(kept)]))
        otherwise = held_otherwise(_said(question, kept), roots[0].meaning, self._ontology)
        roots += [replace(roots[0], meaning=each) for each in otherwise]
        best = roots[0] = replace(roots[0], meaning=self._without_unknown_sizes(roots[0].meaning))
        missed += self._skipped(question, kept, best, alone=not missed)
        missed += [*untold(kept, best), *unread_verbs(kept, best, self._makes)]
        if self._is_relational(best.meaning):
            missed += possibilities(folded, parts, self._between_companies)
        missed += sorts_left_out(kept, best.meaning, self._seats)
        passed_over = restricting(question, parts, [kept[place] for place in best.skipped], best.meaning)
        if self._tells_whether(best.meaning):
            missed, passed_over = [*missed, *passed_over], []
        of_kinds = goods_made(kept, best.meaning, self._makes)
        return Parsed(
            plan=best.meaning,
            parts=tuple(parts_of(kept, best)),
            not_understood=self._left_out(question, [each for each in missed if each not in of_kinds], chosen),
            also=tuple(
                each.meaning
                for each in roots[1:]
                if each.cost <= best.cost + _AS_LIKELY and not loosens(each, best, kept)
            ),
            passed_over=_words(question, [each for each in passed_over if each not in missed]),
            goods_sold=_words(question, goods_sold(kept, best.meaning)),
            goods_made=_words(question, of_kinds),
        )

    def warm_up(self) -> None:
        """Read ahead what the first question would otherwise wait for."""
        self._recorded.warm_up()
        self._candidates.warm_up()

    def names_in(self, question: str, otherwise_written: Sequence[NameMatch] = ()) -> tuple[NameMatch, ...]:
        """As ``Candidates.names_in``."""
        return self._candidates.names_in(question, otherwise_written)

    def name_in(self, words: str) -> str:
        """Of Chinese words that may be a name, those before a place: 星巴克 of 星巴克在中国, nothing of 最近, whose
        words all mean something else."""
        parts = self._candidates.tokens(words, fold_characters(words), (), ())
        if not any(isinstance(each, Unknown) or "class" in each.readings for each in parts):
            return ""
        seats = [each.start for each in parts if isinstance(each, Token) and "located" in each.readings and each.start]
        return words[: seats[0]] if seats else words

    def _read(self, tokens: list[Token], chosen: Sequence[str]) -> tuple[list[Token], list[Reading]]:
        """The likeliest readings. Where a company is chosen and none is named, it stands at either end of the question
        as if it were written there."""
        if not chosen:
            return tokens, cheapest(self._chart.readings(tokens, "root"), _ALSO)
        if any("name" in token.readings for token in tokens):
            return self._read_beside_names(tokens, chosen)
        meant: dict[str, tuple[Any, ...]] = {"name": (Args((entities(chosen),)),)}
        first, last = Token(0, 0, meant), Token(tokens[-1].end if tokens else 0, tokens[-1].end if tokens else 0, meant)
        found = [
            (wording, cheapest(self._chart.readings(wording, "root"), _ALSO))
            for wording in ([first, *tokens], [*tokens, last])
        ]
        return min(found, key=lambda each: each[1][0].cost if each[1] else inf)

    def _bare_pair(self, tokens: Sequence[Token]) -> list[Reading]:
        """Nothing but two names, 特斯拉和松下: what is on record between them."""
        if not all(_BARE & set(each.readings) for each in tokens):
            return []
        pairs = cheapest(self._chart.readings(tokens, "bare_pair"), 1)
        return [each for each in pairs if all("name" not in tokens[place].readings for place in each.skipped)]

    def _read_beside_names(self, tokens: list[Token], chosen: Sequence[str]) -> tuple[list[Token], list[Reading]]:
        """The same where others are named: of the company that is chosen only where that reads far better, as in
        "rivals that CATL supplies" and "compare with BYD", and where "also" says of whom something else is so."""
        named = cheapest(self._chart.readings(tokens, "root"), _ALSO)
        if set(chosen) & {each for token in tokens for args in token.readings.get("name", ()) for each in ids_of(args)}:
            return tokens, named
        meant = Token(0, 0, {"name": (Args((entities(chosen),)),)})
        wording = [meant, Token(0, 0, {"possessive": ("",)}), *tokens]
        asks = bool(tokens) and not _WHOSE.isdisjoint(tokens[0].readings) and "noun" not in tokens[0].readings
        own = [] if asks else cheapest(self._chart.readings(wording, "root"), _ALSO)
        margin = _AS_CLEAR if any("as_well" in each.readings for each in tokens) else -_FAR_CLEARER
        if own and (not named or own[0].cost < named[0].cost + margin):
            return wording, own
        return tokens, named

    def _read_in_the_past(self, tokens: list[Token], chosen: Sequence[str]) -> tuple[list[Token], list[Reading]] | None:
        """The same of what has ended, where words that say so stand anywhere: 谁曾给苹果供货, used to supply. None
        where it is not clear what they are said of."""
        left = [each for each in tokens if "past" not in each.readings]
        if len(left) == len(tokens):
            return None
        kept, roots = self._read(left, chosen)
        found = [(each, plan_in_the_past(each.meaning)) for each in roots]
        past = [replace(each, meaning=plan) for each, plan in found if plan is not None]
        return (kept, past) if past and past[0].cost == roots[0].cost else None

    def _read_whether_then(
        self, question: str, tokens: list[Token], chosen: Sequence[str]
    ) -> tuple[list[Token], list[Reading]] | None:
        """A question of yes and no at a time that stands anywhere in it. None where it is no such question."""
        parted = without_time(tokens)
        if parted is None:
            return None
        left, then = parted
        kept, roots = self._read(left, chosen)
        said = _said(question, kept)
        found = [(each, whether_then(said, each.meaning, then, self._ontology)) for each in roots]
        dated = [replace(each, meaning=plan) for each, plan in found if plan is not None]
        return (kept, dated) if dated and dated[0].cost == roots[0].cost else None

    def _at_their_time(self, question: str, tokens: Sequence[Token], roots: Sequence[Reading]) -> list[Reading]:
        """The readings, with the year of a relation as the day of the question if the words ask who held it then."""
        folded = _said(question, tokens)
        roots = [
            replace(each, meaning=whether_in_its_year(folded, each.meaning, self._ontology) or each.meaning)
            for each in roots
        ]
        if not self._is_dated:
            return roots
        return [replace(each, meaning=as_of_its_year(folded, each.meaning) or each.meaning) for each in roots]

    def _skipped(self, question: str, tokens: Sequence[Token], best: Reading, *, alone: bool) -> list[tuple[int, int]]:
        """Words that were passed over and say something."""
        plan: Plan = best.meaning
        relational = self._is_relational(plan)
        asked = self._tells_whether(plan)
        missed = []
        for place in sorted(best.skipped):
            token = tokens[place]
            harmless = set(token.readings) & HARMLESS or (relational and "important" in token.readings)
            harmless = harmless or (not alone and "among" in token.readings)  # beside words that are not understood
            harmless = harmless and not (asked and "company" in token.readings and _asks_who(question, token))
            if not harmless or (place == 0 and _asks_whether(tokens) and isinstance(plan.answer, Companies)):
                missed.append((token.start, token.end))
        return missed

    def _tells_whether(self, plan: Plan) -> bool:
        """Whether the answer is a number, a yes or a no, which would claim every word of the question."""
        return isinstance(plan.answer, Count) or (isinstance(plan.answer, YesNo) and plan.answer.asks in _WHETHER)

    def _left_out(self, question: str, missed: Sequence[tuple[int, int]], chosen: Sequence[str]) -> tuple[str, ...]:
        """The words that had no part, among them the name of the company that is chosen where it had none."""
        return tuple(each or self._name_of(chosen[0], language_of(question)) for each in _words(question, missed))

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
        return isinstance(found, Like) or self._ontology.joins_companies(found.type)


def _asks_who(question: str, token: Token) -> bool:
    """Whether a word asks who or what: of yes and no, and of a number, nothing else is asked."""
    return INTERROGATIVE.match(fold_characters(question[token.start : token.end])) is not None


def _asks_for_some(parts: Sequence[Token | Unknown]) -> bool:
    """Whether words ask for companies, or whether something is so."""
    return any(isinstance(each, Token) and _ASKING & set(each.readings) for each in parts)


def _said(question: str, tokens: Sequence[Token]) -> str:
    """The words of a question but its names, folded."""
    return fold_characters(" ".join(question[each.start : each.end] for each in tokens if "name" not in each.readings))


def _asks_whether(tokens: Sequence[Token]) -> bool:
    """Whether a question begins as one of yes and no about a name: "Is Tesla a supplier?" asks for no list."""
    if len(tokens) < 3 or "name" not in tokens[1].readings or "possessive" in tokens[2].readings:
        return False
    return not _IS.isdisjoint(tokens[0].readings.get("be", ()))


def _content(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Words that say more than what a question is about, which asks for nothing that can be planned."""
    silent = HARMLESS | _NAMED
    return [(each.start, each.end) for each in tokens if "newcomer" in each.readings or not set(each.readings) & silent]


def _words(question: str, spans: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Words as written, those side by side as one, each once."""
    joined: list[list[int]] = []
    for start, end in sorted(spans):
        if joined and not question[joined[-1][1] : start].strip():
            joined[-1][1] = max(end, joined[-1][1])
        else:
            joined.append([start, end])
    return tuple(dict.fromkeys(question[start:end].strip() for start, end in joined))


def parser_of(base: Base) -> Parser:
    """The parser of a base, made once."""
    return base.once(Parser)
