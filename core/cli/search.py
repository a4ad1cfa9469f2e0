"""``python -m core search``: companies and relations nearest to a question, as a table or as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from core.cli.number_types import positive
from core.discovery.passage_search import PassageFilters, search_passages
from core.discovery.pipeline import DiscoveryPipeline
from core.messages import Language, translate
from core.retrieval.base import Base
from core.retrieval.company_text import relation_sentence
from core.retrieval.relationship_search import SearchHit


def add_options(parser: argparse.ArgumentParser) -> None:
    """The question, how much is wanted of what, and how it is shown."""
    parser.add_argument("question", metavar="QUESTION", help="Chinese or English")
    parser.add_argument("--limit", type=positive, default=10, metavar="N", help="results in all; default: 10")
    parser.add_argument(
        "--relationship-limit",
        type=positive,
        metavar="N",
        help="relations among them; default: GUANXI_RELATIONSHIP_LIMIT",
    )
    parser.add_argument("--passages", action="store_true", help="passages and what is linked to them, as JSON")
    parser.add_argument("--source-kind", action="append", default=[], metavar="KIND", help="of passages")
    parser.add_argument("--no-cross-source", action="store_true", help="passages without what is linked to them")
    parser.add_argument("--language", choices=("zh", "en"), default="en")
    parser.add_argument("--json", action="store_true", help="for programs: ids, scores and the texts as embedded")


def run_search(options: argparse.Namespace, pipeline: DiscoveryPipeline) -> str:
    """What was found, as text. Raises what ``DiscoveryPipeline.search`` does."""
    if options.passages:
        found = search_passages(
            pipeline,
            options.question,
            limit=options.limit,
            include_cross_source=not options.no_cross_source,
            filters=PassageFilters(source_kinds=tuple(options.source_kind)),
        )
        return found.model_dump_json(indent=2)
    hits = pipeline.search(options.question, limit=options.limit, relationship_limit=options.relationship_limit)
    if options.json:
        return json.dumps([hit.model_dump(mode="json") for hit in hits], ensure_ascii=False, indent=2)
    return _table(hits, pipeline.base, options.language)


def _table(hits: Sequence[SearchHit], base: Base, language: Language) -> str:
    """One line per hit: place, score, what it is, and last, because of any length, its text."""
    if not hits:
        return translate("found.nothing", language)
    kinds = {kind: translate(f"found.{kind}", language) for kind in ("object", "relationship")}
    width = max(map(len, kinds.values()))
    return "\n".join(
        f"{place:>3}  {hit.score:.4f}  {kinds[hit.type]:<{width}}  {_text(hit, base, language)}"
        for place, hit in enumerate(hits, start=1)
    )


def _text(hit: SearchHit, base: Base, language: Language) -> str:
    """Both names of a company; a relation read as a sentence, with its evidence."""
    knowledge_base = base.knowledge_base
    if hit.type == "object":
        entity = knowledge_base.entity(hit.id)
        return " · ".join(name for name in (entity.name(language), entity.other_name(language)) if name)
    relation = knowledge_base.relation(knowledge_base.relation_row(hit.id))
    sentence = relation_sentence(knowledge_base, base.ontology, relation, language)
    evidence = relation.evidence(language)
    return translate("found.evidence", language, sentence=sentence, evidence=evidence) if evidence else sentence
