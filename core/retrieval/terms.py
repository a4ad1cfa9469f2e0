"""How it is said what is recorded of a relation beside its ends: share, dates, status."""

from __future__ import annotations

from babel.numbers import format_decimal, get_currency_name

from core.domain.partial_dates import today
from core.domain.records import Relation
from core.domain.results import RecordedFacts, Tense
from core.messages import Language, translate
from core.ontology import RelationType

_YEAR = 4  # characters
_LARGE: dict[Language, tuple[tuple[float, str], ...]] = {
    "zh": ((1e8, "亿"), (1e4, "万")),
    "en": ((1e9, " billion"), (1e6, " million")),
}


def term(relation: Relation, kind: RelationType, tense: Tense, day: int, language: Language) -> str:
    """Until when it lasted or lasts: "until 2021"; "ended in 2021", where ``day`` lies in that year or month and the
    day of the end is not known; "since 2023" of what has not begun; the date of what is only reported; nothing where
    no end is recorded, or it happened once. ``tense``: of the relation on the ``day``, of eight digits."""
    if tense == "reported":
        said = relation.as_of or relation.start or str(relation.year or "")
        return date_in_words(said, language) if said else ""
    if tense == "later":
        began = date_in_words(relation.start or str(relation.year), language)
        return translate("term.since", language, day=began)
    if kind.happens_once or not (end := relation.known_end):
        return ""
    still = tense != "past" and end in _parts_of(day)
    return translate("term.ended_in" if still else "term.until", language, day=date_in_words(end, language))


def label_in_tense(label: str, tense: Tense, language: Language) -> str:
    """How a relation reads, marked where it is not so: supplies (ended)."""
    return label if tense == "now" else translate(f"label.{tense}", language, label=label)


def share_in_words(low: float | None, high: float | None, language: Language) -> str:
    """Percent: 35 %, 20–30 %, at least 20 %; nothing where none is recorded."""
    if low is None and high is None:
        return ""
    key = (
        "share.exact"
        if low == high
        else "share.most"
        if not low
        else "share.least"
        if high is None
        else "share.between"
    )
    return translate(key, language, low=f"{low or 0:g}", high=f"{100 if high is None else high:g}")


def money_in_words(amount: float, currency: str, language: Language) -> str:
    """7.5 billion US dollars, 75亿美元; without its currency where that is not recorded."""
    unit, called = next((each for each in _LARGE[language] if amount >= each[0]), (1.0, ""))
    figure = f"{format_decimal(amount / unit, '#,##0.##', locale=language)}{called}"
    if not currency:
        return figure
    name = get_currency_name(currency, count=2, locale=language)
    return f"{figure}{name}" if language == "zh" else f"{figure} {name}"


def recorded_in_words(recorded: RecordedFacts, language: Language) -> list[str]:
    """Share, dates and status, as far as they are recorded."""
    share = share_in_words(recorded.share_low, recorded.share_high, language)
    said = [translate("source.share", language, share=share)] if share else []
    dates = (("from", recorded.start), ("until", recorded.end), ("as_of", recorded.as_of))
    said += [translate(f"source.{name}", language, day=date_in_words(day, language)) for name, day in dates if day]
    return said + ([translate(f"source.status.{recorded.status}", language)] if recorded.status else [])


def share_and_term(relation: Relation, kind: RelationType, tense: Tense, day: int, language: Language) -> str:
    """How much, and until, since or as of when: in brackets behind a role; nothing where none of it is recorded."""
    said = (
        share_as_of(relation, today() if tense == "later" else day, language),
        term(relation, kind, tense, day, language),
    )
    return in_brackets(translate("term.separator", language).join(filter(None, said)), language)


def share_as_of(relation: Relation, day: int, language: Language) -> str:
    """How much is held. Of a ``day`` in the past: with as of when, where that is another year; nothing of a share that
    has no date."""
    share = share_in_words(relation.share_low, relation.share_high, language)
    if not share or day >= today():
        return share
    said = relation.as_of or relation.start or str(relation.year or "")
    if said[:_YEAR] == str(day)[:_YEAR]:
        return share
    return translate("term.share_as_of", language, share=share, day=date_in_words(said, language)) if said else ""


def date_in_words(date: str, language: Language) -> str:
    """A date of any precision as a sentence has it."""
    return translate("term.year", language, year=date) if len(date) == _YEAR else date


def in_brackets(words: str, language: Language) -> str:
    """Behind what it is about; nothing for nothing."""
    return translate("term.in_brackets", language, words=words) if words else ""


def _parts_of(day: int) -> tuple[str, str]:
    """The year and the month of a day."""
    text = f"{day:08}"
    return text[:4], f"{text[:4]}-{text[4:6]}"
