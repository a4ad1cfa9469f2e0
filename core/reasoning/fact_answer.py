"""A language model answers a question from passages; what they do not state is dropped."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from core.domain.model_use import ModelUse
from core.domain.text import clean_text
from core.messages import Language
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.prompt import Prompt, as_data, render

_PASSAGE_CHARACTERS = 800
_SENTENCE_CHARACTERS = 400
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_DIGIT_ZH = "〇零一二三四五六七八九两壹贰叁肆伍陆柒捌玖"
_MEASURED_ZH = "年月日家个名位座成倍亿万元%％"
_IN_CHINESE = re.compile(
    rf"[{_DIGIT_ZH}]{{4,}}|[{_DIGIT_ZH}]{{2,}}(?=[{_MEASURED_ZH}])|[{_DIGIT_ZH}十百千拾佰仟]+[十百千万亿拾佰仟](?!一)"
    rf"|[二三四五六七八九十两](?=[年月日家个成倍名位座])|[百千万]分之[{_DIGIT_ZH}十]+"
)
"""三一重工, 三六零 and 万一 hold no number."""
_UNIT_EN = "two|three|four|five|six|seven|eight|nine|one"
_TENS_EN = (
    "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
    "|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_WORD_EN = rf"(?:{_UNIT_EN}|{_TENS_EN}|hundred|thousand|million|billion|trillion)"
_IN_ENGLISH = re.compile(rf"\b{_WORD_EN}(?:[ -](?:and )?{_WORD_EN})+\b", re.IGNORECASE)
_ROMAN = re.compile(r"\b(?=[MDCLXVI]{4})M{1,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b")


@dataclass(frozen=True)
class FactPassage:
    """A passage that may hold the answer."""

    passage_id: str
    title: str
    text: str


@dataclass(frozen=True)
class FactQuestion:
    """A question and what it is to be answered from."""

    text: str
    passages: tuple[FactPassage, ...]
    language: Language


@dataclass(frozen=True)
class StatedSentence:
    """A sentence of an answer and the passages that state it."""

    text: str
    passage_ids: tuple[str, ...]


@dataclass(frozen=True)
class AnsweredByModel:
    """What of a model's answer the passages state; no sentences where they do not answer the question."""

    sentences: tuple[StatedSentence, ...]
    dropped: Mapping[str, int]
    use: ModelUse


class FactReply(BaseModel):
    """The answer as a whole; its sentences are checked one by one."""

    answerable: bool
    sentences: list[Any]


class _Sentence(BaseModel):
    text: str
    citations: list[str]


def answer_from_passages(
    model: LanguageModel,
    question: FactQuestion,
    *,
    temperature: float,
    check_cancelled: Callable[[], None] | None = None,
) -> AnsweredByModel:
    """Ask once, repairing the form at most once. Raises ModelFailedError."""
    reply = model.ask(
        fact_prompt(question), FactReply, stage="fact_answer", temperature=temperature, check_cancelled=check_cancelled
    )
    passages = _by_key(question)
    dropped: Counter[str] = Counter()
    stated = []
    for item in reply.answer.sentences if reply.answer.answerable else []:
        checked = _checked(item, passages, dropped)
        if isinstance(checked, StatedSentence):
            stated.append(checked)
        else:
            dropped[checked] += 1
    return AnsweredByModel(tuple(stated), dict(dropped), reply.use)


def fact_prompt(question: FactQuestion) -> Prompt:
    """What the model is asked."""
    lines = [
        {"key": key, "title": passage.title, "text": passage.text[:_PASSAGE_CHARACTERS]}
        for key, passage in _by_key(question).items()
    ]
    return render(
        "fact_answer",
        question.language,
        _shape({"enum": list(_by_key(question)) or [""]}),
        schema=as_data([_shape({})]),
        question=as_data([question.text]),
        passages=as_data(lines),
    )


def _by_key(question: FactQuestion) -> dict[str, FactPassage]:
    return {f"P{number}": passage for number, passage in enumerate(question.passages, start=1)}


def _checked(item: object, passages: Mapping[str, FactPassage], dropped: Counter[str]) -> StatedSentence | str:
    """One sentence with its passages, or why it is dropped."""
    try:
        sentence = _Sentence.model_validate(item)
    except ValidationError:
        return "malformed"
    text = clean_text(sentence.text)[:_SENTENCE_CHARACTERS]
    cited = [passages[key] for key in dict.fromkeys(sentence.citations) if key in passages]
    dropped.update("unknown_citation" for key in sentence.citations if key not in passages)
    if not text or not cited:
        return "uncited"
    read = " ".join(passage.text[:_PASSAGE_CHARACTERS] + " " + passage.title for passage in cited)
    if not (_numbers(text) <= _numbers(read) and _numerals(text) <= _numerals(read)):
        return "unstated_number"
    return StatedSentence(text, tuple(passage.passage_id for passage in cited))


def _numbers(text: str) -> set[str]:
    """Numbers as they stand, full-width digits as usual ones and without separators of thousands."""
    plain = unicodedata.normalize("NFKC", text)
    return {number.replace(",", "") for number in _NUMBER.findall(plain)}


def _numerals(text: str) -> set[str]:
    """Numbers in words, as they stand: 一九九九, 百分之九十九, nine million, MMXXXI."""
    folded = unicodedata.normalize("NFKC", text)
    found = (match[0] for pattern in (_IN_CHINESE, _IN_ENGLISH, _ROMAN) for match in pattern.finditer(folded))
    return {" ".join(each.casefold().replace("-", " ").split()) for each in found}


def _shape(passage: dict[str, Any]) -> dict[str, Any]:
    """JSON schema of an answer, with what is known of the keys."""
    sentence = {
        "type": "object",
        "properties": {
            "text": {"type": "string", "minLength": 1, "maxLength": _SENTENCE_CHARACTERS},
            "citations": {"type": "array", "items": {"type": "string", **passage}, "maxItems": 4},
        },
        "required": ["text", "citations"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {
            "answerable": {"type": "boolean"},
            "sentences": {"type": "array", "items": sentence, "maxItems": 3},
        },
        "required": ["answerable", "sentences"],
        "additionalProperties": False,
    }
