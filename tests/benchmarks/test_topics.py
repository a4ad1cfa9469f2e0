"""Questions about a topic without a company, in six wordings, on the public sets: how many of the first ten companies
are described in the topic's own words, beside full-text search alone and together with equal words.

Bases of the public sets are built first, which takes half an hour, and kept below ``GUANXI_BENCHMARKS``.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import numpy as np
import pytest

from core.messages import Language
from core.ontology import default_ontology
from core.settings import Settings
from tests.benchmarks.scale_data import KEPT
from tests.benchmarks.test_public_tasks import DATASETS
from tests.research.public_bases import open_public_set
from tests.topics import LISTED, WORDINGS, shares_of_the_first_ten

pytestmark = pytest.mark.benchmark
ENGLISH = (
    "cruise ships",
    "lithium mining",
    "wind turbines",
    "solar panels",
    "craft beer",
    "wine",
    "coffee",
    "tobacco",
    "video games",
    "movie theaters",
    "casinos",
    "car rental",
    "trucking",
    "railways",
    "airports",
    "satellites",
    "dental implants",
    "hearing aids",
    "contact lenses",
    "vaccines",
    "gene therapy",
    "insulin",
    "fertilizer",
    "salmon",
    "palm oil",
    "sugar",
    "cement",
    "steel pipes",
    "uranium",
    "coal mining",
    "funeral services",
    "toys",
    "furniture",
    "footwear",
    "jewelry",
    "cosmetics",
    "pet food",
    "elevators",
    "tires",
    "cybersecurity",
)
CHINESE = (
    "锂电池",
    "光伏组件",
    "风电设备",
    "白酒",
    "乳制品",
    "水泥",
    "化肥",
    "农药",
    "钢管",
    "煤炭",
    "黄金",
    "稀土",
    "医疗器械",
    "疫苗",
    "中药",
    "集成电路",
    "轮胎",
    "造纸",
    "家具",
    "船舶",
)


def printed(found: dict[str, list[list[float]]], language: Language) -> dict[str, float]:
    """Print the shares by wording; return the means over all."""
    topics = len(next(iter(found.values()))[0])
    print(f"\nshare of the first {LISTED} described in the words of the topic, {language}, {topics} topics")
    print(f"{'':<32}" + "".join(f"{name:>20}" for name in found))
    for place, wording in enumerate(WORDINGS[language]):
        print(f"{wording:<32}" + "".join(f"{fmean(shares[place]):>20.3f}" for shares in found.values()))
    means = {name: float(np.mean(shares)) for name, shares in found.items()}
    print(f"{'all':<32}" + "".join(f"{mean:>20.3f}" for mean in means.values()))
    return means


@pytest.mark.parametrize(
    ("name", "topics", "language"), [("global_equities", ENGLISH, "en"), ("zh_chain", CHINESE, "zh")]
)
def test_a_topic_finds_companies_described_in_its_words(name: str, topics: Sequence[str], language: Language) -> None:
    if not (DATASETS / name).exists():
        pytest.skip("no data sets: set GUANXI_DATASETS")
    settings = Settings(knowledge_base_folder=KEPT.parent / "public" / "knowledge_base")
    pipeline = open_public_set(DATASETS, name, settings, default_ontology())
    means = printed(shares_of_the_first_ten(pipeline, topics, language), language)
    assert means["adaptive"] >= 0.95 * means["keywords"]
