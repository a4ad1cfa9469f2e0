"""A model that plays every part of an answer: it reads the question, filters facts and judges companies."""

from __future__ import annotations

import json
from threading import Event
from typing import Any

from tests.llm_server import Asked, Reaction

WEIGHTS = {
    "reason": "Suppliers are asked for.",
    "families": {"hierarchical": 0.0, "temporal": 0.0, "spatial": 0.0, "causality": 3.0, "attribution": 1.0},
    "roles": {"primary": 1.0, "secondary": 1.0, "peripheral": 0.0},
}
PARTS = ("plan", "intent", "families", "facts", "companies")
"""What each request is for, by what its answer holds, in the order they are asked."""


def part_of(asked: Asked) -> str:
    """What a request is for."""
    shape = asked.body["response_format"]["json_schema"]["schema"]["properties"]
    return next(part for part in PARTS if part in shape)


def companies_asked_about(asked: Asked) -> list[dict[str, Any]]:
    """The lines about companies in the last message."""
    return [json.loads(line) for line in asked.texts[-1].splitlines() if line.startswith('{"company"')]


def every_part(asked: Asked) -> Reaction:
    """Answers whatever is asked."""
    judged = [
        {
            "company": line["company"],
            "citations": [fact["key"] for fact in line["facts"]],
            "level": "low",
            "reason": f"On {line['company']}.",
            "relation": "partner",
        }
        for line in companies_asked_about(asked)
    ]
    answers: dict[str, Any] = {
        "plan": {"plan": None, "unused": []},
        "intent": {"intent": "relationship_discovery"},
        "families": WEIGHTS,
        "facts": {"facts": [{"fact": "F1", "quality": 0.7, "reason": "Bears on it."}]},
        "companies": {"companies": judged},
    }
    return Reaction(json.dumps(answers[part_of(asked)]))


class Waiting:
    """Plays every part, but answers the first request for ``part`` only once it is told to go on."""

    def __init__(self, part: str) -> None:
        self.part = part
        self.reached, self.go_on = Event(), Event()

    def __call__(self, asked: Asked) -> Reaction:
        if part_of(asked) == self.part and not self.reached.is_set():
            self.reached.set()
            assert self.go_on.wait(60)
        return every_part(asked)
