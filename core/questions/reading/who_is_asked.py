"""Whom a question with "who" asks for, where a verb could lead to products or be the goods themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.domain.plan import Companies, Plan, Related
from core.ontology import Ontology
from core.questions.execution.outermost import outermost
from core.questions.parsing.chart import Reading, Token
from core.questions.vocabulary.lexicon import lexicon_of

_WHO = re.compile(
    r"谁|哪[几些]?[家个]?(?:公司|企业|厂商?|客户)|哪[几些]家|\bwho(?:m|se)?\b|\b(?:which|what) compan(?:y|ies)\b"
)
_WHAT = re.compile(r"什么|哪[几些]?[种类]?(?:产品|东西)|\bwhat\b(?! compan)")

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
    if not _WHO.search(folded) or _WHAT.search(folded):
        return list(roots)
    return sorted(roots, key=lambda each: (each.cost, _leads_to_things(each.meaning, ontology)))


def _leads_to_things(plan: Plan, ontology: Ontology) -> bool:
    asked = outermost(plan.answer.set) if isinstance(plan.answer, Companies) else None
    return isinstance(asked, Related) and not ontology.joins_companies(asked.type) and not _to_people(asked, ontology)


def _to_people(asked: Related, ontology: Ontology) -> bool:
    return ontology.found_at(asked.type, asked.end) == "person"
