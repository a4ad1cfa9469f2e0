"""Sets of deals of an amount against the plain list of deals that the base was built of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.plan import All, Money, Related
from core.domain.records import Entity, Relation
from core.ingestion.building.build import publish_data_set
from core.ingestion.progress import ProgressReporter
from core.ingestion.records.csv_files import DataSet
from core.ontology import default_ontology
from core.questions.execution.executor import Executor
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from tests.support import examples, settings_for

AMOUNTS = (0.0, 1e6, 9.95e6, 1e7, 1.02e7, 5e9, 5.01e9, 1e12)
CURRENCIES = ("", "USD", "CNY", "EUR")
COMPANIES = tuple(f"c{number}" for number in range(12))
COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    "=": lambda one, other: abs(one - other) <= 0.01 * other,
    ">=": lambda one, other: one >= other,
    ">": lambda one, other: one > other,
}


def deals() -> list[Relation]:
    random = Random(25)
    found = {}
    for _ in range(90):
        source, target = random.sample(COMPANIES, 2)
        kind, amount = random.choice(["acquired", "shareholder_of"]), random.choice([None, *AMOUNTS])
        currency = "" if amount is None else random.choice(CURRENCIES)
        relation = Relation(
            id=f"{source}-{kind}-{target}", source=source, type=kind, target=target, amount=amount, currency=currency
        )
        found[source, kind, target] = relation
    return list(found.values())


DEALS = deals()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder: Path = tmp_path_factory.mktemp("deals")
    entities = tuple(Entity(id=each, type="company", name_zh=each, name_en=each) for each in COMPANIES)
    configured = settings_for(folder / "data", folder / "kb")
    data = DataSet(entities, tuple(DEALS), (), ())
    publish_data_set(data, "", configured, encoder, default_ontology(), ProgressReporter(None))
    return open_knowledge_base(configured.knowledge_base_folder, embedding_model=encoder.name)


def reached(asked: Related, rows: Sequence[Relation]) -> set[str]:
    forward = {each.target for each in rows if each.type == asked.type}
    backward = {each.source for each in rows if each.type == asked.type}
    return {"forward": forward, "backward": backward, "either": forward | backward}[asked.end]


@given(
    st.sampled_from(["acquired", "shareholder_of"]),
    st.sampled_from(["forward", "backward", "either"]),
    st.sampled_from(list(COMPARED)),
    st.sampled_from(AMOUNTS) | st.floats(0, 1e13),
    st.sampled_from(CURRENCIES),
)
@settings(max_examples=examples(200), deadline=None)
def test_deals_of_an_amount(
    base: KnowledgeBase, kind: str, end: str, operator: str, amount: float, currency: str
) -> None:
    money = Money.model_validate({"operator": operator, "amount": amount, "currency": currency})
    asked = Related.model_validate({"type": kind, "end": end, "of": All(), "money": money})
    fitting = [
        each
        for each in DEALS
        if each.amount is not None
        and (not currency or each.currency == currency)
        and COMPARED[operator](each.amount, amount)
    ]
    found = Executor(base, default_ontology(), 20261128).members(asked, strict=True).members
    assert set(found.ids) == reached(asked, fitting)
