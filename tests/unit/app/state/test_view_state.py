from __future__ import annotations

import pytest
import streamlit as st

from app.state import view_state
from app.state.view_parameters import (
    INFLUENCES,
    MAX_PLAN,
    PARAMETERS,
    SHARES,
    defaults_of,
    differing,
    facet_key,
    plan_text,
    share_key,
    unfit_in,
    values_in,
)
from core.discovery.facets import FACETS
from core.domain.arms import ARMS
from core.domain.plan import Companies, Entities, Plan, Related
from core.exploring.paths import PATH_KINDS
from core.exploring.view_link import MAX_LINK
from core.settings import Settings

pytestmark = pytest.mark.usefixtures("session")


ODD = {"empty": "", "unknown": "no such value", "overlong": "9" * 70_000, "odd": "nan", "separators": "~~_~~"}

FREE = {"q", "company", "against", "view"}  # any text fits, for what is made of it says itself what is wrong

LISTS = {"open", "vs", "notby", "notvia", *map(facet_key, FACETS)}

NAMES = {"id", "sel", *LISTS, "node", "rel", "from", "to"}


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("name", [*PARAMETERS, SHARES])
def test_every_parameter_fits_or_is_named_and_at_its_default(name: str, kind: str) -> None:
    page = PARAMETERS[name].page if name in PARAMETERS else ""
    defaults = defaults_of(Settings())
    values, unfit = values_in({name: ODD[kind]}, page, defaults), unfit_in({name: ODD[kind]}, page)
    if not ODD[kind] or unfit:
        bare = values_in({}, page, defaults)
        assert values == bare | {each: values[each] for each in ("mode", "beta") if each in bare}
    assert unfit in ([], [name])
    fits = not ODD[kind] or name in FREE or (name in NAMES and len(ODD[kind]) < 1000) or name in LISTS
    assert (unfit == []) == fits
    assert all(len(value) <= 60_001 for value in values.values() if isinstance(value, str))


@pytest.mark.parametrize("name", sorted(LISTS))
def test_an_address_names_each_company_once_and_twenty_at_most(name: str) -> None:
    companies = [f"c{number}" for number in range(21)]
    for count in (1, 19, 20, 21):
        address = {name: "~".join(["c0", "", *companies[:count]])}
        assert values_in(address, PARAMETERS[name].page, defaults_of(Settings()))[name] == tuple(
            companies[: min(count, 20)]
        )


BOUNDS = {
    **dict.fromkeys(("wg", "wv"), (0.0, 1.0)),
    **dict.fromkeys([*map(share_key, ARMS), *INFLUENCES], (0.0, 2.0)),
    "damping": (0.05, 0.95),
    "k": (1, 10_000),
    "hops": (1, 6),
    "n": (1, 50),
    "depth": (1, 2),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_numbers_of_an_address_are_taken_up_to_their_bounds(name: str) -> None:
    defaults = defaults_of(Settings())
    for bound in BOUNDS[name]:
        value = values_in({name: f"{bound}"}, "", defaults)[name]
        assert (value, type(value)) == (bound, type(bound))
    step = 1 if isinstance(BOUNDS[name][0], int) else 1e-9
    for beyond in (BOUNDS[name][0] - step, BOUNDS[name][1] + step):
        assert unfit_in({name: f"{beyond}"}, "") == [name]


@pytest.mark.parametrize(
    ("name", "of_page", "kept"),
    [
        ("q", "", Settings().query_max_characters + 1),
        ("company", "", Settings().query_max_characters + 1),
        ("view", "explore", MAX_LINK + 1),
        ("against", "", 60),
    ],
)
def test_overlong_text_of_an_address_is_cut(name: str, of_page: str, kept: int) -> None:
    """Of a question and of a view one character more than is allowed is kept, so that they are refused as overlong."""
    for length in (kept - 1, kept, kept + 1):
        text = "x" * length
        assert values_in({name: text}, of_page, defaults_of(Settings()))[name] == text[:kept]


def test_the_address_of_an_entity_holds_nothing_but_it() -> None:
    put_defaults(company="byd", n=5, sel="tesla")
    assert view_state.company_address("catl") == {"id": "catl", "lang": "zh"}


def test_asking_about_an_entity_keeps_the_controls_and_not_the_question() -> None:
    put_defaults(company="byd", q="rivals?", n=5, sel="tesla", open=("tesla",), id="catl")
    assert view_state.shared_address("catl") == {"company": "catl", "n": "5", "lang": "zh"}


def put_defaults(**values: object) -> None:
    st.session_state.update({**defaults_of(Settings()), "lang": "zh", **values})


def test_an_address_that_says_nothing_means_the_defaults() -> None:
    defaults = defaults_of(Settings())
    shared = values_in({}, "", defaults)
    own = {"both": False, "depth": 1, "texts": False, "tasks": "sample", "open": (), "vs": (), "against": "", "q": ""}
    assert {name: shared[name] for name in own} == own
    assert (shared["n"], shared["hops"], shared["damping"], shared["k"]) == (10, 2, 0.85, 60)
    explore = values_in({}, "explore", defaults)
    assert (explore["path"], explore["only"], explore["by"]) == (False, True, PATH_KINDS[0])


def test_an_address_says_what_differs_and_counts() -> None:
    st.session_state["lang"] = "zh"
    assert view_state.address(company="catl", wg=0.25) == "?company=catl&lang=zh"  # adaptive looks at no weights
    weighted = view_state.address(q="谁？", mode="weighted", wg=0.25, k=9, causality=0.5)
    assert weighted == "?q=%E8%B0%81%EF%BC%9F&wg=0.25&mode=weighted&lang=zh"
    assert "k=9" in view_state.address(mode="rrf", k=9)


def test_an_address_means_what_it_was_written_from() -> None:
    defaults = defaults_of(Settings())
    chosen = {"company": "catl", "mode": "weighted", "wg": 0.25, "vs": ("byd", "tesla"), "both": True, "lang": None}
    values = {**defaults, **chosen}
    assert values_in(differing("", values, defaults), "", defaults) == {
        name: values[name] for name in PARAMETERS if not PARAMETERS[name].page
    }


def test_a_link_with_the_share_of_an_arm_that_is_gone_opens_without_it() -> None:
    defaults = defaults_of(Settings())
    link = {"mode": "weighted", "wg": "0.3", "walk": "0.5"}
    assert values_in({**link, "prominence": "1.5"}, "", defaults) == values_in(link, "", defaults)
    assert values_in({"prominence": "1.5"}, "", defaults) == values_in({}, "", defaults)


def test_weights_and_beta_in_an_address_are_meant_to_count() -> None:
    defaults = defaults_of(Settings())
    assert values_in({"wg": "0.3"}, "", defaults)["mode"] == "weighted"
    assert values_in({"wg": "0.3", "mode": "rrf"}, "", defaults)["mode"] == "rrf"
    assert values_in({"causality": "2"}, "", defaults)["beta"] == "hand"
    bad = values_in({"wg": "7", "n": "x", "sel": ""}, "", defaults)
    assert (bad["wg"], bad["n"], bad["sel"]) == (0.5, defaults["n"], None)
    assert set(values_in({"id": "catl"}, "company", defaults)) == {"id", "first", "lang", "asof"}


class Assignments(dict[str, object]):
    """A session that notes what is assigned: streamlit sends that to the browser."""

    def __init__(self, values: dict[str, object]) -> None:
        super().__init__(values)
        self.assigned: list[str] = []

    def __setitem__(self, name: str, value: object) -> None:
        self.assigned.append(name)
        super().__setitem__(name, value)


@pytest.mark.parametrize(("anew", "assigned"), [(False, ["n", "hops"]), (True, ["wg", "n", "hops"])])
def test_a_control_that_stands_where_it_is_wanted_is_not_assigned(
    monkeypatch: pytest.MonkeyPatch, anew: bool, assigned: list[str]
) -> None:
    kept = Assignments({"wg": 0.3, "n": 10})
    monkeypatch.setattr(st, "session_state", kept)
    view_state.put({"wg": 0.3, "n": 5, "hops": 2}, anew=anew)
    assert kept.assigned == assigned
    assert kept == {"wg": 0.3, "n": 5, "hops": 2}


@pytest.mark.parametrize(
    ("question", "instead_of", "company", "then"),
    [
        ("competitors of Appel", "Appel", "", ("", "competitors of Apple")),
        ("Appel", "", "", ("apple", "")),
        ("competitors of Appel", "Aple", "", ("apple", "")),
        ("its competitors", "Appel", "Appel", ("apple", "")),
    ],
)
def test_a_chosen_name_takes_the_place_of_the_one_that_is_not_known(
    question: str, instead_of: str, company: str, then: tuple[str, str]
) -> None:
    st.session_state.update({"q": question, "company": company})
    view_state.ask_about("apple", "Apple", instead_of)
    assert (st.session_state["company"], st.session_state["q"]) == then


def test_a_plan_in_an_address_comes_back_and_only_a_plan_does() -> None:
    plan = Plan(answer=Companies(set=Related(type="supplies", end="backward", of=Entities(ids=("apple",)))))
    text = plan_text(plan)
    defaults = defaults_of(Settings())
    assert values_in({"plan": text}, "", defaults)["plan"] == text
    assert differing("", {**defaults, "plan": text}, defaults) == {"plan": text}
    for broken in ("{", "[]", '{"answer":{"kind":"nothing"}}', text + " " * MAX_PLAN):
        assert unfit_in({"plan": broken}, "") == ["plan"]
        assert values_in({"plan": broken}, "", defaults)["plan"] == ""


def test_who_asks_something_else_leaves_the_plan() -> None:
    plan = Plan(answer=Companies(set=Related(type="supplies", end="backward", of=Entities(ids=("apple",)))))
    view_state.ask_plan(plan, "suppliers of Apple")
    assert (st.session_state["q"], st.session_state["company"]) == ("suppliers of Apple", None)
    assert view_state.chosen_plan() == plan
    view_state.look_at("catl")
    assert view_state.chosen_plan() is None
    view_state.ask_plan(plan, "suppliers of Apple")
    view_state.forget_plan()
    assert view_state.chosen_plan() is None


@pytest.mark.parametrize(
    ("aware", "beta", "stands"), [(True, "hand", True), (False, "hand", False), (True, "question", False)]
)
def test_relation_weights_stand_in_an_address_only_where_they_are_set_by_hand_and_used(
    aware: bool, beta: str, stands: bool
) -> None:
    defaults = defaults_of(Settings())
    values = {**defaults, "aware": aware, "beta": beta, "causality": 0.5}
    assert ("causality" in differing("", values, defaults)) is stands
