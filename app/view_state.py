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
from urllib.parse import urlencode, urlsplit

import streamlit as st

from core.domain.arms import ARMS, GRAPH_ARMS, VECTOR_ARMS, Arm
from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.domain.requests import FusionMode, FusionSettings, RelevanceLevel
from core.exploring.view_link import MAX_LINK
from core.messages import LANGUAGES, Language, guess_language, the_other
from core.settings import Settings, load_settings
from core.tuning.tuned_settings import TunedSettings


@dataclass(frozen=True)
class _Parameter:
    """One URL parameter: how its text becomes a value; ``parse`` raises ValueError for what does not fit.

    ``page``: the URL path of the page that it belongs to; empty for those that the other pages share.
    """

    default: Any  # where the settings do not say
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
LARGEST_K = 10_000
TASK_SETS = ("sample", "own", "thumbs")
WEIGHTS = ("wg", "wv", *map(share_key, ARMS))
_SETTINGS = load_settings()
COMPANY_PAGE, EXPLORE_PAGE = "company", "explore"
PARAMETERS: dict[str, _Parameter] = {
    "company": _Parameter(None, lambda text: text[: _SETTINGS.query_max_characters] or None),
    "q": _Parameter("", lambda text: text[: _SETTINGS.query_max_characters]),
    "wg": _Parameter(0.5, _number(0.0, 1.0, float)),
    "wv": _Parameter(0.5, _number(0.0, 1.0, float)),
    "mode": _Parameter(FusionMode.ADAPTIVE.value, _one_of(tuple(mode.value for mode in FusionMode))),
    **{share_key(arm): _Parameter(0.0, _number(0.0, 2.0, float)) for arm in ARMS},
    "k": _Parameter(60, _number(1, LARGEST_K, int)),
    "aware": _Parameter(False, _switch),
    "beta": _Parameter(BETA_BY_QUESTION, _one_of((BETA_BY_QUESTION, BETA_BY_HAND))),
    **{name: _Parameter(1.0, _number(0.0, 2.0, float)) for name in INFLUENCES},
    "damping": _Parameter(0.85, _number(0.05, 0.95, float)),
    "hops": _Parameter(2, _number(1, 6, int)),
    "n": _Parameter(10, _number(1, 50, int)),
    "min": _Parameter(RelevanceLevel.LOW.value, _one_of(tuple(level.value for level in RelevanceLevel))),
    "both": _Parameter(False, _switch),
    "depth": _Parameter(1, _one_of((1, 2), int)),
    "texts": _Parameter(False, _switch),
    "tasks": _Parameter(TASK_SETS[0], _one_of(TASK_SETS)),
    "against": _Parameter("", lambda text: text[:60]),
    "sel": _Parameter(None, lambda text: text or None),
    "open": _Parameter((), _names),
    "vs": _Parameter((), _names),
    "id": _Parameter(None, lambda text: text[: _SETTINGS.query_max_characters] or None, COMPANY_PAGE),
    LINK: _Parameter("", lambda text: text[: MAX_LINK + 1], EXPLORE_PAGE),
    "node": _Parameter(None, lambda text: text or None, EXPLORE_PAGE),
    "lang": _Parameter(None, _one_of(LANGUAGES)),
}
_WITH_OWN_PARAMETERS = {parameter.page for parameter in PARAMETERS.values() if parameter.page}
TUNED = ("mode", *WEIGHTS, "k", "aware", "beta", *INFLUENCES, "damping", "hops")
TUNING = (*TUNED, "n", "min", "both")
_DEFAULTS = "_view_defaults"
_SEEN = "_url_seen"
_SAVED = "_view_saved"
_PAGE = "_page"


def defaults_of(settings: Settings) -> dict[str, Any]:
    """What holds until a person moves a control, under these settings."""
    defaults = {name: parameter.default for name, parameter in PARAMETERS.items()}
    return defaults | tuning_values(TunedSettings.of(settings)) | {"n": settings.relationship_max_results}


def tuning_values(tuned: TunedSettings) -> dict[str, Any]:
    """The controls as they stand for ``tuned``."""
    by_hand = tuned.influence if isinstance(tuned.influence, RelationInfluence) else None
    return {
        "mode": tuned.mode.value,
        "wg": tuned.graph_weight,
        "wv": tuned.vector_weight,
        **{share_key(arm): getattr(tuned, FusionSettings.share_name(arm)) for arm in ARMS},
        "k": tuned.rrf_k,
        "aware": tuned.influence is not None,
        "beta": BETA_BY_HAND if by_hand else BETA_BY_QUESTION,
        **_on_sliders(by_hand or RelationInfluence()),
        "damping": tuned.damping,
        "hops": tuned.max_hops,
    }


def _defaults() -> dict[str, Any]:
    """Those of this session."""
    defaults: dict[str, Any] = st.session_state.get(_DEFAULTS) or defaults_of(_SETTINGS)
    return defaults


def load_from_url(settings: Settings) -> None:
    """Put the URL's values into the session if the URL is new; keep widgets' values across pages.

    ``settings``: those in force, which give the defaults. A control at its default stays there when that changes.
    """
    before, now = _defaults(), defaults_of(settings)
    st.session_state[_DEFAULTS] = now
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
            st.session_state[name] = _parsed(parameter, url.get(name), now[name])
        else:
            value = st.session_state.get(name, now[name])
            st.session_state[name] = now[name] if value == before[name] else value
    if turned and here == COMPANY_PAGE and st.session_state["id"] is None:
        st.session_state["id"] = st.session_state["company"]  # who comes from an answer looks at its company
    given = {name for name in url if fresh and not here}
    adaptive_by_default = now["mode"] == FusionMode.ADAPTIVE
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


def _parsed(parameter: _Parameter, text: str | None, default: Any) -> Any:
    if text is None:
        return default
    try:
        return parameter.parse(text)
    except ValueError:
        return default


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


def address(**values: Any) -> str:
    """The query string, from its question mark on, of Discover with these values, everything else at its default, in
    the language of the page."""
    return f"?{urlencode({**_differing('', _defaults() | values), 'lang': language()})}"


def is_untuned() -> bool:
    """Whether every control of fusion and walk that counts stands at its default."""
    return not set(_differing("", _values())) & set(TUNED)


def tune(tuned: TunedSettings) -> None:
    """Put the controls of fusion and walk where ``tuned`` says; call before they are drawn."""
    st.session_state.update(tuning_values(tuned))


def _address(page: str, values: Mapping[str, Any]) -> dict[str, str]:
    """What the URL of a page holds for these values."""
    url = _differing(page, values)
    if url or language() != guess_language(st.context.locale):
        url["lang"] = language()
    return url


def _differing(page: str, values: Mapping[str, Any]) -> dict[str, str]:
    """Those of a page's parameters that are not at their default and count."""
    defaults = _defaults()
    return {
        name: _written(values[name])
        for name in PARAMETERS
        if name != "lang"
        and _belongs(name, page)
        and values[name] not in (None, "", defaults[name])
        and _counts(name, values)
    }


def _counts(name: str, values: Mapping[str, Any]) -> bool:
    """Whether a parameter has a say as the controls stand."""
    if name in WEIGHTS:
        return bool(values["mode"] != FusionMode.ADAPTIVE)
    if name == "k":
        return bool(values["mode"] == FusionMode.RRF)
    if name in INFLUENCES:
        return bool(values["aware"] and values["beta"] == BETA_BY_HAND)
    return name != "beta" or bool(values["aware"])


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
    defaults = _defaults()
    for name in names:
        st.session_state[name] = defaults[name]


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
    st.session_state.update(_on_sliders(influence))


def _on_sliders(influence: RelationInfluence) -> dict[str, float]:
    """β with the largest of each group at 1."""
    values: dict[str, float] = {}
    for group in (influence.families, influence.roles):
        chosen = group.model_dump()
        largest = max(chosen.values())
        values |= {name: round(value / largest, 2) for name, value in chosen.items()}
    return values


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
