"""``python -m core company | compare | path | recommend``: what the pages of those names show, as JSON.

Companies are named as on the pages: by id, name, alias or ticker.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from core.cli.number_types import one_to, positive
from core.discovery.name_resolution import linked_entity, require_linked
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.recommending import recommend
from core.domain.recommendations import RecommendationRequest
from core.dossier.comparison import MOST, compare_companies
from core.dossier.profile import entity_profile
from core.dossier.similar import similar_entities
from core.dossier.timeline import entity_timeline
from core.errors import RefusedError
from core.exploring.paths import PATH_KINDS, RelationPaths
from core.retrieval.base import Base


class PathToItselfError(RefusedError):
    """Both ends of a path are the same company."""


def add_company_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Each command with its options; ``run_on_base`` reads the base, ``run_on`` asks the pipeline."""
    company = commands.add_parser("company", help="all about a company: facts, neighbours, timeline, who is like it")
    company.add_argument("company", metavar="COMPANY")
    company.add_argument("--neighbours", type=positive, default=20, metavar="N", help="of each type; default: 20")
    company.add_argument("--passages", type=positive, default=10, metavar="N", help="default: 10")
    company.set_defaults(run_on_base=_company)
    compare = commands.add_parser("compare", help="what companies share, and what each has alone")
    compare.add_argument("companies", nargs="+", metavar="COMPANY", help=f"2 to {MOST}")
    compare.set_defaults(run_on_base=_compare)
    path = commands.add_parser("path", help="how two companies hang together")
    path.add_argument("ends", nargs=2, metavar="COMPANY")
    path.add_argument("--kind", choices=PATH_KINDS, default="shortest", help="default: shortest")
    path.add_argument("--companies-only", action="store_true", help="over companies alone")
    path.set_defaults(run_on_base=_path)
    recommendation = commands.add_parser("recommend", help="relations that may hold, of a company or from a text")
    recommendation.add_argument("--company", default="", help="name, alias, ticker or id")
    recommendation.add_argument("--text", default="", help="what it is about, as pasted into the page")
    recommendation.add_argument("--limit", type=one_to(50), default=10, metavar="N", help="default: 10")
    recommendation.add_argument(
        "--only-new", action=argparse.BooleanOptionalAction, default=True, help="without companies it has a relation to"
    )
    recommendation.add_argument("--language", choices=("zh", "en"), default="en")
    recommendation.set_defaults(run_on=_recommend)


def _company(options: argparse.Namespace, base: Base) -> str:
    knowledge_base, ontology = base.knowledge_base, base.ontology
    entity = linked_entity(base.names, options.company)
    profile = entity_profile(
        knowledge_base, ontology, entity, neighbours_per_type=options.neighbours, passages=options.passages
    )
    similar = similar_entities(knowledge_base, ontology, base.settings, entity)
    return _json(
        {
            **profile.model_dump(mode="json"),
            "timeline": entity_timeline(knowledge_base, ontology, entity).model_dump(mode="json"),
            "similar": [each.model_dump(mode="json") for each in similar],
        }
    )


def _compare(options: argparse.Namespace, base: Base) -> str:
    ids = [linked_entity(base.names, name) for name in options.companies]
    return _json(compare_companies(base.knowledge_base, base.ontology, ids).model_dump(mode="json"))


def _path(options: argparse.Namespace, base: Base) -> str:
    start, end = (linked_entity(base.names, name) for name in options.ends)
    if start == end:
        raise PathToItselfError(company=start)
    paths = RelationPaths(base.knowledge_base)
    found = paths.find(start, end, options.kind, companies_only=options.companies_only)
    return _json(found.model_dump(mode="json") if found is not None else None)


def _recommend(options: argparse.Namespace, pipeline: DiscoveryPipeline) -> str:
    request = RecommendationRequest(
        company=options.company,
        text=options.text,
        limit=options.limit,
        only_new=options.only_new,
        language=options.language,
    )
    found = recommend(pipeline, request)
    require_linked(found.outcome, options.company or options.text, found.choices, found.explanation)
    return _json(found.model_dump(mode="json"))


def _json(found: Any) -> str:
    return json.dumps(found, ensure_ascii=False, indent=2)
