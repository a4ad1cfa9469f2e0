"""The grammar of questions, Chinese and English: weighted rules over categories of words and phrases.

Categories of words are those of words/operators.yaml and, of names and relations, ``name`` ``person`` ``place``
``class`` (an industry or a product) ``noun`` and ``verb`` (of a relation), ``condition`` (a country, a market), ``year``.
Phrases: ``args`` (what a relation is with), ``subject`` and ``object`` (a predicate whose subject or object is asked for),
``pred`` (either of them, or a condition behind a noun), ``np`` (a set), ``pair`` (names side by side), ``root``.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.chart import Rule
from core.questions.phrases import Phrases

SKIP_COSTS = {
    "noise": 0.0,
    "listed": 0.0,
    "be": 0.2,
    "of": 0.3,
    "possessive": 0.3,
    "that": 0.3,
    "important": 0.3,
    "whether": 0.4,
    "company": 1.5,
    "preposition": 1.2,
    "and": 1.4,
    "among": 1.2,
    "both": 1.0,
    "goods": 1.5,
    "but": 1.6,
    "located": 1.2,
    "in_year": 1.5,
}
"""What it costs to pass a word over."""
HARMLESS = frozenset((*SKIP_COSTS,)) - {"goods", "among", "important", "in_year"}
"""Words that may be passed over without changing what is asked."""
SKIP_OTHER = 8.0


def rules_of(phrases: Phrases) -> tuple[Rule, ...]:
    """All rules, with the meanings that ``phrases`` gives to them."""
    listed = (_arguments, _nouns, _conditions, _predicates, _sets, _superlatives, _answers)
    return tuple(rule for part in listed for rule in part(phrases))


def _rule(result: str, parts: str, meaning: object, cost: float = 0.0) -> Rule:
    return Rule(result, tuple(parts.split()), meaning, cost)  # type: ignore[arg-type]


def _arguments(p: Phrases) -> Iterator[Rule]:
    yield _rule("arg", "name", p.same)
    yield _rule("arg", "person", p.same)
    yield _rule("names", "name", p.same)
    yield _rule("names", "person", p.same)
    yield _rule("names", "names and names", lambda first, _and, second: p.joined(first, second, "and"), 0.1)
    yield _rule("names", "names or names", lambda first, _or, second: p.joined(first, second, "or"), 0.1)
    yield _rule("names", "both names", lambda _both, args: args, 0.1)
    yield _rule("names", "names both", lambda args, _both: args, 0.1)
    yield _rule("arg", "class", p.class_argument, 0.2)
    yield _rule("arg", "np", p.set_argument, 0.3)
    yield _rule("args", "arg", p.same)
    yield _rule("args", "args and arg", lambda first, _and, second: p.joined(first, second, "and"), 0.1)
    yield _rule("args", "args or arg", lambda first, _or, second: p.joined(first, second, "or"), 0.1)
    yield _rule("args", "both args", lambda _both, args: args, 0.1)
    yield _rule("args", "args both", lambda args, _both: args, 0.1)
    yield _rule("args", "args of goods", lambda args, _of, _goods: args, 0.4)
    yield _rule("args", "args goods", lambda args, _goods: args, 0.6)
    yield _rule("args", "args of class", lambda args, _of, _class: p.named_only(args), 0.2)


def _nouns(p: Phrases) -> Iterator[Rule]:
    yield _rule("noun", "condition noun", lambda condition, noun: p.noun_under(noun, condition))
    yield _rule("noun", "condition possessive noun", lambda condition, _of, noun: p.noun_under(noun, condition))
    yield _rule("noun", "condition of noun", lambda condition, _of, noun: p.noun_under(noun, condition))
    yield _rule("noun", "class noun", p.noun_of_class, 0.3)
    yield _rule("noun", "important noun", lambda _important, noun: noun)
    yield _rule("noun", "important of noun", lambda _important, _of, noun: noun)
    yield _rule("noun", "both noun", lambda _both, noun: noun, 0.1)
    yield _rule("noun", "both of noun", lambda _both, _of, noun: noun, 0.1)
    yield _rule("noun", "company noun", lambda _company, noun: noun, 0.1)
    yield _rule("noun", "noun company", lambda noun, _company: noun, 0.2)
    yield _rule("noun", "how_many noun", lambda _many, noun: p.counted_noun(noun))
    yield _rule("noun", "noun how_many", lambda noun, _many: p.counted_noun(noun), 0.3)
    yield _rule("noun", "oldest noun", lambda _oldest, noun: p.noun_under(noun, p.by_founding("least")))
    yield _rule("noun", "youngest noun", lambda _youngest, noun: p.noun_under(noun, p.by_founding("most")))
    yield _rule("noun", "oldest of noun", lambda _oldest, _of, noun: p.noun_under(noun, p.by_founding("least")))
    yield _rule("noun", "youngest of noun", lambda _youngest, _of, noun: p.noun_under(noun, p.by_founding("most")))
    yield _rule("noun", "first noun", lambda _first, noun: p.noun_under(noun, p.by_date("least")), 0.1)
    yield _rule("noun", "last noun", lambda _last, noun: p.noun_under(noun, p.by_date("most")), 0.1)
    yield _rule("noun", "first of noun", lambda _first, _of, noun: p.noun_under(noun, p.by_date("least")), 0.1)


def _conditions(p: Phrases) -> Iterator[Rule]:
    yield _rule("condition", "condition and condition", lambda a, _and, b: p.either(a, b), 0.1)
    yield _rule("condition", "condition or condition", lambda a, _or, b: p.either(a, b), 0.1)
    yield _rule("class", "class and class", lambda a, _and, b: p.either_class(a, b), 0.3)
    yield _rule("class", "class or class", lambda a, _or, b: p.either_class(a, b), 0.1)
    yield _rule("class", "important class", lambda _important, named: named, 1.0)
    for when in ("after", "since", "before", "in_year"):
        yield _rule("time", f"{when} year", getattr(p, f"{when}_first"))
        yield _rule("time", f"year {when}", getattr(p, f"{when}_last"))
    yield _rule("time", "year", p.within_year, 0.3)
    yield _rule("time", "since year after", lambda _since, year, _after: p.since_first("", year))
    yield _rule("time", "between year between year", lambda _b, first, _a, last: p.years(first, last))
    yield _rule("time", "year between year", lambda first, _to, last: p.years(first, last))
    yield _rule("time", "since year between year", lambda _from, first, _to, last: p.years(first, last))
    yield _rule("time", "year between year between", lambda first, _to, last, _between: p.years(first, last), 0.1)
    yield _rule("pred", "founded time", lambda _founded, time: p.founded(time))
    yield _rule("pred", "time founded", lambda time, _founded: p.founded(time))
    yield _rule("pred", "time", p.dated, 0.2)
    yield _rule("pred", "not pred", lambda _not, pred: p.denied(pred))
    for said in ("condition", "class"):
        condition = p.one if said == "condition" else p.of_class
        yield _rule("pred", f"be {said}", lambda _be, each, condition=condition: condition(each), 0.1)
        yield _rule("pred", f"be {said} company", lambda _be, each, _company, c=condition: c(each), 0.1)
        yield _rule("pred", f"not {said}", lambda _not, each, c=condition: p.denied(c(each)), 0.1)
        yield _rule("pred", f"not {said} company", lambda _not, each, _company, c=condition: p.denied(c(each)))
        yield _rule("excepting", f"except {said}", lambda _except, each, c=condition: p.denied(c(each)))
        yield _rule(
            "excepting", f"except {said} company", lambda _except, each, _company, c=condition: p.denied(c(each))
        )
        yield _rule("excepting", f"except {said} outside", lambda _except, each, _out, c=condition: p.denied(c(each)))
    yield _rule("pred", "preposition condition", lambda _in, condition: p.one(condition), 0.1)
    yield _rule("pred", "located condition", lambda _in, condition: p.one(condition))
    yield _rule("pred", "located preposition condition", lambda _based, _in, condition: p.one(condition))
    yield _rule("pred", "preposition place", lambda _in, place: p.at(place), 0.1)
    yield _rule("pred", "located place", lambda _in, place: p.at(place))
    yield _rule("pred", "located preposition place", lambda _based, _in, place: p.at(place))
    yield _rule("pred", "preposition class", lambda _with, named: p.of_class(named), 0.5)
    yield _rule("pred", "verb place", p.verb_place)
    yield _rule("pred", "verb condition", p.verb_country)
    yield _rule("excepting", "except args", lambda _except, args: p.without(args))
    yield _rule("excepting", "except args outside", lambda _except, args, _outside: p.without(args))
    yield _rule("excepting", "args outside", lambda args, _outside: p.without(args), 0.2)
    yield _rule("excepting", "not args", lambda _not, args: p.without(args), 0.8)
    yield _rule("pred", "excepting", p.same)


def _predicates(p: Phrases) -> Iterator[Rule]:
    yield _rule("subject", "verb args", lambda verb, args: p.subjects(verb, args))
    yield _rule("subject", "verb preposition args", lambda verb, _to, args: p.subjects(verb, args), 0.1)
    yield _rule("subject", "preposition args verb", lambda _to, args, verb: p.subjects(verb, args))
    yield _rule("subject", "and args verb", lambda _with, args, verb: p.subjects(verb, args), 0.2)
    yield _rule("subject", "preposition args verb goods", lambda _to, args, verb, _goods: p.subjects(verb, args))
    yield _rule(
        "subject", "verb goods preposition args", lambda verb, _goods, _to, args: p.subjects_of_trade(verb, args)
    )
    yield _rule(
        "subject", "preposition args verb class", lambda _to, args, verb, named: p.subjects_of(verb, args, named), 0.3
    )
    yield _rule(
        "subject", "verb class preposition args", lambda verb, named, _to, args: p.subjects_of(verb, args, named), 0.3
    )
    yield _rule("subject", "verb class", p.makes, 0.2)
    yield _rule("subject", "by args verb", lambda _by, args, verb: p.objects(verb, args))
    yield _rule("subject", "verb by args", lambda verb, _by, args: p.passive(verb, args))
    yield _rule("subject", "be noun preposition args", lambda _be, noun, _of, args: p.nouns_of(noun, args))
    yield _rule("subject", "be args of noun", lambda _be, args, _of, noun: p.nouns_of(noun, args))
    yield _rule("subject", "be args noun", lambda _be, args, noun: p.nouns_of(noun, args))
    yield _rule("subject", "noun preposition args", lambda noun, _of, args: p.nouns_of(noun, args), 1.5)
    yield _rule("object", "args verb", lambda args, verb: p.objects(verb, args))
    yield _rule("object", "args verb goods", lambda args, verb, _goods: p.objects_of_trade(verb, args), 0.2)
    yield _rule("object", "args verb preposition", lambda args, verb, _from: p.objects_of_trade(verb, args), 0.1)
    yield _rule(
        "object", "args verb goods preposition", lambda args, verb, _goods, _from: p.objects_of_trade(verb, args)
    )
    yield _rule("object", "args verb by", lambda args, verb, _by: p.passive_objects(verb, args))
    yield _rule("object", "args preposition verb", lambda args, _to, verb: p.objects(verb, args), 0.4)
    yield _rule("object", "args not verb", lambda args, _not, verb: p.denied(p.objects(verb, args)), 0.1)
    yield _rule("object", "args not", p.not_either, 0.2)
    yield _rule("object", "args time verb", lambda args, time, verb: p.dated_pred(time, p.objects(verb, args)), 0.1)
    yield _rule("subject", "verb args of licence", lambda verb, args, _of, _licence: p.licensees(verb, args))
    yield _rule("subject", "verb and verb args", lambda one, _and, other, args: p.both_verbs(one, other, args))
    yield _rule("subject", "be np", lambda _be, found: p.member(found), 0.6)
    yield _rule("subject", "be np and np", lambda _be, a, _and, b: p.members(a, b), 0.5)
    yield _rule("pred", "not np", lambda _not, found: p.denied(p.member(found)), 0.4)
    for each in ("subject", "object"):
        yield _rule("pred", each, p.same)
        yield _rule(each, f"time {each}", p.dated_pred, 0.1)
        yield _rule(each, f"{each} and {each}", lambda first, _and, second: (*first, *second), 0.1)
        yield _rule(each, f"both {each}", lambda _both, pred: pred)
    yield _rule("pred", "both pred", lambda _both, pred: pred, 0.1)
    yield _rule("pred", "pred and pred", lambda first, _and, second: p.also(first, second), 0.2)
    yield _rule("pred", "pred both pred", lambda first, _both, second: (*first, *second), 0.1)
    yield _rule("pred", "pred but pred", lambda first, _but, second: p.also(first, second))
    yield _rule("pred", "pred and but pred", lambda first, _and, _but, second: p.also(first, second))
    yield _rule("pred", "pred or pred", lambda first, _or, second: p.any_of(first, second), 0.1)
    yield _rule("pred", "be pred", lambda _be, pred: pred, 0.1)


def _sets(p: Phrases) -> Iterator[Rule]:
    yield _rule("np", "company", p.anyone)
    yield _rule("np", "company np", p.which, 0.05)
    yield _rule("np", "class", p.class_members, 0.4)
    yield _rule("np", "class company", lambda named, _company: p.class_members(named))
    yield _rule("np", "class of company", lambda named, _of, _company: p.class_members(named))
    yield _rule("np", "how_many np", lambda _many, found: p.counted(found))
    yield _rule("np", "how_many of np", lambda _many, _of, found: p.counted(found))
    yield _rule("np", "np how_many", lambda found, _many: p.counted(found), 0.4)
    yield _rule("np", "place np", p.in_place, 0.2)
    yield _rule("np", "place of np", lambda place, _of, found: p.in_place(place, found))
    yield _rule("np", "noun preposition args", lambda noun, _of, args: p.noun_set(noun, args))
    yield _rule("np", "args of noun", lambda args, _of, noun: p.noun_set(noun, args))
    yield _rule("np", "names possessive noun", lambda args, _of, noun: p.noun_set(noun, args))
    yield _rule("np", "args possessive noun", lambda args, _of, noun: p.noun_set(noun, args), 0.6)
    yield _rule("np", "names noun", lambda args, noun: p.noun_set(noun, args), 0.1)
    yield _rule("np", "args noun", lambda args, noun: p.noun_set(noun, args), 0.4)
    yield _rule("np", "how_many", lambda _many: p.counted(p.anyone("")), 0.5)
    yield _rule("np", "np be company", lambda found, _be, _who: found, 0.1)
    yield _rule("np", "np company", lambda found, _who: p.of_relation(found), 0.3)
    yield _rule("np", "company be np", lambda _who, _be, found: p.of_relation(found), 0.1)
    yield _rule("np", "args be np give", lambda args, _be, found, _give: p.given(args, found), 0.2)
    yield _rule("np", "args np give", lambda args, found, _give: p.given(args, found), 0.3)
    yield _rule("np", "noun args", p.like_set, 0.6)
    yield _rule("np", "class noun", p.makers_of_class, 0.1)
    yield _rule("np", "noun args share", lambda noun, args, _share: p.noun_set(noun, args))
    yield _rule("np", "noun that args share", lambda noun, _that, args, _share: p.noun_set(noun, args))
    yield _rule("np", "noun args be", lambda noun, args, _be: p.noun_set(noun, args), 0.3)
    yield _rule("np", "noun that args be", lambda noun, _that, args, _be: p.noun_set(noun, args), 0.3)
    yield _rule("np", "noun be args be", lambda noun, _do, args, _have: p.noun_set(noun, args), 0.2)
    yield _rule("np", "noun be args both", lambda noun, _do, args, _both: p.noun_set(noun, args), 0.3)
    yield _rule("np", "noun that args both", lambda noun, _that, args, _both: p.noun_set(noun, args), 0.4)
    yield _rule("np", "noun args both", lambda noun, args, _both: p.noun_set(noun, args), 0.5)
    yield _rule("np", "noun preposition same noun preposition args", p.same_set)
    yield _rule("np", "condition np", lambda condition, found: p.under(found, (condition,)))
    yield _rule("np", "condition of np", lambda condition, _of, found: p.under(found, (condition,)))
    yield _rule("np", "condition name", p.local_like, 0.9)
    yield _rule("np", "important np", lambda _important, found: p.related_only(found), 0.1)
    yield _rule("np", "np pred", p.under)
    yield _rule("np", "np that pred", lambda found, _that, pred: p.under(found, pred))
    yield _rule("np", "np but pred", lambda found, _but, pred: p.under(found, pred))
    yield _rule("np", "np and pred", lambda found, _and, pred: p.under(found, pred), 0.3)
    yield _rule("np", "np and but pred", lambda found, _and, _but, pred: p.under(found, pred))
    yield _rule("np", "pred of np", lambda pred, _of, found: p.under(found, pred))
    yield _rule("np", "pred of noun", lambda pred, _of, noun: p.noun_itself(noun, pred), 0.2)
    yield _rule("np", "pred of", lambda pred, _of: p.those(pred), 0.6)
    yield _rule("np", "pred np", lambda pred, found: p.under(found, pred), 0.9)
    yield _rule("np", "excepting np", lambda excepting, found: p.under(found, excepting))
    yield _rule("np", "excepting and np", lambda excepting, _comma, found: p.under(found, excepting))
    yield _rule("np", "excepting of np", lambda excepting, _of, found: p.under(found, excepting))
    yield _rule("np", "args verb np", p.whom)
    yield _rule("np", "args not verb np", lambda args, _not, verb, found: p.whom(args, verb, found, denied=True))
    yield _rule("np", "args verb np of goods", lambda args, verb, found, _of, _goods: p.whom(args, verb, found), 0.1)
    yield _rule("np", "args verb np of class", lambda args, verb, found, _of, _class: p.whom(args, verb, found), 0.4)
    yield _rule("np", "args time verb np", lambda args, time, verb, found: p.whom_dated(args, time, verb, found))
    yield _rule(
        "np", "args preposition goods verb np", lambda args, _with, _goods, verb, found: p.whom(args, verb, found)
    )
    yield _rule(
        "np", "args preposition licence verb np", lambda args, _with, _what, verb, found: p.whom(args, verb, found)
    )
    yield _rule("np", "noun both by args", lambda noun, _shared, _by, args: p.noun_set(noun, args))
    yield _rule("np", "noun both preposition args", lambda noun, _common, _to, args: p.noun_set(noun, args))
    yield _rule("np", "args preposition np verb", lambda args, _to, found, verb: p.whom(args, verb, found))
    yield _rule("np", "args and np verb", lambda args, _with, found, verb: p.whom(args, verb, found), 0.1)
    yield _rule("np", "args by np verb", lambda args, _by, found, verb: p.by_whom(args, verb, found))
    yield _rule("np", "args np verb", lambda args, found, verb: p.by_whom(args, verb, found), 0.2)
    yield _rule("np", "args be np verb", lambda args, _be, found, verb: p.by_whom(args, verb, found), 0.2)
    yield _rule("np", "np among np", lambda first, _among, second: p.both_sets(first, second))
    yield _rule("np", "np preposition np", lambda first, _of, second: p.some_of(first, second), 0.4)
    yield _rule("np", "np among of np", lambda first, _among, _of, second: p.both_sets(first, second))
    yield _rule("np", "np among pred", lambda found, _among, pred: p.under(found, pred), 0.2)
    yield _rule("np", "np and np", lambda first, _and, second: p.either_set(first, second), 1.0)
    yield _rule("np", "np or np", lambda first, _or, second: p.either_set(first, second), 0.3)


def _superlatives(p: Phrases) -> Iterator[Rule]:
    for word, which in (("oldest", "least"), ("youngest", "most")):
        top = p.by_founding(which)  # type: ignore[arg-type]
        yield _rule("np", f"{word} np", lambda _word, found, top=top: p.under(found, (top,)), 0.1)
        yield _rule("np", f"{word} of np", lambda _word, _of, found, top=top: p.under(found, (top,)))
        yield _rule("np", f"np {word}", lambda found, _word, top=top: p.under(found, (top,)), 0.1)
        yield _rule("np", f"np among {word}", lambda found, _among, _word, top=top: p.under(found, (top,)))
    for word, which in (("first", "least"), ("last", "most")):
        top = p.by_date(which)  # type: ignore[arg-type]
        yield _rule("np", f"{word} np", lambda _word, found, top=top: p.dated_top(found, top), 0.2)
        yield _rule("np", f"{word} of np", lambda _word, _of, found, top=top: p.dated_top(found, top), 0.2)
        yield _rule("np", f"np {word}", lambda found, _word, top=top: p.dated_top(found, top), 0.2)
        yield _rule("np", f"np {word} pred", lambda found, _word, pred, top=top: p.dated_top(p.under(found, pred), top))
        yield _rule(
            "np", f"np among {word} pred", lambda found, _a, _w, pred, top=top: p.dated_top(p.under(found, pred), top)
        )
    for word in ("most", "least"):
        yield _rule("np", f"np {word} noun", lambda found, _most, noun, which=word: p.most(found, noun, which), 0.1)
        yield _rule(
            "np", f"np preposition {word} noun", lambda found, _w, _m, noun, which=word: p.most(found, noun, which)
        )
        yield _rule("np", f"np of noun {word}", lambda found, _of, noun, _most, which=word: p.most(found, noun, which))
        yield _rule("np", f"np noun {word}", lambda found, noun, _most, which=word: p.most(found, noun, which), 0.1)
        yield _rule("np", f"noun {word} of np", lambda noun, _most, _of, found, which=word: p.most(found, noun, which))
        yield _rule(
            "np", f"{word} noun of np", lambda _most, noun, _of, found, which=word: p.most(found, noun, which), 0.1
        )
        yield _rule(
            "np",
            f"np verb {word} np",
            lambda found, verb, _m, within, which=word: p.most_within(found, verb, within, which),
        )
        yield _rule(
            "np",
            f"np preposition {word} np verb",
            lambda found, _to, _m, within, verb, which=word: p.most_within(found, verb, within, which),
        )
        yield _rule(
            "np",
            f"np preposition {word} of np verb",
            lambda found, _to, _m, _of, within, verb, which=word: p.most_within(found, verb, within, which),
        )
        yield _rule(
            "np",
            f"np verb of np {word}",
            lambda found, verb, _of, within, _m, which=word: p.most_within(found, verb, within, which),
        )


def _answers(p: Phrases) -> Iterator[Rule]:
    yield _rule("root", "np", p.companies)
    yield _rule("root", "pred", lambda pred: p.companies(p.those(pred)), 1.2)
    yield _rule("pair", "name name", p.pair, 0.6)
    yield _rule("pair", "name and name", lambda first, _and, second: p.pair(first, second))
    yield _rule("pair", "name or name", lambda first, _or, second: p.pair(first, second))
    yield _rule("pair", "name preposition name", lambda first, _and, second: p.pair(first, second))
    yield _rule("pair", "name between name", lambda first, _and, second: p.pair(first, second))
    yield _rule("pair", "pair name", p.longer, 0.6)
    yield _rule("pair", "pair and name", lambda pair, _and, name: p.longer(pair, name))
    yield _rule("pair", "pair and and name", lambda pair, _comma, _and, name: p.longer(pair, name))
    yield _rule("pair", "pair or name", lambda pair, _or, name: p.longer(pair, name))
    yield _rule("root", "compare pair", lambda _compare, pair: p.comparison(pair))
    yield _rule("root", "compare preposition pair", lambda _compare, _of, pair: p.comparison(pair))
    yield _rule("root", "pair compare", lambda pair, _compare: p.comparison(pair))
    yield _rule("root", "compare pair compare", lambda _how, pair, _compare: p.comparison(pair))
    yield _rule("root", "name compare name", lambda first, _vs, second: p.comparison(p.pair(first, second)))
    yield _rule("root", "path pair", lambda _path, pair: p.path(pair))
    yield _rule("root", "path preposition pair", lambda _path, _between, pair: p.path(pair))
    yield _rule("root", "pair path", lambda pair, _path: p.path(pair))
    yield _rule("root", "pair of path", lambda pair, _of, _path: p.path(pair))
    yield _rule("root", "path pair path", lambda _how, pair, _path: p.path(pair))
    yield _rule("root", "path name path name", lambda _how, first, _to, second: p.path(p.pair(first, second)))
    yield _rule("root", "name path name", lambda first, _to, second: p.path(p.pair(first, second)), 0.4)
    yield _rule("root", "name and name path", lambda first, _and, second, _path: p.path(p.pair(first, second)))
    yield _rule("root", "be name subject", lambda _be, name, pred: p.yes_no(name, pred), 0.3)
    yield _rule(
        "root",
        "be name noun preposition args",
        lambda _be, name, noun, _of, args: p.yes_no(name, p.nouns_of(noun, args)),
    )
    yield _rule(
        "root", "be name args of noun", lambda _be, name, args, _of, noun: p.yes_no(name, p.nouns_of(noun, args))
    )
    yield _rule("root", "be name args noun", lambda _be, name, args, noun: p.yes_no(name, p.nouns_of(noun, args)), 0.2)
    yield _rule(
        "root", "be name and name noun", lambda _be, name, _and, other, noun: p.yes_no(name, p.nouns_of(noun, other))
    )
    yield _rule(
        "root",
        "name and name be noun whether",
        lambda name, _and, other, _be, noun, _w: p.yes_no(name, p.nouns_of(noun, other)),
    )
    yield _rule("root", "name subject whether", lambda name, pred, _whether: p.yes_no(name, pred))
    yield _rule("root", "name whether subject", lambda name, _whether, pred: p.yes_no(name, pred))
    yield _rule("root", "whether name subject", lambda _whether, name, pred: p.yes_no(name, pred))
    yield _rule(
        "root", "name whether args of noun", lambda name, _w, args, _of, noun: p.yes_no(name, p.nouns_of(noun, args))
    )
    yield _rule(
        "root",
        "name be args of noun whether",
        lambda name, _be, args, _of, noun, _w: p.yes_no(name, p.nouns_of(noun, args)),
    )
