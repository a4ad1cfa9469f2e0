"""Links between pages that take along what is looked at: real links, so that a new tab can hold them."""

from __future__ import annotations

import streamlit as st

from app.state.view_parameters import OWNERSHIP_FIRST
from app.state.view_state import company_address, page_language, path_address, shared_address
from core.messages import translate
from core.runtime.installation import PROJECT_FOLDER

_PAGES = PROJECT_FOLDER / "pages"


def link_to_company(entity_id: str, label: str = "") -> None:
    """To all that is recorded of an entity."""
    said = label or translate("company.link", page_language())
    st.page_link(_PAGES / "company.py", label=said, query_params=company_address(entity_id))


def link_to_ownership(entity_id: str, label: str) -> None:
    """To its page with owners and holdings first."""
    st.page_link(_PAGES / "company.py", label=label, query_params=company_address(entity_id, first=OWNERSHIP_FIRST))


def link_to_discover(entity_id: str, label: str) -> None:
    """To the answer about an entity, with the controls as they stand."""
    st.page_link(_PAGES / "discover.py", label=label, query_params=shared_address(entity_id))


def link_to_recommend(entity_id: str, label: str) -> None:
    """To the relations that are recommended for an entity."""
    st.page_link(_PAGES / "recommend.py", label=label, query_params=shared_address(entity_id))


def link_to_review(label: str) -> None:
    """To the relations that were read from texts."""
    st.page_link(_PAGES / "review.py", label=label)


def link_to_path(first: str, second: str, label: str, *, companies_only: bool) -> None:
    """To the shortest path between two entities on the graph."""
    parameters = path_address(first, second, companies_only=companies_only)
    st.page_link(_PAGES / "explore.py", label=label, query_params=parameters)


def link_to_data(label: str) -> None:
    """To what is loaded and how more comes in."""
    st.page_link(_PAGES / "data.py", label=label)


def go_to_company(entity_id: str) -> None:
    """Turn to its page now."""
    st.switch_page(_PAGES / "company.py", query_params=company_address(entity_id))


def go_to_answer(entity_id: str, question: str) -> None:
    """Turn to the answer to a question about an entity now."""
    st.switch_page(_PAGES / "discover.py", query_params={**shared_address(entity_id), "q": question})
