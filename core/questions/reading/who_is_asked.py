"""Whom a question with "who" asks for, where a verb could lead to products or be the goods themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.domain.plan import And, Companies, Count, Plan, Related, nodes_of
from core.ontology import Ontology
from core.questions.execution.outermost import outermost
from core.questions.parsing.chart import Reading, Token
from core.questions.vocabulary.lexicon import lexicon_of

_WHO = re.compile(
    r"谁|哪[几些]?[家个]?(?:公司|企业|厂商?|客户)|哪[几些]家|\bwho(?:m|se)?\b|\b(?:which|what) compan(?:y|ies)\b"
)
_WHAT = re.compile(r"什么|哪[几些]?[种类]?(?:产品|东西)|\bwhat\b(?! compan)")

_WHICH_ARE = re.compile(
    r"(?:谁|哪[几些]?[家个]?(?:公司|企业|厂商?)?|多少家?|几家)(?:同时)?[也又还]?都?是|^哪些.{2,20}是"
    r"|\b(?:who|which|how many) (?:of|among)\b.*\bare\b"
)
_AS_LIKELY = 0.3
"""How much dearer another reading may be."""

_DO = re.compile(r"\W*(?:to )?(?:whom?|which|what)\b[^,;]*?\b(?:do|does|did)\b")
_WHICH = re.compile(r"\W*(?:which|what|how many)\b")
_DOES_TO_COMPANIES = re.compile(r"(?P<verb>[a-z]+) (?P<whom>companies|firms|businesses)")


def verb_after_do(folded: str, tokens: Sequence[Token]) -> list[Token]:
    """The words, of which the last is what somebody does, no goods: whom do its suppliers supply."""
    last = max((place for place, each in enumerate(tokens) if "noise" not in each.readings), default=-1)
    if last < 0 or "verb" not in tokens[last].readings or not _DO.match(folded):
        return list(tokens)
    readings = {category: meant for category, meant in tokens[last].readings.items() if category != "goods"}
    return [*tokens[:last], replace(tokens[last], readings=readings), *tokens[last + 1 :]]


def verb_before_companies(folded: str, tokens: Sequence[Token], ontology: Ontology) -> list[Token]:
    """The words, of which "acquired companies" is what the class asked for does: which carmakers acquired companies."""
    if not _WHICH.match(folded):
        return list(tokens)
    lexicon, parted = lexicon_of(ontology), list[Token]()
    for place, token in enumerate(tokens):
        said = _DOES_TO_COMPANIES.fullmatch(folded[token.start : token.end])
        of_class = bool(parted) and any(each.companies for each in parted[-1].readings.get("class", ()))
        verb, whom = (
            (lexicon[said["verb"]], lexicon[said["whom"]]) if said and "noun" in token.readings else (None, None)
        )
        if said and of_class and whom is not None and verb is not None and "verb" in verb:
            parted.append(replace(token, end=token.start + said.end("verb"), readings={"verb": verb["verb"]}))
            anybody = whom if tokens[place + 1 :] else {"any_company": (said["whom"],)}
            parted.append(replace(token, start=token.start + said.start("whom"), readings=anybody))
        else:
            parted.append(token)
    return parted


def companies_first(folded: str, roots: Sequence[Reading], ontology: Ontology) -> list[Reading]:
    """The readings, the likeliest first; of equally likely ones those that lead to whom the question asks for: 供应谁
    asks for customers, 供应什么 for products."""
    likeliest = list(roots)
    if _WHO.search(folded) and not _WHAT.search(folded):
        likeliest.sort(key=lambda each: (each.cost, _leads_to_things(each.meaning, ontology)))
    return _one_predicate_first(likeliest) if _WHICH_ARE.search(folded) else likeliest


def _one_predicate_first(roots: Sequence[Reading]) -> list[Reading]:
    """The readings; first, if it is about as likely, one in which all behind 是 or “are” is said of those before it: of
    A的供应商中有哪些是B竞争对手的客户, some suppliers of A, no customers of those that compete with B."""
    as_likely = [each for each in roots if each.cost <= roots[0].cost + _AS_LIKELY]
    joining = [each for each in as_likely if _joins_sets(each.meaning)]
    if not joining or not (_leads_on(roots[0].meaning) or roots[0] in joining):
        return list(roots)
    whole = max(joining, key=lambda each: _relations(each.meaning))  # 华为客户的供应商: both words are of relations
    return [whole, *(each for each in roots if each is not whole)]


def _leads_on(plan: Plan) -> bool:
    asked = plan.answer.set if isinstance(plan.answer, Companies | Count) else None
    return isinstance(asked, Related) and isinstance(asked.of, And)


def _joins_sets(plan: Plan) -> bool:
    return isinstance(plan.answer, Companies | Count) and isinstance(plan.answer.set, And)


def _relations(plan: Plan) -> int:
    return sum(isinstance(each, Related) for _, each in nodes_of(plan))


def _leads_to_things(plan: Plan, ontology: Ontology) -> bool:
    asked = outermost(plan.answer.set) if isinstance(plan.answer, Companies) else None
    return isinstance(asked, Related) and not ontology.joins_companies(asked.type) and not _to_people(asked, ontology)


def _to_people(asked: Related, ontology: Ontology) -> bool:
    return ontology.found_at(asked.type, asked.end) == "person"
