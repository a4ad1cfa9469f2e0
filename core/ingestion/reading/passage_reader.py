"""The passages of a knowledge base → kept proposals: only those that are new or are read otherwise by now."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from pydantic import ValidationError

from core.domain.model_use import ModelUse
from core.domain.read_relations import ReadRelation, RelationTerms, read_id
from core.ingestion.reading.kept_proposals import KeptProposals
from core.ingestion.reading.proposals import Proposal
from core.ingestion.reading.sentences import language_of
from core.ingestion.reading.text_reader import TextReader
from core.ingestion.records.profiles import is_reserved
from core.workspace.parts import fault_of

_log = logging.getLogger(__name__)
_AT_ONCE = 64  # passages that are kept together: what is cancelled loses no more
Progress = Callable[[int, int], None]
"""Called with how many passages of how many are read; what it raises ends the reading, and what was read stays."""


@dataclass(frozen=True)
class TextsRead:
    """How many passages were read, and how many relations were proposed of them. ``use``: what a language model took;
    ``unusable``: how many of its answers could not be used."""

    passages: int
    proposals: int
    use: ModelUse | None = None
    unusable: int = 0


def unread_passages(passages: Mapping[str, str], kept: KeptProposals, reader_digest: str) -> list[str]:
    """Ids of ``passages``, texts by id, that nobody has read as the reader with this digest does."""
    before = kept.read_as()
    return [each for each, text in passages.items() if before.get(each) != read_digest(text, reader_digest)]


def read_passages(
    passages: Mapping[str, str],
    reader: TextReader,
    reader_digest: str,
    kept: KeptProposals,
    progress: Progress,
    only: Collection[str] | None = None,
) -> TextsRead:
    """Read what ``unread_passages`` names, or ``only`` these of it, some at a time."""
    unread = [each for each in unread_passages(passages, kept, reader_digest) if only is None or each in only]
    gone = kept.read_as().keys() - passages.keys()
    if gone:
        kept.forget(gone)
    done, proposed = 0, 0
    progress(done, len(unread))
    waiting = iter(unread)
    while some := list(islice(waiting, _AT_ONCE)):
        read = {
            each: (read_digest(passages[each], reader_digest), relations_read(each, passages[each], reader))
            for each in some
        }
        kept.keep(read)
        done, proposed = done + len(some), proposed + sum(len(found) for _, found in read.values())
        progress(done, len(unread))
    return TextsRead(done, proposed)


def relations_read(passage_id: str, text: str, reader: TextReader) -> list[ReadRelation]:
    """What a passage states, in its order."""
    found = (_kept(passage_id, each) for each in reader.read(text).proposals)
    return [each for each in found if each is not None]


def _kept(passage_id: str, proposal: Proposal) -> ReadRelation | None:
    """None for what no record can hold, such as a name of 1,000 characters or a share of 900 %."""
    try:
        return _as_record(passage_id, proposal)
    except ValidationError as error:
        _log.info("a relation read from passage %s is left out: %s", passage_id, fault_of(error))
        return None


def _as_record(passage_id: str, proposal: Proposal) -> ReadRelation:
    source, target = proposal.source.name, proposal.target.name
    low, high = proposal.share or (None, None)
    return ReadRelation(
        id=read_id(passage_id, proposal.quote, source, proposal.relation_type, target),
        passage_id=passage_id,
        language=language_of(proposal.quote),
        source_name=source,
        target_name=target,
        terms=RelationTerms(
            relation_type=proposal.relation_type,
            status=proposal.status,
            start=proposal.start,
            end=proposal.end,
            share_low=low,
            share_high=high,
            amount=proposal.amount,
            currency=proposal.currency,
        ),
        quote=proposal.quote,
        quote_start=proposal.quote_start,
        quote_end=proposal.quote_end,
        confidence=proposal.confidence,
        readers=proposal.readers,
    )


def readable(passages: Iterator[tuple[str, str]]) -> dict[str, str]:
    """Texts by id, without the descriptions of companies, which are no documents."""
    return {passage_id: text for passage_id, text in passages if not is_reserved(passage_id)}


def read_digest(text: str, reader_digest: str) -> str:
    """Of a text as a reader reads it: what was read holds as long as it is the same."""
    return hashlib.blake2b((reader_digest + "\0" + text).encode(), digest_size=16).hexdigest()
