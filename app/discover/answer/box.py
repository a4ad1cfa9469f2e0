"""The answer above the list, with what can be done next: the nearest plan, the path on the graph, who was meant."""

from __future__ import annotations

import streamlit as st

from app.discover.answer import answer_component
from app.discover.answer.answer_view import answer_box
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import ask_plan, page_language
from app.widgets.page_links import link_to_ownership, link_to_path
from app.widgets.source_viewer.source_viewer import open_source
from core.domain.plan import Controlled, Controllers, Entities, Path, Plan, Related, nodes_of
from core.domain.results import QuestionAnswer
from core.messages import translate
from core.ontology import COMPANY
from core.questions.plans.sentences import PlanWords, names_in
from core.reasoning.quoted_fact import quoted_in
from core.retrieval.base import Base


@stands_alone
def show_answer_box(base: Base, answer: QuestionAnswer) -> None:
    """Sentences with footnotes; nothing where the question is open."""
    if answer.outcome == "open" or not answer.sentences:
        return
    language = page_language()

    def open_cited(key: str) -> None:
        text = next(source.text for source in answer.sources if source.key == key)
        quote = quoted_in(text, " ".join(each.text for each in answer.sentences))
        open_source(key, quote=quote, about=answer.company_ids)

    answer_component.show(answer_box(answer, base.knowledge_base, base.ontology, language), open_cited)
    if answer.nearest is not None:
        near = answer.nearest
        label = translate("answer.nearest", language, near=near.understood_as, count=near.count)
        _offer(base, near.plan, label, "nearest-plan")
    elif answer.outcome == "partly_understood" and answer.plan is not None:
        label = translate("answer.only_understood", language, understood=answer.understood_as)
        _offer(base, answer.plan, label, "understood-plan")
    if answer.plan is not None and isinstance(answer.plan.answer, Path) and answer.paths:
        _link_to_paths(base, answer)
    owned = asked_ownership_of(answer.plan, base) if answer.plan is not None else ""
    if owned:
        name = plain(base.knowledge_base.entity(owned).name(language))
        link_to_ownership(owned, translate("answer.ownership", language, company=name))


def asked_ownership_of(plan: Plan, base: Base) -> str:
    """The one company whose owners or holdings a plan asks for, of which its page draws the whole tree; empty where it
    asks for anything else."""
    nodes = [node for _, node in nodes_of(plan)]
    kinds: set[str | None] = {"ownership" for node in nodes if isinstance(node, Controllers | Controlled)}
    kinds |= {base.ontology[node.type].display_group for node in nodes if isinstance(node, Related)}
    named = {each for node in nodes if isinstance(node, Entities) for each in node.ids}
    companies = [each for each in named if not base.ontology.is_bridge(base.knowledge_base.entity(each).type)]
    return companies[0] if kinds == {"ownership"} and len(companies) == len(named) == 1 else ""


def _offer(base: Base, plan: Plan, label: str, key: str) -> None:
    words = PlanWords(base.ontology, names_in(base.knowledge_base), page_language()).plan(plan)
    st.button(plain(label), key=key, on_click=ask_plan, args=(plan, words))


def _link_to_paths(base: Base, answer: QuestionAnswer) -> None:
    """Each pair of ends that is connected, on the page Explore."""
    knowledge_base, language = base.knowledge_base, page_language()
    ends = dict.fromkeys((path.steps[0].from_id, path.steps[-1].to_id) for path in answer.paths)
    with st.container(horizontal=True):
        for first, second in ends:
            first_path = next(
                path for path in answer.paths if (path.steps[0].from_id, path.steps[-1].to_id) == (first, second)
            )
            companies_only = all(knowledge_base.entity(step.to_id).type == COMPANY for step in first_path.steps)
            names = [plain(knowledge_base.entity(each).name(language)) for each in (first, second)]
            label = translate("answer.explore_path", language, first=names[0], second=names[1])
            link_to_path(first, second, label, companies_only=companies_only)
