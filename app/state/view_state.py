"""One view, one address: every choice that shapes the page lives in the session and in the URL.

A changed URL (deep link, Back, Forward, reload) wins over the session; otherwise the session is written to the
URL. A run that was asked for before the browser had the last address still comes with one before it: unless it is
for Back or Forward, that says nothing. Such a run also comes with the controls as the browser still showed them, which
undoes nothing that was moved here since. Values that do not fit are replaced by their defaults. Which values there
are, app/state/view_parameters.py says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app.state.view_parameters import (
    AS_OF,
    COMPANY_PAGE,
    EXPLORE_PAGE,
    FIRST_PART,
    LAYOUT,
    PARAMETERS,
    PATH_COMPANIES_ONLY,
    PATH_FROM,
    PATH_OPEN,
    PATH_SEARCH,
    PATH_TO,
    RELATIONS_FIRST,
    SHARES,
    belongs,
    defaults_of,
    differing,
    differing_names,
    facet_key,
    page_of,
    plan_text,
    unfit_in,
    values_in,
)
from core.discovery.facets import FACETS, FacetName
from core.domain.plan import Plan
from core.messages import Language, guess_language, the_other, translate
from core.settings import Settings, load_settings

_KEPT = "_view"
_WHOLE: dict[str, Any] = dict.fromkeys(map(facet_key, FACETS), ())
"""No value of any facet chosen."""
_MOST_LEFT = 50
"""Addresses of so many moves can be on their way to the browser at once."""


@dataclass(frozen=True)
class _Move:
    """A control that was moved by what another does."""

    before: tuple[Any, ...]
    """Where the browser may still show it."""
    after: Any


@dataclass
class _Kept:
    """What a session knows of its address. One object, for a run may end at any access to the session."""

    defaults: dict[str, Any]
    page: str | None = None
    """The path of the last run."""
    seen: dict[str, str] | None = None
    """The parameters of the address that was read or written last."""
    saved: dict[str, Any] = field(default_factory=dict)
    """How the controls stood then; empty before the first run."""
    left: tuple[dict[str, str], ...] = ()
    """The addresses replaced since a run last came with ``seen``: runs may still come with them."""
    moves: dict[str, _Move] = field(default_factory=dict)
    """The controls that ``move`` has moved and the browser may not know of yet."""
    unfit: tuple[str, ...] = ()
    """Parameters of the last new address that do not fit, until a control is moved or the page turned."""
    repeated: tuple[str, ...] = ()
    """Those that it gives more than once."""
    told: bool = False
    """Whether the address that follows from ``moves`` was sent: a run that comes with it knows of them."""
    sending: Lock = field(default_factory=Lock)
    """Held from sending an address until it is noted: the browser may answer with a run that begins before that."""


def _kept() -> _Kept:
    if _KEPT not in st.session_state:
        st.session_state[_KEPT] = _Kept(defaults_of(load_settings()))
    kept: _Kept = st.session_state[_KEPT]
    return kept


def load_from_url(settings: Settings) -> None:
    """Put the URL's values into the session if the URL is new; keep widgets' values across pages.

    ``settings``: those in force, which give the defaults. A control at its default stays there when that changes.
    """
    settle()
    kept = _kept()
    with kept.sending:
        seen, saved, left = kept.seen, kept.saved, kept.left
    before, now = kept.defaults, defaults_of(settings)
    kept.defaults = now
    url = st.query_params.to_dict()
    path = urlsplit(st.context.url or "").path
    here = page_of(path)
    elsewhere = kept.page not in (None, path)
    turned = elsewhere and not url  # to another page, whose address is still bare
    # A control that moved before the address of the last run arrived comes with an old address: the control wins.
    moved = not elsewhere and bool(saved) and saved != _values()
    late = not elsewhere and url in left and not _is_history_navigation()
    opened, misplaced = kept.page is None, _is_of_another_page(url, here)
    fresh = seen != url and not (moved or turned or late) and (opened or not misplaced)
    kept.page = path
    if fresh or moved or elsewhere:
        kept.unfit = tuple(unfit_in(url, here)) if fresh else ()
        kept.repeated = tuple(name for name in url if fresh and _is_repeated(name, here))
    given = values_in(url, here, now) if fresh else {}
    for name in PARAMETERS:
        value = st.session_state.get(name, now[name])
        wanted = given[name] if name in given else now[name] if value == before[name] else value
        put({name: wanted}, anew=elsewhere)
    if here == COMPANY_PAGE and st.session_state["id"] is None:
        if turned:
            st.session_state["id"] = st.session_state["company"]  # who comes from an answer looks at its company
        elif opened and misplaced:
            st.session_state["id"] = url.get("company")  # /company?company=catl, as people write it
    if st.session_state["lang"] is None:
        st.session_state["lang"] = guess_language(st.context.locale)
    if not late:
        kept.seen, kept.left = url, ()
    if fresh:
        kept.saved = _values()  # no control has moved, even if this run is cut short


def say_what_does_not_fit() -> None:
    """What of the address is left out, and why; nothing where all of it is shown."""
    kept = _kept()
    for why, names in (("unfit", kept.unfit), ("repeated", kept.repeated)):
        if names:
            st.warning(translate(f"address.{why}", page_language(), names=", ".join(names)))


def _is_repeated(name: str, page: str) -> bool:
    known = belongs(name, page) if name in PARAMETERS else name == SHARES and not page
    return known and len(st.query_params.get_all(name)) > 1


def move(values: Mapping[str, Any]) -> None:
    """Put controls where ``values`` say because of what a person did to another one; call from its callback."""
    kept = _kept()
    with kept.sending:
        for name, value in values.items():
            known = kept.moves[name].before if name in kept.moves else ()
            kept.moves[name] = _Move((*known, st.session_state.get(name))[-_MOST_LEFT:], value)
        kept.told = False
    st.session_state.update(values)


def settle() -> None:
    """Undo what a run says that was asked for before the browser knew what ``move`` had moved; call at its beginning.

    A part of the page that looks by itself twice a second sends all controls as they stand in the browser: in the
    moment after a move, where they stood before it.
    """
    kept = _kept()
    with kept.sending:
        if not kept.moves:
            return
        url = st.query_params.to_dict()
        knows = kept.told if url == kept.seen else url not in kept.left or _is_history_navigation()
        if knows:
            kept.moves = {}
            return
        moves = dict(kept.moves)
    late = {name: each.after for name, each in moves.items() if st.session_state.get(name) in each.before}
    put(late)


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
    known = [name for name in url if name in PARAMETERS and name not in ("lang", AS_OF, LAYOUT)]
    return bool(known) and not any(belongs(name, page) for name in known)


def _is_history_navigation() -> bool:
    """Whether Back or Forward asked for this run."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def save_to_url() -> None:
    """Write what differs from the defaults into the URL, so that copying the address copies the view."""
    kept, values = _kept(), _values()
    url = _address(page_of(kept.page or ""), values)
    with kept.sending:
        shown = st.query_params.to_dict()
        if url != shown:
            kept.left = (*(each for each in kept.left if each != shown), shown)[-_MOST_LEFT:]
        if url != shown or any(len(st.query_params.get_all(name)) > 1 for name in shown):
            st.query_params.from_dict(url)
        kept.seen, kept.saved, kept.told = url, values, True


def company_address(entity_id: str, *, first: str = RELATIONS_FIRST) -> dict[str, str]:
    """The parameters of the page of an entity. ``first``: the part that stands first."""
    return _address(COMPANY_PAGE, {**_values(), "id": entity_id, FIRST_PART: first})


def path_address(first: str, second: str, *, companies_only: bool) -> dict[str, str]:
    """The parameters of Explore with the search for a path between two entities open."""
    path = {PATH_FROM: first, PATH_TO: second, PATH_OPEN: True, PATH_COMPANIES_ONLY: companies_only}
    return _address(EXPLORE_PAGE, {**_kept().defaults, "lang": page_language(), **path})


def path_query() -> str:
    """The search for a path of Explore as its address has it; empty while it is closed."""
    said = differing(EXPLORE_PAGE, _values(), _kept().defaults) if st.session_state[PATH_OPEN] else {}
    return urlencode({name: said[name] for name in PATH_SEARCH if name in said})


def open_path_query(query: str) -> None:
    """Search for a path as such a text says; for an empty one close the search."""
    values = values_in(dict(parse_qsl(query)), EXPLORE_PAGE, _kept().defaults)
    move({name: values[name] for name in PATH_SEARCH})


def shared_address(company: str) -> dict[str, str]:
    """The parameters of Discover and Recommend with ``company`` asked about, and all controls as they stand."""
    return _address("", {**_values(), **_asked(company)})


def address(**values: Any) -> str:
    """The query string, from its question mark on, of Discover with these values, everything else at its default, in
    the language of the page."""
    return f"?{urlencode({**differing('', _kept().defaults | values, _kept().defaults), 'lang': page_language()})}"


def _address(page: str, values: Mapping[str, Any]) -> dict[str, str]:
    """What the URL of a page holds for these values."""
    url = differing(page, values, _kept().defaults)
    if url or page_language() != guess_language(st.context.locale):
        url["lang"] = page_language()
    return url


def _values() -> dict[str, Any]:
    return {name: st.session_state.get(name) for name in PARAMETERS}


def differing_now() -> set[str]:
    """Names of the shared parameters that are not at their default and count."""
    return set(differing_names("", _values(), _kept().defaults))


def reset(names: Iterable[str]) -> None:
    """Put these parameters at their defaults."""
    defaults = _kept().defaults
    move({name: defaults[name] for name in names})


def show_every_level() -> None:
    """List companies of any business overlap again."""
    reset(("min",))


def page_language() -> Language:
    """The language this session reads."""
    chosen: Language = st.session_state["lang"]
    return chosen


def languages() -> tuple[Language, ...]:
    """The languages that reasons are given in, that of the page first."""
    return (page_language(), the_other(page_language())) if st.session_state["both"] else (page_language(),)


def open_address(query: str) -> None:
    """Put everything where the query string of an address of Discover says, but keep the language."""
    defaults = _kept().defaults
    values = values_in(dict(parse_qsl(query)), "", defaults)
    move({name: value for name, value in values.items() if name != "lang"})


def current_query() -> str:
    """The query string of Discover as everything stands, without its question mark."""
    return urlencode(differing("", _values(), _kept().defaults))


def look_at(company: str) -> None:
    """Make ``company`` the one asked about, with a fresh graph."""
    st.session_state.update(_asked(company))


def ask(question: str) -> None:
    """Ask a question of no chosen company."""
    st.session_state.update({**_asked(""), "company": None, "q": question})


def ask_about(company: str, name: str, instead_of: str) -> None:
    """Ask the question again with ``name`` in place of the words ``instead_of``; where the question is nothing but
    those, look at ``company``."""
    question = st.session_state["q"] or ""
    if not instead_of or instead_of not in question or st.session_state["company"]:
        look_at(company)
    else:
        st.session_state.update({**_asked(""), "q": question.replace(instead_of, name, 1)})


def ask_of(company: str) -> None:
    """Ask the question again of ``company``, which is one of those that bear the name in it."""
    question = st.session_state["q"] or ""
    st.session_state.update({**_asked(company), "q": question})


def ask_plan(plan: Plan, words: str) -> None:
    """Ask for a plan, as of its day; ``words``: the same as a question, which stands in the field."""
    asked = {"plan": plan_text(plan.model_copy(update={"as_of": None})), "asof": plan.as_of or ""}
    st.session_state.update({**_asked(""), "company": None, **asked, "q": words})


def forget_plan() -> None:
    """Let the words of the question, or the company, count again: somebody has changed them. The list of another
    answer is shown whole."""
    st.session_state.update({"plan": "", **_WHOLE})


def chosen_facets() -> dict[FacetName, tuple[str, ...]]:
    """The values that the list is narrowed to, by facet."""
    return {facet: st.session_state[facet_key(facet)] for facet in FACETS}


def clear_facets() -> None:
    """Show the list whole."""
    move(_WHOLE)


def chosen_plan() -> Plan | None:
    """The plan that is asked for instead of a question."""
    text = st.session_state["plan"]
    return Plan.model_validate_json(text) if text else None


def _asked(company: str) -> dict[str, Any]:
    return {"company": company, "q": "", "plan": "", "sel": None, "open": (), **_WHOLE}


def show_profile(entity_id: str) -> None:
    """Make an entity the one that its page shows."""
    st.session_state["id"] = entity_id
