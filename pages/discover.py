"""Discover: related companies of one company or question – ranked, levelled, cited and drawn."""

from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app.discover.answer.box import show_answer_box
from app.discover.answer.plan_chips import plan_chips
from app.discover.comparison_panel import compare_panel
from app.discover.facets_panel import facets_panel, narrowed_line
from app.discover.fact_box import fact_box
from app.discover.graph_panel import graph_panel
from app.discover.home import home
from app.discover.matching_relations import matching_relations
from app.discover.results import cards_component
from app.discover.results.model import in_groups, result_cards
from app.discover.results.table import show_table
from app.discover.thumbs import give_thumb, thumbs_on
from app.discover.toolbar import toolbar
from app.discover.unreviewed_panel import unreviewed_panel
from app.discover.why_not_panel import why_not_panel
from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import services
from app.state.kept_answer import KeptAnswer, current_answer, follow_model, judge_the_rest
from app.state.sliders import chosen_fusion, list_controls, ranking_panel
from app.state.view_parameters import LISTED_AS, MOST_LISTED, SORT
from app.state.view_state import ask, ask_about, ask_of, chosen_facets, look_at, move, page_language, show_every_level
from app.widgets.page_links import go_to_company
from app.widgets.pickers import language_switch, offer_choices, search_bar
from app.widgets.recent.recent_component import recent, worth_remembering
from app.widgets.source_viewer.source_viewer import open_source, opened_source
from app.widgets.subject import is_topic, subject
from core.domain.plan import Companies, Count
from core.domain.requests import DiscoveryRequest
from core.domain.results import Discovery, NameChoice
from core.errors import GuanxiError
from core.messages import translate
from core.operations.context import Context
from core.questions.plans.sentences import PlanWords, names_in
from core.workspace.judgements import Thumb

RESULTS = "results"
OTHERS = "results-apart"
SHOWN_PROBLEMS = 10
COMPARE = "compare"
language = page_language()
shared = services()
pipeline = shared.opened_pipeline
base = pipeline.base


def select(cards: str) -> None:
    """Highlight the clicked company in the list and in the graph; ``cards``: the key of the list."""
    st.session_state["sel"] = st.session_state[cards]["select"]


def explore(cards: str) -> None:
    """Ask about the clicked company next."""
    look_at(st.session_state[cards]["explore"])


def page() -> None:
    """The page: what is asked, then the answer, then the controls, which show what was chosen for the question.

    Not st.stop(): what is stopped cannot write its address any more.
    """
    nothing_asked = not (st.session_state["q"] or st.session_state["company"] or st.session_state["plan"])
    key = "head-home" if nothing_asked else "head-asked"
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key=key):
        st.title(translate("home.title" if nothing_asked else "discover.title", language), width="content")
        language_switch()
    notices()
    opened_source(Context(services().opened))
    request = search_bar(base)
    understood, before, below = st.container(), st.container(), st.container()
    found = answered(request, below) if request else None
    asked = found[0].query_companies if found else ()
    with understood:
        if found:
            answer = found[0].answer
            not_named = () if answer.outcome in ("unknown_name", "ambiguous_name") else answer.not_understood
            plan_chips(base, answer.plan, not_named)
        elif request is not None:
            plan_chips(base, request.plan, ())
    with before:
        shown = [base.knowledge_base.entity(each) for each in asked]
        recent(worth_remembering(shown, base.ontology, st.session_state["company"]), look_at)
    with below:
        if found:
            with st.sidebar:
                beside_the_list(found[1])
            show_answer(*found)
        elif request is None:
            home(pipeline)


def beside_the_list(kept: KeptAnswer) -> None:
    """How the list is ranked, what it can be narrowed to, and how much of it is shown."""
    ranking_panel(kept)
    facets_panel(kept)
    list_controls()


@stands_alone
def notices() -> None:
    """What is to be known about the data before anything is asked."""
    for problem in shared.problems[:SHOWN_PROBLEMS]:
        st.warning(plain(problem.message(language)))
    if len(shared.problems) > SHOWN_PROBLEMS:
        st.warning(translate("discover.more_problems", language, count=len(shared.problems) - SHOWN_PROBLEMS))
    if shared.stale_because is not None:
        st.warning(plain(translate(shared.stale_message, language, reason=shared.stale_because.message(language))))
    if shared.rebuilt_because in ("knowledge_base_corrupt", "knowledge_base_outdated"):
        st.info(translate("starting.rebuilt", language))


def answered(request: DiscoveryRequest, place: DeltaGenerator) -> tuple[Discovery, KeptAnswer] | None:
    """The answer; None where the question is refused, which is said in ``place``."""
    try:
        with place, st.spinner(translate("discover.searching", language)):
            fusion, sort = chosen_fusion(base.settings), st.session_state[SORT]
            return current_answer(pipeline, request, fusion, chosen_facets(), sort)
    except GuanxiError as error:
        place.error(plain(error.message(language)))
        return None


def ask_which(discovery: Discovery, said: str) -> None:
    """The companies that may have been meant by the name ``said``: those that bear it, or those with one like it."""
    show_answer_box(base, discovery.answer)
    if discovery.outcome == "ambiguous_company":
        offer_choices(discovery.choices, ask_of)
        return
    offer_instead(discovery.choices, said)


def offer_instead(choices: tuple[NameChoice, ...], said: str) -> None:
    """Companies of which the question is asked again, in place of the words ``said``."""
    names = {each.company_id: each.name_zh if page_language() == "zh" else each.name_en for each in choices}
    offer_choices(choices, lambda company: ask_about(company, names[company], said))


def show_answer(discovery: Discovery, kept: KeptAnswer) -> None:
    """Warnings, the list, the graph; or the names that may have been meant."""
    for warning in discovery.warnings:
        st.warning(plain(warning))
    offer_others(kept)
    if discovery.outcome in ("unknown_company", "ambiguous_company"):
        ask_which(discovery, kept.searched.understood.link.name)
        return
    link = kept.searched.understood.link
    if link.choices and not link.name:
        st.write(translate("discover.topic_choices", language))
        offer_choices(link.choices)
    nothing_to_draw = is_topic(discovery) and not discovery.related_companies
    centres = () if nothing_to_draw else kept.centres
    show_answer_box(base, discovery.answer)
    if link.choices and link.name:
        st.write(plain(translate("discover.mentioned", language, name=link.name)))
        offer_instead(link.choices, link.name)
    is_comparison = discovery.answer.kind == "comparison"
    if is_comparison:
        compare_panel(Context(services().opened), discovery.query_companies, is_answer=True)
    if not kept.being_understood:
        fact_box(pipeline, discovery, kept.searched)
    if kept.work is not None and kept.work.error is not None:
        st.error(plain(kept.work.error.message(language)))
    listed, drawn = st.columns([11, 9], gap="small")
    with listed:  # first, so that a new order reaches the browser before the graph is looked at
        show_list(discovery, kept, centres)
    with drawn:
        st.header(translate("graph.title", language))
        graph_panel(pipeline, discovery, kept.searched.understood, centres)
    if discovery.query_companies and not is_comparison:
        compare_panel(Context(services().opened), discovery.query_companies)
    if kept.work is not None and (kept.work.running or kept.has_news):
        follow_model(kept)


@stands_alone
def offer_others(kept: KeptAnswer) -> None:
    """The question asked of those whom it names, where it was answered for the chosen company instead."""
    understood = kept.searched.understood
    if understood.named_besides:
        others = understood.names_of(understood.named_besides, language)
        label = plain(translate("discover.ask_others", language, others=others))
        st.button(label, key="ask-others", on_click=ask, args=(kept.request.query,))


@stands_alone
def show_list(discovery: Discovery, kept: KeptAnswer, centres: tuple[str, ...]) -> None:
    """What the answer is about, what can be done with it, and the companies."""
    about = subject(base.knowledge_base, discovery, kept.request.query)
    st.header(plain(list_heading(discovery, about)))
    being_made = pipeline.model is not None or discovery.reranker != "off"
    if being_made:  # what changes while one looks stands where one looks
        st.caption(plain(summary(discovery, kept)))
    with st.container():
        toolbar(pipeline, discovery, kept, about, centres)
    if pipeline.model is not None and discovery.outcome == "found" and discovery.query_companies:
        model_controls(discovery, kept)
    narrowed_line(kept)
    if discovery.hidden_by_relevance:
        label = translate("discover.hidden", language, hidden=discovery.hidden_by_relevance)
        st.button(f":primary[{label}]", type="tertiary", on_click=show_every_level)
    if discovery.outcome == "found":
        show_companies(discovery, kept)
    elif discovery.answer.outcome not in ("answered", "empty") or any(kept.chosen.values()):
        st.info(plain(discovery.explanation))
    if not being_made:
        st.caption(plain(summary(discovery, kept)))
    unreviewed_panel(discovery, base)
    matching_relations(kept.now)
    why_not_panel(base, kept)


@stands_alone
def model_controls(discovery: Discovery, kept: KeptAnswer) -> None:
    """Compare the model with the rules; have it judge who came into the list later."""
    left = sum(company.judgement.judge == "rules" for company in discovery.related_companies)
    with st.container(horizontal=True, vertical_alignment="center", key="model"):
        if left < len(discovery.related_companies):
            st.toggle(
                translate("discover.compare", language), key=COMPARE, help=translate("discover.compare_help", language)
            )
        if left and not kept.being_judged and not kept.being_understood:
            st.button(
                translate("discover.judge_rest", language, count=left),
                type="tertiary",
                on_click=judge_the_rest,
                args=(pipeline, kept),
            )


def list_heading(discovery: Discovery, about: str) -> str:
    """What is asked for, where that is answered; else what the companies have to do with."""
    answer = discovery.answer
    if answer.outcome in ("answered", "empty") and answer.plan is not None:
        words, asked = PlanWords(base.ontology, names_in(base.knowledge_base), language), answer.plan.answer
        said = words.set(asked.set) if isinstance(asked, Companies | Count) else answer.understood_as
        return f"{said[:1].upper()}{said[1:]}"
    return translate("discover.about" if is_topic(discovery) else "discover.related_to", language, company=about)


def show_companies(discovery: Discovery, kept: KeptAnswer) -> None:
    """Who answers; apart from them, and closed, who is related but not asked for."""
    main, apart = in_groups(discovery)
    thumbs = thumbs_on(base, kept.request)
    if main.related_companies:
        show_group(main, kept, RESULTS, thumbs, first=True)
        show_all_members(discovery, len(main.related_companies))
    if apart.related_companies:
        title = translate("discover.also_related", language, count=len(apart.related_companies))
        box = expander(title, "also-related")
        if box.open:
            with box:
                show_group(apart, kept, OTHERS, thumbs, first=not main.related_companies)
    if st.session_state[LISTED_AS] == "cards":
        with st.container(key="keys-hint"):
            st.caption(translate("keys.hint", language))


def show_group(
    discovery: Discovery, kept: KeptAnswer, key: str, thumbs: Mapping[str, Thumb] | None, *, first: bool
) -> None:
    """Companies in the form that is chosen."""
    if st.session_state[LISTED_AS] == "table":
        show_table(discovery, kept.searched, key)
    else:
        show_cards(discovery, kept, key, thumbs, first=first)


def show_all_members(discovery: Discovery, shown: int) -> None:
    """How many of those that answer are listed, and the rest a click away."""
    count = len(discovery.answer.company_ids)
    if shown < count:
        label = translate("discover.show_all", language, shown=shown, count=count)
        most = min(count, MOST_LISTED)
        st.button(f":primary[{label}]", type="tertiary", key="show-all", on_click=move, args=({"n": most},))


@stands_alone
def show_cards(
    discovery: Discovery, kept: KeptAnswer, key: str, thumbs: Mapping[str, Thumb] | None, *, first: bool
) -> None:
    """The companies, best first; ``key``: of the list, ``first``: whether it is the first of the page."""
    cards = result_cards(
        discovery,
        base.knowledge_base,
        base.ontology,
        language,
        before=kept.ranks_before,
        mode=kept.fusion.mode,
        compare=st.session_state.get(COMPARE, False),
        thumbs=thumbs,
    )

    def thumb() -> None:
        give_thumb(base, kept.request, st.session_state[key]["thumb"])

    def source() -> None:
        clicked = st.session_state[key]["source"]
        open_source(clicked["key"], about=(*discovery.query_companies, clicked["id"]))

    opened = cards_component.show(
        cards,
        key=key,
        selected=st.session_state["sel"],
        first=first,
        on_select=lambda: select(key),
        on_explore=lambda: explore(key),
        on_thumb=thumb,
        on_source=source,
    )
    if first and not is_topic(discovery):
        st.caption(translate("level.explained", language))
    if opened:
        go_to_company(opened)


def summary(discovery: Discovery, kept: KeptAnswer) -> str:
    """How many of how many, who judged (levels hold between companies only), how long it took."""
    is_told = discovery.answer.outcome in ("answered", "empty")
    shown = 0 if is_told else len(discovery.related_companies)
    parts = [
        *([translate("discover.summary", language, shown=shown, candidates=discovery.candidates)] if shown else []),
        *([] if is_topic(discovery) or not discovery.related_companies else [judged_by(discovery, kept)]),
        translate("discover.took", language, milliseconds=round(discovery.processing_time_ms)),
        translate(f"discover.reranker.{discovery.reranker}", language),
    ]
    return " · ".join(parts)


def judged_by(discovery: Discovery, kept: KeptAnswer) -> str:
    """The rules, the model, or how far the model has come."""
    if kept.being_understood and pipeline.model is not None:
        return translate("discover.understanding", language, model=pipeline.model.endpoint.model)
    judged = sum(company.judgement.judge == "model" for company in discovery.related_companies)
    if pipeline.model is None or not discovery.query_companies or not (kept.being_judged or judged):
        return translate("discover.judged", language)
    name, shown = pipeline.model.endpoint.model, len(discovery.related_companies)
    if kept.being_judged:
        return translate("discover.judging", language, model=name, judged=judged, shown=shown)
    return translate("discover.judged_by_model", language, model=name)


page()
