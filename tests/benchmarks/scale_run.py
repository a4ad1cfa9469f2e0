"""What test_scale.py runs in a fresh process: open the kept knowledge base, ask, and print the figures as JSON."""

from __future__ import annotations

import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from core.discovery.answering import answer
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.dossier.profile import entity_profile
from core.exploring.neighbourhood import neighbourhood
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.statistics import statistics as counted
from core.storage.knowledge_base import open_knowledge_base

USERS = 4
QUESTIONS = 200
TEXTS = (
    "",
    "",
    "Who competes with {name}?",
    "Which companies are in the same industry as {name}?",
    "{name}的上游供应商有哪些？",
    "makers of similar products and services",
)
HUBS = ("country:United States", "currency:EUR", "exchange:FRA")


def memory() -> dict[str, int]:
    """Resident memory of this process in MB: all of it, its own, and mapped files that others share."""
    lines = Path("/proc/self/status").read_text().splitlines()
    kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.startswith(("VmRSS", "Rss"))}
    return {name: kilobytes[key] // 1024 for name, key in (("all", "VmRSS"), ("own", "RssAnon"), ("files", "RssFile"))}


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that ``work`` takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000.0


def spread(milliseconds: Sequence[float]) -> dict[str, float]:
    """Median, 95th percentile and worst of some times."""
    ordered = sorted(milliseconds)
    p95 = ordered[math.ceil(0.95 * len(ordered)) - 1]
    return {"p50": round(statistics.median(ordered), 1), "p95": round(p95, 1), "worst": round(ordered[-1], 1)}


def requests(pipeline: DiscoveryPipeline, count: int, seed: int) -> list[DiscoveryRequest]:
    """Questions about random companies, with and without a text."""
    chosen = random.Random(seed)
    found = []
    for number in range(count):
        entity = pipeline.base.knowledge_base.entity_at(int(chosen.choice(pipeline.base.knowledge_base.company_nodes)))
        text = TEXTS[number % len(TEXTS)].format(name=entity.name_en)
        found.append(DiscoveryRequest(company=entity.id, query=text, max_hops=pipeline.base.settings.ppr_max_hops))
    return found


def ask(
    pipeline: DiscoveryPipeline,
    asked: Sequence[DiscoveryRequest],
    users: int,
    *,
    pause: float = 0.0,
    explained: bool = True,
) -> dict[str, object]:
    """Latency of whole answers with so many users asking at once, and of each stage.

    ``explained``: what is found is also fused, judged and cited; else only retrieved. ``pause``: seconds that a user
    reads in the mean before asking again, exponentially distributed: users who all read equally
    long would go on asking at the same moment.
    """
    stages: dict[str, list[float]] = {}
    reading = random.Random(5)

    def one(request: DiscoveryRequest) -> float:
        def work() -> None:
            found = pipeline.retrieve(request)
            timings = answer(found, request.fusion, request.language).timings if explained else found.timings
            for timing in timings:
                stages.setdefault(timing.stage, []).append(timing.milliseconds)

        took = timed(work)
        if pause:
            time.sleep(reading.expovariate(1.0 / pause))
        return took

    with ThreadPoolExecutor(users) as pool:
        start, busy = time.perf_counter(), time.process_time()
        times = list(pool.map(one, asked))
        seconds, busy = time.perf_counter() - start, time.process_time() - busy
    by_text: dict[str, list[float]] = {}
    for took, request in zip(times, asked, strict=True):
        by_text.setdefault("with a question" if request.query else "company only", []).append(took)
    return {
        "users": users,
        "questions": len(asked),
        "latency_ms": spread(times),
        **{f"{name}_ms": spread(found) for name, found in by_text.items()},
        "questions_per_second": round(len(asked) / seconds, 1),
        "processor_ms_per_question": round(busy / len(asked) * 1000.0, 1),
        "stages_ms": {stage: spread(found) for stage, found in stages.items()},
    }


def main(folder: Path) -> None:
    """Print the figures of the knowledge base in ``folder``."""
    settings = Settings(knowledge_base_folder=folder)
    figures: dict[str, object] = {"memory_mb_libraries": memory()}
    start = time.perf_counter()
    knowledge_base = open_knowledge_base(folder, embedding_model=settings.embedding_model)
    pipeline = DiscoveryPipeline(Base.over(knowledge_base, default_ontology(), settings))
    figures |= {"open_s": round(time.perf_counter() - start, 3), "memory_mb_open": memory()}
    figures |= {"warm_up_s": round(timed(pipeline.warm_up) / 1000.0, 2), "memory_mb_warm": memory()}
    figures["one_user"] = ask(pipeline, requests(pipeline, 50, seed=1), 1)
    figures["users"] = ask(pipeline, requests(pipeline, QUESTIONS, seed=2), USERS)
    figures["memory_mb_after_questions"] = memory()
    figures["users_retrieval_only"] = ask(pipeline, requests(pipeline, QUESTIONS, seed=7), USERS, explained=False)
    figures["users_who_read_for_a_second"] = ask(pipeline, requests(pipeline, 200, seed=4), USERS, pause=1.0)
    figures["memory_mb_after_reading"] = memory()
    names = [request.company[3:] + "x" for request in requests(pipeline, 50, seed=3)]
    misspelt = [knowledge_base.entity_at(int(node)).name_en for node in knowledge_base.company_nodes[:3000:60]]
    figures["unknown_name_ms"] = spread([timed(partial(pipeline.base.names.link_name, name)) for name in names])
    typos = [name[:3] + name[4:] for name in misspelt]
    figures["misspelt_name_ms"] = spread([timed(partial(pipeline.base.names.link_name, name)) for name in typos])
    questions = [f"who supplies {name} in china?" for name in typos]
    figures["misspelt_question_ms"] = spread(
        [timed(partial(pipeline.base.names.link_question, text)) for text in questions]
    )
    for hops in (1, 2):
        figures[f"picture_of_a_hub_{hops}_hops_ms"] = spread(
            [timed(partial(neighbourhood, knowledge_base, pipeline.engine, [hub], hops=hops)) for hub in HUBS]
        )
    companies = [request.company for request in requests(pipeline, 200, seed=6)]
    for listed, ids in (("a_hub", HUBS), ("a_company", companies)):
        profile = partial(entity_profile, knowledge_base, pipeline.base.ontology)
        figures[f"profile_of_{listed}_ms"] = spread([timed(partial(profile, entity_id)) for entity_id in ids])
    figures["hub_questions"] = ask(pipeline, [DiscoveryRequest(company=hub) for hub in HUBS], 1)
    figures["memory_mb_end"] = memory()
    count = partial(counted, knowledge_base, pipeline.base.ontology)
    figures["statistics_ms"] = {"first": round(timed(count), 1), **spread([timed(count) for _ in range(10)])}
    figures["memory_mb_after_statistics"] = memory()
    print(json.dumps(figures))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
