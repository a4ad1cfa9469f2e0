"""One view, one address: every choice that shapes the page lives in the session and in the URL.

A changed URL (deep link, Back, Forward, reload) wins over the session; otherwise the session is written to the
URL. Values that do not fit are replaced by their defaults. Defaults are left out of the URL.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.domain.requests import FusionMode, RelevanceLevel
from core.messages import LANGUAGES, Language, guess_language
from core.settings import load_settings


@dataclass(frozen=True)
class _Parameter:
    """One URL parameter: how its text becomes a value; ``parse`` raises ValueError for what does not fit."""

    default: Any
    parse: Callable[[str], Any]


def _number(low: float, high: float, kind: type) -> Callable[[str], float | int]:
    def parse(text: str) -> float | int:
        value = kind(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    return parse


def _one_of(allowed: tuple[Any, ...], kind: Callable[[str], Any] = str) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        value = kind(text)
        if value not in allowed:
            raise ValueError(text)
        return value

    return parse


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in text.split("~") if part))[:20]


_SETTINGS = load_settings()
PARAMETERS: dict[str, _Parameter] = {
    "company": _Parameter(None, lambda text: text[: _SETTINGS.query_max_characters] or None),
    "q": _Parameter("", lambda text: text[: _SETTINGS.query_max_characters]),
    "wg": _Parameter(_SETTINGS.hybrid_graph_weight, _number(0.0, 1.0, float)),
    "wv": _Parameter(_SETTINGS.hybrid_vector_weight, _number(0.0, 1.0, float)),
    "mode": _Parameter(FusionMode(_SETTINGS.fusion_mode).value, _one_of(tuple(mode.value for mode in FusionMode))),
    "text": _Parameter(_SETTINGS.hybrid_text_weight, _number(0.0, 2.0, float)),
    "relation": _Parameter(_SETTINGS.hybrid_relation_weight, _number(0.0, 2.0, float)),
    "keyword": _Parameter(_SETTINGS.hybrid_keyword_weight, _number(0.0, 2.0, float)),
    "damping": _Parameter(_SETTINGS.ppr_damping_factor, _number(0.05, 0.95, float)),
    "hops": _Parameter(_SETTINGS.ppr_max_hops, _number(1, 6, int)),
    "n": _Parameter(_SETTINGS.relationship_max_results, _number(1, 50, int)),
    "min": _Parameter(RelevanceLevel.LOW.value, _one_of(tuple(level.value for level in RelevanceLevel))),
    "depth": _Parameter(1, _one_of((1, 2), int)),
    "sel": _Parameter(None, lambda text: text or None),
    "open": _Parameter((), _names),
    "lang": _Parameter(None, _one_of(LANGUAGES)),
}
TUNING = ("wg", "wv", "mode", "text", "relation", "keyword", "damping", "hops", "n", "min")
_SEEN = "_url_seen"
_SAVED = "_view_saved"


def load_from_url() -> None:
    """Put the URL's values into the session if the URL is new; keep widgets' values across pages."""
    url = st.query_params.to_dict()
    # A control that moved before the address of the last run arrived comes with an old address: the control wins.
    moved = _SAVED in st.session_state and st.session_state[_SAVED] != _values()
    fresh = st.session_state.get(_SEEN) != url and not moved
    for name, parameter in PARAMETERS.items():
        if fresh:
            st.session_state[name] = _parsed(parameter, url.get(name))
        else:
            st.session_state[name] = st.session_state.get(name, parameter.default)
    if st.session_state["lang"] is None:
        st.session_state["lang"] = guess_language(st.context.locale)
    st.session_state[_SEEN] = url


def _parsed(parameter: _Parameter, text: str | None) -> Any:
    if text is None:
        return parameter.default
    try:
        return parameter.parse(text)
    except ValueError:
        return parameter.default


def save_to_url() -> None:
    """Write what differs from the defaults into the URL, so that copying the address copies the view."""
    url = {}
    for name, parameter in PARAMETERS.items():
        value = st.session_state.get(name)
        if name != "lang" and value not in (None, "", parameter.default):
            url[name] = "~".join(value) if isinstance(value, tuple) else f"{value}"
    if url or language() != guess_language(st.context.locale):
        url["lang"] = language()
    if url != st.query_params.to_dict():
        st.query_params.from_dict(url)
    st.session_state[_SEEN] = url
    st.session_state[_SAVED] = _values()


def _values() -> dict[str, Any]:
    return {name: st.session_state.get(name) for name in PARAMETERS}


def language() -> Language:
    """The language this session reads."""
    chosen: Language = st.session_state["lang"]
    return chosen


def reset_tuning() -> None:
    """Put every tuning control back to its default."""
    for name in TUNING:
        st.session_state[name] = PARAMETERS[name].default


def look_at(company: str) -> None:
    """Make ``company`` the one asked about, with a fresh graph."""
    st.session_state.update(company=company, q="", sel=None, open=())
