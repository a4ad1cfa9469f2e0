"""No proposal without its words: whoever read it, the quote stands in the text letter by letter and names both ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from core.ingestion.reading.proposals import NameMention, Proposal
from core.ontology import FALLBACK_TYPE, Ontology

Fault = Literal["quote_not_in_text", "end_not_in_quote", "type_unknown", "same_end", "confidence_out_of_range"]
LONGEST_QUOTE = 1_000  # characters


def checked(proposals: Iterable[Proposal], text: str, ontology: Ontology) -> tuple[list[Proposal], Counter[Fault]]:
    """The proposals that stand up to ``text``, in their order, and how many were dropped for each fault."""
    kept, dropped = [], Counter[Fault]()
    for each in proposals:
        fault = fault_of(each, text, ontology)
        if fault is None:
            kept.append(each)
        else:
            dropped[fault] += 1
    return kept, dropped


def fault_of(proposal: Proposal, text: str, ontology: Ontology) -> Fault | None:
    """What forbids a proposal; None where nothing does."""
    begin, end = proposal.quote_start, proposal.quote_end
    if not (0 <= begin < end <= len(text) and end - begin <= LONGEST_QUOTE and text[begin:end] == proposal.quote):
        return "quote_not_in_text"
    for mention in (proposal.source, proposal.target):
        if not _is_named(mention, text, begin, end):
            return "end_not_in_quote"
    source, target = proposal.source, proposal.target
    if (source.start < target.end and target.start < source.end) or source.name == target.name:
        return "same_end"
    if source.entity_id is not None and source.entity_id == target.entity_id:
        return "same_end"
    if proposal.relation_type not in ontology or proposal.relation_type == FALLBACK_TYPE:
        return "type_unknown"
    return None if 0.0 < proposal.confidence <= 1.0 else "confidence_out_of_range"


def _is_named(mention: NameMention, text: str, begin: int, end: int) -> bool:
    """Whether the name stands letter by letter at its place, inside the quote."""
    inside = begin <= mention.start < mention.end <= end
    return inside and bool(mention.name.strip()) and text[mention.start : mention.end] == mention.name
