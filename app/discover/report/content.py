"""What a report says: the companies with their reasons, and every source once, numbered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from app.discover.answer.answer_view import told
from app.discover.relation_role import is_told_by_relation, relation_role
from core.domain.results import Discovery, Source
from core.messages import Language, translate, translated_or_itself
from core.ontology import Ontology


@dataclass(frozen=True)
class ReportRow:
    """One company; ``cited`` are the numbers of its sources. ``group``: the heading above it, where one begins."""

    group: str
    rank: int
    name: str
    other_name: str
    relation: str
    level: str
    similarity: str
    reason: str
    cited: tuple[int, ...]


@dataclass(frozen=True)
class NumberedSource:
    """A source as the list at the end has it."""

    number: int
    title: str
    text: str
    origin: str


@dataclass(frozen=True)
class Report:
    """All texts of a report, in one language; none of them is escaped. ``answer``: its sentences, which stand first.
    ``level_explained``: what the levels of the rows grade."""

    language: Language
    heading: str
    question: str
    about: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[ReportRow, ...]
    sources_heading: str
    sources: tuple[NumberedSource, ...]
    explanation: str
    answer: str
    level_explained: str


def report_of(
    discovery: Discovery, ontology: Ontology, language: Language, *, heading: str, question: str, about: Iterable[str]
) -> Report:
    """The answer as a report; ``about``: lines that say when and from what it was made."""
    numbers: dict[str, int] = {}
    sources: list[NumberedSource] = []
    about_companies, headings = bool(discovery.query_companies), _group_headings(discovery, language)
    rows = []
    # Those of the answer first: a number in one of its sentences is one of this list.
    for source in chain(discovery.answer.sources, *(company.sources for company in discovery.related_companies)):
        if source.key not in numbers:
            numbers[source.key] = len(numbers) + 1
            sources.append(_numbered(source, numbers[source.key], language))
    for company in discovery.related_companies:
        judgement, by_relation = company.judgement, is_told_by_relation(company, about_companies=about_companies)
        names = (company.name_zh, company.name_en) if language == "zh" else (company.name_en, company.name_zh)
        rows.append(
            ReportRow(
                headings.get(company.rank, ""),
                company.rank,
                names[0],
                "" if names[0] == names[1] else names[1],
                relation_role(company, ontology, language) if by_relation else "",
                translate(f"level.{judgement.level.value}", language) if by_relation else "",
                f"{company.similarity:.2f}",
                judgement.reason if by_relation else company.description,
                tuple(numbers[source.key] for source in company.sources),
            )
        )
    columns = ("rank", "company", "relation", "level", "similarity", "reason", "sources")
    return Report(
        language,
        heading,
        question,
        tuple(about),
        tuple(translate(f"report.{name}", language) for name in columns),
        tuple(rows),
        translate("report.all_sources", language),
        tuple(sources),
        discovery.explanation,
        told(discovery.answer),
        translate("level.explained", language) if any(row.level for row in rows) else "",
    )


def _group_headings(discovery: Discovery, language: Language) -> dict[int, str]:
    """Rank of the first company of a group → what the group is: those that answer the question, and the others. None
    where nothing is answered."""
    answer, companies = discovery.answer, discovery.related_companies
    if answer.outcome not in ("answered", "empty"):
        return {}
    members = [each for each in companies if each.answers_question]
    others = [each for each in companies if not each.answers_question]
    headings = {}
    if members:
        kind = "members" if len(members) == len(answer.company_ids) else "some_members"
        counts = {"count": len(answer.company_ids), "shown": len(members)}
        headings[members[0].rank] = translate(f"report.{kind}", language, **counts)
    if others:
        headings[others[0].rank] = translate("discover.also_related", language, count=len(others))
    return headings


def _numbered(source: Source, number: int, language: Language) -> NumberedSource:
    kind = translated_or_itself(f"source_kind.{source.source_kind}", source.source_kind, language)
    first = source.title or translate(f"source.{source.kind.value}", language)
    title = " · ".join(filter(None, (first, kind, source.date)))
    return NumberedSource(number, title, source.text, source.origin)
