"""What an answer tells of comparisons: words such as largest that were not used, and whose place is not recorded."""

from __future__ import annotations

from core.discovery.footnotes import SOURCES_EACH, Footnotes
from core.discovery.goods_in_rows import supplied_goods
from core.discovery.members import executed
from core.discovery.told_goods import told_goods_sold
from core.discovery.told_members import told_members
from core.discovery.understood import Understood
from core.domain.partial_dates import today
from core.domain.plan import And, Companies, DateOf, Related, SetPlan, ShareOf, Top, When
from core.domain.results import AnswerSentence
from core.messages import translate
from core.questions.execution.held_shares import holding_ways
from core.questions.execution.outermost import outermost, with_outermost
from core.questions.reading.stakes import STATED


def told_passed_over(key: str, understood: Understood, notes: Footnotes) -> list[AnswerSentence]:
    """That words such as largest, or which is larger, were not used; nothing where there are none."""
    quoted = [translate("answer.quoted", notes.language, words=each) for each in understood.parsed.passed_over]
    words = translate("reason.separator", notes.language).join(quoted)
    return [notes.sentence(key, words=words)] if quoted else []


def told_not_compared(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Words such as largest that were not used, and whose place in an order is not recorded."""
    answer = understood.plan.answer if understood.plan is not None else None
    by_amount = isinstance(answer, Companies) and answer.beside == "amount"
    key = "answer.passed_over_for_amounts" if by_amount else "answer.passed_over"
    passed_over = told_passed_over(key, understood, notes)
    return [*passed_over, *told_goods_sold(understood, notes), *_told_undetermined(understood, asked, notes)]


def _told_undetermined(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Of the largest by share, and of holders with their shares, those of whom no share is recorded; of the first or
    last to begin, those of whom it is not recorded when."""
    if isinstance(asked, Top) and isinstance(asked.by, DateOf):
        return told_members("answer.beginning_unknown", _undated(understood, asked), understood, notes)
    ranked = asked.arg if isinstance(asked, Top) and isinstance(asked.by, ShareOf) else None
    listed = asked if ranked is None else ranked
    about = outermost(listed)
    if about is None or (ranked is None and about.share != STATED):
        return []
    rows: dict[str, tuple[int, ...]] = {}
    for kind, end in holding_ways(understood.base.ontology, about):
        every = with_outermost(listed, Related(type=kind, end=end, of=about.of))
        for member in executed(every, understood.base, understood.day, strict=True):
            rows[member.entity_id] = (*rows.get(member.entity_id, ()), *member.rows[:SOURCES_EACH])
    for member in executed(listed, understood.base, understood.day, strict=True):
        rows.pop(member.entity_id, None)
    key = "answer.not_compared" if understood.day >= today() else "answer.not_compared_then"
    key = "answer.no_share" if ranked is None else key
    return told_members(key, rows, understood, notes)


def _undated(understood: Understood, asked: Top) -> dict[str, tuple[int, ...]]:
    """Those that a set chooses the first or last of, ended or not, by relations of which no beginning is recorded."""
    about = outermost(asked.arg)
    supplied = supplied_goods(understood, asked.arg) if about is None else None
    about = about if supplied is None else supplied.relation
    if about is None or about.when is not None or about.ended:
        return {}
    now, ended, dated = (
        executed(
            _with_relation(asked.arg, about, about.model_copy(update=changed)),
            understood.base,
            understood.day,
            strict=True,
        )
        for changed in ({}, {"ended": True}, {"when": When()})
    )
    known = frozenset(dated.ids)
    return {each.entity_id: each.rows[:SOURCES_EACH] for each in (*now, *ended) if each.entity_id not in known}


def _with_relation(asked: SetPlan, about: Related, other: Related) -> SetPlan:
    """The set with one of its relations changed, which makers of goods may be joined with."""
    if isinstance(asked, And):
        return asked.model_copy(update={"args": tuple(other if each == about else each for each in asked.args)})
    return with_outermost(asked, other)
