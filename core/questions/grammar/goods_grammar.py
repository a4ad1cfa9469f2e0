"""Rules for whose goods or licences somebody uses."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.parsing.meanings import Phrase
from core.questions.phrases.goods_phrases import GoodsPhrases

_WHO = Phrase(asked=True)


def goods_rules(p: GoodsPhrases) -> Iterator[Rule]:
    """小米用谁家的芯片, whose chips does Xiaomi use, 吉利用的电池是谁供的."""
    for what in ("licence", "goods"):  # 都从哪家引进过授权
        words = f"args preposition np verb {what}"
        yield rule("np", words, lambda args, _to, found, verb, _what: p.whom_of(args, verb, found))
    yield rule("np", "args preposition class verb np", p.whom_given)
    yield rule("np", "args verb np of class", lambda a, verb, found, _of, named: p.whose_class(a, verb, found, named))
    yield rule("np", "args verb np of goods", lambda a, verb, found, _of, goods: p.whose_goods(a, verb, found, goods))
    yield rule("np", "args verb np of licence", lambda a, verb, found, _of, _licence: p.whose_licence(a, verb, found))
    yield rule("np", "whose class args verb", lambda _who, named, a, verb: p.whose_class(a, verb, _WHO, named))
    yield rule("np", "whose goods args verb", lambda _who, goods, a, verb: p.whose_goods(a, verb, _WHO, goods))
    yield rule("np", "whose licence args verb", lambda _who, _what, a, verb: p.whose_licence(a, verb, _WHO))
    yield rule("np", "whose class be args verb", lambda _who, named, _be, a, verb: p.whose_class(a, verb, _WHO, named))
    yield rule("np", "whose goods be args verb", lambda _who, goods, _be, a, verb: p.whose_goods(a, verb, _WHO, goods))
    yield rule("np", "whose licence be args verb", lambda _who, _what, _be, a, verb: p.whose_licence(a, verb, _WHO))
    yield rule("np", "args verb whose class", lambda args, verb, _who, named: p.whose_class(args, verb, _WHO, named))
    yield rule("np", "args verb whose goods", lambda args, verb, _who, goods: p.whose_goods(args, verb, _WHO, goods))
    yield rule("np", "args verb whose licence", lambda args, verb, _who, _what: p.whose_licence(args, verb, _WHO))
    yield rule("np", "args verb of class be company of", lambda a, v, _of, named, *_: p.whose_class(a, v, _WHO, named))
    yield rule("np", "args verb of goods be company of", lambda a, v, _of, goods, *_: p.whose_goods(a, v, _WHO, goods))
    yield rule("np", "args verb of licence be company of", lambda a, v, *_: p.whose_licence(a, v, _WHO))
    yield rule("np", "args verb noun", p.depended_on, 0.1)
    yield rule("np", "noun be args verb", lambda noun, _do, args, verb: p.depended_on(args, verb, noun), 0.1)
    yield rule("np", "args stands_behind company", lambda args, *_: p.owners(args))
    yield rule("np", "args stands_behind noun", lambda args, _behind, noun: p.noun_set(noun, args), -0.2)
    yield from _made_by(p)
    yield from _supplied(p)
    yield from _going(p)


def _supplied(p: GoodsPhrases) -> Iterator[Rule]:
    """Goods behind a name (Tesla batteries), and their suppliers."""
    yield rule("args", "names class", p.goods_of, 0.8)
    yield rule("np", "args has company class", lambda args, _has, _which, named: p.products_of_kind(args, named))
    yield rule("np", "company class be args has", lambda _which, named, _do, a, _has: p.products_of_kind(a, named))
    yield rule("np", "class noun", p.makers_supplying, 0.7)
    yield rule("np", "class of noun", lambda named, _of, noun: p.makers_supplying(named, noun), 0.7)
    yield rule("np", "noun preposition class", lambda noun, _of, named: p.makers_supplying(named, noun), 0.7)
    for words in ("args of class come_from", "args possessive class come_from", "args class come_from"):
        yield rule("np", words, lambda args, *rest: p.where_from(args, rest[-2]), 0.1)
    for words in ("where be args possessive class come_from", "where be args class come_from"):
        yield rule("np", words, lambda _where, _do, args, *rest: p.where_from(args, rest[-2]), 0.1)
    words = "noun preposition class preposition args"
    yield rule("np", words, lambda noun, _of, named, _to, args: p.suppliers_to(noun, named, args), 0.1)
    yield rule("object", "args verb class preposition", lambda args, verb, named, _of: p.bought_from(args, verb, named))
    yield rule("object", "args verb class preposition", lambda args, verb, named, _to: p.sold_by(args, verb, named))
    yield rule("object", "args verb preposition class", lambda args, verb, _with, named: p.sold_by(args, verb, named))
    yield rule(
        "np", "args verb class preposition np", lambda a, verb, named, _to, found: p.sold_to(a, verb, named, found)
    )
    yield rule("subject", "by args verb class", lambda _by, args, verb, named: p.sold_by(args, verb, named))
    yield rule("subject", "verb class by args", lambda verb, named, _by, args: p.sold_through(args, verb, named))
    yield rule(
        "subject", "stranded class preposition args", lambda v, what, to, args: p.licensed_out(v, to, args, what)
    )
    yield rule("subject", "stranded company preposition args", lambda v, _what, to, args: p.licensed_out(v, to, args))
    words = "preposition np be args stranded class"
    yield rule("np", words, lambda to, found, _be, a, verb, named: p.fronted_goods(to, found, a, verb, named))
    yield rule("np", "class class", p.doing_both, 0.5)


def _made_by(p: GoodsPhrases) -> Iterator[Rule]:
    """What is used, and who supplies or licenses it."""
    yield rule("np", "args verb np verb", p.made_by)
    for goods in ("goods", "licence"):
        yield rule("np", f"args verb np verb of {goods}", lambda a, verb, found, by, *_: p.made_by(a, verb, found, by))
        yield rule("np", f"args verb of {goods} be np verb", lambda a, v, _o, _g, _b, f, by: p.made_by(a, v, f, by))
    yield rule(
        "np", "args verb np verb of class", lambda a, v, found, by, _of, named: p.made_by(a, v, found, by, named)
    )
    yield rule(
        "np", "args verb of class be np verb", lambda a, v, _of, n, _be, found, by: p.made_by(a, v, found, by, n)
    )


def _going(p: GoodsPhrases) -> Iterator[Rule]:
    """Where goods go, and what somebody starts to do."""
    yield rule("goods", "pronoun goods", lambda _their, goods: goods)
    for words in ("receive args orders", "receive args of orders"):
        yield rule("subject", words, lambda _get, args, *_: p.ordered_from(args))
    yield rule("np", "np be args sold_to", lambda found, be, args, _sold: p.whom_sold_to(found, be, args))
    yield rule("np", "args be sold_to np", lambda args, be, _sold, found: p.whom_sold_to(found, be, args))
    yield rule("np", "args sold_off np", lambda args, _sold, found: p.whom_sold_to(found, "was", args), 0.25)
    yield rule("np", "args by sold_off np", lambda args, _by, _sold, found: p.whom_sold_to(found, "was", args))
    yield rule("subject", "was_sold_to args", lambda _sold, args: p.acquired_by(args))
    yield rule("np", "np sold_to args", lambda found, _sold, args: p.sold(found, args))
    yield rule("verb", "start verb", lambda _start, verb: p.begun_verb(verb))
    yield rule("subject", "start subject", lambda _start, pred: pred)
    yield rule("object", "args go_to", lambda args, _go: p.goes_to(args))
    yield rule("np", "args go_to np", lambda args, _go, found: p.buyers_among(found, args), 0.1)
    yield rule("np", "np be args go_to", lambda found, _do, args, _go: p.buyers_among(found, args), 0.1)
    for built_in in ("go_into", "be go_into"):
        words = f"whose class {built_in} args"
        yield rule("np", words, lambda _whose, named, *rest: p.built_in(named, rest[-1]))
        yield rule("np", f"{words} class", lambda _whose, named, *rest: p.built_in(named, rest[-2]))
