"""Rules for several things that one company does to those asked for, or is to them: whom Nvidia supplies and invests
in, 英伟达既投资又供货的公司, 和英伟达既是竞争对手又是客户. All of it is said of each of them."""

from __future__ import annotations

from collections.abc import Iterator

from core.questions.parsing.chart import Rule, rule
from core.questions.parsing.meanings import RelationVerb
from core.questions.phrases.goods_phrases import GoodsPhrases
from core.questions.phrases.several_verbs import Deed, SeveralVerbs

_AND = ("and", "both", "and both", "comma both", "comma and", "comma and both", "as_well", "comma as_well")
_BUT_ALSO = ("", "comma ", "but ", "comma but ", "and ", "as_well ", "but as_well ", "comma but as_well ")


def several_verbs_rules(phrases: GoodsPhrases) -> Iterator[Rule]:
    """Several verbs, or roles, of one company."""
    p = SeveralVerbs(phrases)
    yield from _deeds()
    for did in ("", "has ", "be "):
        yield rule("doing_all", f"args {did}verbs", lambda *w: (w[0], w[-1]))
    yield rule("object", "doing_all", lambda done: p.objects(*done))
    yield rule("np", "doing_all np", lambda done, found: p.whom(found, *done))
    yield rule("object", "args time verbs", lambda args, time, deeds: p.objects(args, deeds, time))
    for which in ("noun be", "noun that", "noun"):
        yield rule("np", f"{which} doing_all", lambda noun, *rest: p.members(noun, *rest[-1]), -0.2)
    yield rule("subject", "by doing_all", lambda _by, done: p.objects(*done))
    for passive in ("verbs by args", "be verbs by args"):
        yield rule("subject", passive, lambda *w: p.passive(w[-3], w[-1]))
    for to in ("preposition", "and"):
        yield rule("subject", f"{to} doing_all", lambda _to, done: p.subjects(*done), -0.2)  # 哪些车企和它竞争并合作
        for roles in ("being_one both being_one", "being_one both verb", "verb both being_one"):
            for both in ("", "both "):
                yield rule("subject", f"{to} args {both}{roles}", lambda _to, args, *w: p.of_each(args, w[-3], w[-1]))
    yield rule("being_one", "be noun", lambda _is, noun: noun)


def _deeds() -> Iterator[Rule]:
    """Two verbs or more, the first with the time that is said of it alone."""
    for goods in ("goods preposition", "class preposition"):  # supply chips to
        yield rule("verb_of_goods", f"verb {goods}", lambda verb, what, _to: Deed(verb, what))
    for them in ("of", "pronoun"):  # 并与之合作, 又向其供货
        for to in ("preposition", "and"):
            yield rule("verb_to_them", f"{to} {them} verb", lambda *w: w[-1])
    for joined in _AND:
        for second in ("verb", "has verb", "be verb", "verb_of_goods", "verb_to_them"):
            behind = f"{joined} {second}"
            for first in ("verb", "verb_of_goods", "verb_to_them"):
                yield rule("verbs", f"{first} {behind}", lambda one, *w: (_deed(one), _deed(w[-1])))
            begun = f"verb time {behind}"
            yield rule("verbs", begun, lambda one, time, *w: (Deed(one, begun=time), _deed(w[-1])))
            yield rule("verbs", f"verbs {behind}", lambda listed, *w: (*listed, _deed(w[-1])))
        yield rule("verbs", f"verb comma verb {joined} verb", lambda a, _, b, *w: (Deed(a), Deed(b), Deed(w[-1])))
    for between in _BUT_ALSO:
        words = f"not_only verb {between}verb"
        yield rule("verbs", words, lambda _not, one, *w: (Deed(one), Deed(w[-1])))


def _deed(done: RelationVerb | Deed) -> Deed:
    return done if isinstance(done, Deed) else Deed(done)
