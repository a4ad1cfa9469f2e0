"""What an answer tells of goods: whose records name them, and where they were not used."""

from __future__ import annotations

from collections.abc import Sequence

from core.discovery.footnotes import NAMED, SOURCES_EACH, Footnotes
from core.discovery.goods_in_rows import (
    MOST_READ,
    PRODUCES,
    Supplied,
    described_goods,
    goods_columns,
    made_goods,
    named_besides,
    rows_name_goods,
    rows_naming,
    sold_rows,
    supplied_goods,
    words_asked,
    words_called,
)
from core.discovery.recorded_values import profile_source
from core.discovery.understood import Understood
from core.domain.plan import Entities, Related, SetPlan, YesNo
from core.domain.results import AnswerSentence, QuestionAnswer
from core.messages import translate
from core.retrieval.citations import passage_source


def told_untold_goods(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Of which suppliers no row says that it is the goods asked for that they supply; whose rows name them although
    they are not on record as makers; of customers that are asked for as makers, whose rows name what they buy."""
    supplied, words = supplied_goods(understood, asked), understood.words(notes.language)
    if supplied is None:
        bought = supplied_goods(understood, asked, "forward")
        return [] if bought is None else _told_named_besides("answer.goods_named_customers", understood, bought, notes)
    asked_for = words_asked(understood, supplied.goods)
    lines = understood.members.lines.values()
    untold = [each for each in lines if each.rows and not rows_name_goods(understood, each, asked_for)]
    told = _told_named_besides("answer.goods_named_besides", understood, supplied, notes)
    if not untold:
        return told
    names = notes.names([words.name(each.entity_id) for each in untold[:NAMED]], len(untold))
    return [notes.sentence("answer.goods_untold_of", names=names), *told]


def answer_own_goods(understood: Understood, asked: SetPlan, notes: Footnotes) -> QuestionAnswer | None:
    """What the columns of a company say of its goods, where its products are asked for and no relation leads to one;
    None where they say nothing."""
    if not isinstance(asked, Related) or asked.type != PRODUCES or not isinstance(asked.of, Entities):
        return None
    base, told, cited = understood.base.knowledge_base, [], []
    for entity in (base.entity(each) for each in asked.of.ids if each in base.node_of):
        for name, value in goods_columns(entity):
            cited.append(notes.cite(profile_source(entity, f"{name}: {value}", notes.language)))
            told.append(translate("reason.separator", notes.language).join(value.split("|")))
    if not told:
        return None
    said, marks = "; ".join(told), notes.marks(cited)
    words = {"set": understood.words(notes.language).set(asked), "said": said, "marks": marks}
    sentence = notes.sentence("answer.goods_in_columns", cited, **words)
    return QuestionAnswer(outcome="answered", kind="value", value=said, sentences=(sentence,), sources=notes.sources)


def _told_named_besides(key: str, understood: Understood, supplied: Supplied, notes: Footnotes) -> list[AnswerSentence]:
    besides, words = named_besides(understood, supplied), understood.words(notes.language)
    if not besides:
        return []
    named, cited = [], []
    for member, rows in besides[:NAMED]:
        keys = [notes.relation(row) for row in rows[:SOURCES_EACH]]
        named.append(f"{words.name(member.entity_id)}{notes.marks(keys)}")
        cited += keys
    names = notes.names(named, len(besides))
    return [notes.sentence(key, cited, names=names)]


def answer_goods_named(understood: Understood, asked: YesNo, notes: Footnotes) -> QuestionAnswer | None:
    """Neither yes nor no: it is not on record as a maker of the goods, but a record of what it supplies, or its
    description, names them; None where none does."""
    supplied, base = supplied_goods(understood, asked.set), understood.base.knowledge_base
    bearers = {asked.entity, *base.namesakes(asked.entity)}
    if supplied is not None:
        besides = named_besides(understood, supplied)
        rows = [row for each, named in besides if each.entity_id in bearers for row in named]
    else:
        rows = [row for each in bearers for row in sold_rows(understood, each, made_goods(asked.set))]
    if rows:
        keys = [notes.relation(row) for row in rows[:SOURCES_EACH]]
        return _named(
            "answer.goods_named", keys, base.relation(rows[0]).evidence(notes.language), asked, understood, notes
        )
    described = described_goods(understood, asked.entity, made_goods(asked.set), notes.language)
    profile_id = f"profile:{notes.language}:{asked.entity}"
    if not described or not base.has_passage(profile_id):
        return None
    profile = base.passage(profile_id)
    keys = [notes.cite(passage_source(profile, "vector", 0.0))]
    return _named("answer.goods_described", keys, described, asked, understood, notes)


def _named(
    key: str, keys: Sequence[str], quote: str, asked: YesNo, understood: Understood, notes: Footnotes
) -> QuestionAnswer:
    entity = understood.words(notes.language).name(asked.entity)
    sentence = notes.sentence(key, keys, entity=entity, quote=quote, marks=notes.marks(keys))
    return QuestionAnswer(outcome="empty", kind="yes_no", sentences=(sentence,), sources=notes.sources)


def told_goods_sold(understood: Understood, notes: Footnotes) -> list[AnswerSentence]:
    """Of which customers a record names the goods that the question names; nothing where all do."""
    members = (*understood.members.lines.values(), *understood.members.others)
    words, sentences = understood.words(notes.language), []
    for word in understood.parsed.goods_sold:
        quoted = translate("answer.quoted", notes.language, words=word)
        if len(members) > MOST_READ:
            sentences.append(notes.sentence("answer.goods_unread", words=quoted))
            continue
        called = words_called(understood, word)
        naming = {each.entity_id: rows for each in members if (rows := rows_naming(understood, each, called))}
        if not naming:
            sentences.append(notes.sentence("answer.goods_sold", words=quoted))
        elif len(naming) < len(members):
            named, cited = [], []
            for each, rows in list(naming.items())[:NAMED]:
                keys = [notes.relation(row) for row in rows[:SOURCES_EACH]]
                named.append(f"{words.name(each)}{notes.marks(keys)}")
                cited += keys
            names = notes.names(named, len(naming))
            sentences.append(notes.sentence("answer.goods_sold_named", cited, words=quoted, names=names))
    return sentences


def told_goods_made(understood: Understood, notes: Footnotes) -> list[AnswerSentence]:
    """That the list holds all products, not only those of the kind that the question names."""
    return _told_goods("answer.goods_made", understood.parsed.goods_made, notes)


def _told_goods(key: str, goods: Sequence[str], notes: Footnotes) -> list[AnswerSentence]:
    quoted = [translate("answer.quoted", notes.language, words=each) for each in goods]
    words = translate("reason.separator", notes.language).join(quoted)
    return [notes.sentence(key, words=words)] if quoted else []
