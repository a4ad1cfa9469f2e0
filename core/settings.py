"""Every setting, read from the environment (prefix ``GUANXI_``); docs/settings.md lists the same."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.domain.arms import ArmEntry, with_share_fields
from core.domain.relation_influence import RelationInfluence
from core.errors import GuanxiError
from core.messages import translate
from core.runtime.installation import PROJECT_FOLDER, default_home

BUNDLED_DATA = PROJECT_FOLDER / "data"
_PREFIX = "GUANXI_"
_RETIRED = {"GUANXI_HYBRID_PROMINENCE_WEIGHT"}  # of earlier versions, and ignored
FORMS = {"knowledge_base_uri": "storage", "llm_base_url": "endpoint", "llm_api_key": "key", "host_names": "names"}
"""Settings whose values have a form → the end of the key of the message that says it."""
_OF_A_FORM = ("string_pattern_mismatch", "value_error")
_NEAR = 0.84  # how much alike two names are, by difflib: a slip or two, or a word left out


class SettingsInvalidError(GuanxiError):
    """An environment variable has a value that its setting does not accept."""


class SettingMisspeltError(SettingsInvalidError):
    """A variable of the environment is called almost as a setting is: what it was to do would not be done."""


def load_settings() -> Settings:
    """The settings of the environment. Raises SettingsInvalidError naming each variable that does not fit, and one that
    is called almost as a setting is."""
    for name, meant in misspelt_variables(os.environ).items():
        raise SettingMisspeltError(name=name, meant=meant)
    try:
        return Settings()
    except ValidationError as error:
        raise SettingsInvalidError(detail="; ".join(_told(error))) from error


def _told(error: ValidationError) -> list[str]:
    """What is wrong with which variable, and where in it; defaults that follow from a wrong one are no fault."""
    wrong = [fault for fault in error.errors() if fault["type"] != "default_factory_not_called"]
    return [
        f"GUANXI_{str(fault['loc'][0]).upper()}: {': '.join([*map(str, fault['loc'][1:]), _said(fault)])}"
        for fault in wrong or error.errors()
    ]


def _said(fault: Mapping[str, Any]) -> str:
    """What is wrong: of a text that has another form, which it should have, not the pattern of it."""
    form = FORMS.get(str(fault["loc"][0])) if fault["type"] in _OF_A_FORM else None
    return str(fault["msg"]) if form is None else translate(f"library_reason.setting.{form}", "en")


def misspelt_variables(names: Iterable[str]) -> dict[str, str]:
    """Variables that are no setting but are called almost as one is → that one."""
    known = {f"{_PREFIX}{field.upper()}" for field in Settings.model_fields}
    unknown = [name for name in names if name.upper().startswith(_PREFIX) and name.upper() not in known | _RETIRED]
    near = {name: get_close_matches(name.upper(), known, n=1, cutoff=_NEAR) for name in unknown}
    return {name: found[0] for name, found in near.items() if found}


def _default_share(arm: ArmEntry) -> tuple[str, Any]:
    said = translate(f"setting.arm_share.{arm.side}", "en", arm=translate(arm.label, "en"))
    return arm.setting, Field(arm.default_share, ge=0.0, le=2.0, description=said)


@with_share_fields(_default_share)
class Settings(BaseSettings):
    """Immutable settings of one process; tests make their own instance instead of changing a shared one."""

    model_config = SettingsConfigDict(hide_input_in_errors=True, env_prefix=_PREFIX, frozen=True)

    home: Path = Field(
        default_home(),
        description="Everything that the program writes, unless another setting says where. Default where it is "
        "installed: the user's folder for data of programs.",
    )
    data_folder: Path = Field(BUNDLED_DATA, description="CSV files the knowledge base is built from.")
    knowledge_base_folder: Path = Field(
        default_factory=lambda given: Path(given["home"], "knowledge_base"),
        description="Where built versions of the knowledge base are kept.",
    )
    knowledge_base_uri: str = Field(
        "",
        pattern=r"^$|^(s3|gs|az|abfss?|file)://[^@\s?#]+$",
        description="Where several machines share the knowledge base, such as `s3://bucket/folder`, `gs://…`, `az://…` "
        "or `file:///folder`; credentials come from the environment (docs/scale.md). Empty: this machine's own.",
    )
    knowledge_base_tables: Literal["mirrored", "remote"] = Field(
        "mirrored",
        description="Tables of a shared knowledge base: `mirrored` to this machine like everything else, or `remote`, "
        "searched where they are shared (less disk, slower).",
    )
    check_at_opening_megabytes: float = Field(
        200.0,
        ge=0.0,
        description="At opening so much of a version is compared with its checksums, the smallest files first; of the "
        "others only the size; docs/storage.md says how to compare everything.",
    )
    shared_look_seconds: float = Field(
        30.0, ge=1.0, description="A page that is opened looks for a newer shared version at most this often."
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
    ppr_max_hops: int = Field(2, ge=1, le=6, description="The walk stays within this many edges of its seeds.")
    ppr_engine: Literal["automatic", "conjugate_gradient", "local_push", "igraph"] = Field(
        "automatic",
        description="What walks: `conjugate_gradient` (exact), `local_push` (approximate, for large graphs), "
        "`igraph` (exact, the reference) or `automatic` (exact on small graphs, local push on large ones).",
    )
    ppr_exact_max_edges: int = Field(
        5_000_000, ge=0, description="`automatic` walks exactly on graphs of at most this many edges."
    )
    ppr_tolerance: float = Field(
        1e-6, ge=1e-7, le=1e-2, description="An exact walk stops once a further step would change less than this."
    )
    ppr_max_iterations: int = Field(
        100, ge=1, le=10_000, description="Iterations after which a walk gives up; the answer then says so."
    )
    ppr_push_threshold: float = Field(
        3.0,
        ge=1e-5,
        le=100.0,
        description="Local push: how much of the walk a node of average degree may keep without passing it on, "
        "in parts of 1 / number of nodes; smaller is more exact and slower.",
    )
    ppr_cache_size: int = Field(256, ge=0, description="Walks remembered; 0 remembers none.")
    ppr_cache_megabytes: int = Field(16, ge=0, description="Memory that remembered walks may take.")
    use_relation_aware_retrieval: bool = Field(
        False,
        description="Whether questions weigh relation families and mention roles in the walk unless told otherwise; "
        "off, all are alike but for `GUANXI_PLACE_RELATION_EMPHASIS`.",
    )
    relation_influence: RelationInfluence | None = Field(
        None,
        description="β of relation families and mention roles for every question, as JSON (docs/retrieval.md has an "
        "example); of a group that is named, what is not named counts 0. "
        "Unset: as `GUANXI_USE_RELATION_AWARE_RETRIEVAL` says.",
    )
    place_relation_emphasis: float = Field(
        0.0,
        ge=0.0,
        le=1.0,
        description="How much relations that say where something is count in the walk, where β is not told and the "
        "question is neither about a place nor asks for one; 1 is as much as all others.",
    )
    asked_relation_emphasis: float = Field(
        5.0,
        ge=1.0,
        le=100.0,
        description="Where a question asks for a relation type, edges of that type count this many times in the walk; "
        "1 walks the plain graph.",
    )
    hybrid_graph_weight: float = Field(0.5, ge=0.0, le=1.0, description="W_g in W_g·Graph + W_v·Vector.")
    hybrid_vector_weight: float = Field(0.5, ge=0.0, le=1.0, description="W_v in W_g·Graph + W_v·Vector.")
    fusion_mode: Literal["adaptive", "weighted", "rrf"] = Field(
        "adaptive",
        description="`adaptive` (weights chosen for each question), `weighted` or `rrf` (reciprocal rank fusion).",
    )
    fusion_scale: Literal["min_max", "adaptive"] = Field(
        "min_max",
        description="Scores that `weighted` adds up: `min_max`, or `adaptive`, as adaptive fusion scales them.",
    )
    rrf_k: int = Field(60, ge=1, description="The constant k of reciprocal rank fusion.")
    relationship_max_results: int = Field(10, ge=1, le=50, description="Related companies listed.")
    relationship_limit: int = Field(50, ge=1, description="Relation triplets found before merging.")
    passage_limit: int = Field(200, ge=1, description="Passages that each search proposes.")
    triplet_node_weight: float = Field(
        0.2,
        ge=0.0,
        le=10.0,
        description="Restarts at the ends of the best triplets, beside 1 for each company asked about.",
    )
    passage_node_weight: float = Field(
        0.05, ge=0.0, le=10.0, description="Restarts at passages, beside 1 for each company asked about."
    )
    candidate_limit: int = Field(300, ge=10, description="Companies each arm of the retrieval may propose.")
    vector_index_min_rows: int = Field(20_000, ge=1, description="Tables with fewer vectors are searched exactly.")
    vector_index_partitions: int = Field(100, ge=1, description="Partitions (IVF) of an indexed table.")
    vector_nprobes: int = Field(10, ge=1, description="Partitions looked at per search of an indexed table.")
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
    llm_base_url: str = Field(
        "",
        pattern=r"^$|^https?://[^/@\s?#]+(/[^@\s?#]*)?$",
        description="OpenAI-compatible endpoint of a language model, such as `https://api.deepseek.com`, "
        "`http://127.0.0.1:11434/v1` (Ollama) or `http://127.0.0.1:8080/v1` (llama.cpp); no key in it. "
        "Empty: rules judge.",
    )
    llm_model: str = Field("", description="Name of the model there, such as `deepseek-chat`. Empty: rules judge.")
    llm_api_key: SecretStr = Field(SecretStr(""), description="Key of the endpoint; local servers need none.")
    llm_timeout_seconds: float = Field(
        60.0, gt=0.0, le=600.0, description="For one question to the model, with all its retries; then the rules judge."
    )
    llm_retries: int = Field(2, ge=0, le=5, description="How often a request is repeated at most.")
    llm_max_output_tokens: int = Field(2000, ge=100, description="Tokens of one answer of the model at most.")
    llm_input_price: float | None = Field(None, ge=0.0, description="Price of a million tokens read; unset: not shown.")
    llm_output_price: float | None = Field(
        None, ge=0.0, description="Price of a million tokens written; unset: not shown."
    )
    llm_temperature_plan: float = Field(
        0.0, ge=0.0, le=2.0, description="Temperature for planning what the rules do not understand."
    )
    llm_temperature_route: float = Field(0.0, ge=0.0, le=2.0, description="Temperature for finding the intent.")
    llm_temperature_influence: float = Field(
        0.3, ge=0.0, le=2.0, description="Temperature for weighing relation families and mention roles."
    )
    llm_temperature_synthesis: float = Field(0.2, ge=0.0, le=2.0, description="Temperature for judging companies.")
    llm_temperature_recommendation: float = Field(
        0.0, ge=0.0, le=2.0, description="Temperature for recommending relations."
    )
    llm_temperature_fact_answer: float = Field(
        0.0, ge=0.0, le=2.0, description="Temperature for answering questions about facts."
    )
    llm_temperature_filter: float = Field(0.0, ge=0.0, le=2.0, description="Temperature for filtering facts.")
    llm_fact_filter: bool = Field(
        True, description="Whether the model says which facts bear on a question before it judges companies by them."
    )
    llm_fact_filter_batch: int = Field(20, ge=1, le=100, description="Facts that the model filters in one request.")
    llm_reads_texts: bool = Field(
        False,
        description="Whether the model reads relations out of texts as well: a request for each passage.",
    )
    llm_temperature_extraction: float = Field(
        0.0, ge=0.0, le=2.0, description="Temperature for reading relations out of texts."
    )
    llm_cache_file: Path = Field(
        default_factory=lambda given: Path(given["home"], "model_answers.sqlite3"),
        description="Where answers of the model are kept.",
    )
    llm_cache_answers: int = Field(10_000, ge=1, description="Answers of the model kept at most.")
    graph_max_nodes: int = Field(80, ge=10, le=300, description="Nodes drawn at most; the rest is counted.")
    ner_model: str = Field(
        "",
        description="Token-classification model (hub name or folder) that finds further names in passages.",
    )
    ner_labels: str = Field("ORG", description="Labels of that model that mark companies, separated by spaces.")
    link_pairs: str = Field(
        "news:filing *note:filing document:code *note:profile timeline:profile comparison:profile",
        description="Source kinds whose passages are linked, as from:to; * stands for anything.",
    )
    link_min_similarity: float = Field(0.75, ge=0.0, le=1.0, description="Cosine from which passages are linked.")
    link_top: int = Field(10, ge=1, le=1000, description="Links that start at one passage at most.")
    kept_versions: int = Field(3, ge=1, le=1000, description="Versions that are kept and can be restored.")
    import_max_file_bytes: int = Field(500_000_000, ge=1, description="Larger files are refused by the import.")
    import_kept_file_bytes: int = Field(
        10_000_000,
        ge=0,
        description="The original of an imported file of at most this size is kept, so that a citation opens the place "
        "in it; 0 keeps none.",
    )
    merge_same_company_from: float | None = Field(
        None,
        ge=0.5,
        le=1.0,
        description="Builds merge companies whose score of being one is at least this, unless they were said to be "
        "different. Unset: only what a person confirmed is merged.",
    )
    reading_admit_from: float | None = Field(
        None,
        ge=0.5,
        le=1.0,
        description="Relations read from texts with at least this confidence and known ends are accepted unasked. "
        "Unset: a person decides.",
    )
    page_password: SecretStr = Field(
        SecretStr(""), description="Asked for before the pages; empty: they are open to who reaches them."
    )
    page_questions_per_minute: int = Field(
        60, ge=1, description="New questions per minute of each visitor of the pages; moving a slider is none."
    )
    api_keys: str = Field(
        "",
        description="Keys of the HTTP API, separated by semicolons: name, SHA-256 and perhaps `ingest` and `curate`, "
        "as `python -m core api-key NAME` prints them.",
    )
    api_keys_file: Path | None = Field(
        None, description="A file of further such keys, one a line, read again when it changes."
    )
    api_open: bool = Field(
        False, description="Whether the API answers without a key while it is bound to this machine alone."
    )
    trusted_proxies: str = Field(
        "",
        description="Addresses or networks, separated by spaces, of reverse proxies whose `X-Forwarded-For` and "
        "`X-Forwarded-Proto` say who asks; empty: nobody's do.",
    )
    host_names: str = Field(
        "",
        pattern=r"^[\w. -]*$",
        description="Names, separated by spaces, by which browsers reach the pages, such as that of a reverse proxy. "
        "Without a password, the pages answer for these, for addresses and for the names of this machine alone.",
    )
    rate_limit_per_minute: int = Field(20, ge=1, description="Requests per minute of each key of the API.")
    rate_limit_redis_url: SecretStr = Field(
        SecretStr(""), description="`redis://…` where several processes count requests together; empty: each by itself."
    )
    api_max_body_bytes: int = Field(262_144, ge=1024, description="Larger requests to the API are refused.")
    api_deadline_seconds: float = Field(
        30.0,
        gt=0.0,
        le=600.0,
        description="An answer of the API takes at most this, of which a model gets four fifths.",
    )
    api_concurrency: int = Field(2, ge=1, le=64, description="Questions the API works on at a time.")
    api_waiting: int = Field(32, ge=0, le=10_000, description="Questions that wait beyond those; more get 503.")
    api_cache_answers: int = Field(500, ge=0, description="Answers of the API kept for who asks the same; 0: none.")
    api_cache_seconds: float = Field(3600.0, gt=0.0, description="How long such an answer is kept.")
    api_cors_origins: str = Field(
        "",
        description="Web pages, separated by spaces, whose scripts may use the API, as `https://host`; none if empty.",
    )
    api_access_log: Path | None = Field(
        None, description="File for the access log of the API, one JSON object a line; unset: standard error."
    )
    max_graph_hops: int = Field(2, ge=1, le=6, description="Most hops that a search of the API may ask for.")
    query_max_characters: int = Field(2000, ge=100, description="Longer questions are refused.")

    @field_validator("llm_base_url")
    @classmethod
    def _endpoint(cls, given: str) -> str:
        urlsplit(given).port  # noqa: B018 - raises ValueError for a port or an address that there cannot be
        return given

    @field_validator("llm_api_key")
    @classmethod
    def _key(cls, given: SecretStr) -> SecretStr:
        """Of characters that a header can hold: a request with any other is not sent."""
        if not re.fullmatch(r"[!-~]*", given.get_secret_value()):
            raise ValueError("ASCII")
        return given

    @field_validator("rate_limit_redis_url")
    @classmethod
    def _redis(cls, given: SecretStr) -> SecretStr:
        try:
            parts = urlsplit(given.get_secret_value())
            fits = parts.scheme in ("redis", "rediss", "unix") and parts.port != 0
        except ValueError:  # its words would hold a part of the secret
            fits = False
        if given.get_secret_value() and not fits:
            raise ValueError("redis://HOST:PORT")
        return given

    @field_validator("trusted_proxies")
    @classmethod
    def _addresses(cls, given: str) -> str:
        for each in given.split():
            ip_network(each)  # raises ValueError, which names it
        return given
