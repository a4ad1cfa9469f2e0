"""Company: everything on record about one company, or about any product, industry, person or place."""

import streamlit as st

from app.company.asking import asking_field
from app.company.changes_panel import changes_panel
from app.company.documents_panel import documents_panel
from app.company.head import head
from app.company.ownership_panel import ownership_panel
from app.company.passages_panel import passages_panel
from app.company.relations import PREVIEWED, relations_panel
from app.company.similar import similar_panel
from app.company.start import nobody_asked, nobody_known
from app.company.surroundings import surroundings_panel
from app.company.timeline import timeline_panel
from app.runtime.markdown import plain
from app.runtime.services import services
from app.state.view_parameters import FIRST_PART, RELATIONS_FIRST
from app.state.view_state import page_language, show_profile
from app.widgets.pickers import entity_picker, language_switch
from app.widgets.recent.recent_component import recent
from app.widgets.source_viewer.source_viewer import opened_source
from core.dossier.profile import EntityProfile
from core.messages import translate
from core.operations.companies import EntityRequest, get_entity
from core.operations.context import Context

language = page_language()
pipeline = services().opened_pipeline
base = pipeline.base
context = Context(services().opened)


def page() -> None:
    """Whose page it is, then the page."""
    top = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center")
    entity_picker(base.knowledge_base, base.names)
    asked = st.session_state["id"]
    known = asked in base.knowledge_base.node_of if asked else False
    recent([base.knowledge_base.entity(asked)] if known else [], show_profile, gone="" if known else asked or "")
    with top:
        name = (
            plain(base.knowledge_base.entity(asked).name(language)) if known else translate("company.title", language)
        )
        st.title(name, width="content")
        language_switch()
    opened_source(context)
    if known:
        show(get_entity.answer(context, EntityRequest(entity_id=asked, neighbours_per_type=PREVIEWED)))
    elif asked:
        nobody_known(base, asked)
    else:
        nobody_asked(base)


def show(profile: EntityProfile) -> None:
    """Who it is; its relations and who owns it, whichever is asked for first; when; what names it and what says so."""
    entity = profile.entity
    head(base, profile)
    asking_field(entity)
    parts = [relations, ownership]
    for part in parts if st.session_state[FIRST_PART] == RELATIONS_FIRST else reversed(parts):
        part(profile)
    st.header(translate("company.timeline", language))
    timeline_panel(context, entity)
    left, right = st.columns([11, 10], gap="medium")
    with left:
        st.header(translate("company.passages", language))
        passages_panel(base, entity.id)
    with right:
        st.header(translate("company.documents", language))
        documents_panel(profile)


def relations(profile: EntityProfile) -> None:
    """The relations; beside them the graph, what changed last and what is like it."""
    left, right = st.columns([11, 10], gap="medium")
    with left:
        st.header(translate("company.relations", language))
        relations_panel(base, profile)
    with right:
        st.header(translate("graph.title", language))
        surroundings_panel(pipeline, profile.entity)
        st.header(translate("company.changes", language))
        changes_panel(profile)
        kind = base.ontology.entity_type(profile.entity.type).label.text(language)
        similar = translate("company.similar_others", language, type=kind)
        st.header(translate("company.similar", language) if profile.is_company else plain(similar))
        similar_panel(context, profile.entity)


def ownership(profile: EntityProfile) -> None:
    """Owners and holdings."""
    st.header(translate("ownership.title", language), anchor="ownership")
    ownership_panel(context, profile.entity)


page()
