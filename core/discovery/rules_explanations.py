"""What the rules say about each company beside its score: level, relation, reason, paths and sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.discovery.member_reasons import judge_member
from core.discovery.understood import Understood
from core.domain.requests import RelevanceLevel
from core.domain.results import RESTART, GraphPath, Judgement, RelationShare, Source, Tense
from core.messages import Language
from core.questions.execution.executor import Member
from core.reasoning.rules_judge import PairEvidence, RelationEvidence, judge_by_rules, level_by_rules
from core.retrieval.citations import MAX_SOURCES, cite, relation_source
from core.retrieval.disagreement import disagreements
from core.retrieval.evidence import DirectRelation, Evidence, SharedBridge
from core.retrieval.hybrid import HybridResult
from core.retrieval.paths import PathFinder
from core.retrieval.tenses import always_in_force, tense_of
from core.retrieval.terms import share_and_term


@dataclass(frozen=True)
class Explanation:
    """What the rules say about one company; the same at every slider position."""

    judgement: Judgement
    paths: tuple[GraphPath, ...]
    sources: tuple[Source, ...]
    graph_shares: tuple[RelationShare, ...]


class RulesExplanations:
    """Explanations of the companies of one search, each made when first needed."""

    def __init__(self, understood: Understood, found: HybridResult) -> None:
        self._understood = understood
        self._knowledge_base, self._ontology = understood.base.knowledge_base, understood.base.ontology
        self._found = found
        self._levels: dict[str, RelevanceLevel] = {}
        self._explanations: dict[tuple[str, Language], Explanation] = {}

    def level(self, company_id: str) -> RelevanceLevel:
        """The level alone, which costs a hundredth of an explanation: any candidate may need it."""
        if company_id not in self._levels:
            understood = self._understood
            if understood.answers_question(company_id):
                return RelevanceLevel.HIGH
            evidence = understood.evidence_of(company_id)
            facts = [
                RelationEvidence(found.type, found.forward, found.weight, tense=self._tense(found.row))
                for found in self._not_contradicted(evidence)
            ]
            facts += [RelationEvidence(found.implied_type, True, found.weight) for found in self._bridges(evidence)]
            self._levels[company_id] = level_by_rules(facts, self._ontology)
        return self._levels[company_id]

    def of(self, company_id: str, language: Language) -> Explanation:
        """Judgement, strongest paths and sources of one company."""
        key = (company_id, language)
        if key not in self._explanations:
            self._explanations[key] = self._explain(company_id, language)
        return self._explanations[key]

    def _explain(self, company_id: str, language: Language) -> Explanation:
        evidence, paths = self._newest_first(self._understood.evidence_of(company_id)), self._paths.to(company_id)
        member = self._understood.members.of(company_id)
        found = cite(
            self._knowledge_base,
            self._ontology,
            self._understood.link.entity_ids,
            company_id,
            evidence,
            paths,
            self._found.triplets,
            self._found.passages,
            self._understood.day,
            language,
        )
        together = {each.key: each for each in (*self._sources_of(member, language), *found)}.values()
        sources = self._contrasted(tuple(together), evidence)[:MAX_SOURCES]
        if member is not None:
            judgement = judge_member(member, self._understood, language)
        else:
            judgement = self._judge(evidence, paths, language)
        return Explanation(judgement, paths, sources, self._graph_shares(company_id))

    def _newest_first(self, evidence: Evidence) -> Evidence:
        """With what a newer source contradicts behind what it says."""
        differing = self._disagreements(evidence)
        if not differing:
            return evidence
        ordered = sorted(evidence.relations, key=lambda each: not differing.get(each.row, True))
        return Evidence(tuple(ordered), evidence.bridges)

    def _not_contradicted(self, evidence: Evidence) -> Sequence[DirectRelation]:
        """Without what a newer source contradicts, which is told among the sources."""
        differing = self._disagreements(evidence) if self._times_count else {}
        if not any(differing.values()):
            return evidence.relations
        return [each for each in evidence.relations if differing.get(each.row, True)]

    def _disagreements(self, evidence: Evidence) -> dict[int, bool]:
        rows = [each.row for each in evidence.relations]
        return disagreements(self._knowledge_base, self._ontology, rows) if len(rows) > 1 else {}

    def _contrasted(self, sources: tuple[Source, ...], evidence: Evidence) -> tuple[Source, ...]:
        """With those first that disagree, the newest of them before the others, and marked so."""
        base = self._knowledge_base
        differing = {base.relation(row).id: newest for row, newest in self._disagreements(evidence).items()}
        if not differing:
            return sources
        marked = [
            each
            if each.recorded is None or each.id not in differing
            else each.model_copy(
                update={
                    "recorded": each.recorded.model_copy(update={"disagrees": True, "headline": differing[each.id]})
                }
            )
            for each in sources
        ]
        return tuple(sorted(marked, key=_place_of_contrasted))

    def _sources_of(self, member: Member | None, language: Language) -> Iterable[Source]:
        """The relations that make a company a member, so many that others have a place beside them."""
        weight, day = self._knowledge_base.graph.weight, self._understood.day
        for row in member.rows[: MAX_SOURCES - 1] if member is not None else ():
            yield relation_source(self._knowledge_base, self._ontology, row, "graph", float(weight[row]), day, language)

    @cached_property
    def _paths(self) -> PathFinder:
        walked = self._found.attribution
        influence, day = walked.influence if walked else None, self._understood.day
        return PathFinder(self._knowledge_base, self._ontology, self._understood.link.entity_ids, day, influence)

    def _graph_shares(self, company_id: str) -> tuple[RelationShare, ...]:
        """Where the company's graph score comes from, largest part first; nothing if the walk did not get there."""
        if self._found.attribution is None:
            return ()
        names = self._knowledge_base.manifest.edge_types
        found = self._found.attribution.shares(self._knowledge_base.node_of[company_id])
        shares = [RelationShare(type=names[each.edge_type], share=min(1.0, each.share)) for each in found.by_type]
        if found.restart > 0:
            shares.append(RelationShare(type=RESTART, share=min(1.0, found.restart)))
        return tuple(sorted(shares, key=lambda each: -each.share))

    def _judge(self, evidence: Evidence, paths: Sequence[GraphPath], language: Language) -> Judgement:
        understood = self._understood
        pair = PairEvidence(
            query_name=understood.query_name(language),
            facts=[*self._direct_facts(evidence, language), *self._shared_facts(evidence, language)],
            via=[self._name(step.to_id, language) for step in paths[0].steps[:-1]] if paths else [],
        )
        return judge_by_rules(pair, understood.answering, understood.base.ontology, language)

    def _direct_facts(self, evidence: Evidence, language: Language) -> Iterable[RelationEvidence]:
        for found in self._not_contradicted(evidence):
            query = self._name(self._understood.end_of(found), language)
            relation, tense = self._knowledge_base.relation(found.row), self._tense(found.row)
            yield RelationEvidence(
                found.type,
                found.forward,
                found.weight,
                query=query,
                sentence=relation.evidence(language),
                tense=tense,
                term=share_and_term(relation, self._ontology[found.type], tense, self._understood.day, language),
            )

    def _bridges(self, evidence: Evidence) -> Iterable[SharedBridge]:
        """Those that both companies still lead to."""
        return (
            each for each in evidence.bridges if self._tense(each.query_row) == self._tense(each.company_row) == "now"
        )

    @cached_property
    def _times_count(self) -> bool:
        """Whether anything of the base may not be so on the day; else no relation is looked at for it."""
        return bool(self._understood.as_of) or not always_in_force(self._knowledge_base)

    def _tense(self, row: int) -> Tense:
        if not self._times_count:
            return "now"
        return tense_of(self._knowledge_base, self._ontology, row, self._understood.day)

    def _shared_facts(self, evidence: Evidence, language: Language) -> Iterable[RelationEvidence]:
        for found in self._bridges(evidence):
            bridge = self._name(found.bridge_id, language)
            query = self._name(self._knowledge_base.relation(found.query_row).source, language)
            yield RelationEvidence(
                found.implied_type, True, found.weight, query=query, bridge=bridge, bridge_type=found.type
            )

    def _name(self, entity_id: str, language: Language) -> str:
        return self._knowledge_base.entity(entity_id).name(language)


def _place_of_contrasted(source: Source) -> int:
    """Of what disagrees the newest first, and both before the rest."""
    recorded = source.recorded
    return 2 if recorded is None or not recorded.disagrees else int(not recorded.headline)
