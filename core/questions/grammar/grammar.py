"""The grammar of questions, Chinese and English: weighted rules over categories of words and phrases.

Categories of words are those of words/operators.yaml and, of names and relations, ``name`` ``person`` ``place``
``class`` (an industry or a product) ``noun`` and ``verb`` (of a relation), ``condition`` (a country, a market) and
``year``. Phrases: ``args`` (what a relation is with), ``subject`` and ``object`` (a predicate whose subject or object
is asked for), ``pred`` (either of them, or a condition behind a noun), ``np`` (a set), ``pair`` (names side by side),
``root`` (a whole question).
"""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.grammar.having_grammar import amid_rules, as_well_rules, done_to_rules, having_rules
from core.questions.grammar.negation_grammar import (
    lacking_rules,
    negation_rules,
    other_rules,
    owner_rules,
    together_rules,
)
from core.questions.grammar.path_grammar import path_rules
from core.questions.grammar.set_grammar import (
    answer_rules,
    condition_rules,
    founding_rules,
    set_rules,
    whom_rules,
    yes_no_rules,
)
from core.questions.grammar.superlative_grammar import choice_rules, more_rules, superlative_rules
from core.questions.grammar.whether_grammar import whether_rules
from core.questions.parsing.chart import Rule, rule
from core.questions.parsing.meanings import HomeCondition
from core.questions.phrases import times
from core.questions.phrases.phrases import Phrases

SKIP_COSTS = {
    "noise": 0.0,
    "listed": 0.0,
    "be": 0.2,
    "of": 0.3,
    "possessive": 0.3,
    "its": 1.0,
    "that": 0.3,
    "important": 0.3,
    "whether": 0.4,
    "company": 1.5,
    "preposition": 1.2,
    "and": 1.4,
    "comma": 0.5,
    "among": 1.2,
    "both": 1.0,
    "goods": 1.5,
    "but": 1.6,
    "between": 0.6,
    "amid": 0.6,
    "has": 1.2,
    "located": 1.2,
    "in_year": 1.5,
}
"""What it costs to pass a word over."""
HARMLESS = frozenset((*SKIP_COSTS,)) - {"goods", "among", "important", "in_year", "its"}
"""Words that may be passed over without changing what is asked."""
SKIP_OTHER = 8.0


def rules_of(phrases: Phrases) -> tuple[Rule, ...]:
    """All rules, with the meanings that ``phrases`` gives to them."""
    listed = (
        _arguments,
        _nouns,
        _conditions,
        _periods,
        _bounds,
        _places_and_exceptions,
        _groups,
        _predicates,
        _joined_predicates,
        negation_rules,
        other_rules,
        lacking_rules,
        together_rules,
        having_rules,
        amid_rules,
        as_well_rules,
        done_to_rules,
        owner_rules,
        set_rules,
        whom_rules,
        condition_rules,
        choice_rules,
        superlative_rules,
        more_rules,
        founding_rules,
        answer_rules,
        yes_no_rules,
        whether_rules,
        path_rules,
    )
    return tuple(rule for part in listed for rule in part(phrases))


def _arguments(p: Phrases) -> Iterator[Rule]:
    yield rule("arg", "name", p.same)
    yield rule("arg", "person", p.same)
    yield rule("names", "name", p.same)
    yield rule("names", "person", p.same)
    yield rule("names", "names and names", lambda first, mark, second: p.joined(first, second, "and", mark), 0.1)
    yield rule("names", "names comma names", lambda first, mark, second: p.joined(first, second, "and", mark), 0.1)
    yield rule("names", "names comma and names", lambda a, _comma, _and, b: p.joined(a, b, "and"), 0.1)
    yield rule("names", "names or names", lambda first, _or, second: p.joined(first, second, "or"), 0.1)
    yield rule("names", "names comma or names", lambda a, _comma, _or, b: p.joined(a, b, "or"), 0.1)
    yield rule("names", "both names", lambda _both, args: p.all_of(args), 0.1)
    yield rule("names", "names both", lambda args, _both: p.all_of(args), 0.1)
    yield rule("names", "name name both", lambda a, b, _both: p.both_named(a, b), 0.2)
    yield rule("arg", "class", p.class_argument, 0.2)
    yield rule("arg", "np", p.set_argument, 0.3)
    yield rule("arg", "np", p.denied_argument, 0.5)
    yield rule("args", "arg", p.same)
    yield rule("args", "args and arg", lambda first, mark, second: p.joined(first, second, "and", mark), 0.1)
    yield rule("args", "args comma arg", lambda first, mark, second: p.names_joined(first, second, mark), 0.1)
    yield rule("args", "args or arg", lambda first, _or, second: p.joined(first, second, "or"), 0.1)
    yield rule("args", "name name both", lambda a, b, _both: p.both_named(a, b), 0.2)
    yield rule("args", "both args", lambda _both, args: p.all_of(args), 0.1)
    yield rule("args", "args both", lambda args, _both: p.all_of(args), 0.1)
    yield rule("args", "args of goods", lambda args, _of, _goods: args, 0.4)
    yield rule("args", "args goods", lambda args, _goods: args, 0.6)
    yield rule("args", "args possessive goods", lambda args, _of, _goods: args, 0.4)
    for joined in ("and", "or"):  # patents or technology
        yield rule("licence", f"licence {joined} licence", lambda one, *_: one)
        yield rule("goods", f"goods {joined} goods", lambda one, *_: one, 0.2)
    yield rule("args", "its goods", lambda args, _goods: args, 0.4)
    yield rule("args", "its class", p.goods_of, 0.2)
    yield rule("args", "args possessive class", lambda args, _of, named: p.goods_of(args, named), 0.2)
    yield rule("args", "args of class", lambda args, _of, named: p.goods_of(args, named), 0.2)


def _nouns(p: Phrases) -> Iterator[Rule]:
    yield rule("noun", "condition noun", lambda condition, noun: p.noun_under(noun, condition))
    yield rule("noun", "condition possessive noun", lambda condition, _of, noun: p.noun_under(noun, condition))
    yield rule("noun", "condition of noun", lambda condition, _of, noun: p.noun_under(noun, condition))
    yield rule("noun", "abroad noun", lambda _abroad, noun: p.noun_under(noun, HomeCondition(abroad=True)))
    yield rule("noun", "at_home noun", lambda _home, noun: p.noun_under(noun, HomeCondition(abroad=False)))
    yield rule("noun", "at_home of noun", lambda _home, _of, noun: p.noun_under(noun, HomeCondition(abroad=False)))
    yield rule("noun", "class noun", p.noun_of_class, 0.3)
    yield rule("noun", "place noun", p.noun_seated, 0.3)
    for seated in ("place located noun", "place between located noun"):  # a Basel-based licensee
        yield rule("noun", seated, lambda place, *rest: p.noun_seated(place, rest[-1]), 0.1)
    yield rule("noun", "important noun", lambda _important, noun: noun)
    yield rule("noun", "important of noun", lambda _important, _of, noun: noun)
    yield rule("noun", "both noun", lambda _both, noun: noun, 0.1)
    yield rule("noun", "both of noun", lambda _both, _of, noun: noun, 0.1)
    yield rule("noun", "company noun", p.which_noun, 0.1)
    yield rule("noun", "noun company", lambda noun, _company: noun, 0.2)
    yield rule("noun", "noun collection", lambda noun, _roster: noun, 0.1)
    yield rule("noun", "noun goods", lambda noun, _goods: noun, 0.3)
    yield rule("noun", "begun noun", lambda _new, noun: p.new_noun(noun))
    yield rule("noun", "begun of noun", lambda _new, _of, noun: p.new_noun(noun), 0.1)
    yield rule("noun", "past noun", lambda _former, noun: p.former_noun(noun))
    yield rule("noun", "past of noun", lambda _former, _of, noun: p.former_noun(noun), 0.1)
    yield rule("noun", "time of noun", lambda time, _of, noun: p.noun_under(noun, time), 0.1)
    yield rule("noun", "time noun", lambda time, noun: p.noun_under(noun, time), 0.2)
    yield rule("noun", "pred of noun", lambda pred, _of, noun: p.noun_filtered(noun, pred), 0.2)
    yield rule("noun", "not condition noun", lambda _not, each, noun: p.noun_filtered(noun, p.denied((each,))))
    yield rule("noun", "how_many noun", lambda _many, noun: p.counted_noun(noun))
    yield rule("noun", "noun how_many", lambda noun, _many: p.counted_noun(noun), 0.3)
    yield rule("noun", "oldest noun", lambda word, noun: p.aged(word, noun, "least"))
    yield rule("noun", "youngest noun", lambda word, noun: p.aged(word, noun, "most"))
    yield rule("noun", "oldest of noun", lambda word, _of, noun: p.aged(word, noun, "least"))
    yield rule("noun", "youngest of noun", lambda word, _of, noun: p.aged(word, noun, "most"))
    yield rule("noun", "first noun", lambda _first, noun: p.noun_under(noun, p.by_date("least")), 0.1)
    yield rule("noun", "last noun", lambda _last, noun: p.noun_under(noun, p.by_date("most")), 0.1)
    yield rule("noun", "first of noun", lambda _first, _of, noun: p.noun_under(noun, p.by_date("least")), 0.1)


def _conditions(p: Phrases) -> Iterator[Rule]:
    yield rule("condition", "condition and condition", lambda a, _and, b: p.either(a, b), 0.1)
    yield rule("condition", "condition comma condition", lambda a, _comma, b: p.either(a, b), 0.1)
    yield rule("condition", "condition or condition", lambda a, _or, b: p.either(a, b), 0.1)
    yield rule("place", "place and place", lambda a, _and, b: p.either_class(a, b), 0.1)
    yield rule("place", "place comma place", lambda a, _comma, b: p.either_class(a, b), 0.1)
    yield rule("place", "place or place", lambda a, _or, b: p.either_class(a, b), 0.1)
    yield rule("class", "class and class", lambda a, _and, b: p.either_class(a, b), 0.3)
    for listed in ("class comma class", "class_list comma class"):
        yield rule("class_list", listed, lambda a, _comma, b: p.either_class(a, b), 0.1)
    for joined in ("and", "or"):
        yield rule("class", f"class_list {joined} class", lambda a, _and, b: p.either_class(a, b), 0.1)
    yield rule("class", "class or class", lambda a, _or, b: p.either_class(a, b), 0.1)
    yield rule("class", "important class", lambda _important, named: named, 1.0)
    yield rule("time", "after year", times.after_first)
    yield rule("time", "since year", times.since_first)
    yield rule("time", "before year", times.before_first)
    yield rule("ended_by", "until year", times.before_first)
    yield rule("pred", "founded ended_by", lambda _founded, time: times.founded(time))
    yield rule("time", "in_year year", times.in_year_first)
    yield rule("time", "year after", times.after_last)
    yield rule("time", "year before", times.before_last)
    yield rule("time", "year in_year", times.in_year_last)
    yield rule("time", "year", times.within_year, 0.3)
    yield rule("pred", "begun time", lambda _begun, time: times.dated(time))
    yield rule("pred", "time begun", lambda time, _begun: times.dated(time))
    yield rule("time", "since year after", lambda _since, year, _after: times.since_first("", year))
    yield rule("time", "between year between year", lambda _b, first, _a, last: times.years(first, last))
    yield rule("time", "year between year", lambda first, _to, last: times.years(first, last))
    yield rule("time", "since year between year", lambda _from, first, _to, last: times.years(first, last))
    yield rule("time", "year between year in_year", lambda first, _to, last, _in: times.years(first, last))
    yield rule("time", "year between year between", lambda first, _to, last, _between: times.years(first, last), 0.1)
    yield rule("pred", "founded time", lambda _founded, time: times.founded(time))
    yield rule("pred", "time founded", lambda time, _founded: times.founded(time))
    yield rule("pred", "time", times.dated, 0.2)
    yield rule("denied", "not pred", lambda _not, pred: p.denied(pred))
    yield rule("pred", "denied", p.same)
    yield rule("pred", "denied denied", p.also)
    yield rule("pred", "both denied denied", lambda _both, first, second: p.also(first, second))
    for said in ("condition", "class"):
        condition = p.one if said == "condition" else p.of_class
        yield rule("pred", f"be {said}", lambda be, each, c=condition: p.being(be, c(each)), 0.1)
        yield rule("pred", f"be {said} company", lambda be, each, _company, c=condition: p.being(be, c(each)), 0.1)
        yield rule("pred", f"not {said}", lambda _not, each, c=condition: p.denied(c(each)), 0.1)
        yield rule("pred", f"not {said} company", lambda _not, each, _company, c=condition: p.denied(c(each)))
        yield rule("excepting", f"except {said}", lambda _except, each, c=condition: p.denied(c(each)))
        yield rule(
            "excepting", f"except {said} company", lambda _except, each, _company, c=condition: p.denied(c(each))
        )
        yield rule("excepting", f"{said} outside", lambda each, _out, c=condition: p.denied(c(each)), 0.1)
        yield rule("excepting", f"{said} company outside", lambda each, _c, _out, c=condition: p.denied(c(each)))
        yield rule("excepting", f"except {said} outside", lambda _except, each, _out, c=condition: p.denied(c(each)))
    yield rule("pred", "condition", p.one, 0.8)


def _periods(_: Phrases) -> Iterator[Rule]:
    """Years said in words; 新增 beside them says no more."""
    yield rule("time", "period", times.within, 0.3)
    yield rule("time", "in_year period", lambda _in, period: times.within(period))
    yield rule("time", "period in_year", lambda period, _in: times.within(period))
    yield rule("time", "since period", lambda _since, period: times.since_period(period))
    yield rule("time", "since period after", lambda _since, period, _after: times.since_period(period))
    yield rule("time", "after period", lambda after, period: times.after_period(period, after))
    yield rule("time", "period after", times.after_period)
    yield rule("time", "before period", lambda _before, period: times.before_period(period))
    yield rule("time", "period before", lambda period, _before: times.before_period(period))
    yield rule("time", "time begun", lambda time, _begun: time, 0.1)


def _bounds(_: Phrases) -> Iterator[Rule]:
    """Years whose words say whether they count themselves."""
    for said, meaning in (("after", times.from_on), ("before", times.until)):
        for joined in ("and", "or", "including", "comma and", "comma or"):  # the year itself as well
            yield rule("time", f"year {joined} {said}", lambda year, *_, m=meaning: m(year))
        yield rule("time", f"year {said} including", lambda year, *_, m=meaning: m(year))
        yield rule("time", f"{said} year including", lambda _said, year, _inc, m=meaning: m(year))
        for joined in ("in_year", "preposition"):
            yield rule("time", f"{joined} or {said} year", lambda _in, _or, _said, year, m=meaning: m(year))
            yield rule("time", f"{joined} year or {said}", lambda _in, year, *_, m=meaning: m(year))
            yield rule("time", f"{joined} year and {said}", lambda _in, year, *_, m=meaning: m(year))
        for joined in ("and", "including"):
            first, second = (f"year {joined} year {said}", f"year {said} {joined} year")
            yield rule("time", first, lambda a, _and, b, _said, m=meaning: m(a) if a == b else None)
            yield rule("time", second, lambda a, _said, _and, b, m=meaning: m(a) if a == b else None)
    yield rule("time", "not before year", lambda _not, _before, year: times.from_on(year), -0.1)
    yield rule("time", "not after year", lambda _not, _after, year: times.until(year), -0.1)
    yield rule("time", "time and time", lambda a, _and, b: times.both(a, b), 0.1)


def _places_and_exceptions(p: Phrases) -> Iterator[Rule]:
    yield rule("pred", "preposition condition", p.in_country, 0.1)
    yield rule("pred", "is_in condition", lambda _in, condition: p.one(condition))
    yield rule("pred", "is_in place", lambda _in, place: p.at(place), 0.2)
    yield rule("pred", "located condition", lambda _in, condition: p.one(condition))
    yield rule("pred", "located preposition condition", lambda _based, _in, condition: p.one(condition))
    yield rule("pred", "preposition place", lambda said, place: p.at(place) if p.says_where(said) else None, 0.3)
    yield rule("pred", "located place", lambda _in, place: p.at(place), 0.2)
    yield rule("pred", "located preposition place", lambda _based, _in, place: p.at(place), 0.2)
    yield rule("pred", "preposition class", p.in_class, 0.4)
    yield rule("pred", "place noun", p.at_seat, 0.2)
    yield rule("pred", "located condition verb", lambda _in, there, verb: p.done_there(there, verb))
    yield rule("pred", "stranded preposition condition", lambda said, _in, there: p.done_there(there, said[1]))
    yield rule("pred", "verb place", p.verb_place)
    yield rule("pred", "verb condition", p.verb_country)
    yield rule("excepting", "except args", lambda _except, args: p.without(args))
    yield rule("excepting", "except args outside", lambda _except, args, _outside: p.without(args))
    yield rule("excepting", "args outside", lambda args, _outside: p.without(args), 0.2)
    yield rule("excepting", "set_aside args outside", lambda _set, args, _aside: p.without(args))
    yield rule("pred", "excepting", p.same)


def _groups(p: Phrases) -> Iterator[Rule]:
    """Companies of a market or of an industry."""
    yield rule("np", "condition among np", lambda condition, _among, found: p.under(found, (condition,)), 0.1)
    yield rule("np", "condition among of np", lambda condition, _in, _of, found: p.under(found, (condition,)))
    yield rule("pred", "is_listed", p.one, 0.1)
    yield rule("condition", "is_listed", p.same, 0.1)
    yield rule("class", "class industry", lambda named, _industry: p.industries(named), -0.2)
    yield rule("class", "class industry among", lambda named, *_: p.industries(named), -0.3)
    yield rule("pred", "is_in class", lambda _in, named: p.of_class(named), 0.1)
    yield rule("sector", "class industry", lambda named, _industry: p.industries(named))
    yield rule("subject", "verb sector", p.inside)
    yield rule("subject", "verb class", p.inside_named, 0.2)
    yield rule("np", "class of np", lambda named, _of, found: p.of_industry(named, found))
    yield rule("np", "class np", p.of_industry, 0.3)
    yield rule("pred", "or pred or pred", lambda _either, a, _or, b: p.any_of(a, b), 0.1)
    yield rule("excepting", "except pred of", lambda _except, pred, _of: p.denied(pred), 0.2)
    yield rule("pred", "not class goods", lambda _not, named, _goods: p.denied(p.of_class(named)), 0.1)
    yield rule("np", "class of material", lambda named, _of, _material: p.made_from(named))
    yield rule("np", "class material", lambda named, _material: p.made_from(named))
    yield rule("np", "material preposition class", lambda _material, _of, named: p.made_from(named))


def _predicates(p: Phrases) -> Iterator[Rule]:
    yield rule("verb", "verb verb", p.same_verb, 0.2)
    yield rule("stranded", "stranded or goods", lambda said, *_: said, 0.2)
    yield rule("stranded", "stranded or licence", lambda said, *_: said, 0.2)
    yield rule("subject", "verb args", p.direct_subjects)
    yield rule("subject", "verb preposition args", lambda verb, _to, args: p.subjects(verb, args), 0.1)
    yield rule("subject", "preposition args verb", lambda _to, args, verb: p.subjects(verb, args))
    yield rule("subject", "and args verb", lambda _with, args, verb: p.subjects(verb, args), 0.2)
    yield rule("subject", "preposition args verb goods", lambda _to, args, verb, _goods: p.subjects(verb, args))
    yield rule(
        "subject", "verb goods preposition args", lambda verb, _goods, _to, args: p.subjects_of_trade(verb, args)
    )
    yield rule(
        "subject", "preposition args verb class", lambda _to, args, verb, named: p.subjects_of(verb, args, named), 0.3
    )
    yield rule(
        "subject", "verb class preposition args", lambda verb, named, _to, args: p.subjects_of(verb, args, named), 0.3
    )
    yield rule("subject", "verb class", p.makes, 0.1)
    yield rule("subject", "by args verb", lambda _by, args, verb: p.objects(verb, args))
    yield rule("subject", "verb by args", lambda verb, _by, args: p.passive(verb, args))
    yield rule("subject", "be noun preposition args", lambda _be, noun, _of, args: p.nouns_of(noun, args))
    yield rule("also", "be noun", p.also_being)
    yield rule("pred", "also", p.same, 0.1)
    yield rule("not_also", "not noun", lambda _not, noun: p.denied(p.also_noun(noun)), 0.1)
    yield rule("denied", "be not noun", lambda _be, _not, noun: p.denied(p.also_noun(noun)), 0.1)
    yield rule("subject", "be args of noun", lambda _be, args, _of, noun: p.nouns_of(noun, args))
    yield rule("subject", "be args noun", lambda _be, args, noun: p.nouns_of(noun, args))
    yield rule("apposed", "noun preposition args", lambda noun, _of, args: p.nouns_of(noun, args), 1.5)
    yield rule("object", "args verb", lambda args, verb: p.objects(verb, args))
    yield rule("object", "args verb goods", lambda args, verb, _goods: p.objects_of_trade(verb, args), 0.2)
    yield rule("object", "args verb preposition", lambda args, verb, _from: p.objects_of_trade(verb, args), 0.1)
    yield rule(
        "object", "args verb goods preposition", lambda args, verb, _goods, _from: p.objects_of_trade(verb, args)
    )
    yield rule("object", "args verb by", lambda args, verb, _by: p.passive_objects(verb, args))
    yield rule("object", "args preposition verb", lambda args, _to, verb: p.objects(verb, args), 0.4)
    yield rule("object", "args not verb", lambda args, _not, verb: p.denied(p.objects(verb, p.apart(args))), 0.1)
    yield rule("object", "args time verb", lambda args, time, verb: p.dated_pred(time, p.objects(verb, args)), 0.1)
    yield rule("subject", "verb args of licence", lambda verb, args, _of, _licence: p.licensees(verb, args))
    yield rule("subject", "receive args verb", lambda _receive, args, verb: p.objects(verb, args))
    yield rule("subject", "receive args of verb", lambda _receive, args, _of, verb: p.objects(verb, args))
    yield rule("subject", "receive args of licence", lambda _receive, args, _of, _licence: p.licensed(args))
    yield rule("subject", "receive args licence", lambda _receive, args, _licence: p.licensed(args))
    yield rule("subject", "verb args noun", p.verb_and_noun, 0.2)
    yield rule("subject", "whose noun be args", lambda _whose, noun, _be, args: p.whose(noun, args))
    yield rule("subject", "whose noun", lambda _whose, _noun: None)
    for joined in ("but", "comma but", "and"):
        yield rule("subject", f"verb {joined} not verb args", lambda a, *rest: p.one_verb_only(a, rest[-2], rest[-1]))
        for to in ("preposition", "and"):
            words = f"{to} args verb {joined} not verb"
            yield rule("subject", words, lambda _to, args, verb, *rest: p.one_verb_only(verb, rest[-1], args))
    yield rule("subject", "verb and verb args", lambda one, _and, other, args: p.both_verbs(one, other, args))
    yield rule("subject", "be np", lambda _be, found: p.member(found), 0.6)
    yield rule("subject", "be np and np", lambda _be, a, _and, b: p.members(a, b), 0.5)
    yield rule("pred", "not noun preposition args", lambda _n, noun, _of, args: p.denied(p.nouns_of(noun, args)))
    yield rule("denied", "not np", lambda _not, found: p.denied(p.member(found)), 0.4)


def _joined_predicates(p: Phrases) -> Iterator[Rule]:
    for each in ("subject", "object"):
        yield rule("pred", each, p.same)
        yield rule(each, f"time {each}", p.dated_pred, 0.1)
        for joined in ("and", "comma"):
            yield rule(each, f"{each} {joined} {each}", lambda first, _and, second: (*first, *second), 0.1)
        yield rule(each, f"both {each}", lambda _both, pred: p.at_once(pred))
    yield rule("pred", "both pred", lambda _both, pred: p.at_once(pred), 0.1)
    for joined in ("and", "comma"):
        yield rule("pred", f"pred {joined} pred", lambda first, _and, second: p.also(first, second), 0.2)
        yield rule("pred", f"pred {joined} but pred", lambda first, _and, _but, second: p.also(first, second))
    yield rule("pred", "pred both pred", lambda first, _both, second: (*first, *second), 0.1)
    yield rule("pred", "pred but pred", lambda first, _but, second: p.also(first, second))
    yield rule("pred", "pred or pred", lambda first, _or, second: p.any_of(first, second), 0.1)
    yield rule("pred", "be pred", lambda _be, pred: pred, 0.1)
