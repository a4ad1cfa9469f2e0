"""First stage: a request becomes ``Understood`` – linked to entities and read by rules. Searches nothing."""

from __future__ import annotations

import re
from dataclasses import replace

from core.discovery.intention import intention_by_rules
from core.discovery.members import former_members, members_of
from core.discovery.mentioned_names import mentioned_by
from core.discovery.name_resolution import require_asked
from core.discovery.planned import asked_about, industries_asked_about
from core.discovery.understood import SPATIAL, Understood
from core.domain.partial_dates import last_day, today
from core.domain.plan import Entities, Minus, Path, Plan, Value, nodes_of
from core.domain.requests import DiscoveryRequest
from core.monitoring.stopwatch import Stopwatch
from core.names.masking import has_pronoun, mask_names
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters, is_written_as_name, reads_as_company_name
from core.names.places import with_place_names
from core.ontology import COMPANY
from core.questions.plans.checking import check_plan
from core.questions.plans.parsed import Parsed
from core.questions.reading.parser import parser_of
from core.questions.reading.two_questions import read_question
from core.questions.vocabulary.lexicon import lexicon_of
from core.questions.vocabulary.market_words import SaidMarket, market_in
from core.reasoning.absent_subject import absent_subject
from core.reasoning.asked_value import AskedValue, asked_value
from core.reasoning.ranking_cues import ranking_cue
from core.reasoning.unused_words import unused_words
from core.retrieval.base import Base
from core.retrieval.company_text import language_of
from core.retrieval.known_topic import is_known
from core.retrieval.name_link import Link
from core.retrieval.topic import topic_of, unsaid_runs

_YEAR = re.compile(r"(?:1[6-9]|20)\d\d年?")
_MOST_BEGUN = 6


def understand(
    base: Base, request: DiscoveryRequest, clock: Stopwatch | None = None, *, whatever_is_named: bool = False
) -> Understood:
    """Link the request and read its question.

    ``whatever_is_named``: a question that names nothing, or a name of several, is a topic all the same. Raises
    QueryEmptyError, QueryTooLongError, and for the plan of a request EntityUnknownError and PlanInvalidError.
    """
    clock = clock or Stopwatch()
    if request.plan is not None:
        return understood_plan(base, request, request.plan, clock)
    require_asked(base.settings.query_max_characters, request.company, request.query)
    request = _of_a_company_alone(base, request)
    with clock.stage("link") as size:
        names = tuple(base.names.find(request.query))
        link = _link(base, request, mask_names(request.query, names))
        if whatever_is_named and link.outcome in ("unknown", "ambiguous"):
            link = Link("topic", choices=link.choices)
        size(len(link.entity_ids) or len(link.choices))
    with clock.stage("parse") as size:
        parsed = _parsed(base, request, link)
        link = _link_of_plan(base, request, link, parsed)
        size(len(parsed.parts))
    understood = Understood(base, request, link, names, parsed)
    if understood.answerable:
        with clock.stage("ask") as size:
            understood = _read(understood)
            size(int(understood.asked is not None))
        with clock.stage("evidence") as size:
            size(understood.evidence.relations_read)
    return understood.changed(timings=tuple(clock.timings))


def _of_a_company_alone(base: Base, request: DiscoveryRequest) -> DiscoveryRequest:
    """A question that is nothing but the name of a company, in whichever language or as a ticker, as if that company
    were chosen: how it is spelled finds no other texts."""
    if request.company or not request.query.strip():
        return request
    link = base.names.link_name(request.query.strip(" ?？。.!！"))
    is_company = (
        link.outcome == "linked" and base.knowledge_base.is_company[base.knowledge_base.node_of[link.entity_ids[0]]]
    )
    return request.model_copy(update={"company": link.entity_ids[0], "query": ""}) if is_company else request


def _link(base: Base, request: DiscoveryRequest, masked: str) -> Link:
    """The entities meant; a question that names none, not even one that is not here, but is about something the texts
    know has a topic."""
    if request.company:
        return _with_begun(base, base.names.link_name(request.company), request.company)
    link = _with_begun(base, base.names.link_question(request.query), request.query)
    if link.outcome != "unknown" or has_pronoun(request.query):
        return link
    subject = _absent_subject(base, request.query)
    if not (link.name and (not subject or subject in link.name or link.choices)):
        wordings = dict.fromkeys((masked, with_place_names(masked)))  # texts may have a place in either
        absent = subject or base.names.absent_name(request.query)
        if not subject and any(_is_topic(base, wording) for wording in wordings):
            brand = _as_a_name(base, absent)
            mentioned = () if link.choices else mentioned_by(base, brand)
            return Link("topic", choices=link.choices or mentioned, name=brand if mentioned else "")
        link = replace(link, name="" if _is_topic(base, absent) else absent)
    link = replace(link, name=_as_a_name(base, link.name))
    begun = link.choices or base.names.beginning_with(link.name or request.query)  # typed as far as its beginning
    return replace(link, choices=begun or mentioned_by(base, link.name))


def _with_begun(base: Base, link: Link, text: str) -> Link:
    """Companies whose names begin with the text, before those that have it in the middle of one: Micro is the beginning
    of Microsoft, and a word of Advanced Micro Devices."""
    if link.outcome != "ambiguous" or all(_begins(base, each.company_id, text) for each in link.choices):
        return link
    begun = base.names.beginning_with(text)
    known = {each.company_id for each in begun}
    others = [each for each in link.choices if each.company_id not in known]
    return replace(link, choices=(*begun, *others)[: max(len(link.choices), _MOST_BEGUN)])


def _begins(base: Base, company: str, text: str) -> bool:
    entity, folded = base.knowledge_base.entity(company), fold_characters(text.strip())
    names = (entity.name_zh, entity.name_en, *entity.aliases, *entity.tickers)
    return any(fold_characters(name).startswith(folded) for name in names)


def _as_a_name(base: Base, words: str) -> str:
    """The words that are a name, without those beside it that say something else."""
    if not words or _is_no_name(base, words):
        return ""
    return words if language_of(words) != "zh" or is_written_as_name(words) else parser_of(base).name_in(words)


def _is_no_name(base: Base, words: str) -> bool:
    """Whether words are a year, or ask for a relation: nobody is called 2016 or CEO."""
    readings = lexicon_of(base.ontology)[fold_characters(words)] or {}
    return _YEAR.fullmatch(words) is not None or "noun" in readings


def _absent_subject(base: Base, question: str) -> str:
    """What a question for a value is about, where that may be a name: it holds no cue and no function word, and is no
    topic, as 锂矿 in 锂矿公司在哪里."""
    subject = absent_subject(question)
    whole = unsaid_runs(subject, (), base.ontology) == [(0, len(subject))]
    return subject if subject and whole and not _is_topic(base, subject) else ""


def _is_topic(base: Base, words: str) -> bool:
    """Whether the texts know these words."""
    return bool(words) and is_known(base.knowledge_base, topic_of(words, base.ontology), base.settings)


def _read(understood: Understood) -> Understood:
    """With a plan for the value that the question asks for, where it has no other, and with what else is told of it."""
    base, request = understood.base, understood.request
    written = [*understood.asked_about, *understood.link.otherwise_written]
    names = sorted(written, key=lambda match: match.start)
    masked = mask_names(request.query, names)
    cue = ranking_cue(masked, base.ontology)
    parsed = understood.parsed
    holds_office = cue is not None and base.ontology.is_bridge(base.ontology[cue.type].source)
    not_recorded = holds_office and not (parsed.whole and parsed.plan and _is_recorded(parsed.plan, base))
    value = _asked_value(understood, names, relation_is_asked=cue is not None and not not_recorded)
    if value is not None and (value.kind == "attribute" or not parsed.whole or not_recorded):
        about = _asked_of(understood, market_in(request.query))
        parsed = Parsed(_plan_of_value(about[0], value))
        if about != understood.link.entity_ids:
            understood = understood.changed(link=replace(understood.link, entity_ids=about))
    named_besides = _named_besides(base, request, understood.link)
    read = understood.changed(parsed=parsed, ranking_cue=cue, named_besides=named_besides)
    intention = intention_by_rules(
        request.query, read.ranking_relation, base.ontology, place_emphasis(read), a_value=read.asked_value is not None
    )
    return read.changed(intention=replace(intention, whole=not _is_left_over(read, masked)))


def _is_left_over(understood: Understood, masked: str) -> bool:
    """Whether the rules do not use every word, but for function words of a question that asks for nothing (Tell me
    about CATL), or use them for no plan although words of a relation are among them. ``masked``: without names."""
    parsed = understood.parsed
    if parsed.plan is not None:
        return bool(parsed.not_understood)
    return understood.ranking_cue is not None or bool(parsed.not_understood and unused_words(masked, ()))


def _parsed(base: Base, request: DiscoveryRequest, link: Link) -> Parsed:
    """What the words ask for; nothing without any."""
    chosen = link.entity_ids if request.company else ()
    if not request.query:
        return Parsed()
    parsed = read_question(base, request.query, chosen, link.otherwise_written)
    if not parsed.whole or not parsed.also or parsed.plan is None or _has_members(parsed.plan, base):
        return parsed
    found = next((plan for plan in parsed.also if _has_members(plan, base)), parsed.plan)
    return replace(parsed, plan=found)


def _has_members(plan: Plan, base: Base) -> bool:
    """Whether anything is recorded to answer it; of readings that are about as likely, one with members is meant."""
    members = members_of(plan, base, last_day(plan.as_of) if plan.as_of else today())
    return isinstance(plan.answer, Path | Value) or bool(members.lines or members.others)


def _is_recorded(plan: Plan, base: Base) -> bool:
    """Whether anything is recorded to answer it at any time."""
    whenever = plan.model_copy(update={"as_of": None})
    return any(_has_members(each, base) or former_members(each, base, today()).anybody for each in (plan, whenever))


def _link_of_plan(base: Base, request: DiscoveryRequest, link: Link, parsed: Parsed) -> Link:
    """Of a question that is understood, what its plan starts from; what was not linked is no fault then."""
    if request.company or parsed.plan is None or _is_a_name(request.query, link, parsed, parsed.plan):
        return link
    if not parsed.whole:
        return Link("topic", choices=link.choices) if _names_an_industry(request.query, link, parsed.plan) else link
    about = asked_about(parsed.plan)
    if about:
        if not any(base.knowledge_base.entity(each).type == COMPANY for each in about):  # a product of an industry
            about += tuple(each for each in industries_asked_about(parsed.plan) if each in link.entity_ids)
        return Link("linked", about, otherwise_written=link.otherwise_written)
    return link if link.outcome in ("linked", "topic") else Link("topic", choices=link.choices)


def _names_an_industry(question: str, link: Link, plan: Plan) -> bool:
    """Whether an industry is named where no company is, and no name that is not here: of AI startups it is told that
    startups are not understood."""
    named = link.outcome != "unknown" or bool(link.name or link.choices)
    named = named or reads_as_company_name(question) or is_written_as_name(question)
    return not named and bool(industries_asked_about(plan))


def _is_a_name(question: str, link: Link, parsed: Parsed, plan: Plan) -> bool:
    """Whether a name of several is meant; 汽车 begins the names of some, and is read as what they make."""
    things = " ".join(question[each.start : each.end] for each in parsed.parts if each.kind == "condition")
    return link.outcome == "ambiguous" and link.name not in things and not _is_left_out(link, plan)


def _is_left_out(link: Link, plan: Plan) -> bool:
    """Whether all who bear the name are left out of what is asked for: except Samsung."""
    bearers = {each.company_id for each in link.choices}
    nodes = [node for _, node in nodes_of(plan)]
    without = [
        set(each.ids)
        for node in nodes
        if isinstance(node, Minus)
        for each in node.without
        if isinstance(each, Entities)
    ]
    named = [set(node.ids) for node in nodes if isinstance(node, Entities) and bearers & set(node.ids)]
    return bool(named) and all(bearers <= each and each in without for each in named)


def as_planned(understood: Understood, parsed: Parsed) -> Understood:
    """With another plan of the question, which says what it is about."""
    planned = understood.changed(parsed=parsed)
    if parsed.plan is None or not parsed.whole:
        return planned
    return planned.changed(link=_link_of_plan(understood.base, understood.request, understood.link, parsed))


def _plan_of_value(entity_id: str, value: AskedValue) -> Plan:
    attribute = value.attribute if value.kind in ("attribute", "figure") else value.kind
    return Plan(answer=Value(entity=entity_id, attribute=attribute, tickers=value.tickers))


def understood_plan(base: Base, request: DiscoveryRequest, plan: Plan, clock: Stopwatch) -> Understood:
    """A plan that a person or a program made; the question, if there is one, is only searched for."""
    require_asked(base.settings.query_max_characters, request.query, plan.answer.kind)
    with clock.stage("link") as size:
        check_plan(plan, base.knowledge_base, base.ontology)
        about = asked_about(plan)
        link = Link("linked", about) if about else Link("topic")
        size(len(about))
    with clock.stage("ask") as size:
        names = tuple(base.names.find(request.query)) if request.query else ()
        understood = Understood(base, request, link, names, Parsed(plan))
        size(int(understood.asked is not None))
    intention = intention_by_rules(
        understood.question,
        understood.asked,
        base.ontology,
        place_emphasis(understood),
        a_value=understood.asked_value is not None,
    )
    understood = understood.changed(intention=intention)
    with clock.stage("evidence") as size:
        size(understood.evidence.relations_read)
    return understood.changed(timings=tuple(clock.timings))


def _asked_value(understood: Understood, names: list[NameMatch], *, relation_is_asked: bool) -> AskedValue | None:
    """The recorded value that the question asks for: a figure where it asks for no relation, else of one entity; of the
    tickers, those of the market that it names."""
    question = understood.request.query
    about = [understood.base.knowledge_base.entity(entity_id) for entity_id in understood.link.entity_ids]
    if not about or not question:
        return None
    columns = dict.fromkeys(attribute.name for entity in about for attribute in entity.attributes)
    asked = asked_value(question, names, tuple(columns))
    market = market_in(question) if asked is None else None
    if market is not None and len(_asked_of(understood, market)) == 1:
        others = [each for each in names if each.end <= market.start or each.start >= market.end]
        blank = f"{question[: market.start]}{' ' * (market.end - market.start)}{question[market.end :]}"
        asked = asked_value(blank, others, ())
        return replace(asked, tickers=market.tickers) if asked is not None and asked.kind == "ticker" else None
    is_figure = asked is not None and asked.kind == "figure"
    return asked if (is_figure and not relation_is_asked) or (not is_figure and len(about) == 1) else None


def _asked_of(understood: Understood, market: SaidMarket | None) -> tuple[str, ...]:
    """The entities that a question for a value is about: not the city of a market."""
    linked = understood.link.entity_ids
    if market is None or len(linked) == 1:
        return linked
    names = [each for each in understood.names if not market.start <= each.start < market.end]
    named = {entity_id for each in names for entity_id in each.entity_ids}
    return tuple(each for each in linked if each in named)


def _named_besides(base: Base, request: DiscoveryRequest, link: Link) -> tuple[str, ...]:
    """Companies the question names although another one was chosen to be asked about."""
    named = base.names.link_question(request.query).entity_ids if request.company and request.query else ()
    companies = [entity_id for entity_id in named if base.knowledge_base.entity(entity_id).type == COMPANY]
    return tuple(entity_id for entity_id in companies if entity_id not in link.entity_ids)


def place_emphasis(understood: Understood) -> float:
    """How much relations of place count where nobody has told: all where a place is asked about or asked for."""
    base = understood.base
    spatial = [kind for kind in base.ontology.types.values() if kind.family == SPATIAL]
    asked = understood.ranking_relation.types if understood.ranking_relation else ()
    about = {base.knowledge_base.entity(each).type for each in understood.link.entity_ids}
    wanted = any(kind.id in asked or kind.target in about for kind in spatial)
    return 1.0 if wanted else base.settings.place_relation_emphasis
