"""A text → proposals: its names, their pairs, what the readers say of them, each with its quote, checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.ingestion.reading.candidate_pairs import pairs_in
from core.ingestion.reading.cue_words import CueWords, FoundCue
from core.ingestion.reading.ensemble import Decision, decided
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.name_spans import Tagger, mentions_in
from core.ingestion.reading.one_end import with_one_end
from core.ingestion.reading.proposals import CandidatePair, NameMention, Proposal, RelationReader, Vote
from core.ingestion.reading.quote_check import Fault, checked
from core.ingestion.reading.sentences import language_of, sentences
from core.ingestion.reading.separate_statements import in_one_list, in_separate_clauses
from core.ingestion.reading.stated_figures import figures_of
from core.ingestion.reading.statement_status import status_of
from core.messages import Language
from core.names.normalise import fold_characters
from core.names.word_breaks import word_breaks
from core.ontology import COMPANY, FALLBACK_TYPE, Ontology

Spans = Iterable[tuple[int, int]]
CuesOf = Callable[[CandidatePair], Sequence[FoundCue]]


@dataclass(frozen=True)
class ReadText:
    """What one text proposes, in its order; ``dropped``: proposals that did not stand up to the text, by fault."""

    proposals: tuple[Proposal, ...]
    dropped: Mapping[Fault, int]


class TextReader:
    """Reads texts with several readers; between names that were found only relations of companies to companies.

    ``known_to``: language → reader → types it was taught (``ensemble.decided``); ``least``: language and type, as in
    ``en acquired`` → confidence from which a pair of names that were found is proposed, of other types that were
    taught ``default``. ``cues_of``: the words for relations in the sentence of a pair, outside its names. What an
    ``unmeasured`` reader says is proposed whatever its confidence.
    """

    def __init__(
        self,
        ontology: Ontology,
        known: KnownNames,
        tagger: Tagger,
        cues: CueWords,
        cues_of: CuesOf,
        readers: Sequence[RelationReader],
        known_to: Mapping[Language, Mapping[str, Collection[str]]],
        least: Mapping[str, float],
        default: float = 0.85,
        unmeasured: Collection[str] = (),
    ) -> None:
        self._ontology, self._known, self._tagger, self._cues = ontology, known, tagger, cues
        self._cues_of = cues_of
        self._readers, self._known_to = readers, known_to
        self._least, self._default, self._unmeasured = least, default, frozenset(unmeasured)
        self._between = frozenset(between_companies(ontology))
        self._symmetric = frozenset(kind.id for kind in ontology.types.values() if kind.symmetric)

    def read(self, text: str, spans: Spans | None = None) -> ReadText:
        """The proposals of ``text``; with ``spans`` of pairs of these mentions alone, in whatever sentences they stand,
        and without a least confidence."""
        if spans is None:
            mentions = with_names_in_full(list(self._found(text)))
        else:
            mentions = [self._known.mention(text, start, end) for start, end in spans]
        pairs = list(pairs_in(text, mentions, across=spans is not None))
        allowed = self._between if spans is None else self._ontology.types.keys()
        votes = [reader.read(pairs) for reader in self._readers]
        found: dict[tuple[str, str, str], Proposal] = {}
        for place, pair in enumerate(pairs):
            said = [vote for of_reader in votes for vote in of_reader[place] if vote.relation_type in allowed]
            said = self._of_both(pair, said)
            decision = decided(said, self._known_to[pair.language], self._symmetric)
            if decision is None or (spans is None and decision.confidence < self._threshold(pair, decision)):
                continue
            proposal = self._proposal(pair, decision)
            key = _key(proposal, symmetric=decision.relation_type in self._symmetric)
            if key not in found or found[key].confidence < proposal.confidence:
                found[key] = proposal
        chosen = with_one_end(found.values()) if spans is None else found.values()
        kept, dropped = checked(chosen, text, self._ontology)
        return ReadText(tuple(kept), dropped)

    def _found(self, text: str) -> Iterator[NameMention]:
        """The names in the sentences that hold a word for a relation: of others nothing is proposed."""
        language = language_of(text)
        for span in sentences(text):
            sentence = text[span.start : span.end]
            cues = self._cues.find(fold_characters(sentence), language) if _may_name_two(sentence, language) else []
            if cues:
                for each in mentions_in(sentence, language, self._known, self._tagger):
                    whole = self._without_half_word(sentence, each, cues)
                    yield replace(whole, start=whole.start + span.start, end=whole.end + span.start)

    def _without_half_word(self, sentence: str, name: NameMention, cues: Sequence[FoundCue]) -> NameMention:
        """A name that was found without the beginning of a word for a relation: 贝特瑞, not 贝特瑞供 of 贝特瑞供应."""
        cut = next((each.start for each in cues if name.start + 1 < each.start < name.end < each.end), None)
        if cut is None or name.entity_id is not None:
            return name
        breaks = word_breaks(sentence)
        half = cut in breaks and name.end not in breaks  # unlike 沃源控股|的, though 控股的 is a word for a relation
        return self._known.mention(sentence, name.start, cut) if half else name

    def _of_both(self, pair: CandidatePair, votes: list[Vote]) -> list[Vote]:
        """The votes without those for what the sentence says of each mention and a third company."""
        if not votes:
            return votes
        listed, cues = in_one_list(pair), self._cues_of(pair)
        return [
            vote
            for vote in votes
            if not (listed and vote.relation_type not in self._symmetric)
            and not in_separate_clauses(pair, vote.relation_type, cues)
        ]

    def _threshold(self, pair: CandidatePair, decision: Decision) -> float:
        if self._unmeasured & {vote.reader for vote in decision.votes}:
            return 0.0
        taught = any(decision.relation_type in types for types in self._known_to[pair.language].values())
        return self._least.get(f"{pair.language} {decision.relation_type}", self._default if taught else 0.0)

    def _proposal(self, pair: CandidatePair, decision: Decision) -> Proposal:
        source, target = (pair.first, pair.second) if decision.forward else (pair.second, pair.first)
        status = status_of(pair, decision.relation_type)
        figures = figures_of(pair, decision.relation_type, status)
        begin, end = pair.sentence.start, pair.sentence.end
        return Proposal(
            source,
            decision.relation_type,
            target,
            pair.text[begin:end],
            begin,
            end,
            status,
            round(decision.confidence, 3),
            decision.votes,
            **figures._asdict(),
        )


def with_names_in_full(mentions: Sequence[NameMention]) -> list[NameMention]:
    """Mentions of which one that nobody bears, and with which the name of a single known company of the text begins,
    is that company: Kestrel, where the text names Kestrel Mobility Ltd."""
    known = {each.name: each.entity_id for each in mentions if each.entity_id is not None}
    found = []
    for each in mentions:
        longer = {known[name] for name in known if each.entity_id is None and _begins_with(name, each.name)}
        found.append(replace(each, entity_id=longer.pop()) if len(longer) == 1 else each)
    return found


def _begins_with(name: str, short: str) -> bool:
    """Whether a name begins with whole words, or Chinese characters, that are a shorter one."""
    behind = name[len(short) : len(short) + 1]
    return name.startswith(short) and behind != "" and not (behind.isascii() and behind.isalnum())


def between_companies(ontology: Ontology) -> list[str]:
    """The types that texts are read for: relations of companies to companies, but for the one that says nothing."""
    types = ontology.types.values()
    return [each.id for each in types if each.source == each.target == COMPANY and each.id != FALLBACK_TYPE]


def _may_name_two(sentence: str, language: Language) -> bool:
    """Whether there are two capitals in an English sentence: tables and figures have none."""
    return language == "zh" or sum(map(str.isupper, sentence)) > 1


def _key(proposal: Proposal, *, symmetric: bool) -> tuple[str, str, str]:
    source, target = _same_as(proposal.source), _same_as(proposal.target)
    if symmetric and target < source:
        source, target = target, source
    return source, proposal.relation_type, target


def _same_as(mention: NameMention) -> str:
    return mention.entity_id or mention.name
