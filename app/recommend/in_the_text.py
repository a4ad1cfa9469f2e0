"""What a pasted text is about before anything is recommended: companies, and what is on record between them."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.widgets.page_links import link_to_company
from core.domain.recommendations import Recommendations, RecordedRelation
from core.messages import translate

_SHOWN_AT_ONCE = 5


@stands_alone
def in_the_text(found: Recommendations) -> None:
    """The companies that the text names, each a link to its page, and the recorded relations between them."""
    language = page_language()
    if not found.named:
        return
    with st.container(border=True, key="in-the-text"):
        st.subheader(translate("recommend.named", language, count=len(found.named)))
        with st.container(horizontal=True, key="named"):
            for each in found.named:
                name = (each.name_zh if language == "zh" else each.name_en) or each.name_zh or each.name_en
                link_to_company(each.company_id, plain(name))
        if len(found.named) < 2:
            return
        if not found.recorded:
            st.caption(translate("recommend.nothing_between", language))
            return
        st.caption(translate("recommend.between", language, count=len(found.recorded)))
        for relation in found.recorded[:_SHOWN_AT_ONCE]:
            _recorded(relation)
        rest = found.recorded[_SHOWN_AT_ONCE:]
        if rest:
            with st.expander(translate("recommend.more_between", language, count=len(rest))):
                for relation in rest:
                    _recorded(relation)


def _recorded(relation: RecordedRelation) -> None:
    """The relation, and below it what its source says."""
    source = relation.source
    st.markdown(f"**{plain(relation.sentence)}**")
    origin = translate("source.origin", page_language(), origin=source.origin)
    said = source.text if source.text != relation.sentence else ""
    st.caption(plain(" · ".join(filter(None, (said, origin)))))
