"""What the tests of damaged files run in a process of its own: damage a knowledge base, ask it, print what came of it.

Damaged bytes may end a process. Each damage is a line of JSON in standard input, each outcome one in standard output.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

from core.discovery.answering import answer
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.errors import GuanxiError, KnowledgeBaseCorruptError
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import load_encoder
from core.storage.knowledge_base import open_knowledge_base


def flip(content: bytes, chance: random.Random, bits: int = 1) -> bytes:
    """Some bits the other way round."""
    changed = bytearray(content)
    for _ in range(bits):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def zero(content: bytes, chance: random.Random) -> bytes:
    """A block of nothing."""
    start, length = chance.randrange(len(content)), min(512, len(content))
    return content[:start] + bytes(len(content[start : start + length])) + content[start + length :]


def swap(content: bytes, chance: random.Random) -> bytes:
    """Two bytes in each other's place."""
    changed, places = bytearray(content), (chance.randrange(len(content)), chance.randrange(len(content)))
    changed[places[0]], changed[places[1]] = changed[places[1]], changed[places[0]]
    return bytes(changed)


DAMAGES: dict[str, Callable[[bytes, random.Random], bytes | None]] = {
    "one bit": flip,
    "many bits": lambda content, chance: flip(content, chance, 64),
    "a bit of the header": lambda content, chance: flip(content[:128], chance) + content[128:],
    "cut off": lambda content, chance: content[: chance.randrange(len(content))],
    "zeroed": zero,
    "swapped": swap,
    "longer": lambda content, chance: content + chance.randbytes(chance.randrange(1, 64)),
    "deleted": lambda _, __: None,
}


def answers(folder: Path, questions: list[dict[str, str]], check_megabytes: float) -> str:
    """What is answered, without what differs from one time to the next."""
    base = open_knowledge_base(folder, embedding_model="use-multilingual", check_megabytes=check_megabytes)
    settings = Settings(knowledge_base_folder=folder)
    pipeline = DiscoveryPipeline(
        Base.over(base, default_ontology(), settings), encoder=lambda: load_encoder("use-multilingual")
    )
    requests = [DiscoveryRequest(**question) for question in questions]  # type: ignore[arg-type]
    said = [answer(pipeline.retrieve(each), each.fusion, each.language) for each in requests]
    return json.dumps([each.model_dump(mode="json", exclude={"timings"}) for each in said])


def outcome(folder: Path, questions: list[dict[str, str]], check_megabytes: float, whole: str) -> str:
    """``same`` as when it was whole, ``other``, ``refused``, or the error that nobody expects."""
    try:
        return "same" if answers(folder, questions, check_megabytes) == whole else "other"
    except KnowledgeBaseCorruptError as error:
        return "refused" if str(folder) in error.message("zh") else f"no place: {error}"
    except GuanxiError as error:
        return error.code
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        return f"{type(error).__name__}: {error}"[:200]


def main(folder: Path, questions: list[dict[str, str]], check_megabytes: float) -> None:
    """Do and undo one damage after the other."""
    whole = answers(folder, questions, check_megabytes)
    for line in sys.stdin:
        asked = json.loads(line)
        place = folder / asked["file"]
        content = place.read_bytes()
        damaged = DAMAGES[asked["damage"]](content, random.Random(asked["seed"])) if content else None
        place.unlink()  # not written over: the file may be mapped, or linked from elsewhere
        if damaged is not None:
            place.write_bytes(damaged)
        found = "unchanged" if damaged == content else outcome(folder, questions, check_megabytes, whole)
        print(json.dumps({**asked, "outcome": found}), flush=True)
        place.unlink(missing_ok=True)
        place.write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]), float(sys.argv[3]))
