"""Rules for what a relation is with besides those named: Tesla and other carmakers, 苹果和其他手机厂商."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.domain.plan import Entities, Minus
from core.questions.parsing.chart import Rule, rule
from core.questions.parsing.meanings import Args, Named, Phrase, SetCondition, entities
from core.questions.phrases.fitting import ids_of
from core.questions.phrases.phrases import Phrases


def others_rules(p: Phrases) -> Iterator[Rule]:
    """Other companies, of a class or of none, alone and beside names."""
    yield rule("further", "other class", lambda named, what: _others(p.class_members(what), named))
    yield rule("further", "other class company", lambda named, what, _who: _others(p.class_members(what), named))
    yield rule("noun", "other_role noun", lambda named, noun: p.noun_under(noun, SetCondition(named, positive=False)))
    yield rule("further", "other company", lambda named, _who: _others(Phrase(), named))
    yield rule("args", "further", lambda others: others, 0.1)
    yield rule("args", "args or further", lambda args, _or, others: _or_others(args, others))
    for joined in ("and", "comma and"):
        yield rule("args", f"args {joined} further", lambda args, *rest: _besides(args, rest[-1]))
        yield rule("args", f"args {joined} class", lambda args, *rest: _beside_class(p, args, rest[-1]), 0.1)


def _others(found: Phrase | None, named: Entities) -> Args | None:
    members = None if found is None else found.plan()
    return None if members is None else Args((Minus(arg=members, without=(named,)),))


def _or_others(args: Args, others: Args) -> Args | None:
    """Tesla or other carmakers: any of them."""
    fits = len(args.sets) == 1 or args.join == "or" or args.listed
    names = all(isinstance(each, Entities) for each in args.sets)
    return replace(args, sets=(*args.sets, *others.sets), join="or") if fits and names and not args.goods else None


def _beside_class(p: Phrases, args: Args, named: Named) -> Args | None:
    """Tesla and carmakers: none of them is Tesla again."""
    others = _others(p.class_members(named), entities(ids_of(args))) if named.companies and ids_of(args) else None
    return None if others is None else _besides(args, others)


def _besides(args: Args, others: Args) -> Args | None:
    """Both those named and one of the others."""
    fits = all(isinstance(each, Entities) for each in args.sets) and args.join == "and" and not args.goods
    return replace(args, sets=(*args.sets, *others.sets), at_once=True) if fits else None
