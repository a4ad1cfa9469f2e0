"""One view, one address: every choice that shapes the page lives in the session and in the URL.

A changed URL (deep link, Back, Forward, reload) wins over the session; otherwise the session is written to the
URL. Values that do not fit are replaced by their defaults. Defaults are left out of the URL, and so is what does not
count: weights where adaptive fusion chooses them, β where relations are not weighed or the question chooses them.

Most parameters are shared by the pages; some belong to one page, whose address holds these alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from core.domain.arms import ARMS, GRAPH_ARMS, VECTOR_ARMS, Arm
from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.domain.requests import FusionMode, FusionSettings, RelevanceLevel
from core.exploring.view_link import MAX_LINK
from core.messages import LANGUAGES, Language, guess_language, the_other
from core.requesting import default_share
from core.settings import load_settings


@dataclass(frozen=True)
class _Parameter:
    """One URL parameter: how its text becomes a value; ``parse`` raises ValueError for what does not fit.

    ``page``: the URL path of the page that it belongs to; empty for those that the other pages share.
    """

    default: Any
    parse: Callable[[str], Any]
    page: str = ""


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


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError(text)
    return text == "on"


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in text.split("~") if part))[:20]


def share_key(arm: Arm) -> str:
    """What the share of an arm is called in the session and in the URL."""
    return FusionSettings.share_name(arm).removesuffix("_share")


FAMILIES = tuple(FamilyInfluence.model_fields)
ROLES = tuple(RoleInfluence.model_fields)
INFLUENCES = (*FAMILIES, *ROLES)
BETA_BY_QUESTION, BETA_BY_HAND = "question", "hand"
LINK = "view"
"""The view of the graph workbench, as a link of core.exploring."""
WEIGHTS = ("wg", "wv", *map(share_key, ARMS))
_SETTINGS = load_settings()
COMPANY_PAGE, EXPLORE_PAGE = "company", "explore"
PARAMETERS: dict[str, _Parameter] = {
    "company": _Parameter(None, lambda text: text[: _SETTINGS.query_max_characters] or None),
    "q": _Parameter("", lambda text: text[: _SETTINGS.query_max_characters]),
    "wg": _Parameter(_SETTINGS.hybrid_graph_weight, _number(0.0, 1.0, float)),
    "wv": _Parameter(_SETTINGS.hybrid_vector_weight, _number(0.0, 1.0, float)),
    "mode": _Parameter(FusionMode(_SETTINGS.fusion_mode).value, _one_of(tuple(mode.value for mode in FusionMode))),
    **{share_key(arm): _Parameter(default_share(_SETTINGS, arm), _number(0.0, 2.0, float)) for arm in ARMS},
    "aware": _Parameter(_SETTINGS.use_relation_aware_retrieval, _switch),
    "beta": _Parameter(BETA_BY_QUESTION, _one_of((BETA_BY_QUESTION, BETA_BY_HAND))),
    **{name: _Parameter(1.0, _number(0.0, 2.0, float)) for name in INFLUENCES},
    "damping": _Parameter(_SETTINGS.ppr_damping_factor, _number(0.05, 0.95, float)),
    "hops": _Parameter(_SETTINGS.ppr_max_hops, _number(1, 6, int)),
    "n": _Parameter(_SETTINGS.relationship_max_results, _number(1, 50, int)),
    "min": _Parameter(RelevanceLevel.LOW.value, _one_of(tuple(level.value for level in RelevanceLevel))),
    "both": _Parameter(False, _switch),
    "depth": _Parameter(1, _one_of((1, 2), int)),
    "texts": _Parameter(False, _switch),
    "sel": _Parameter(None, lambda text: text or None),
    "open": _Parameter((), _names),
    "vs": _Parameter((), _names),
    "id": _Parameter(None, lambda text: text[: _SETTINGS.query_max_characters] or None, COMPANY_PAGE),
    LINK: _Parameter("", lambda text: text[: MAX_LINK + 1], EXPLORE_PAGE),
    "node": _Parameter(None, lambda text: text or None, EXPLORE_PAGE),
    "lang": _Parameter(None, _one_of(LANGUAGES)),
}
_WITH_OWN_PARAMETERS = {parameter.page for parameter in PARAMETERS.values() if parameter.page}
TUNING = ("mode", *WEIGHTS, "aware", "beta", *INFLUENCES, "damping", "hops", "n", "min", "both")
_SEEN = "_url_seen"
_SAVED = "_view_saved"
_PAGE = "_page"


def load_from_url() -> None:
    """Put the URL's values into the session if the URL is new; keep widgets' values across pages."""
    url = st.query_params.to_dict()
    path = urlsplit(st.context.url or "").path
    here = _page_of(path)
    elsewhere = st.session_state.get(_PAGE, path) != path
    turned = elsewhere and not url  # to another page, whose address is still bare
    # A control that moved before the address of the last run arrived comes with an old address: the control wins.
    moved = not elsewhere and _SAVED in st.session_state and st.session_state[_SAVED] != _values()
    fresh = st.session_state.get(_SEEN) != url and not moved and not turned and not _is_of_another_page(url, here)
    st.session_state[_PAGE] = path
    for name, parameter in PARAMETERS.items():
        if fresh and _belongs(name, here):
            st.session_state[name] = _parsed(parameter, url.get(name))
        else:
            st.session_state[name] = st.session_state.get(name, parameter.default)
    if turned and here == COMPANY_PAGE and st.session_state["id"] is None:
        st.session_state["id"] = st.session_state["company"]  # who comes from an answer looks at its company
    given = {name for name in url if fresh and not here}
    adaptive_by_default = PARAMETERS["mode"].default == FusionMode.ADAPTIVE
    if adaptive_by_default and "mode" not in given and any(name in given for name in WEIGHTS):
        st.session_state["mode"] = FusionMode.WEIGHTED.value  # who gives weights wants them to count
    if any(name in given for name in INFLUENCES):
        st.session_state["beta"] = BETA_BY_HAND  # the same
    if st.session_state["lang"] is None:
        st.session_state["lang"] = guess_language(st.context.locale)
    st.session_state[_SEEN] = url
    if fresh:
        st.session_state[_SAVED] = _values()  # no control has moved, even if this run is cut short


def _page_of(path: str) -> str:
    """Which page's parameters an address may hold: its own, or the shared ones."""
    page = path.rstrip("/").rpartition("/")[2]
    return page if page in _WITH_OWN_PARAMETERS else ""


def _belongs(name: str, page: str) -> bool:
    return name == "lang" or PARAMETERS[name].page == page


def _is_of_another_page(url: Mapping[str, str], page: str) -> bool:
    """Whether it says nothing to this page. Turning a page leaves such an address in the browser's history: the new
    page's parameters behind the old page's path, or the other way round."""
    known = [name for name in url if name in PARAMETERS and name != "lang"]
    return bool(known) and not any(_belongs(name, page) for name in known)


def _parsed(parameter: _Parameter, text: str | None) -> Any:
    if text is None:
        return parameter.default
    try:
        return parameter.parse(text)
    except ValueError:
        return parameter.default


def save_to_url() -> None:
    """Write what differs from the defaults into the URL, so that copying the address copies the view."""
    url = _address(_page_of(st.session_state[_PAGE]), _values())
    if url != st.query_params.to_dict():
        st.query_params.from_dict(url)
    st.session_state[_SEEN] = url
    st.session_state[_SAVED] = _values()


def company_address(entity_id: str) -> dict[str, str]:
    """The parameters of the page of an entity."""
    return _address(COMPANY_PAGE, {**_values(), "id": entity_id})


def shared_address(company: str) -> dict[str, str]:
    """The parameters of Discover and Recommend with ``company`` asked about, and all controls as they stand."""
    return _address("", {**_values(), **_asked(company)})


def _address(page: str, values: Mapping[str, Any]) -> dict[str, str]:
    """What the URL of a page holds for these values."""
    url = {}
    for name, parameter in PARAMETERS.items():
        value = values[name]
        if name != "lang" and _belongs(name, page) and value not in (None, "", parameter.default) and _counts(name):
            url[name] = _written(value)
    if url or language() != guess_language(st.context.locale):
        url["lang"] = language()
    return url


def _counts(name: str) -> bool:
    """Whether a parameter has a say as the controls stand."""
    if name in WEIGHTS:
        return bool(st.session_state["mode"] != FusionMode.ADAPTIVE)
    if name in INFLUENCES:
        return bool(st.session_state["aware"] and st.session_state["beta"] == BETA_BY_HAND)
    return name != "beta" or bool(st.session_state["aware"])


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "~".join(value) if isinstance(value, tuple) else f"{value}"


def _values() -> dict[str, Any]:
    return {name: st.session_state.get(name) for name in PARAMETERS}


def language() -> Language:
    """The language this session reads."""
    chosen: Language = st.session_state["lang"]
    return chosen


def languages() -> tuple[Language, ...]:
    """The languages that reasons are given in, that of the page first."""
    return (language(), the_other(language())) if st.session_state["both"] else (language(),)


def reset_tuning() -> None:
    """Put every tuning control back to its default."""
    _reset(TUNING)


def show_every_level() -> None:
    """List companies of any business closeness again."""
    _reset(("min",))


def _reset(names: Iterable[str]) -> None:
    for name in names:
        st.session_state[name] = PARAMETERS[name].default


def take_over() -> None:
    """A weight was moved by hand: where adaptive fusion chose them, all of them stay as they stand from now on."""
    if st.session_state["mode"] == FusionMode.ADAPTIVE:
        st.session_state["mode"] = FusionMode.WEIGHTED.value


def take_over_influence() -> None:
    """A β was moved by hand: all of them stay as they stand from now on."""
    st.session_state["beta"] = BETA_BY_HAND


def show_influence(influence: RelationInfluence) -> None:
    """Put the β that were chosen for the question on the sliders, the largest of each group at 1; call before they
    are drawn."""
    for group in (influence.families, influence.roles):
        chosen = group.model_dump()
        largest = max(chosen.values())
        for name, value in chosen.items():
            st.session_state[name] = round(value / largest, 2)


def weigh_equally() -> None:
    """Graph and vector half and half, with the default shares inside."""
    _reset(WEIGHTS)
    st.session_state.update(mode=FusionMode.WEIGHTED.value, wg=0.5, wv=0.5)


def show_adaptive_weights(weights: Mapping[Arm, float]) -> None:
    """Put what adaptive fusion chose for the question on the sliders; call before they are drawn.

    ``weights`` sum to 1. Each side's slider shows its part of that, each share its part of its side.
    """
    for side, arms in (("wg", GRAPH_ARMS), ("wv", VECTOR_ARMS)):
        total = sum(weights[arm] for arm in arms)
        st.session_state[side] = round(total, 2)
        for arm in arms:
            st.session_state[share_key(arm)] = round(weights[arm] / total, 2) if total > 0 else 0.0


def look_at(company: str) -> None:
    """Make ``company`` the one asked about, with a fresh graph."""
    st.session_state.update(_asked(company))


def _asked(company: str) -> dict[str, Any]:
    return {"company": company, "q": "", "sel": None, "open": ()}


def show_profile(entity_id: str) -> None:
    """Make an entity the one that its page shows."""
    st.session_state["id"] = entity_id
