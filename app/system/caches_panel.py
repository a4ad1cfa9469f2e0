"""What is kept to be quicker next time: how much, how much at most, and how often it helped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.state.view_state import page_language
from app.system.full_height_table import show_table
from core.discovery.pipeline import DiscoveryPipeline
from core.messages import Language, translate
from core.monitoring.model_usage import MODEL_USAGE, all_stages
from core.retrieval.pagerank.cached import CachedPersonalizedPageRank


@dataclass(frozen=True)
class CacheState:
    """One cache; None for what cannot be read."""

    label: str
    entries: int | None
    most: int | None
    asked: int
    hits: int

    @property
    def hit_rate(self) -> float | None:
        """Part of what was looked up that was there, in percent; None before anything was."""
        return 100.0 * self.hits / self.asked if self.asked else None


@stands_alone
def caches_panel(shared: Services, pipeline: DiscoveryPipeline) -> None:
    """A row for each cache."""
    language = page_language()
    st.header(translate("system.caches", language))
    states = list(cache_states(shared, pipeline, language))
    columns = {
        translate("system.cache", language): [each.label for each in states],
        translate("system.cache.entries", language): [each.entries for each in states],
        translate("system.cache.most", language): [each.most for each in states],
        translate("system.cache.asked", language): [each.asked for each in states],
        translate("system.cache.hit_rate", language): [each.hit_rate for each in states],
    }
    rate = st.column_config.ProgressColumn(format="%.0f %%", min_value=0, max_value=100)
    show_table(pd.DataFrame(columns), "caches", columns={translate("system.cache.hit_rate", language): rate})
    st.caption(plain(translate("system.caches.help", language)))


def cache_states(shared: Services, pipeline: DiscoveryPipeline, language: Language) -> Iterator[CacheState]:
    """Those of the engine, of the API and of the language model, where there are any."""
    settings, engine = pipeline.base.settings, pipeline.engine
    if isinstance(engine, CachedPersonalizedPageRank):
        asked = engine.hits + engine.misses
        label = translate("system.cache.walks", language)
        yield CacheState(label, engine.remembered, settings.ppr_cache_size, asked, engine.hits)
    base = pipeline.base.knowledge_base
    remembered = {
        "names": pipeline.base.names.link_name.cache_info(),
        "questions": pipeline.base.names.link_question.cache_info(),
        "entities": base.entity.cache_info(),
        "relations": base.relation.cache_info(),
        "hubs": base.strongest_relations.cache_info(),
    }
    for name, info in remembered.items():
        yield _remembered(translate(f"system.cache.{name}", language), info)
    if shared.api is not None:
        figures = shared.api.answers()
        label = translate("system.cache.api_answers", language)
        yield CacheState(label, figures.entries, settings.api_cache_answers, figures.asked, figures.kept)
    if pipeline.model is not None:
        used = all_stages(MODEL_USAGE.by_stage())
        label = translate("system.cache.model_answers", language)
        kept = pipeline.model.kept_answers
        yield CacheState(label, kept, settings.llm_cache_answers, used.asked + used.kept, used.kept)


def _remembered(label: str, info: tuple[int, int, int | None, int]) -> CacheState:
    """Of a function that remembers its last results."""
    hits, misses, most, entries = info
    return CacheState(label, entries, most, hits + misses, hits)
