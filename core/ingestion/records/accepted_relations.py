"""Relations that were read from texts and accepted → records, as long as their passage is there and says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.domain.partial_dates import is_partial_date
from core.domain.read_relations import TextEnd, TextReview, relation_id
from core.domain.records import Entity, Passage, Relation
from core.ingestion.records.csv_files import DataSet
from core.names.normalise import fold_characters
from core.ontology import Ontology
from core.workspace.removals import Removals

_UNSEEN = ("threshold", "program")
"""What no person looked at is as sure as its readers were."""


def accepted_part(
    reviews: Iterable[TextReview],
    parts: Sequence[DataSet],
    removals: Removals,
    ontology: Ontology,
) -> DataSet:
    """What was accepted, as one more part beside ``parts``, of which ``removals`` take some out.

    A relation whose passage is gone, or no longer holds the quote, is left out until that is there again. An end that
    meant no known entity is the one that bears the name by now, else a new one, whose id is the name.
    """
    accepted = [each for each in reviews if each.verdict == "accepted" and each.stated.terms.relation_type in ontology]
    passages = _passages(parts, removals, {each.read.passage_id for each in accepted})
    standing = [each for each in accepted if _stands(each, passages)]
    if not standing:
        return DataSet((), (), (), ())
    ends = _Ends(parts, [end for each in standing for end in (each.stated.source, each.stated.target)])
    relations = [_relation(each, ends, passages[each.read.passage_id]) for each in standing]
    made = {each.id: each for review in standing for each in ends.made(review, ontology, passages)}
    return DataSet(tuple(made.values()), tuple(relations), (), ())


def _stands(review: TextReview, passages: Mapping[str, Passage]) -> bool:
    passage = passages.get(review.read.passage_id)
    return passage is not None and review.read.quote in passage.text


def _passages(parts: Sequence[DataSet], removals: Removals, wanted: set[str]) -> Mapping[str, Passage]:
    gone = {*removals.passages, *removals.documents}
    return {
        each.id: each
        for part in parts
        for each in (part.passages if wanted else ())
        if each.id in wanted and not {each.id, each.document_id} & gone
    }


class _Ends:
    """Ids of the ends of accepted relations."""

    def __init__(self, parts: Sequence[DataSet], ends: Sequence[TextEnd]) -> None:
        names = {fold_characters(end.name) for end in ends}
        ids = {end.id for end in ends}
        self._there: set[str] = set()
        self._named: dict[str, set[str]] = {}
        for entity in (entity for part in parts for entity in (*part.entities, *part.ends)):
            if entity.id in ids:
                self._there.add(entity.id)
            for name in {entity.name_zh, entity.name_en, *entity.aliases}:
                if (folded := fold_characters(name)) in names:
                    self._named.setdefault(folded, set()).add(entity.id)

    def id_of(self, end: TextEnd) -> str:
        """The id of the entity that an end means."""
        if end.id:
            return end.id
        found = self._named.get(fold_characters(end.name), set())
        return next(iter(found)) if len(found) == 1 else end.name[:200]

    def made(self, review: TextReview, ontology: Ontology, passages: Mapping[str, Passage]) -> Iterator[Entity]:
        """The ends that are nowhere described: new ones, and known ones whose source has gone."""
        kind = ontology[review.stated.terms.relation_type]
        for end, entity_type in ((review.stated.source, kind.source), (review.stated.target, kind.target)):
            entity_id = self.id_of(end)
            there = entity_id in self._there or entity_id in self._named.get(fold_characters(end.name), set())
            if not there:
                origin = passages[review.read.passage_id].origin
                yield Entity(id=entity_id, type=entity_type, name_zh=end.name, name_en=end.name, origin=origin)


def _relation(review: TextReview, ends: _Ends, passage: Passage) -> Relation:
    stated, read = review.stated, review.read
    terms = stated.terms
    return Relation(
        id=relation_id(read.id),
        source=ends.id_of(stated.source),
        target=ends.id_of(stated.target),
        type=terms.relation_type,
        confidence=read.confidence if review.decided_by in _UNSEEN else 1.0,
        year=int(terms.start[:4]) if terms.start else None,
        start=terms.start,
        end=terms.end,
        as_of=passage.date if is_partial_date(passage.date) else "",
        status=terms.status,
        share_low=terms.share_low,
        share_high=terms.share_high,
        amount=terms.amount,
        currency=terms.currency,
        evidence_zh=read.quote if read.language == "zh" else "",
        evidence_en=read.quote if read.language == "en" else "",
        passage_id=read.passage_id,
        origin=passage.origin,
    )
