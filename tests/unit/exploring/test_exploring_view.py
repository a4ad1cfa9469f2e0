from __future__ import annotations

import pytest
from pydantic import ValidationError

from core.exploring.view import MAX_SHOWN, Expansion, Filters, View, add, collapse, expand, look, pin, renamed
from core.exploring.view_link import MAX_LINK, ViewLinkDamagedError, linked_view


def test_a_second_expansion_adds_to_the_first_and_a_collapse_takes_both() -> None:
    view = expand(expand(add(View(), ["a"]), "a", ["b"]), "a", ["c", "b"])
    assert view.expansions == (Expansion(entity="a", neighbours=("b", "c")),)
    assert collapse(view, "a").shown == ("a",)


def test_what_something_else_leads_to_stays() -> None:
    view = expand(expand(add(View(), ["a", "z"]), "a", ["b", "c"]), "z", ["c"])
    assert set(collapse(view, "a").shown) == {"a", "z", "c"}


def test_what_only_leads_to_itself_goes() -> None:
    view = expand(expand(expand(add(View(), ["a"]), "a", ["b"]), "b", ["c"]), "c", ["b"])
    assert collapse(view, "a") == add(View(), ["a"])


def test_a_pinned_node_keeps_what_it_brought() -> None:
    view = pin(expand(expand(add(View(), ["a"]), "a", ["b"]), "b", ["c"]), "b")
    assert set(collapse(view, "a").shown) == {"a", "b", "c"}


def test_expanding_what_is_not_shown_or_by_nothing_changes_nothing() -> None:
    view = add(View(), ["a"])
    assert expand(view, "b", ["c"]) == view
    assert expand(view, "a", ["a"]) == view


@pytest.mark.parametrize(
    "fields",
    [
        {"hidden": ("a",)},
        {"pinned": ("a",)},
        {"expansions": (Expansion(entity="a", neighbours=("b",)),)},
        {"roots": ("a",), "expansions": (Expansion(entity="a", neighbours=("b",)),) * 2},
        {"roots": ("a",), "expansions": (Expansion(entity="a", neighbours=tuple(map(str, range(MAX_SHOWN)))),)},
        {"roots": tuple(map(str, range(MAX_SHOWN + 1)))},
        {"colour_by": "mood"},
        {"filters": {"least_strength": 2.0}},
        {"more": 1},
    ],
)
def test_a_view_that_no_steps_lead_to_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        View.model_validate(fields)


def test_a_walk_from_nowhere_sizes_by_degree() -> None:
    assert look(View(), "type", "walk", None).size_by == "degree"


def test_renaming_joins_what_went_into_one() -> None:
    view = expand(expand(add(View(), ["one", "two"]), "one", ["x"]), "two", ["y", "gone"])
    joined = renamed(view, {"one": "one", "two": "one", "x": "x", "y": "y"}.get)
    assert joined.roots == ("one",)
    assert joined.expansions == (Expansion(entity="one", neighbours=("x", "y")),)


def test_filters_know_what_they_act_on() -> None:
    assert not Filters(without_entities=("place",)).on_relations
    assert Filters(undated=False).on_years
    assert Filters(undated=False).keeps_year(2000)
    assert not Filters(first_year=2001).keeps_year(2000)
    assert not Filters(last_year=1999).keeps_year(2000)


@pytest.mark.parametrize("link", ["2abc", "1" + "A" * MAX_LINK, "1!!", "1" + "A" * 40])
def test_links_of_another_form_are_refused_in_both_languages(link: str) -> None:
    with pytest.raises(ViewLinkDamagedError) as refused:
        linked_view(link)
    assert refused.value.message("zh") != refused.value.message("en")
