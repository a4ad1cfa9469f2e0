"""How long questions take to be understood and executed, in processor time, on one knowledge base that is warmed up.

python -m tests.research.generated_questions --questions 500 --seed 1 --output questions.jsonl
python -m tests.research.question_speed --questions questions.jsonl --random 10000
"""

from __future__ import annotations

import argparse
import gc
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import process_time
from unittest.mock import patch

import numpy as np

from core.cli.opening import opened
from core.discovery.members import members_of
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.understanding import understand
from core.domain.partial_dates import today
from core.domain.requests import DiscoveryRequest
from core.ontology import default_ontology
from core.questions.parsing import chart
from core.settings import load_settings
from tests.research.public_bases import open_public_set

_MOST_CHARACTERS = 200


def answer(pipeline: DiscoveryPipeline, question: str) -> float:
    """Understand a question and execute its plan; seconds of processor time."""
    begin = process_time()
    plan = understand(pipeline.base, DiscoveryRequest(query=question)).parsed.plan
    if plan is not None:
        members_of(plan, pipeline.base, today())
    return process_time() - begin


@contextmanager
def counted_steps() -> Iterator[list[int]]:
    """The steps of each filling of a chart, in their order."""
    steps: list[int] = []
    fill = chart._Filling.fill

    def counting(filling: chart._Filling) -> dict[str, list[chart.Reading]]:
        try:
            return fill(filling)
        finally:
            steps.append(filling.steps)

    with patch.object(chart._Filling, "fill", counting):
        yield steps


def random_questions(questions: Sequence[str], number: int, seed: int) -> Iterator[str]:
    """Rows of words of several questions, and of any characters of them, by turns."""
    drawn = Random(seed)
    words = sorted({word for question in questions for word in question.split()})
    characters = sorted(set("".join(questions)))
    for place in range(number):
        if place % 2:
            row = "".join(drawn.choice(characters) for _ in range(drawn.randint(1, _MOST_CHARACTERS)))
        else:
            row = " ".join(drawn.choice(words) for _ in range(drawn.randint(1, 30)))[:_MOST_CHARACTERS]
        yield row.strip() or "?"


def figures(seconds: Sequence[float]) -> str:
    """In milliseconds; the first is told apart."""
    after = np.array(seconds[1:] or seconds) * 1_000
    high = np.percentile(after, [50, 95, 99])
    return "first {:.0f}, median {:.1f}, 95 % {:.1f}, 99 % {:.1f}, longest {:.0f} ms".format(
        seconds[0] * 1_000, *high, after.max()
    )


def measured(pipeline: DiscoveryPipeline, questions: Sequence[str]) -> str:
    """The figures of these questions, and which took longest."""
    with counted_steps() as steps:
        seconds = [answer(pipeline, each) for each in questions]
    longest = questions[int(np.argmax(seconds))]
    row = f"steps: median {np.median(steps):.0f}, 95 % {np.percentile(steps, 95):.0f}, most {max(steps)}"
    return f"{len(questions)} questions: {figures(seconds)}; {row}\nlongest: {longest}"


def main() -> None:
    """The command."""
    options = _options()
    settings = load_settings()
    if options.public:
        pipeline = open_public_set(options.public, options.set, settings, default_ontology())
    else:
        pipeline = opened(settings).pipeline
    pipeline.warm_up()
    gc.collect()
    gc.freeze()  # as the application does once it is warm
    lines = options.questions.read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["query"] for line in lines]
    print(measured(pipeline, questions))
    if options.random:
        print("random:", measured(pipeline, list(random_questions(questions, options.random, options.seed))))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--questions", type=Path, required=True, metavar="FILE", help="JSON lines with a field query")
    add("--random", type=int, default=0, metavar="N", help="and N rows of random words and characters; default: 0")
    add("--seed", type=int, default=0, metavar="N", help="of the random rows; default: 0")
    add("--public", type=Path, metavar="FOLDER", help="public data sets, instead of the configured knowledge base")
    add("--set", metavar="NAME", help="which of the public sets")
    return parser.parse_args()


if __name__ == "__main__":
    main()
