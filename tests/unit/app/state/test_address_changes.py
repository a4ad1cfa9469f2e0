"""Addresses that the browser reports while controls are moved: no late one undoes a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from threading import Thread
from types import SimpleNamespace

import pytest
import streamlit as st
from hypothesis import given, strategies

from app.state import tuning_state, view_state
from core.domain.requests import FusionMode
from core.settings import Settings


@pytest.fixture(autouse=True)
def session() -> Iterator[None]:
    st.session_state.clear()
    tuning_state.reset_tuning()
    yield
    st.session_state.clear()


class Address(dict[str, str]):
    """The parameters of the browser's address; ``on_arrival`` happens when some are sent, which has then been done."""

    def __init__(self) -> None:
        super().__init__()
        self.on_arrival: Callable[[], object] = lambda: None

    def to_dict(self) -> dict[str, str]:
        return dict(self)

    def get_all(self, name: str) -> list[str]:
        return [self[name]] if name in self else []

    def from_dict(self, parameters: Mapping[str, str]) -> None:
        self.clear()
        self.update(parameters)
        self.on_arrival()


@pytest.fixture
def address_bar(monkeypatch: pytest.MonkeyPatch) -> Address:
    """A browser at Tune, whose controls were moved to RRF and whose address says so."""
    shown = Address()
    monkeypatch.setattr(st, "query_params", shown)
    monkeypatch.setattr(st, "context", SimpleNamespace(url="http://localhost/tune", locale="en"))
    run()
    st.session_state["mode"] = FusionMode.RRF.value
    run()
    assert shown == {"mode": "rrf", "lang": "en"}
    return shown


def run() -> None:
    """What every run does."""
    view_state.load_from_url(Settings())
    view_state.save_to_url()


def test_an_address_is_noted_before_the_browser_can_answer_it(address_bar: Address) -> None:
    """A click in the moment the address arrives begins a run beside the one that sent it."""

    def move_back() -> None:
        st.session_state["mode"] = FusionMode.RRF.value
        view_state.load_from_url(Settings())

    click = Thread(target=move_back)

    def on_arrival() -> None:
        click.start()
        click.join(0.3)  # it waits; if it did not, it would be through by now

    tuning_state.reset_tuning()
    address_bar.on_arrival = on_arrival
    view_state.save_to_url()
    click.join()
    assert address_bar == {}
    assert st.session_state["mode"] == FusionMode.RRF


class Ended(BaseException):
    """What streamlit ends a run with."""


class EndingSession(dict[str, object]):
    """A session at which the run ends, once it shall."""

    ending = False

    def __getitem__(self, name: str) -> object:
        if self.ending:
            raise Ended
        return super().__getitem__(name)

    def __setitem__(self, name: str, value: object) -> None:
        if self.ending:
            raise Ended
        super().__setitem__(name, value)


def test_an_address_is_noted_even_if_the_run_ends_with_it(
    address_bar: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = EndingSession({str(name): value for name, value in st.session_state.items()})
    monkeypatch.setattr(st, "session_state", kept)
    tuning_state.reset_tuning()
    address_bar.on_arrival = lambda: setattr(kept, "ending", True)
    with suppress(Ended):
        view_state.save_to_url()
    kept.ending = False
    kept["mode"] = FusionMode.RRF.value
    view_state.load_from_url(Settings())
    assert kept["mode"] == FusionMode.RRF


def test_back_puts_controls_where_the_address_says(address_bar: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    address_bar.clear()
    monkeypatch.setattr(view_state, "get_script_run_ctx", lambda **_: SimpleNamespace(is_history_navigation=True))
    run()
    assert st.session_state["mode"] == FusionMode.ADAPTIVE


def test_a_run_from_before_the_address_arrived_undoes_nothing(address_bar: Address) -> None:
    """A part of the page that looks by itself begins a run with the address that the browser still shows."""
    before = dict(address_bar)
    tuning_state.reset_tuning()
    run()
    for _ in range(2):
        address_bar.from_dict(before)
        run()
        assert address_bar == {}
        assert st.session_state["mode"] == FusionMode.ADAPTIVE
    st.session_state["mode"] = FusionMode.RRF.value  # and a move in between counts
    address_bar.from_dict({})
    run()
    assert st.session_state["mode"] == FusionMode.RRF


def test_once_the_browser_has_the_address_the_one_before_is_a_new_one(address_bar: Address) -> None:
    before = dict(address_bar)
    tuning_state.reset_tuning()
    run()
    run()
    address_bar.from_dict(before)
    run()
    assert st.session_state["mode"] == FusionMode.RRF


@given(moves=strategies.lists(strategies.sampled_from(FusionMode), min_size=1, max_size=80), data=strategies.data())
def test_no_late_address_changes_a_control(moves: list[FusionMode], data: strategies.DataObject) -> None:
    """However many moves are on their way, and whichever of their addresses the next run comes with."""
    with pytest.MonkeyPatch.context() as patch:
        st.session_state.clear()
        shown = Address()
        patch.setattr(st, "query_params", shown)
        patch.setattr(st, "context", SimpleNamespace(url="http://localhost/tune", locale="en"))
        run()
        sent = [dict(shown)]
        for mode in moves:
            st.session_state["mode"] = mode.value
            view_state.save_to_url()  # as a part of the page does that runs by itself
            sent.append(dict(shown))
        late = data.draw(strategies.sampled_from(sent[-50:]))
        shown.from_dict(late)
        view_state.load_from_url(Settings())
        assert st.session_state["mode"] == moves[-1].value


def test_what_the_browser_reports_from_before_a_move_does_not_undo_it(address_bar: Address) -> None:
    before = dict(address_bar)
    tuning_state.reset_tuning()
    view_state.save_to_url()
    for _ in range(2):
        address_bar.from_dict(before)
        st.session_state["mode"] = FusionMode.RRF.value  # as it stood in the browser
        run()
        assert st.session_state["mode"] == FusionMode.ADAPTIVE
    assert address_bar == {}


def test_nor_does_it_before_the_new_address_was_sent(address_bar: Address) -> None:
    tuning_state.reset_tuning()
    st.session_state["mode"] = FusionMode.RRF.value
    run()
    assert st.session_state["mode"] == FusionMode.ADAPTIVE


def test_a_control_moved_by_hand_meanwhile_stays_there(address_bar: Address) -> None:
    before = dict(address_bar)
    tuning_state.reset_tuning()
    view_state.save_to_url()
    address_bar.from_dict(before)
    st.session_state["mode"] = FusionMode.WEIGHTED.value
    run()
    assert st.session_state["mode"] == FusionMode.WEIGHTED


def test_a_weight_moved_before_the_browser_knew_of_a_reset_counts(address_bar: Address) -> None:
    before = dict(address_bar)
    tuning_state.reset_tuning()
    view_state.save_to_url()
    address_bar.from_dict(before)
    st.session_state.update(mode=FusionMode.RRF.value, wg=0.3)
    tuning_state.take_over()
    run()
    assert (st.session_state["mode"], st.session_state["wg"]) == (FusionMode.WEIGHTED, 0.3)


def test_once_the_browser_knows_of_a_move_going_back_is_a_move_of_its_own(address_bar: Address) -> None:
    tuning_state.reset_tuning()
    run()
    st.session_state["mode"] = FusionMode.RRF.value
    run()
    assert st.session_state["mode"] == FusionMode.RRF


@given(
    moves=strategies.lists(strategies.sampled_from(FusionMode), min_size=1, max_size=20),
    data=strategies.data(),
)
def test_no_late_report_undoes_a_move(moves: list[FusionMode], data: strategies.DataObject) -> None:
    """However many moves are on their way, and whichever state of the browser the next runs come with."""
    with pytest.MonkeyPatch.context() as patch:
        st.session_state.clear()
        shown = Address()
        patch.setattr(st, "query_params", shown)
        patch.setattr(st, "context", SimpleNamespace(url="http://localhost/tune", locale="en"))
        run()
        states = [(dict(shown), st.session_state["mode"])]
        for mode in moves:
            view_state.move({"mode": mode.value})
            view_state.save_to_url()
            states.append((dict(shown), mode.value))
        # A late address may come with the controls that go with it, or with later ones: those are sent before it.
        known = 0
        for _ in range(3):
            known = data.draw(strategies.integers(known, len(moves)))
            address, _ = states[known]
            _, reported = states[data.draw(strategies.integers(known, len(moves)))]
            if address == states[-1][0]:
                return  # it knows, or cannot be told from one that does
            shown.from_dict(address)
            st.session_state["mode"] = reported
            run()
            assert st.session_state["mode"] == moves[-1].value
