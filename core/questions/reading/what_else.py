"""What else those do who are asked for: "Who owns GEICO and what else does it own?", 谁拥有沃尔沃？它还拥有哪些公司？

The second half is about the members of the first, besides the company that the first names. It is read as if that
company did so itself; then the members take its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.domain.partial_dates import last_day, today
from core.domain.plan import And, Companies, Controlled, Controllers, Entities, Filter, Minus, Plan, Related, SetPlan
from core.names.name_finder import NameMatch
from core.ontology import Ontology
from core.questions.execution.acquisitions import ACQUIRED
from core.questions.execution.executor import Executor
from core.questions.execution.held_shares import asks_owners
from core.questions.plans.parsed import Parsed
from core.questions.reading.largest_holders import parsed_question
from core.retrieval.base import Base

_ROLES = (
    r"(?:company|companies|firms?|ones?|owners?|parents?(?: compan(?:y|ies))?|(?:share|stake)?holders?|investors?"
    r"|backers?|buyers?|acquirers?|suppliers?|vendors?|makers?|manufacturers?|customers?|clients?|partners?|rivals?|competitors?)"
)
_MANY = rf"he|she|(?:they|these|those)(?: {_ROLES})?|(?:the|that|this|its|their)(?: same)? {_ROLES}"
_ONE = r"it"
_AUXILIARY = r"(?P<auxiliary>does|do|did|has|have|is|are|was|were)"
_ASKED = r"(?P<ask>(?:(?:to|from|with|for) )?(?:what|whom?|which (?:companies|firms|ones)))"
_BUT = r"(?: (?:besides|other than|apart from|except(?: for)?) (?P<but>[^,;?]{1,60}?))?"
_SECOND_EN = (
    rf"{_ASKED} else {_AUXILIARY} (?:(?P<many>{_MANY})|(?P<one>{_ONE}))"
    r"(?P<rest> .+)",
    rf"(?P<ask>what|which) other (?P<noun>[\w-]+(?: [\w-]+)?) {_AUXILIARY} (?:(?P<many>{_MANY})|(?P<one>{_ONE}))"
    r"(?P<rest> .+)",
    rf"{_AUXILIARY} (?:(?P<many>{_MANY})|(?P<one>{_ONE}))(?P<rest> \w+(?: \w+)?)"
    r" (?:anything|anyone|anybody|somebody) else",
    r"(?:(?:what|who|which) (?:is|are|was|were) )?"
    rf"(?:(?P<many>their|(?:the|that|this) {_ROLES}['’]s?)|(?P<one>its)) other (?P<noun>[\w-]+(?: [\w-]+)?)",
    r"(?P<ask>who|which (?:companies|firms)) else (?P<verb>\w+(?: \w+){0,3}) (?P<them>them)",
    rf"(?P<plain>){_ASKED} {_AUXILIARY} (?P<many>{_MANY})(?P<also> also)?(?P<rest> .+?){_BUT}",
)
_NEXT_EN = r"(?:\s*[?？.;,]\s*(?:(?:and|so|then|plus)\s+)?|,?\s+(?:and|plus)\s+)(?:also |then )?"
_EN = tuple(
    re.compile(rf"(?P<first>.+?){_NEXT_EN}(?P<second>{each})[\s?？.!]*", re.IGNORECASE | re.DOTALL)
    for each in _SECOND_EN
)
_MANY_ZH = (
    r"(?:它们|他们?|她们?|[这那]些(?:公司|企业|供应商|客户|股东)|[这那]?(?:几家|家|个)(?:公司|企业)|该(?:公司|企业)"
    r"|(?:其|该|[这那]家)?(?:母公司|股东|所有者|控股方|收购方|投资方|供应商)(?:们)?)"
)
_SUBJECT_ZH = rf"(?:(?P<many>{_MANY_ZH})|(?P<one>它|其(?!他|它|中|余)))?"
_BUT_ZH = r"除了?(?P<but>[^，,;；?？]{1,20}?)(?:以外|之外|外)?[，,]?"
_ZH = tuple(
    re.compile(
        rf"(?P<first>.+?)[?？。;；,，]+(?:(?:那么?|而且?|以及|另外)[，,]?)?(?P<second>{each})[\s?？。!！]*", re.DOTALL
    )
    for each in (
        rf"(?:{_BUT_ZH})?{_SUBJECT_ZH}(?P<under>旗下|名下)?(?:又|都|分别|各自|同时)*还(?P<rest>[^，,;；?？]+?)",
        rf"{_SUBJECT_ZH}(?P<rest>[^，,;；?？还]*(?:其他|其它|别的|另外的?)[^，,;；?？]+?)",
        rf"(?P<plain>)(?:{_BUT_ZH})?(?P<many>{_MANY_ZH})(?:都|又|分别|各自)*(?P<rest>[^，,;；?？还]*(?:谁|哪|什么)[^，,;；?？]*)",
    )
)
_OTHERS_ZH = re.compile("其他|其它|别的|另外的?")
_DOES = re.compile(
    r"\W*(?:(?:tell|show) me )?(?:who|what|which (?:\w+ ){1,3}?)\s*"
    r"(?!(?:does|do|did|has|have|is|are|was|were)\b)[a-z]"
    rf"|\W*who (?:is|are|was|were) the {_ROLES} of\b"
    r"|\W*(?:请问|那)?(?:谁|哪家(?:公司|企业)?|哪个(?:公司|企业)|哪些(?:公司|企业)|什么公司)",
    re.IGNORECASE,
)
"""A question whose subject is asked for: who then does it else is meant by "it"."""
_ASKS = re.compile(r"\b(?:who|whom|whose|what|which|where|when|how)\b|谁|哪|什么|何|多少|几|吗|呢", re.IGNORECASE)
_PASSIVE = re.compile(r"\bby\b|\bbelong|\b(?:is|are|was|were) (?:part|a subsidiary)|[被由归属]", re.IGNORECASE)
_LONGEST = 300


@dataclass(frozen=True)
class WhatElse:
    """``first``: the first half; ``named``: the company that it names. ``second``: the other half as it stands, and
    ``as_if_named`` as if that company were meant by its pronoun; ``besides``: whether it leaves that company out."""

    first: str
    named: tuple[str, ...]
    second: str
    as_if_named: str
    besides: bool = True


def what_else(base: Base, question: str) -> WhatElse | None:
    """The two halves of such a question; None of any other."""
    if len(question) > _LONGEST:
        return None
    for said in _halves(question):
        first = said["first"]
        named = _companies(base, first)
        if len(named) != 1 or not _ASKS.search(first) or not _names_only(base, said, named[0].entity_ids):
            continue
        groups, name = said.groupdict(), first[named[0].start : named[0].end]
        besides = groups.get("plain") is None or bool(groups.get("also") or groups.get("but"))
        halves = WhatElse(first, named[0].entity_ids, said["second"], _as_if_named(groups, name), besides)
        if groups.get("plain") is not None:
            plan = parsed_question(base, first, (), ()).plan
            if plan is not None and others_of(base, halves, plan):
                return halves
        elif groups.get("many") or groups.get("them") or _DOES.match(first) or _owners_asked(base, halves):
            return halves
    return None


def _names_only(base: Base, said: re.Match[str], ids: Sequence[str]) -> bool:
    """Whether the second half names no company but, to leave it out, the one of the first."""
    left_out = said.groupdict().get("but")
    named = [each.entity_ids for each in _companies(base, said["second"])]
    return named == ([tuple(ids)] if left_out else [])


def _halves(question: str) -> Iterator[re.Match[str]]:
    for each in (*_EN, *_ZH):
        said = each.fullmatch(question.strip())
        if said is not None and not _goes_on(said.groupdict()):
            yield said


def _goes_on(said: dict[str, str | None]) -> bool:
    """Whether 还有 is no more than and: 还有哪些是它的竞争对手."""
    of_them = said.get("many") or said.get("one") or said.get("under")
    return not of_them and (said.get("rest") or "").startswith("有")


def _companies(base: Base, text: str) -> list[NameMatch]:
    """The names of companies and people in a text."""
    entity = base.knowledge_base.entity
    return [each for each in base.names.find(text) if entity(each.entity_ids[0]).type in ("company", "person")]


def _owners_asked(base: Base, halves: WhatElse) -> bool:
    """Whether the owners of a company are asked for, who are meant by "it" of what else it owns."""
    plan = parsed_question(base, halves.first, (), ()).plan
    asked = plan.answer.set if plan is not None and isinstance(plan.answer, Companies) else None
    about = _about(asked, halves.named) if asked is not None else ()
    return any(_way(base.ontology, each) == _OWNERS for each in about)


def _as_if_named(said: dict[str, str | None], name: str) -> str:
    """The second half about the company that the first names."""
    if said.get("them"):
        return f"{said['ask']} {said['verb']} {name}?"
    if said.get("auxiliary"):
        singular = {"do": "does", "have": "has", "are": "is", "were": "was"}
        auxiliary = str(said["auxiliary"]).lower()
        noun = f" {said['noun']}" if said.get("noun") else ""
        return f"{said.get('ask') or 'what'}{noun} {singular.get(auxiliary, auxiliary)} {name}{said['rest']}?"
    if said.get("noun"):
        return f"{said['noun']} of {name}"
    return f"{name}{said.get('under') or ''}{_OTHERS_ZH.sub('', said['rest'] or '')}"


def of_the_first(base: Base, question: str) -> Parsed | None:
    """The first half alone, with the second as what is not understood: no plan holds both. Of a statement and a
    question, what else somebody has. None of any other question."""
    stated = _beside_what_is_stated(base, question)
    if stated is not None:
        return stated
    halves = what_else(base, question)
    parsed = parsed_question(base, halves.first, (), ()) if halves is not None else Parsed()
    if halves is None or parsed.plan is None or not isinstance(parsed.plan.answer, Companies):
        return None
    return Parsed(parsed.plan, not_understood=(*parsed.not_understood, halves.second))


def others_of(base: Base, halves: WhatElse, first: Plan) -> tuple[Plan, ...]:
    """What the second half asks for, where it is what makes the first half true of its members, in the order of
    likelihood: the holdings of the owners of GEICO but GEICO."""
    if not isinstance(first.answer, Companies):
        return ()
    members = first.answer.set
    ways = {_way(base.ontology, each) for each in _about(members, halves.named)}
    plans = []
    for plan in _read(base, halves.as_if_named):
        asked = plan.answer.set if isinstance(plan.answer, Companies) else None
        about = next(_about(asked, halves.named), None) if asked is not None else None
        if asked is None or about is None or _opposite(_way(base.ontology, about)) not in ways:
            continue
        others = _with_part(asked, about, about.model_copy(update={"of": members}))
        if halves.besides:
            others = Minus(arg=others, without=(Entities(ids=halves.named),))
        plans.append(plan.model_copy(update={"answer": Companies(set=others), "as_of": first.as_of}))
    return tuple(plans)


def _read(base: Base, text: str) -> tuple[Plan, ...]:
    parsed = parsed_question(base, text, (), ())
    return () if parsed.plan is None or not parsed.whole else (parsed.plan, *parsed.also)


def _beside_what_is_stated(base: Base, question: str) -> Parsed | None:
    """“Geely owns Volvo; what else does it own?”: what the plain question lists, where it lists what is stated, but
    that."""
    for said in _halves(question):
        first, named = said["first"], _companies(base, said["first"])
        if len(named) != 2 or _ASKS.search(first) or _companies(base, said["second"]):
            continue
        if first[: named[0].start].strip() or _PASSIVE.search(first[named[0].end :]):
            continue
        text = _as_if_named(said.groupdict(), first[named[0].start : named[0].end])
        for plan in _read(base, text):
            asked = plan.answer.set if isinstance(plan.answer, Companies) else None
            if asked is not None and _has(base, plan, asked, named[1].entity_ids):
                without = Minus(arg=asked, without=(Entities(ids=named[1].entity_ids),))
                return Parsed(plan.model_copy(update={"answer": Companies(set=without)}))
        return Parsed(not_understood=(said["second"],))
    return None


def _has(base: Base, plan: Plan, asked: SetPlan, ids: Sequence[str]) -> bool:
    day = last_day(plan.as_of) if plan.as_of else today()
    found = Executor(base.knowledge_base, base.ontology, day).members(asked).members.ids
    return not set(ids).isdisjoint(found)


_Part = Related | Controllers | Controlled
_OWNERS, _OWNED = ("owner", "backward"), ("owner", "forward")


def _about(asked: SetPlan, named: Sequence[str]) -> Iterator[_Part]:
    """The parts of a set by which its members have to do with the company."""
    match asked:
        case Related(of=Entities(ids=ids)) | Controllers(of=Entities(ids=ids)) | Controlled(of=Entities(ids=ids)):
            if not set(ids).isdisjoint(named):
                yield asked
        case And(args=args):
            for each in args:
                yield from _about(each, named)
        case Filter(arg=arg) | Minus(arg=arg):
            yield from _about(arg, named)


def _with_part(asked: SetPlan, part: SetPlan, other: SetPlan) -> SetPlan:
    """The set with one of its parts changed."""
    if asked == part:
        return other
    match asked:
        case And(args=args):
            return asked.model_copy(update={"args": tuple(_with_part(each, part, other) for each in args)})
        case Filter(arg=arg) | Minus(arg=arg):
            return asked.model_copy(update={"arg": _with_part(arg, part, other)})
    return asked


def _way(ontology: Ontology, part: _Part) -> tuple[str, str]:
    """What a part asks for: of all that means owning the owners, or what is owned."""
    if not isinstance(part, Related):
        return _OWNERS if isinstance(part, Controllers) else _OWNED
    kind, end = part.type, part.end
    if kind == ACQUIRED:
        return _OWNERS if end == "backward" else _OWNED
    if kind in ontology and ontology[kind].holding is not None:
        return _OWNERS if asks_owners(ontology, part) else _OWNED
    return kind, "either" if kind in ontology and ontology[kind].symmetric else end


def _opposite(way: tuple[str, str]) -> tuple[str, str]:
    kind, end = way
    return kind, {"forward": "backward", "backward": "forward"}.get(end, end)
