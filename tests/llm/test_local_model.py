"""The client against the real local model: a gigabyte, about a minute."""

from __future__ import annotations

from itertools import pairwise

import pytest
from pydantic import BaseModel, Field

from core.messages import Language
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.prompt import Message, Prompt
from tests.llm.packaged_model import MODEL


class Capital(BaseModel):
    """A small answer."""

    city: str = Field(min_length=1)
    country: str = Field(min_length=1)


QUESTIONS: dict[Language, str] = {
    "en": "What is the capital of France? Answer in English with one JSON object: city, country.",
    "zh": "法国的首都是哪里？请用中文回答，给出一个 JSON 对象：city（城市）、country（国家）。",
}
ANSWERS: dict[Language, tuple[str, str]] = {"en": ("Paris", "France"), "zh": ("巴黎", "法国")}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_model_answers_in_json_and_bit_by_bit(model: LanguageModel, language: Language) -> None:
    question = Message("user", QUESTIONS[language])
    prompt = Prompt(f"capital.{language}.1", (question,), Capital.model_json_schema())
    arrived: list[str] = []
    reply = model.ask(prompt, Capital, stage="synthesis", on_text=arrived.append)
    print(f"{language}: {reply.answer!r}, {reply.use!r}")
    assert (reply.answer.city, reply.answer.country) == ANSWERS[language]
    assert reply.use.model == MODEL
    assert reply.use.input_tokens > 0
    assert reply.use.output_tokens > 0
    assert (reply.use.retries, reply.use.repairs, reply.use.from_cache) == (0, 0, False)
    assert len(arrived) > 1
    assert all(later.startswith(earlier) for earlier, later in pairwise(arrived))
    assert Capital.model_validate_json(arrived[-1]) == reply.answer
