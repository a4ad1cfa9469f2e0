"""That a question names a company by a word unlike its name: TikTok of ByteDance, Google of Alphabet."""

from __future__ import annotations

from collections.abc import Iterator

from core.discovery.understood import Understood
from core.domain.plan import Compare, Entities, Path, Plan, Value, YesNo, nodes_of
from core.domain.records import Entity
from core.domain.results import AnswerSentence
from core.messages import Language, translate
from core.names.normalise import fold_characters


def told_names(understood: Understood, plan: Plan, language: Language) -> list[AnswerSentence]:
    """Of each company of a plan that the question calls so, in whose name the answer is; tickers and short forms of
    its name need no word."""
    base, asked = understood.base.knowledge_base, understood.request.query
    meant = set(_named(plan))
    told = {}
    for match in understood.names:
        entity = base.entity(match.entity_ids[0])
        written = asked[match.start : match.end]
        one = len(match.entity_ids) == 1 and entity.id in meant and base.is_company[base.node_of[entity.id]]
        if one and not _is_like(written, entity):
            told[written] = translate("answer.name_of", language, name=written, entity=entity.name(language))
    return [AnswerSentence(text=text) for text in told.values()]


def _named(plan: Plan) -> Iterator[str]:
    for _, node in nodes_of(plan):
        if isinstance(node, Entities):
            yield from node.ids
    match plan.answer:
        case YesNo(entity=entity) | Value(entity=entity):
            yield entity
        case Path(ids=ids) | Compare(ids=ids):
            yield from ids


def _is_like(written: str, entity: Entity) -> bool:
    """Whether words are a ticker, or a name shortened or lengthened: 工行 of 工商银行."""
    word = _letters(written)
    if word in {_letters(part) for ticker in entity.tickers for part in (ticker, ticker.partition(".")[0])}:
        return True
    names = [_letters(each) for each in (entity.name_zh, entity.name_en)]
    return any(_stands_in(word, name) or _stands_in(name, word) for name in names if name)


def _letters(text: str) -> str:
    return "".join(each for each in fold_characters(text) if each.isalnum())


def _stands_in(short: str, name: str) -> bool:
    """Whether all letters of the one are in the other, in their order."""
    left = iter(name)
    return all(each in left for each in short)
