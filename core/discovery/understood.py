"""What a question says: what it is about, what it asks for, and what is recorded about that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from core.discovery.goods_in_rows import with_named_goods_first
from core.discovery.intention import Intention
from core.discovery.members import NOBODY, Members, former_members, members_of
from core.discovery.planned import asks_for_the_like, relation_of, value_of
from core.domain.partial_dates import last_day, today
from core.domain.plan import Plan
from core.domain.requests import DiscoveryRequest
from core.domain.results import StageTiming
from core.messages import Language, translate
from core.names.name_finder import NameMatch
from core.names.places import places_in
from core.questions.plans.parsed import Parsed
from core.questions.plans.sentences import PlanWords, names_in
from core.reasoning.asked_relation import AskedInOntology, AskedRelation, recorded_answer_to
from core.reasoning.asked_value import AskedValue
from core.retrieval.base import Base
from core.retrieval.evidence import DirectRelation, Evidence, RecordedEvidence
from core.retrieval.name_link import Link

QUOTED_CHARACTERS = 80
"""Of a question, where an answer repeats it."""
SPATIAL = "SPATIAL"
"""The family of relations of place."""


@dataclass(frozen=True)
class Understood:
    """One request, linked and read. Frozen; what follows from it is computed when first needed.

    ``names``: every name found in the question. ``parsed``: the plan that it asks for and the words that are not used.
    ``ranking_cue``: the relation that its words name, which orders the list where no plan uses all of them and is never
    claimed. ``named_besides``: companies the question names although another one was chosen to be asked about.
    ``beside``: the other of two questions in one; ``is_second``: whether this is the second of them. ``timings``: of
    the stages so far.
    """

    base: Base
    request: DiscoveryRequest
    link: Link
    names: tuple[NameMatch, ...] = ()
    parsed: Parsed = field(default_factory=Parsed)
    ranking_cue: AskedRelation | None = None
    intention: Intention = field(default_factory=Intention)
    named_besides: tuple[str, ...] = ()
    beside: Understood | None = None
    is_second: bool = False
    timings: tuple[StageTiming, ...] = ()

    def changed(self, **changes: Any) -> Understood:
        """The same with other fields; what is recorded between the query and each company is not read again, nor is
        the plan executed again."""
        other = replace(self, **changes)
        if (other.parsed, other.request.among, other.as_of) == (self.parsed, self.request.among, self.as_of):
            for kept in ("members", "former", "day"):
                if kept in self.__dict__:
                    other.__dict__[kept] = self.__dict__[kept]
        if "evidence" in self.__dict__ and other.link == self.link:
            other.__dict__["evidence"] = self.evidence
        return other

    @cached_property
    def day(self) -> int:
        """As of which day it is answered, as eight digits: the plan's, the request's, or today."""
        as_of = (self.parsed.plan and self.parsed.plan.as_of) or self.request.as_of
        return last_day(as_of) if as_of else today()

    @property
    def as_of(self) -> str:
        """The day that was asked for, as it was written; nothing for today."""
        return (self.parsed.plan and self.parsed.plan.as_of) or self.request.as_of

    @property
    def plan(self) -> Plan | None:
        """What was understood, with the day that was asked for beside it: asked again, it is answered the same."""
        plan = self.parsed.plan
        return plan if plan is None or not self.as_of else plan.model_copy(update={"as_of": self.as_of})

    @property
    def answerable(self) -> bool:
        """Whether it is known what is asked about."""
        return self.link.outcome in ("linked", "topic")

    @cached_property
    def asked(self) -> AskedRelation | None:
        """The relation that the plan asks for."""
        return None if self.parsed.plan is None else relation_of(self.parsed.plan, self.base)

    @property
    def asked_value(self) -> AskedValue | None:
        """The recorded value that the plan asks for."""
        return None if self.parsed.plan is None else value_of(self.parsed.plan, self.base)

    @property
    def ranking_relation(self) -> AskedRelation | None:
        """The relation that searches look for and that orders what is not claimed: the plan's where it uses all words,
        else that of the ranking cue, which also says in what companies are to be alike."""
        plan = self.parsed.plan
        if plan is None or not self.parsed.whole:
            return self.ranking_cue
        return (self.ranking_cue if asks_for_the_like(plan, self.base) else None) or self.asked

    @property
    def asked_about(self) -> list[NameMatch]:
        """Those of the names in the question that stand for what was linked."""
        return [match for match in self.names if set(match.entity_ids) & set(self.link.entity_ids)]

    @cached_property
    def evidence(self) -> RecordedEvidence:
        """What the graph records between the query and each company."""
        return RecordedEvidence(self.base.knowledge_base, self.base.ontology, self.link.entity_ids)

    @property
    def may_claim(self) -> bool:
        """Whether anything can be said to answer: all of the question is used, and it asks for something."""
        return self.parsed.whole

    @property
    def asks_for_a_place(self) -> bool:
        """Whether all that is asked for is where companies are, of a place that no entity is: "based in Sweden"."""
        cue = self.ranking_cue
        spatial = cue is not None and self.base.ontology[cue.type].family == SPATIAL
        return spatial and not self.link.entity_ids and bool(places_in(self.question))

    @cached_property
    def answering(self) -> AskedRelation | None:
        """The recorded relations that stand for the one that searches look for."""
        asked = self.ranking_relation
        return recorded_answer_to(asked, self.base.ontology) if asked else None

    @cached_property
    def recorded_answers(self) -> dict[int, float]:
        """The companies, by node, of which a relation, or a bridge that implies one, of the type that searches look for
        is recorded: ``RecordedEvidence.matches``; none where there is none."""
        asked = self.ranking_relation
        return self.evidence.matches(AskedInOntology(asked, self.base.ontology)) if asked else {}

    @cached_property
    def members(self) -> Members:
        """Who is recorded to be what the whole question asks for, the best first, of suppliers of some goods those
        whose records name these; nobody where nothing may be claimed."""
        return with_named_goods_first(self, self._claimed(members_of))

    @cached_property
    def former(self) -> Members:
        """Who was so and, as far as is recorded, is so no more; nobody where nothing may be claimed."""
        return self._claimed(former_members)

    def _claimed(self, found: Callable[[Plan, Base, int, frozenset[str]], Members]) -> Members:
        if not self.may_claim or self.parsed.plan is None:
            return NOBODY
        return found(self.parsed.plan, self.base, self.day, frozenset(self.request.among))

    def answers_question(self, company_id: str) -> bool:
        """Whether the company, or one of the same name, which stands in the same line, is a member."""
        return company_id in self.members.standing_for

    def words(self, language: Language) -> PlanWords:
        """How parts of the plan are called."""
        return PlanWords(self.base.ontology, names_in(self.base.knowledge_base), language)

    def understood_as(self, language: Language) -> str:
        """The plan in words; nothing without one."""
        return "" if self.plan is None else self.words(language).plan(self.plan)

    @property
    def question(self) -> str:
        """The words to search for: those of the question, else of the plan."""
        return self.request.query or (self.understood_as(self.request.language) if self.request.plan else "")

    def evidence_of(self, company_id: str) -> Evidence:
        """What is recorded of the company and of its namesakes, which appear as one result."""
        bearers = (company_id, *sorted(self.base.knowledge_base.namesakes(company_id)))
        found = [self.evidence[bearer] for bearer in bearers if bearer in self.evidence]
        return Evidence(
            tuple(relation for evidence in found for relation in evidence.relations),
            tuple(bridge for evidence in found for bridge in evidence.bridges),
        )

    def recorded_relations(self, company_id: str) -> tuple[DirectRelation, ...]:
        """What is recorded directly between the query and the company or a namesake."""
        return self.evidence_of(company_id).relations

    def end_of(self, relation: DirectRelation) -> str:
        """The company asked about that is an end of a recorded relation."""
        recorded = self.base.knowledge_base.relation(relation.row)
        return recorded.source if relation.forward else recorded.target

    def source_of(self, company_id: str, relation_type: str, *, forward: bool) -> str | None:
        """Which of the companies asked about the strongest such relation of a company is with, recorded or implied."""
        asked_about = self.link.entity_ids
        if len(asked_about) < 2:
            return next(iter(asked_about), None)
        evidence = self.evidence_of(company_id)
        for relation in evidence.relations:
            if relation.type == relation_type and relation.forward == forward:
                return self.end_of(relation)
        for bridge in evidence.bridges:
            if bridge.implied_type == relation_type:
                return self.base.knowledge_base.relation(bridge.query_row).source
        return None

    def query_name(self, language: Language) -> str:
        """Names of the query's companies, joined."""
        return self.names_of(self.link.entity_ids, language)

    def subject(self, language: Language) -> str:
        """What is asked about: names, or the question itself where it names nothing."""
        return self.query_name(language) or f"“{self.question[:QUOTED_CHARACTERS]}”"

    def names_of(self, entity_ids: Sequence[str], language: Language) -> str:
        """Names of these entities, each once, joined."""
        names = [self.base.knowledge_base.entity(entity_id).name(language) for entity_id in entity_ids]
        return translate("reason.separator", language).join(dict.fromkeys(names))
