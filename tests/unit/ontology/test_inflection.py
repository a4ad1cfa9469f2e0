"""Forms of English nouns and verbs."""

from __future__ import annotations

import pytest

from core.ontology.inflection import noun_forms, verb_forms

VERBS = {
    "supply": ("supply", "supplies", "supplying", "supplied"),
    "buy from": ("buy from", "buys from", "buying from", "bought from"),
    "rely on": ("rely on", "relies on", "relying on", "relied on"),
    "sell to": ("sell to", "sells to", "selling to", "sold to"),
    "take over": ("take over", "takes over", "taking over", "took over", "taken over"),
    "invest in": ("invest in", "invests in", "investing in", "invested in"),
    "swap": ("swap", "swaps", "swapping", "swapped"),
    "back": ("back", "backs", "backing", "backed"),
    "own": ("own", "owns", "owning", "owned"),
    "finance": ("finance", "finances", "financing", "financed"),
    "tie up with": ("tie up with", "ties up with", "tying up with", "tied up with"),
    "have a stake in": ("have a stake in", "has a stake in", "having a stake in", "had a stake in"),
    "purchase": ("purchase", "purchases", "purchasing", "purchased"),
    "search": ("search", "searches", "searching", "searched"),
}


@pytest.mark.parametrize(
    ("noun", "forms"),
    [
        ("supplier", ("supplier", "suppliers")),
        ("subsidiary", ("subsidiary", "subsidiaries")),
        ("ally", ("ally", "allies")),
        ("buyer company", ("buyer company", "buyer companies")),
        ("business", ("business", "businesses")),
        ("branch", ("branch", "branches")),
        ("sales", ("sales",)),
        ("toy", ("toy", "toys")),
    ],
)
def test_nouns(noun: str, forms: tuple[str, ...]) -> None:
    assert noun_forms(noun) == forms


@pytest.mark.parametrize(("verb", "forms"), VERBS.items())
def test_verbs(verb: str, forms: tuple[str, ...]) -> None:
    assert {form for form, _ in verb_forms(verb)} == set(forms)


@pytest.mark.parametrize("verb", VERBS)
def test_past_forms_may_be_passive_and_others_may_not(verb: str) -> None:
    passive = {form for form, past in verb_forms(verb) if past}
    active = {form for form, past in verb_forms(verb) if not past}
    assert verb in active
    assert passive
    assert passive.isdisjoint(active)


def test_of_be_also_what_is_left_without_it() -> None:
    forms = dict(verb_forms("be owned by"))
    assert {"is owned by", "are owned by", "was owned by", "owned by"} <= forms.keys()
    assert not any(forms.values())
