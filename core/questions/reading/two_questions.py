"""Two questions in one are read apart: "Who supplies Tesla and who are its rivals?", 供应商有哪些？竞争对手呢？

Two questions for companies are answered with the members of both sets. Of two that ask for different things, the first
is read and the second is told as not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.domain.plan import Companies, Count, Entities, Or, Plan, Related, nodes_of
from core.domain.text import PRONOUNS
from core.names.name_finder import NameMatch
from core.questions.execution.outermost import outermost
from core.questions.plans.parsed import Parsed
from core.questions.reading.bonds_begun import bond_begun
from core.questions.reading.completed_deals import asked_as_acquired
from core.questions.reading.deals_in_industry import deals_alone
from core.questions.reading.deals_of_amount import any_deals, parsed_with_amount
from core.questions.reading.joint_owners import with_holders_of_shares
from core.questions.reading.largest_holders import parsed_question
from core.questions.reading.moments import moment_asked, told_beside_each
from core.questions.reading.other_orders import in_usual_order
from core.questions.reading.ownership_words import moved
from core.questions.reading.parser import parser_of
from core.questions.reading.unread_forms import without_unread_forms
from core.questions.reading.what_else import of_the_first
from core.questions.reading.what_ended import asked_as_former
from core.questions.reading.what_supplied import what_supplied
from core.questions.vocabulary.openings import opening_of
from core.retrieval.base import Base

_ASKS_EN = r"(?:who|whom|whose|which|what|when|where|how (?:many|much|large|big|old))\b"
_ASKS_ZH = r"(?:谁|哪|什么|何时|多少|几家)"
_ASKS = re.compile(rf"\b{_ASKS_EN}|{_ASKS_ZH}|几[家个]|吗", re.IGNORECASE)
_ASKS_WHETHER = re.compile(r"\W*(?:do|does|did|is|are|was|were|has|have|had|can)\b", re.IGNORECASE)
_OPENS = re.compile(rf"\s*(?:{_ASKS_EN})", re.IGNORECASE)
_NEXT_EN = rf"(?:,?\s+(?:and|plus|as well as)(?:\s+(?:also|then))?\s+|[,;]\s+)(?={_ASKS_EN})"
_NEXT_ZH = (
    rf"[，,;；](?:\s*(?:以及|还有|另外|并且|而))?\s*(?={_ASKS_ZH}|[^，,;；]{{1,12}}(?:呢|{_ASKS_ZH}))"
    rf"|(?:以及|还有)(?={_ASKS_ZH})"
)
_ENDED = r"[?？。;；]+\s*(?:(?:and|also|plus)\b|以及|还有|另外)?\s*(?=[^\s?？。;；])"
_OF_ITS_OWN = r"(?:the )?\w+ of (?:its|that|this) \w+\W*$"
_NEXT_ROLE = rf",?\s+and\s+(?={_OF_ITS_OWN})"
_BETWEEN = re.compile(rf"{_ENDED}|{_NEXT_EN}|{_NEXT_ROLE}|{_NEXT_ZH}", re.IGNORECASE)
_ROLE_OF_ITS_OWN = re.compile(_OF_ITS_OWN, re.IGNORECASE)
_THAT_ROLE = re.compile(
    r"\b(?:that|this) (?P<role>parent|owner|(?:share|stake)?holder|investor|backer|supplier|customer|client|partner"
    r"|acquirer|buyer|competitor|rival|subsidiary)\b(?!['’])",
    re.IGNORECASE,
)
_THAT_COMPANY = re.compile(r"\b(?:that|this) (?:company|firm|one|business)\b", re.IGNORECASE)
"""Of a question that names a company and asks for another, nobody knows which of them is meant."""
_OF_THOSE = re.compile(
    r"\b(?:them|they|their|those|these|also|ones|too|either|each|both|do|does so|not)\b"
    r"|它们|他们|其中|这些|那些|也|同时|各自|都|不|没",
    re.IGNORECASE,
)
"""Words by which the second half speaks of the members of the first, or leaves some of them out."""
_WHO_ARE_THEY = re.compile(
    r"[,，、;；]?\s*(?:(?:and|以及|还有)\s*)?(?:(?:who|which(?: ones| companies)?|what) are they"
    r"|[?？,，]\s*(?:and |if so,? )?(?:which|what) ones?"
    r"|(?:它们|他们|都|各|分别)*(?<=[，,、;；?？们都各别])(?:是|有)(?:谁|哪些公司|哪些|哪几家|哪些企业))(?=[\s?？。.!！]*$)",
    re.IGNORECASE,
)
"""Who the members are is told beside every count and every list."""
_OF_THAT_ONE = re.compile(
    r"[那这](?:一?家|个)[^，,；;]*[，,；;].*?(?P<zh>它|其(?!他|它|中|余)|该公司)"
    r"|(?:\ban? \w[^;,]*(?:[;,]| [-–—] )|\bthe [^;,]* that [^;,]*(?:[;,]| [-–—] ))"
    r".*?\b(?P<en>it|its|that one|that company)\b",
    re.IGNORECASE,
)
"""A pronoun for a company that the question describes without naming it: it stands for no name of the question."""
_OF_A_LIST = re.compile(
    r"^\W*(?:(?:and|so|ok|then),? )?"
    r"(?P<en>(?:which|who|how many|what) (?:ones? |companies )?(?:of|among) (?:those|these))\b"
    r"|^\W*(?:那么?|请问|那)?(?P<zh>其中|[这那]些(?:公司|企业)?(?:当?中|之中|里面?)?)(?=的?(?:有)?(?:哪|几|多少|谁))",
    re.IGNORECASE,
)
"""Words for some of a list that the question does not give."""
_GIVES_A_LIST = re.compile(r"[:：]|\bor\b|还是|或")
_OF_EACH = re.compile(r"\s*(?:each\b|各|分别|每)")
"""A second half that is about the members of the first."""
_WORD = re.compile(r"[^\W\d_]")
_LONGEST = 800
"""Characters of a question that is looked at as two, and with forms of its own: of longer ones that takes seconds."""
_RUNS_ON = re.compile(r"呢\s*$")


_OPENING = r"(?P<ask>\W*(?:(?:what|who|where) (?:is|are|was|were) |tell me |give me )?(?:the )?)"
_TWO_EN = r"(?P<one>[^,;?]{1,40}?),? and (?:the |its )?(?P<other>[^,;?]{1,40}?)"
_TWO_VALUES = (
    re.compile(rf"^{_OPENING}{_TWO_EN} of (?P<of>[^,;?]{{1,60}})\W*$", re.IGNORECASE),
    re.compile(rf"^{_OPENING}(?P<own>[^,;?]{{1,60}}?['’]s? ){_TWO_EN}\W*$", re.IGNORECASE),
    re.compile(
        r"^(?P<own>[^，,;；？?的]{1,30}的)(?P<one>[^，,;；？?的由被给向]{1,12}?)(?:[和与及]|以及|还有)"
        r"(?P<other>[^，,;；？?的由被给向]{1,12}?)"
        r"(?:分别|各)?(?:是|为|在|有)?(?:什么|谁|多少|哪里|哪儿|哪些|何时|哪)?[\s?？。]*$"
    ),
)
"""Two values of one company asked for as nouns: its ticker and headquarters, 股票代码和成立时间."""


_WHAT_AND_TO_WHOM = re.compile(
    r"^\W*(?P<what>what) (?P<do>do|does|did) (?P<who>[^,;?]{1,60}?)"
    r" (?P<verb>sell|supply|make|produce|manufacture|license|licence|provide|deliver)(?: out)?"
    r",? and (?:to|for) (?:whom|who|which companies|what companies)\W*$",
    re.IGNORECASE,
)
"""What somebody sells, and to whom: products, and customers."""
_WHICH_TO_WHOM_ZH = re.compile(
    r"(?:把|将)(?P<what>(?:什么|啥|哪些|哪个|哪几[种款个])[^\s，,谁哪]{0,6}?)(?=授权|许可|卖|供应|供货|转让)"
)
"""百济神州把哪些药授权给了谁: which, beside to whom."""
_LICENCE = ("license", "licence")


def parted(question: str) -> Iterator[tuple[str, str]]:
    """The ways in which a text can be two questions, each as two texts; the second may leave out whom it is about."""
    between = _between(question)
    if between is not None and not _OF_EACH.match(question, between.end()):
        yield question[: between.start()], _RUNS_ON.sub("", question[between.end() :].rstrip(" ?？。.!！"))
    both = _WHAT_AND_TO_WHOM.match(question)
    if both is not None and both["verb"].lower() not in _LICENCE:
        yield f"What {both['do']} {both['who']} make?", f"Who {both['do']} {both['who']} supply?"
    for pattern in _TWO_VALUES:
        found = pattern.match(question)
        if found is not None:
            said = found.groupdict()
            ask, own = said.get("ask") or "", said.get("own") or ""
            of = f" of {said['of']}" if said.get("of") else ""
            yield f"{ask}{own}{said['one']}{of}", f"{ask}{own}{said['other']}{of}"


def read_question(base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]) -> Parsed:
    """As ``Parser.parse``, of one question or of two.

    The arguments are those of ``Parser.parse``.
    """
    if len(" ".join(question.split())) > _LONGEST:
        return parser_of(base).parse(question, chosen, otherwise_written)
    deals = None if chosen else _deals_of_anybody(base, question)
    if deals is not None:
        return deals
    if not chosen and not otherwise_written and (first := of_the_first(base, question)) is not None:
        return first
    of_amount = parsed_with_amount(base, question, chosen, otherwise_written, read_question)
    if of_amount is not None:
        return of_amount
    plainly = asked_as_acquired(question) or asked_as_former(question) or in_usual_order(question)
    if plainly and not otherwise_written:
        parsed = _read_one_or_two(base, plainly, chosen, ())
        if parsed.whole and parsed.plan is not None:
            return replace(parsed, parts=())  # they stand elsewhere in the question
    return without_unread_forms(question, _read_one_or_two(base, question, chosen, otherwise_written))


def _deals_of_anybody(base: Base, question: str) -> Parsed | None:
    """Acquisitions, or those in an industry, where the question asks for nothing else."""
    plan = any_deals(base, question)
    return deals_alone(question, lambda text: _read_one_or_two(base, text, (), ())) if plan is None else Parsed(plan)


def _read_one_or_two(
    base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]
) -> Parsed:
    beside = told_beside_each(base, question, chosen, otherwise_written)
    if beside is not None:
        return beside
    framed = what_supplied(base, question, chosen, otherwise_written)
    framed = framed or bond_begun(base, question, chosen, otherwise_written)
    if framed is not None:
        return Parsed(framed)
    parsed = _read(base, question, chosen, otherwise_written)
    described = None if chosen else _OF_THAT_ONE.search(question)
    of_a_list = None if _GIVES_A_LIST.search(question) else _OF_A_LIST.search(question)
    absent = described or of_a_list
    if absent is not None and parsed.whole:
        parsed = replace(parsed, not_understood=(absent["zh"] or absent["en"],))
    if parsed.whole and parsed.plan is not None:
        return replace(parsed, not_understood=(*parsed.not_understood, *_which_besides(question)))
    return moment_asked(base, question, chosen, otherwise_written) or parsed


def _which_besides(question: str) -> Iterator[str]:
    """What a question asks for beside to whom: no plan holds both."""
    both, which = _WHAT_AND_TO_WHOM.match(question), _WHICH_TO_WHOM_ZH.search(question)
    if both is not None:
        yield question[both.start("what") : both.end("what")]
    if which is not None:
        yield which["what"]


def _read(base: Base, question: str, chosen: Sequence[str], otherwise_written: Sequence[NameMatch]) -> Parsed:
    text = _without_who_are_they(question)
    between = _between(text)
    if between is not None:
        both = _of_both(base, text, between, chosen, moved(otherwise_written, question, text))
        if both is not None:
            return both
    if text != question:
        counted = parsed_question(base, text, chosen, moved(otherwise_written, question, text))
        if counted.whole and counted.plan is not None and isinstance(counted.plan.answer, Companies | Count):
            return counted
    return parsed_question(base, question, chosen, otherwise_written)


def _without_who_are_they(question: str) -> str:
    """The question without "and who are they" behind another one."""
    tail = _WHO_ARE_THEY.search(question)
    before = question[: tail.start()] if tail is not None else ""
    return before if _ASKS.search(before) or _ASKS_WHETHER.match(before) else question


def _between(question: str) -> re.Match[str] | None:
    """What parts the only two questions of a text; None where there is one question, or where the second is about the
    members of the first."""
    opening = opening_of(question)
    start = 0 if opening is None else opening[1]
    found = list(_BETWEEN.finditer(question, start))
    if len(found) != 1:
        return None
    first, second = question[start : found[0].start()], question[found[0].end() :]
    if _WORD.search(first) is None:
        return None
    ended = found[0][0].strip()[:1] in "?？" and _WORD.search(second) is not None
    asks = ended or _OPENS.match(first) is not None or (not first.isascii() and _ASKS.search(first) is not None)
    asks_again = ended or any(each.search(second) for each in (_ASKS, _RUNS_ON, _ROLE_OF_ITS_OWN))
    return found[0] if asks and asks_again and not _OF_THOSE.search(second) else None


def _of_both(
    base: Base, question: str, between: re.Match[str], chosen: Sequence[str], written: Sequence[NameMatch]
) -> Parsed | None:
    """Both questions together; None where they are not two questions that can be understood by themselves."""
    first, second = question[: between.start()], _RUNS_ON.sub("", question[between.end() :].rstrip(" ?？。.!！"))
    one = parsed_question(base, first, chosen, moved(written, question, first))
    if one.plan is None:
        return None
    named = base.names.find(first)
    about = tuple(dict.fromkeys(each for match in named for each in match.entity_ids))
    if len(named) == 1:
        second = _THAT_ROLE.sub(rf"the \g<role> of {first[named[0].start : named[0].end]}", second)
    names_its_own = bool(base.names.find(second)) and not PRONOUNS.search(second)
    other = parsed_question(base, second, () if names_its_own else about or chosen, moved(written, question, second))
    unclear = _THAT_COMPANY.search(second) is not None
    if unclear or not one.whole or not other.whole or other.plan is None or not _starts_from_names(other.plan):
        return replace(one, parts=(), also=(), not_understood=(*one.not_understood, second.strip()))
    together = _together(base, one.plan, _in_turn(one.plan, other.plan))
    if together is None:
        return Parsed(one.plan, not_understood=(second.strip(),), also=(other.plan,))
    return Parsed(together)


def _in_turn(one: Plan, other: Plan) -> Plan:
    """The second plan, of the members of the first where both ask for the same: 它的母公司又是谁 asks for the next."""
    first, second = one.answer, other.answer
    if not isinstance(first, Companies) or not isinstance(second, Companies) or not isinstance(second.set, Related):
        return other
    chained = second.model_copy(update={"set": second.set.model_copy(update={"of": first.set})})
    return other.model_copy(update={"answer": chained}) if first.set == second.set else other


def _starts_from_names(plan: Plan) -> bool:
    return any(isinstance(node, Entities) for _, node in nodes_of(plan))


def _together(base: Base, one: Plan, other: Plan) -> Plan | None:
    """The members of either set, where both are sets of companies as of the same day."""
    if not isinstance(one.answer, Companies) or not isinstance(other.answer, Companies) or one.as_of != other.as_of:
        return None
    for plan in (one.answer, other.answer):
        about = outermost(plan.set)
        if about is None or not base.ontology.joins_companies(about.type):
            return None
    either = Plan(answer=Companies(set=Or(args=(one.answer.set, other.answer.set))), as_of=one.as_of)
    return with_holders_of_shares(either, base)
