"""Every setting, read from the environment (prefix ``GUANXI_``); docs/settings.md lists the same."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import SettingsInvalidError

PROJECT_FOLDER = Path(__file__).resolve().parents[1]


def load_settings() -> Settings:
    """The settings of the environment. Raises SettingsInvalidError naming each variable that does not fit."""
    try:
        return Settings()
    except ValidationError as error:
        faults = [f"GUANXI_{str(fault['loc'][0]).upper()}: {fault['msg']}" for fault in error.errors()]
        raise SettingsInvalidError(detail="; ".join(faults)) from error


class Settings(BaseSettings):
    """Immutable settings of one process; tests make their own instance instead of changing a shared one."""

    model_config = SettingsConfigDict(env_prefix="GUANXI_", frozen=True)

    data_folder: Path = Field(PROJECT_FOLDER / "data", description="CSV files the knowledge base is built from.")
    knowledge_base_folder: Path = Field(
        PROJECT_FOLDER / ".guanxi" / "knowledge_base",
        description="Where built versions of the knowledge base are kept.",
    )
    embedding_model: str = Field(
        "use-multilingual",
        min_length=1,
        description="`use-multilingual` and `minilm-english` need no download; "
        "any other value is a SentenceTransformer name or folder.",
    )
    embedding_batch_size: int = Field(64, ge=1, description="Texts embedded per batch while building.")
    embedding_threads: int = Field(1, ge=1, description="CPU threads of the embedding model.")
    ppr_damping_factor: float = Field(
        0.85, ge=0.05, le=0.95, description="Probability that the walk goes on instead of returning to its seeds."
    )
    ppr_max_hops: int = Field(3, ge=1, le=6, description="The walk stays within this many edges of its seeds.")
    asked_relation_emphasis: float = Field(
        5.0,
        ge=1.0,
        le=100.0,
        description="Where a question asks for a relation type, edges of that type count this many times in the walk; "
        "1 walks the plain graph.",
    )
    hybrid_graph_weight: float = Field(0.5, ge=0.0, le=1.0, description="W_g in W_g·Graph + W_v·Vector.")
    hybrid_vector_weight: float = Field(0.5, ge=0.0, le=1.0, description="W_v in W_g·Graph + W_v·Vector.")
    hybrid_text_weight: float = Field(
        1.0,
        ge=0.0,
        le=2.0,
        description="Share of company-text similarity inside Vector (shares are normalised).",
    )
    hybrid_relation_weight: float = Field(
        1.0,
        ge=0.0,
        le=2.0,
        description="Share of the relation match inside Vector (shares are normalised).",
    )
    hybrid_keyword_weight: float = Field(
        0.5,
        ge=0.0,
        le=2.0,
        description="Share of full-text matches inside Vector (shares are normalised).",
    )
    fusion_mode: Literal["weighted", "rrf"] = Field(
        "weighted", description="`weighted` (min-max) or `rrf` (reciprocal rank fusion)."
    )
    rrf_k: int = Field(60, ge=1, description="The constant k of reciprocal rank fusion.")
    relationship_max_results: int = Field(10, ge=1, le=50, description="Related companies listed.")
    relationship_limit: int = Field(
        50, ge=1, description="Relation triplets, and passages of the full-text search, found before merging."
    )
    candidate_limit: int = Field(1000, ge=10, description="Companies each arm of the retrieval may propose.")
    vector_index_min_rows: int = Field(
        50_000, ge=1, description="Tables with fewer rows are searched exactly, without an index."
    )
    vector_index_partitions: int = Field(100, ge=1, description="IVF_FLAT partitions of an indexed table.")
    vector_nprobes: int = Field(10, ge=1, description="IVF_FLAT partitions probed per search.")
    reranker_model: str = Field(
        "",
        description="CrossEncoder that reads question and company together and reorders the first results: "
        "`Qwen/Qwen3-Reranker-0.6B`, `Qwen/Qwen3-Reranker-4B`, `BAAI/bge-reranker-v2-m3`, any other such model's "
        "name, or a local folder. Empty: no reranking.",
    )
    reranker_top_n: int = Field(20, ge=2, le=200, description="Companies, from the first on, that are reranked.")
    reranker_batch_size: int = Field(4, ge=1, description="Companies the reranker reads at a time.")
    reranker_time_budget_ms: int = Field(
        5000,
        ge=1,
        description="No further batch is begun after this many milliseconds; the answer says how far it came.",
    )
    reranker_max_length: int = Field(
        512, ge=64, description="Tokens of question and company text together that the reranker reads at most."
    )
    graph_max_nodes: int = Field(80, ge=10, le=300, description="Nodes drawn at most; the rest is counted.")
    query_max_characters: int = Field(2000, ge=100, description="Longer questions are refused.")
