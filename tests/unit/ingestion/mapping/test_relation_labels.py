"""Labels of other people's data in both languages, nouns and verbs, and which way they lead."""

from __future__ import annotations

import pytest

from core.ingestion.mapping.relation_labels import MappedLabel, RelationLabels
from core.ontology import default_ontology

LABELS = RelationLabels(default_ontology())


@pytest.mark.parametrize(
    ("label", "kind", "backwards"),
    [
        ("竞品", "competitor", False),
        ("竞争对手", "competitor", False),
        ("competitor_of", "competitor", False),
        ("is_a_competitor_of", "competitor", False),
        ("上游", "supplies", True),  # A —上游→ C: C is upstream of A, so C supplies A
        ("下游", "supplies", False),
        ("supplier", "supplies", True),
        ("supplier_of", "supplies", False),
        ("Supplies To", "supplies", False),
        ("client_of", "supplies", True),
        ("客户", "supplies", False),
        ("acquired_by", "acquired", True),
        ("ACQUIRED", "acquired", False),
        ("foundedBy", "founded_by", False),
        ("joint_venture_with", "joint_venture", False),
        ("partner_with", "partner", False),
        ("IS_PARTIAL_OWNER_OF", "shareholder_of", False),
        ("股东", "shareholder_of", True),
        ("母公司", "subsidiary_of", False),
        ("subsidiary", "subsidiary_of", True),
        ("SUBSIDIARY-OF", "subsidiary_of", False),
        ("product_or_service_of", "produces", True),
        ("ｓｕｐｐｌｉｅｓ", "supplies", False),
        ("被投资", "shareholder_of", True),  # A —被投资→ C: C invested in A
        ("invested in by", "shareholder_of", True),
        ("is_backed_by", "shareholder_of", True),
        ("backed", "shareholder_of", False),
        ("被投资公司", "shareholder_of", False),
        ("被收购", "acquired", True),
        ("was bought by", "acquired", True),
        ("被控股", "subsidiary_of", False),
        ("owned by", "subsidiary_of", False),
        ("supplied by", "supplies", True),
        ("被授权", "licenses_to", True),
        ("licensed by", "licenses_to", True),
        ("relies on", "depends_on", False),
        ("依赖于", "depends_on", False),
        ("被依赖", "depends_on", True),
    ],
)
def test_a_label_has_a_type_and_a_direction(label: str, kind: str, backwards: bool) -> None:
    assert LABELS.find(label) == MappedLabel(kind, backwards)


@pytest.mark.parametrize("label", ["", "undefined", "concept_of", "traded_on", "拥有", "✓", "x" * 1000])
def test_what_is_not_known_is_not_guessed(label: str) -> None:
    assert LABELS.find(label) is None


def test_every_type_is_known_by_all_that_the_ontology_calls_it() -> None:
    for kind in default_ontology().types.values():
        for label in (kind.id, kind.label.zh, kind.label.en):
            assert LABELS.find(label) == MappedLabel(kind.id)
        for label in (kind.inverse.zh, kind.inverse.en):
            assert LABELS.find(label) == MappedLabel(kind.id, not kind.symmetric)
