"""Where a person says what they want to know: a company, a question, or both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import streamlit as st

from app.runtime.markdown import plain
from app.state.relabelled import relabelled
from app.state.sliders import chosen_influence
from app.state.view_state import chosen_plan, forget_plan, look_at, page_language
from core.domain.partial_dates import is_partial_date
from core.domain.requests import DiscoveryRequest
from core.domain.results import NameChoice
from core.messages import LANGUAGES, Language, translate
from core.names.normalise import normalise_name
from core.questions.execution.past import records_ends
from core.retrieval.base import Base
from core.retrieval.linking import NameIndex
from core.retrieval.name_link import Link
from core.storage.knowledge_base import KnowledgeBase

MAX_OPTIONS = 5000
MAX_NAME_LENGTH = 300
_LONGEST_DAY = 10  # characters
_BETWEEN = " · "
_LANGUAGE_NAMES = {"zh": "中文", "en": "English"}


def language_switch() -> None:
    """Chinese or English."""
    st.segmented_control(
        translate("language.label", page_language()),
        LANGUAGES,
        format_func=_LANGUAGE_NAMES.__getitem__,
        key="lang",
        persist_state="session",
        required=True,
        label_visibility="collapsed",
    )


def search_bar(base: Base) -> DiscoveryRequest | None:
    """The search row, with a day where anything recorded has ended. Returns the request, or None while nothing is
    asked, or for a day that is none."""
    knowledge_base, names, language = base.knowledge_base, base.names, page_language()
    dated = base.once(records_ends) or bool(st.session_state["asof"])
    with st.container(key="search-row"):
        first, second, *day, third = st.columns([6, 4, 2, 2] if dated else [6, 4, 2], vertical_alignment="bottom")
    with second:
        company_picker(knowledge_base, names, on_change=forget_plan)
    first.text_input(
        translate("search.question", language),
        key="q",
        persist_state="session",
        placeholder=translate("search.question_placeholder", language),
        on_change=forget_plan,
    )
    pressed = third.button(translate("search.go", language), type="primary", width="stretch")
    if dated:
        with day[0]:
            as_of_field()
    if not is_partial_date(st.session_state["asof"]):
        st.error(translate("search.no_day", language))
        return None
    plan = chosen_plan()
    request = DiscoveryRequest(
        company="" if plan else st.session_state["company"] or "",
        query=st.session_state["q"] or "",
        plan=plan,
        as_of=st.session_state["asof"] or "",
        damping=st.session_state["damping"],
        max_hops=st.session_state["hops"],
        influence=chosen_influence(),
        language=language,
        both_languages=st.session_state["both"],
    )
    if request.company or request.query or plan:
        return request
    if pressed:
        st.info(translate("error.query_empty", language))
    return None


def as_of_field() -> None:
    """As of which day questions are answered: part of the address, empty for today."""
    language = page_language()
    st.text_input(
        translate("search.as_of", language),
        key="asof",
        persist_state="session",
        placeholder=translate("search.today", language),
        help=translate("search.as_of_help", language),
        max_chars=_LONGEST_DAY,
    )


def company_picker(
    knowledge_base: KnowledgeBase,
    names: NameIndex,
    *,
    key: str = "company",
    label: str = "",
    on_change: Callable[[], None] | None = None,
) -> None:
    """Which company: chosen from the list, or typed by any of its names. Kept in the session under ``key``."""
    options = company_options(knowledge_base, page_language())
    _replace_name_by_id(options, names.link_name, key)

    def typed() -> None:
        _complete(names, names.link_name, options, key)
        if on_change is not None:
            on_change()

    label = label or translate("search.company", page_language())
    _picker(knowledge_base, names.link_name, options, key, label, typed)


def entity_picker(knowledge_base: KnowledgeBase, names: NameIndex) -> None:
    """Which entity its page shows: the same, and anything else by its name or id."""
    options = company_options(knowledge_base, page_language())
    _replace_name_by_id(options, names.link_entity, "id")
    label = translate("company.picker", page_language())
    link = names.link_entity
    _picker(knowledge_base, link, options, "id", label, lambda: _complete(names, link, options, "id"))


def _picker(
    knowledge_base: KnowledgeBase,
    link_name: Callable[[str], Link],
    options: dict[str, str],
    key: str,
    label: str,
    on_change: Callable[[], None],
) -> None:
    language, shown = page_language(), str(st.session_state.get(key) or "")
    if shown in knowledge_base.node_of and shown not in options:  # an option as well, so that its label leads to its id
        options = {**options, shown: _label_of(knowledge_base, link_name, shown, language)}
    st.selectbox(
        label,
        options,
        index=None,
        format_func=lambda each: options.get(each, each),
        key=relabelled(key),
        persist_state="session",
        placeholder=translate("search.company_placeholder", language),
        accept_new_options=True,
        on_change=on_change,
    )


def _replace_name_by_id(options: dict[str, str], link_name: Callable[[str], Link], key: str) -> None:
    """A typed name, alias or ticker that means one company becomes that company."""
    typed = st.session_state.get(key)
    if typed and typed not in options and len(typed) <= MAX_NAME_LENGTH:
        link = link_name(typed)
        if link.outcome == "linked":
            st.session_state[key] = link.entity_ids[0]


def _complete(names: NameIndex, link: Callable[[str], Link], options: dict[str, str], key: str) -> None:
    """A name that is typed as far as its beginning becomes the one company that it begins; of several the page asks.

    Only what a person types here is completed: an address says whole what it means.
    """
    typed = st.session_state.get(key)
    if typed and typed not in options and len(typed) <= MAX_NAME_LENGTH and link(typed).outcome == "unknown":
        st.session_state[key] = only_match(names, typed) or typed


def only_match(names: NameIndex, typed: str) -> str | None:
    """The one company of which a name, an alias or a ticker begins so; None where there are several, or none."""
    begun = names.beginning_with(typed)
    return begun[0].company_id if len(begun) == 1 else None


def _label_of(
    knowledge_base: KnowledgeBase, link_name: Callable[[str], Link], entity_id: str, language: Language
) -> str:
    """A unique label for an entity outside the options: a product, or a company beyond the listed ones."""
    name = knowledge_base.entity(entity_id).name(language)
    return name if link_name(name).entity_ids == (entity_id,) else f"{name} ({entity_id})"


@st.cache_data(show_spinner=False, max_entries=4)
def _options(_knowledge_base: KnowledgeBase, build_id: str, language: Language) -> dict[str, str]:  # noqa: ARG001 - cache key
    labels = {}
    for node in _knowledge_base.best_connected_companies(MAX_OPTIONS):
        entity = _knowledge_base.entity_at(node)
        names = [entity.name(language), entity.other_name(language), *entity.tickers[:1]]
        label = _BETWEEN.join(name for name in names if name)
        labels[entity.id] = f"{label} ({entity.id})" if _is_name_of_several(_knowledge_base, label) else label
    return dict(sorted(labels.items(), key=lambda item: item[1].casefold()))


def _is_name_of_several(knowledge_base: KnowledgeBase, label: str) -> bool:
    """Whether a label is a name that others bear too: typed, it would choose this one instead of asking which."""
    companies = knowledge_base.names.companies
    place = companies.place(normalise_name(label))
    return place is not None and len(companies.bearers(place)) > 1


def company_options(knowledge_base: KnowledgeBase, language: Language) -> dict[str, str]:
    """Company id → label with both names and the ticker, so that typing any of them finds it.

    Of more than MAX_OPTIONS companies those with the most relations; any other can be typed.
    """
    return _options(knowledge_base, knowledge_base.manifest.build_id, language)


def offer_choices(
    choices: tuple[NameChoice, ...], choose: Callable[[str], None] = look_at, *, beside: str = ""
) -> None:
    """Buttons for the companies that may have been meant; ``choose`` gets the id of the one that is clicked.

    ``beside``: the picker that they are for, where a page has several.
    """
    language = page_language()
    both = [(each.name_zh, each.name_en) if language == "zh" else (each.name_en, each.name_zh) for each in choices]
    bearers, alike = Counter(name for pair in both for name in {*pair}), Counter(both)
    with st.container(horizontal=True):
        for choice, (name, other) in zip(choices, both, strict=True):
            label = name if other == name else f"{name} · {other}"
            if alike[name, other] > 1 or (other == name and bearers[name] > 1):
                label = f"{label} ({choice.company_id})"  # another is called so too
            st.button(
                plain(label), key=f"choice-{beside}{choice.company_id}", on_click=choose, args=(choice.company_id,)
            )


def say_unknown(link: Link, typed: str, language: Language) -> None:
    """Why a typed name was not taken."""
    outcome = "ambiguous_company" if link.outcome == "ambiguous" else "unknown_company"
    suffix = "" if link.choices else "_without_choices"
    st.warning(plain(translate(f"discover.{outcome}{suffix}", language, name=typed)))
