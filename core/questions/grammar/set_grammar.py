"""Rules for sets and whole questions."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.phrases.phrases import Phrases
from core.questions.phrases.set_phrases import EVERY_ONE


def set_rules(p: Phrases) -> Iterator[Rule]:
    """Sets: companies, members of relations, and both under conditions."""
    yield rule("np", "company", p.anyone)
    yield rule("np", "company np", p.which, 0.05)
    yield rule("np", "class", p.class_topic, 0.4)
    yield rule("np", "class company", lambda named, _company: p.class_members(named))
    yield rule("np", "class of company", lambda named, _of, _company: p.class_members(named))
    yield rule("np", "how_many np", lambda _many, found: p.counted(found))
    yield rule("np", "how_many of np", lambda _many, _of, found: p.counted(found))
    yield rule("np", "np how_many", lambda found, _many: p.counted(found), 0.4)
    yield rule("np", "place np", p.in_place, 0.2)
    yield rule("np", "place of np", lambda place, _of, found: p.in_place(place, found))
    yield rule("np", "noun preposition args", p.noun_with)
    yield rule("np", "args of noun", lambda args, _of, noun: p.noun_set(noun, args))
    yield rule("np", "names possessive noun", lambda args, _of, noun: p.noun_set(noun, args))
    yield rule("np", "args possessive noun", lambda args, _of, noun: p.noun_set(noun, args), 0.6)
    yield rule("np", "noun and args of", lambda noun, _only, args, _of: p.noun_set(noun, args), 0.8)
    yield rule("np", "names noun", lambda args, noun: p.noun_set(noun, args), 0.1)
    yield rule("np", "args noun", lambda args, noun: p.noun_set(noun, args), 0.4)
    yield rule("np", "how_many", lambda _many: p.counted(p.anyone("")), 0.5)
    yield rule("np", "np be company", lambda found, _be, _who: found, 0.1)
    yield rule("np", "np both company", lambda found, all_of, _who: found if all_of in EVERY_ONE else None, 0.1)
    yield rule("np", "np company", lambda found, _who: p.of_relation(found), 0.3)
    yield rule("np", "company be np", lambda _who, _be, found: p.of_relation(found), 0.1)
    yield rule("np", "args be np give", lambda args, _be, found, _give: p.given(args, found), 0.2)
    yield rule("np", "args np give", lambda args, found, _give: p.given(args, found), 0.3)
    yield rule("np", "noun args", p.like_set, 0.6)
    yield rule("np", "class noun", p.makers_of_class, 0.1)
    yield rule("np", "args be company of noun", lambda args, _be, _who, _of, noun: p.those_whose(noun, args))
    yield rule("np", "args be company noun", lambda args, _be, who, noun: p.those_whose(noun, args, who), -0.3)
    yield rule("np", "company be args noun preposition", lambda _who, _be, args, noun, _of: p.those_whose(noun, args))
    yield rule("np", "args be np of noun", lambda args, _be, found, _of, noun: p.such_whose(found, noun, args), -0.1)
    yield rule("np", "args be noun preposition np", lambda args, _be, noun, _of, found: p.such_whose(found, noun, args))
    yield rule("np", "np be args noun preposition", lambda found, _be, args, noun, _of: p.such_whose(found, noun, args))
    yield rule("np", "noun pred", p.noun_again, 0.3)
    yield rule("np", "noun that pred", lambda noun, _that, pred: p.noun_again(noun, pred), 0.3)
    yield rule("np", "noun be args share", lambda noun, _do, args, _share: p.noun_set(noun, args))
    yield rule("np", "noun args share", lambda noun, args, _share: p.noun_set(noun, args))
    yield rule("np", "noun that args share", lambda noun, _that, args, _share: p.noun_set(noun, args))
    for share in ("pronoun share", "that pronoun share", "both", "share"):  # Apple and Tesla: suppliers they share
        for noun, words in ((1, f"args noun {share}"), (2, f"args comma noun {share}")):
            yield rule("np", words, lambda *w, at=noun: p.shared_set(w[0], w[at]), 0.2)
    yield rule("np", "noun be args", lambda noun, _has, args: p.noun_set(noun, args) if noun.counted else None, 0.3)
    for between in ("licence of", "of licence of"):
        yield rule("np", f"args {between} noun", lambda args, *rest: p.of_licence(args, rest[-1]))
    yield rule("np", "noun args be", lambda noun, args, _be: p.noun_set(noun, args), 0.3)
    yield rule("np", "noun that args be", lambda noun, _that, args, _be: p.noun_set(noun, args), 0.3)
    yield rule("np", "noun be args be", lambda noun, _do, args, _have: p.noun_set(noun, args), 0.2)
    yield rule("np", "noun preposition same noun preposition args", p.same_set)
    yield rule("np", "overlap preposition np", lambda _overlap, _of, found: p.overlapping(found))
    yield rule("np", "overlap preposition np and np", lambda _overlap, _of, a, _and, b: p.in_both(a, b))
    yield rule("np", "overlap preposition args preposition noun", lambda _o, _of, args, _in, n: p.shared_set(args, n))
    yield rule("np", "noun overlap preposition args", lambda noun, _overlap, _of, args: p.shared_set(args, noun))
    for words in ("np overlap", "np of overlap", "np company overlap", "np be overlap"):
        yield rule("np", words, lambda found, *_: p.overlapping(found))


def whom_rules(p: Phrases) -> Iterator[Rule]:
    """Which carmakers do Chinese companies own, 哪些车企有中国公司持股: the carmakers are not Chinese."""
    yield rule("np", "np be args verb", lambda found, _do, args, verb: p.whom_of_set(args, verb, found), -0.1)
    yield rule("np", "np has args verb", lambda found, _has, args, verb: p.whom_of_set(args, verb, found), -0.2)
    yield rule("np", "np be condition verb", p.whom_of_country)


def condition_rules(p: Phrases) -> Iterator[Rule]:
    """Sets under conditions, and sets of sets."""
    yield rule("np", "condition np", p.of_kind)
    yield rule("np", "condition of np", lambda condition, _of, found: p.under(found, (condition,)))
    yield rule("np", "condition name", p.local_like, 0.9)
    yield rule("np", "important np", lambda _important, found: p.related_only(found), 0.1)
    yield rule("np", "np pred", p.under)
    for before in ("", "among "):  # 苹果的供应商中哪些也是客户, 有多少家也是客户, 哪些不是客户
        for also in ("also", "not_also"):
            yield rule("np", f"np {before}company {also}", lambda found, *rest: p.under(found, rest[-1]), 0.1)
            yield rule("np", f"np {before}how_many {also}", lambda found, *rest: p.how_many_under(found, rest[-1]), 0.1)
    yield rule("np", "np apposed", p.apposed)
    yield rule("np", "np comma apposed", lambda found, _comma, pred: p.apposed(found, pred))
    yield rule("np", "np that pred", lambda found, _that, pred: p.under(found, pred))
    yield rule("np", "np but pred", lambda found, _but, pred: p.under(found, pred))
    for joined in ("and", "comma"):
        yield rule("np", f"np {joined} pred", lambda found, _and, pred: p.under(found, pred), 0.3)
        yield rule("np", f"np {joined} but pred", lambda found, _and, _but, pred: p.under(found, pred))
    yield rule("np", "pred of np", lambda pred, _of, found: p.under(found, pred))
    yield rule("np", "pred of noun", lambda pred, _of, noun: p.noun_itself(noun, pred), 0.2)
    yield rule("np", "pred of", lambda pred, _of: p.headless(pred), 0.6)
    yield rule("np", "pred np", lambda pred, found: p.under(found, pred), 0.9)
    yield rule("np", "excepting np", lambda excepting, found: p.under(found, excepting))
    yield rule("np", "excepting comma np", lambda excepting, _comma, found: p.under(found, excepting))
    yield rule("np", "excepting of np", lambda excepting, _of, found: p.under(found, excepting))
    yield rule("np", "args verb np", p.whom_asked)
    yield rule("np", "args verb np", p.whom, 0.6)
    yield rule("np", "args not verb np", lambda args, _not, verb, found: p.whom(args, verb, found, denied=True))
    yield rule("np", "args time verb np", p.whom_dated)
    yield rule(
        "np", "args preposition goods verb np", lambda args, _with, _goods, verb, found: p.whom(args, verb, found)
    )
    yield rule(
        "np", "args preposition licence verb np", lambda args, _with, _what, verb, found: p.whom(args, verb, found)
    )
    yield rule(
        "np", "args preposition np verb class", lambda a, to, found, verb, named: p.whom_to(a, to, verb, found, named)
    )
    yield rule("np", "args preposition np verb goods", lambda a, _to, found, verb, _goods: p.whom_of(a, verb, found))
    for words in ("args be preposition np verb", "args be preposition np verb of"):
        yield rule("np", words, lambda args, _be, _from, found, verb, *_: p.whom_of(args, verb, found), 0.1)
    yield rule("np", "noun both by args", lambda noun, _shared, _by, args: p.noun_set(noun, args))
    yield rule("np", "noun both preposition args", lambda noun, _common, _to, args: p.noun_set(noun, args))
    yield rule("np", "args preposition np verb", lambda args, to, found, verb: p.asked_to(args, to, verb, found))
    yield rule("np", "args and np verb", lambda args, _with, found, verb: p.whom_with(args, verb, found), 0.1)
    yield rule("np", "args by np verb", lambda args, _by, found, verb: p.by_whom(args, verb, found))
    yield rule("np", "args np verb", lambda args, found, verb: p.by_whom(args, verb, found), 0.2)
    yield rule("np", "args be np verb", lambda args, _be, found, verb: p.by_whom(args, verb, found), 0.2)
    yield rule("np", "np among np", lambda first, _among, second: p.both_sets(first, second))
    yield rule("np", "np preposition np", lambda first, _of, second: p.some_of(first, second), 0.4)
    yield rule("np", "among np comma np", lambda _among, first, _comma, second: p.both_sets(second, first))
    yield rule("np", "among np np", lambda _among, first, second: p.both_sets(second, first), 0.3)
    yield rule("np", "np among comma np", lambda first, _among, _comma, second: p.both_sets(first, second))
    yield rule("np", "np among comma pred", lambda found, _among, _comma, pred: p.under(found, pred), 0.2)
    yield rule("np", "np among of np", lambda first, _among, _of, second: p.both_sets(first, second))
    yield rule("np", "np among pred of", lambda found, _among, pred, _of: p.under(found, pred))
    yield rule("np", "np among pred", lambda found, _among, pred: p.under(found, pred), 0.2)
    yield rule("np", "names", p.them, 0.1)
    yield rule("np", "np comma np", lambda first, _comma, second: p.referring(first, second), 0.3)
    yield rule("np", "np and np", lambda first, _and, second: p.either_set(first, second), 0.6)
    yield rule("np", "np or np", lambda first, _or, second: p.either_set(first, second), 0.3)


def founding_rules(p: Phrases) -> Iterator[Rule]:
    """By age, beside the oldest and the youngest."""
    yield rule("np", "np by_founding", lambda found, _by: p.told_by_founding(found))
    yield rule("np", "by_founding np", lambda _by, found: p.told_by_founding(found))
    yield rule("np", "by_founding comma np", lambda _by, _comma, found: p.told_by_founding(found))


def answer_rules(p: Phrases) -> Iterator[Rule]:
    """What a whole question asks for."""
    yield rule("root", "np", p.companies)
    yield rule("root", "pred", lambda pred: p.companies(p.those(pred)), 1.2)
    yield rule("pair", "name name", p.pair, 0.6)
    yield rule("pair", "name and name", lambda first, _and, second: p.pair(first, second))
    yield rule("pair", "name or name", lambda first, _or, second: p.pair(first, second))
    yield rule("pair", "name preposition name", lambda first, _and, second: p.pair(first, second))
    yield rule("pair", "name between name", lambda first, _and, second: p.pair(first, second))
    yield rule("pair", "pair name", p.longer, 0.6)
    yield rule("pair", "name comma name", lambda first, _comma, second: p.pair(first, second))
    yield rule("pair", "pair and name", lambda pair, _and, name: p.longer(pair, name))
    yield rule("pair", "pair comma name", lambda pair, _comma, name: p.longer(pair, name))
    yield rule("pair", "pair comma and name", lambda pair, _comma, _and, name: p.longer(pair, name))
    yield rule("pair", "pair or name", lambda pair, _or, name: p.longer(pair, name))
    yield rule("root", "compare pair", lambda _compare, pair: p.comparison(pair))
    yield rule("root", "company be pair share", lambda _what, _do, pair, _in_common: p.comparison(pair), 0.1)
    yield rule("root", "compare pair beside", lambda _compare, pair, _beside: p.comparison(pair))
    yield rule("root", "pair beside", lambda pair, _beside: p.comparison(pair), 0.2)
    yield rule("root", "pair beside compare", lambda pair, _beside, _compare: p.comparison(pair))
    yield rule("root", "compare preposition pair", lambda _compare, _of, pair: p.comparison(pair))
    yield rule("root", "pair compare", lambda pair, _compare: p.comparison(pair))
    yield rule("root", "compare pair compare", lambda _how, pair, _compare: p.comparison(pair))
    yield rule("versus", "name compare name", lambda first, _vs, second: p.pair(first, second))
    yield rule("versus", "name against name", lambda first, _vs, second: p.pair(first, second))
    yield rule("versus", "name compare preposition name", lambda first, _vs, _with, second: p.pair(first, second))
    yield rule("versus", "versus compare name", lambda pair, _vs, name: p.longer(pair, name))
    yield rule("root", "versus", p.comparison)
    for again in ("compare", "comma compare"):
        yield rule("root", f"versus {again}", lambda pair, *_: p.comparison(pair))
    yield rule("root", "pair comma compare", lambda pair, _comma, _compare: p.comparison(pair))
    yield rule("root", "compare name compare preposition name", lambda _how, a, _vs, _to, b: p.comparison(p.pair(a, b)))
    yield rule("root", "compare name compare name", lambda _how, a, _vs, b: p.comparison(p.pair(a, b)), 0.1)
    yield rule("root", "when be name subject", lambda _when, _be, name, pred: p.when(name, pred))
    yield rule("root", "when name subject", lambda _when, name, pred: p.when(name, pred), 0.1)
    yield rule("root", "name when subject", lambda name, _when, pred: p.when(name, pred))
    yield rule("root", "name when be subject", lambda name, _when, _be, pred: p.when(name, pred))
    yield rule("root", "name subject when", lambda name, pred, _when: p.when(name, pred))
    yield rule("root", "name subject be when", lambda name, pred, _be, _when: p.when(name, pred))
    yield rule("root", "name be when subject", lambda name, _be, _when, pred: p.when(name, pred))
    yield rule("root", "name when verb of name", lambda a, _w, verb, _of, b: p.when(a, p.subjects(verb, b)))
    yield rule("root", "name be when verb of name", lambda a, _b, _w, verb, _of, b: p.when(a, p.subjects(verb, b)))


def yes_no_rules(p: Phrases) -> Iterator[Rule]:
    """Whether something is so, and since when."""
    yield rule("root", "be name condition", lambda _be, name, each: p.yes_no(name, p.one(each)), 0.2)
    yield rule("root", "be name condition company", lambda _be, name, each, _c: p.yes_no(name, p.one(each)))
    yield rule("root", "be name class", lambda _be, name, named: p.yes_no(name, p.of_class(named)), 0.2)
    yield rule("root", "be name class company", lambda _be, name, named, _c: p.yes_no(name, p.of_class(named)))
    yield rule("root", "name be condition company whether", lambda name, _be, each, _c, _w: p.yes_no(name, p.one(each)))
    yield rule("root", "name be class whether", lambda name, _be, named, _w: p.yes_no(name, p.of_class(named)))
    yield rule("root", "be name pred", lambda _be, name, pred: p.yes_no(name, pred), 0.5)
    yield rule("root", "name class goods whether", lambda name, named, _g, _w: p.yes_no(name, p.of_class(named)), 0.1)
    yield rule(
        "root", "name verb not verb class", lambda name, verb, _n, _v, named: p.yes_no(name, p.makes(verb, named))
    )
    yield rule("root", "name pred whether", lambda name, pred, _whether: p.yes_no(name, pred), 0.3)
    yield rule("root", "name whether pred", lambda name, _whether, pred: p.yes_no(name, pred), 0.3)
    yield rule("root", "be name subject", lambda _be, name, pred: p.yes_no(name, pred), 0.3)
    yield rule("root", "be person subject", lambda _be, name, pred: p.yes_no(name, pred), 0.3)
    yield rule("root", "person subject whether", lambda name, pred, _whether: p.yes_no(name, pred))
    yield rule("root", "person whether subject", lambda name, _whether, pred: p.yes_no(name, pred))
    yield rule(
        "root", "person whether args of noun", lambda name, _w, args, _of, noun: p.yes_no(name, p.nouns_of(noun, args))
    )
    yield rule("root", "whether person subject", lambda _whether, name, pred: p.yes_no(name, pred))
    for who in ("name", "person"):
        yield rule(
            "root",
            f"be {who} noun preposition args",
            lambda _be, name, noun, _of, args: p.yes_no(name, p.nouns_of(noun, args)),
        )
        yield rule(
            "root",
            f"be {who} args of noun",
            lambda _be, name, args, _of, noun: p.yes_no(name, p.nouns_of(noun, args)),
        )
        yield rule(
            "root", f"be {who} args noun", lambda _be, name, args, noun: p.yes_no(name, p.nouns_of(noun, args)), 0.2
        )
        yield rule(
            "root",
            f"be {who} args possessive noun",
            lambda _be, name, args, _of, noun: p.yes_no(name, p.nouns_of(noun, args)),
            0.1,
        )
        yield rule(
            "root",
            f"{who} be args of noun whether",
            lambda name, _be, args, _of, noun, _w: p.yes_no(name, p.nouns_of(noun, args)),
        )
    yield rule("root", "be name and name noun", lambda _be, a, _and, b, noun: p.yes_no(a, p.each_other(noun, b)))
    yield rule("root", "name and name be noun whether", lambda a, _and, b, _be, n, _w: p.yes_no(a, p.each_other(n, b)))
    yield rule("root", "be name among np", lambda _be, name, _among, found: p.yes_no(name, p.member(found)))
    for includes in ("including", "except", "among including", "among except"):  # 客户里不包括特斯拉吗
        words = f"np {includes} name whether"
        yield rule("root", words, lambda found, *rest: p.yes_no(rest[-2], p.member(found)), -0.1)
    yield rule("root", "np among name whether", lambda found, _among, name, _w: p.yes_no(name, p.member(found)))
    yield rule("root", "np among be name whether", lambda found, _a, _be, name, _w: p.yes_no(name, p.member(found)))
    yield rule("root", "name be np whether", lambda name, _be, found, _w: p.yes_no(name, p.member(found)), 0.2)
    yield rule("root", "name subject whether", lambda name, pred, _whether: p.yes_no(name, pred))
    yield rule("root", "name whether subject", lambda name, _whether, pred: p.yes_no(name, pred))
    yield rule("root", "whether name subject", lambda _whether, name, pred: p.yes_no(name, pred))
    yield rule(
        "root", "name whether args of noun", lambda name, _w, args, _of, noun: p.yes_no(name, p.nouns_of(noun, args))
    )
