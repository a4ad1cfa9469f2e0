"""A language model keeps those retrieved facts that bear on the question, each with a quality and a reason.

After the recognition memory of HippoRAG 2 (Gutiérrez et al. 2025, "From RAG to Memory", section 3): what similarity
brought up is read once more before it is used. Facts are matched back by key, never by their text.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from core.domain.model_use import ModelUse, StageReport, together
from core.domain.text import clean_text
from core.errors import GuanxiError
from core.messages import Language
from core.reasoning.llm.client import LanguageModel, ModelFailedError
from core.reasoning.llm.endpoint import ModelAnswerUnusableError
from core.reasoning.llm.prompt import Prompt, as_data, render
from core.reasoning.synthesis import Fact

_FACT_CHARACTERS = 300
_REASON_CHARACTERS = 120


@dataclass(frozen=True)
class FilterQuestion:
    """What the facts are to bear on; ``subject`` names what is asked about."""

    text: str
    subject: str
    language: Language


@dataclass(frozen=True)
class FactQuality:
    """How far a fact helps to answer the question, in [0, 1], and why."""

    quality: float
    reason: str


@dataclass(frozen=True)
class FilteredFacts:
    """What a model made of facts, by source.

    ``kept`` bear on the question, ``set_aside`` do not; what is in neither was not judged and stays as it was.
    ``unread`` counts the facts of batches whose answer could not be used, ``fault`` is why. ``uses`` are the requests,
    ``dropped`` counts what the model said that could not be used, by reason.
    """

    kept: Mapping[str, FactQuality] = field(default_factory=dict)
    set_aside: frozenset[str] = frozenset()
    unread: int = 0
    fault: GuanxiError | None = None
    uses: tuple[ModelUse, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)

    @property
    def report(self) -> StageReport:
        """Who filtered: the rules, which keep everything, unless a model judged any fact."""
        return StageReport(
            stage="filter",
            judge="model" if self.kept or self.set_aside else "rules",
            use=together(self.uses),
            dropped=dict(self.dropped),
            fault=self.fault.code if self.fault is not None else "",
        )

    def and_then(self, later: FilteredFacts) -> FilteredFacts:
        """Both together. What could not be read before was tried again."""
        return FilteredFacts(
            {**self.kept, **later.kept},
            self.set_aside | later.set_aside,
            later.unread,
            later.fault,
            self.uses + later.uses,
            Counter(self.dropped) + Counter(later.dropped),
        )


class FilterReply(BaseModel):
    """An answer as a whole; its facts are checked one by one."""

    facts: list[Any]


def _into_range(value: object) -> object:
    return min(1.0, max(0.0, value)) if isinstance(value, int | float) and not math.isnan(value) else value


class _Kept(BaseModel):
    fact: str
    quality: Annotated[float, BeforeValidator(_into_range), Field(ge=0.0, le=1.0, allow_inf_nan=False)]
    reason: str = ""


def filter_facts(
    model: LanguageModel,
    question: FilterQuestion,
    facts: Sequence[Fact],
    *,
    batch_size: int,
    temperature: float,
    check_cancelled: Callable[[], None] | None = None,
) -> FilteredFacts:
    """Read ``facts`` in batches. No facts: nothing is asked.

    A batch whose answer cannot be used stays as it was and is counted; an endpoint that does not answer ends it all.
    """
    found = FilteredFacts()
    for start in range(0, len(facts), batch_size):
        batch = facts[start : start + batch_size]
        prompt = filter_prompt(question, batch)
        try:
            reply = model.ask(
                prompt, FilterReply, stage="filter", temperature=temperature, check_cancelled=check_cancelled
            )
        except ModelFailedError as failure:
            unusable = isinstance(failure.error, ModelAnswerUnusableError)
            unread = found.unread + len(batch if unusable else facts[start:])
            found = replace(found, unread=unread, fault=failure.error, uses=(*found.uses, failure.use))
            if not unusable:
                return found
        else:
            read = _read(reply.answer.facts, batch, reply.use)
            found = replace(found.and_then(read), unread=found.unread, fault=found.fault)
    return found


def filter_prompt(question: FilterQuestion, facts: Sequence[Fact]) -> Prompt:
    """What the model is asked about one batch."""
    lines = [{"key": key, "text": fact.text[:_FACT_CHARACTERS]} for key, fact in _by_key(facts).items()]
    return render(
        "filter",
        question.language,
        _shape({"enum": list(_by_key(facts))}),
        schema=as_data([_shape({})]),
        question=as_data([{"question": question.text, "company": question.subject}]),
        facts=as_data(lines),
    )


def _by_key(facts: Sequence[Fact]) -> dict[str, Fact]:
    return {f"F{number}": fact for number, fact in enumerate(facts, start=1)}


def _read(items: Sequence[object], facts: Sequence[Fact], use: ModelUse) -> FilteredFacts:
    """What an answer makes of a batch. A known fact in a malformed item is not judged."""
    by_key = _by_key(facts)
    kept: dict[str, FactQuality] = {}
    not_judged: set[str] = set()
    dropped: Counter[str] = Counter()
    for item in items:
        try:
            found = _Kept.model_validate(item)
        except ValidationError:
            dropped["malformed"] += 1
            named = item.get("fact") if isinstance(item, dict) else None
            not_judged |= {by_key[named].source} if isinstance(named, str) and named in by_key else set()
            continue
        fact = by_key.get(found.fact)
        if fact is None or fact.source in kept:
            dropped["unknown_fact" if fact is None else "duplicate"] += 1
            continue
        kept[fact.source] = FactQuality(found.quality, clean_text(found.reason)[:_REASON_CHARACTERS])
    set_aside = {fact.source for fact in facts} - set(kept) - not_judged
    return FilteredFacts(kept, frozenset(set_aside), uses=(use,), dropped=dropped)


def _shape(fact: dict[str, Any]) -> dict[str, Any]:
    """JSON schema of an answer, with what is known of the keys."""
    item = {
        "type": "object",
        "properties": {
            "fact": {"type": "string", **fact},
            "quality": {"type": "number", "minimum": 0, "maximum": 1},
            "reason": {"type": "string", "maxLength": _REASON_CHARACTERS},
        },
        "required": ["fact", "quality", "reason"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"facts": {"type": "array", "items": item}},
        "required": ["facts"],
        "additionalProperties": False,
    }
