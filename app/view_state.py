"""One view, one address: every choice that shapes the page lives in the session and in the URL.

A changed URL (deep link, Back, Forward, reload) wins over the session; otherwise the session is written to the
URL. Values that do not fit are replaced by their defaults. Which values there are, app/view_parameters.py says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import streamlit as st

from app.view_parameters import COMPANY_PAGE, PARAMETERS, belongs, defaults_of, differing, page_of, values_in
from core.messages import Language, guess_language, the_other
from core.settings import Settings, load_settings

_DEFAULTS = "_view_defaults"
_SEEN = "_url_seen"
_SAVED = "_view_saved"
_PAGE = "_page"


def _defaults() -> dict[str, Any]:
    """Those of this session."""
    defaults: dict[str, Any] = st.session_state.get(_DEFAULTS) or defaults_of(load_settings())
    return defaults


def load_from_url(settings: Settings) -> None:
    """Put the URL's values into the session if the URL is new; keep widgets' values across pages.

    ``settings``: those in force, which give the defaults. A control at its default stays there when that changes.
    """
    before, now = _defaults(), defaults_of(settings)
    st.session_state[_DEFAULTS] = now
    url = st.query_params.to_dict()
    path = urlsplit(st.context.url or "").path
    here = page_of(path)
    elsewhere = st.session_state.get(_PAGE, path) != path
    turned = elsewhere and not url  # to another page, whose address is still bare
    # A control that moved before the address of the last run arrived comes with an old address: the control wins.
    moved = not elsewhere and _SAVED in st.session_state and st.session_state[_SAVED] != _values()
    fresh = st.session_state.get(_SEEN) != url and not moved and not turned and not _is_of_another_page(url, here)
    st.session_state[_PAGE] = path
    given = values_in(url, here, now) if fresh else {}
    for name in PARAMETERS:
        value = st.session_state.get(name, now[name])
        wanted = given[name] if name in given else now[name] if value == before[name] else value
        put({name: wanted}, anew=elsewhere)
    if turned and here == COMPANY_PAGE and st.session_state["id"] is None:
        st.session_state["id"] = st.session_state["company"]  # who comes from an answer looks at its company
    if st.session_state["lang"] is None:
        st.session_state["lang"] = guess_language(st.context.locale)
    st.session_state[_SEEN] = url
    if fresh:
        st.session_state[_SAVED] = _values()  # no control has moved, even if this run is cut short


def put(values: Mapping[str, Any], *, anew: bool = False) -> None:
    """Put controls where ``values`` say; call before they are drawn.

    What stands there is left alone: streamlit sets a control that is assigned in the browser too, over a move that a
    person made meanwhile. ``anew``: even so, for the controls of another page are other controls of the same name.
    """
    for name, value in values.items():
        if anew or name not in st.session_state or st.session_state[name] != value:
            st.session_state[name] = value


def _is_of_another_page(url: Mapping[str, str], page: str) -> bool:
    """Whether it says nothing to this page. Turning a page leaves such an address in the browser's history: the new
    page's parameters behind the old page's path, or the other way round."""
    known = [name for name in url if name in PARAMETERS and name != "lang"]
    return bool(known) and not any(belongs(name, page) for name in known)


def save_to_url() -> None:
    """Write what differs from the defaults into the URL, so that copying the address copies the view."""
    url = _address(page_of(st.session_state[_PAGE]), _values())
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
    return f"?{urlencode({**differing('', _defaults() | values, _defaults()), 'lang': language()})}"


def _address(page: str, values: Mapping[str, Any]) -> dict[str, str]:
    """What the URL of a page holds for these values."""
    url = differing(page, values, _defaults())
    if url or language() != guess_language(st.context.locale):
        url["lang"] = language()
    return url


def _values() -> dict[str, Any]:
    return {name: st.session_state.get(name) for name in PARAMETERS}


def differing_now() -> set[str]:
    """Names of the shared parameters that are not at their default and count."""
    return set(differing("", _values(), _defaults()))


def reset(names: Iterable[str]) -> None:
    """Put these parameters at their defaults."""
    defaults = _defaults()
    st.session_state.update({name: defaults[name] for name in names})


def show_every_level() -> None:
    """List companies of any business closeness again."""
    reset(("min",))


def language() -> Language:
    """The language this session reads."""
    chosen: Language = st.session_state["lang"]
    return chosen


def languages() -> tuple[Language, ...]:
    """The languages that reasons are given in, that of the page first."""
    return (language(), the_other(language())) if st.session_state["both"] else (language(),)


def open_address(query: str) -> None:
    """Put everything where the query string of an address of Discover says, but keep the language."""
    defaults = _defaults()
    values = values_in(dict(parse_qsl(query)), "", defaults)
    st.session_state.update({name: value for name, value in values.items() if name != "lang"})


def current_query() -> str:
    """The query string of Discover as everything stands, without its question mark."""
    return urlencode(differing("", _values(), _defaults()))


def look_at(company: str) -> None:
    """Make ``company`` the one asked about, with a fresh graph."""
    st.session_state.update(_asked(company))


def _asked(company: str) -> dict[str, Any]:
    return {"company": company, "q": "", "sel": None, "open": ()}


def show_profile(entity_id: str) -> None:
    """Make an entity the one that its page shows."""
    st.session_state["id"] = entity_id
