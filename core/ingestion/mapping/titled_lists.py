"""Lists whose title says what their companies are to one company: Suppliers of BYD, 比亚迪的供应商."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from core.domain.text import CHINESE_CHARACTER
from core.ingestion.cells.cell_kinds import column_of_years, holds_shares
from core.ingestion.cells.cell_names import may_be_name
from core.ingestion.cells.column_words import fields_by_name, folded_name, folded_words, known_names
from core.ingestion.cells.end_fields import ENDS, end_field
from core.ingestion.formats.table import Table
from core.ingestion.mapping.offices import folded_office_words, without_board
from core.ingestion.mapping.pair_rows import NO_FACTS, OF_COMPANIES, OF_OWNERSHIP
from core.ingestion.mapping.relation_columns import holds_names, relation_called
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ingestion.mapping.table_mapping import ATTRIBUTE, NAMES, RELATION, TableMapping
from core.names.normalise import FUNCTION_WORDS, has_legal_form
from core.ontology import Ontology

_BETWEEN_TITLES = " / "
_OF = re.compile(r"(?i)\s+(?:of|for|von|der|des|de|du|del|di)(?:\s+(?:the|la|der|dem))?\s+|\s+d['’]|(?<=\w)['’]s?\s+")
_AFTER_NAME = re.compile(
    r"(?i)\s*[(（,，:：].*|\s+(?:as of|as at|per|stand|au|al|at)\s.*|\s+(?:in\s+)?(?:19|20)\d\d$|\s+[-–—]\s.*"
)
_IN_TIME = re.compile(
    r"(?i)^(?:截至)?(?:19|20)\d\d\s*(?:年度?|财年|财政年度)?(?:末|底)?\s*"
    r"|[\s,，]*(?:(?:FY|fiscal year|year|financial year)\s*)?(?:19|20)\d\d\s*(?:年度?|财年)?(?:末|底)?$|\s+FY\s*\d\d$"
    r"|(?:前[一二三四五六七八九十百\d]+[大名位家]?|[五十]大|主要|重要|最新|现有|目前|全部|所有|直接|合格|优秀|优质|战略"
    r"|核心|重点|备选|候选|潜在|准入|认证|认可|长期|合作|的)+$"
    r"|(?i:\s*(?:approved|qualified|preferred|strategic|certified|registered|active|current|key)$)"
)
"""Dates, ranks and grades around a name: 极光汽车2024年度前五大, 合格供应商名录 of nobody."""
_LIST = re.compile(
    r"(?:中的?权益|持股情况|持股明细表?|名单|名册|名录|列表|清单|一览表?|情况|明细表?|信息表?|结构|构成|数据|台账|表|リスト|一覧)$"
)
_IN_PARENTHESES = re.compile(r"\s*[(（][^)）]*[)）]?\s*$")
_UP_TO_FORM = re.compile(
    r"^[^\s、，,：:]{2,30}?(?:有限责任公司|有限公司|集团|控股|(?<=股份)公司)(?:[(（][^)）]*[)）])?"
)
_LATIN_WORD = re.compile(r"[A-Za-z]+")
_PARTS_OF_TITLE = re.compile(r"\s+[-–—|/]\s+|[:：]\s*")
_NOBODYS = re.compile(
    r"(?i)(?:本|我|上市)(?:公司)?$|(?:本|我|上市)?公司(?:$|主要|的|前|及|与|股东|供应商|客户|董事|子公司)"
    r"|(?:the |our )?(?:company|group|registrant)\b"
)
"""What stands in titles for the company that reports."""
_RANKED = re.compile(
    r"(?i)^\s*(?:(?:our|the) )?(?:top (?:\d+|three|five|ten|twenty)|(?:(?:three|five|ten|\d+) )?largest)\s"
    r"|^(?:公司)?前[一二三四五六七八九十百\d]+[大名位家]?|^本?公司主要"
)
"""Titles of lists of the largest, as an annual report has them."""
_OF_TOTAL = re.compile(
    r"(?i)^占|占比"
    r"|(?:share|%|percent(?:age)?) of (?:our |total |annual |net )*(?:sales|revenues?|purchases|procurement)"
)
"""Columns with the share of a company in all sales or purchases."""
_HELD = re.compile(r"(?i)%|interest|ownership|share|stake|holding|持股|股权|比例|权益")
"""Columns with the share that is held of a company."""
_JOINT = re.compile(r"[的之の]?[\s\-–—_:：·/|]*$")
_GRADED = re.compile(
    r"(?i)^(?:(?:approved|qualified|preferred|strategic|certified|registered|active|current|key|main)\s+)+"
    r"|^(?:合格|优秀|优质|战略|核心|重点|主要|备选|候选|潜在|准入|认证|认可|长期|合作)+"
)
"""Grades before what the companies are called: approved suppliers, 合格供应商."""
_LIST_OF = re.compile(
    r"(?i)^\s*(?:(?:approved|qualified|preferred|active|current|key|full)\s+)?(?P<word>[a-z]+)\s+"
    r"(?:list|register|directory|master(?: list)?|overview|database)\s+(?P<company>[^\s].*)$"
)
"""Supplier list Helvion Motors."""
_LEGAL = ("有限", "责任", "股份", "集团")
_MOST_WORDS = 3  # of what the companies are called


@dataclass(frozen=True)
class Title:
    """The company that a title names, and what the companies of the list are to it; None where the title is but the
    name of the company."""

    text: str
    company: str
    mapped: MappedLabel | None = None


def title_of(table: Table, ontology: Ontology) -> Title | None:
    """The first title, or the only header, that says so; else the first title that may be a name."""
    above = titles_above(table)
    titles = [*above, *(table.columns if len(table.columns) == 1 else ())]
    telling = (found for title in titles for found in _readings(title, ontology))
    boards = ((title, _company_in(without_board(title))) for title in titles)
    named = ((title, _company_in(title)) for title in above if not _RANKED.match(title))
    others = (Title(title, name) for title, name in chain(boards, named) if _may_be_company(name, ontology))
    return next(telling, None) or next(others, None)


def _may_be_company(name: str, ontology: Ontology) -> bool:
    """Whether words of a title may be a name, and are none for companies or people of a list: Subsidiaries. In Latin
    letters the words of a name have capitals, which Financial highlights has not."""
    is_word = folded_name(name) in folded_office_words("boards") or relation_called(name, ontology) is not None
    small = [word for word in _LATIN_WORD.findall(name) if word.islower() and word not in FUNCTION_WORDS]
    return may_be_name(name) and not is_word and (not small or has_legal_form(name))


def titles_above(table: Table) -> list[str]:
    """What stands above the header of a table, or beside it."""
    return [
        title
        for problem in table.problems
        if problem.reason in ("title_row", "named_beside")
        for title in problem.detail.split(_BETWEEN_TITLES)
    ]


def with_title(mapping: TableMapping, table: Table, ontology: Ontology) -> TableMapping:
    """A list of companies with such a title as relations, without the end that the title names: it is asked for."""
    title = title_of(table, ontology) if mapping.kind == "companies" and table.rows else None
    alone = table.columns[0] if len(table.columns) == 1 else ""
    named = next((column for column, field in mapping.columns.items() if field in NAMES), alone)
    told = any(field.startswith(RELATION) for field in mapping.columns.values())
    if (title is None or title.mapped is None) and mapping.kind == "companies" and table.rows:
        title = _of_whoever_reports(table, named, ontology) or title
    if title is None or title.mapped is None or told or not named or (alone and not holds_names(table, alone)):
        return mapping
    listed = "source" if title.mapped.reversed else "target"
    columns = {column: _of_end(listed, column, field) for column, field in mapping.columns.items()} | {named: listed}
    others = [column for column, field in mapping.columns.items() if field == ATTRIBUTE and column != named]
    held = (column for column in table.columns if title.mapped.type in OF_OWNERSHIP and holds_shares(table, column))
    share = next(held, "")
    facts = fields_by_name("relations", others, NO_FACTS) | ({share: "share"} if share in others else {})
    if title.mapped.type not in OF_OWNERSHIP:  # of all sales, say
        facts = {column: field for column, field in facts.items() if field != "share"}
    year = "" if "year" in facts.values() else column_of_years(table, {*facts, *(set(table.columns) - {*others})})
    columns |= facts | ({year: "year"} if year else {})
    return TableMapping(kind="relations", columns=columns, constants={"label": title.mapped.type})


def _of_end(listed: str, column: str, field: str) -> str:
    """What a column of such a list becomes: of Customers of X, revenue and products are said of what they buy from X,
    employees of the customer."""
    of_company = field != ATTRIBUTE or OF_COMPANIES.search(column) is not None
    return end_field(listed, field) if of_company else field


def offered_end(mapping: TableMapping, table: Table, ontology: Ontology) -> dict[str, str]:
    """The end of all relations that the title of their table names, where no column is that end: field → name."""
    lacking = [end for end in ENDS if mapping.kind == "relations" and end in mapping.missing]
    title = title_of(table, ontology) if len(lacking) == 1 else None
    return {lacking[0]: title.company} if title is not None and title.company else {}


def _of_whoever_reports(table: Table, named: str, ontology: Ontology) -> Title | None:
    """What the companies of a list such as 前五名客户, or one with their share of all sales, are to a company that the
    table does not name, as in an annual report: that company is asked for. What it sells them is no fact of theirs."""
    above = titles_above(table)
    ranked = next((title for title in above if _RANKED.match(title)), "")
    of_total = any(_OF_TOTAL.search(column) for column in table.columns)
    mapped = relation_called(named, ontology) if named and (ranked or of_total) else None
    if mapped is not None:
        return Title(ranked or named, "", mapped)
    held = ((title, relation_called(title, ontology)) for title in above)  # Subsidiaries, with how much of each is held
    return next(
        (
            Title(title, "", each)
            for title, each in held
            if each and each.type in OF_OWNERSHIP and _HELD.search(" ".join(table.columns))
        ),
        None,
    )


def _readings(title: str, ontology: Ontology) -> Iterator[Title]:
    listed = _LIST_OF.match(title)
    if listed is not None:
        yield from _reading(title, listed["word"], listed["company"], ontology)
    for found in _OF.finditer(title):
        before, after = title[: found.start()].strip(), title[found.end() :].strip()
        owned = found[0].strip()[:1] in "'’" and not found[0].startswith(" ")
        called, company = (after, before) if owned else (before, after)
        words = called.split()
        for count in range(min(len(words), _MOST_WORDS), 0, -1):
            word = " ".join(words[:count] if owned else words[-count:])
            yield from _reading(title, word, company, ontology)
    parts = [
        part.strip()
        for part in _PARTS_OF_TITLE.split(title.replace(" ", " - ") if CHINESE_CHARACTER.search(title) else title)
        if part.strip(" -–—|/")
    ]
    for word, company in (each for pair in pairwise(parts) for each in (pair, pair[::-1])):
        yield from _reading(title, _LIST.sub("", word), company, ontology)
    bare = _LIST.sub("", _IN_PARENTHESES.sub("", title.strip()))
    for place in range(1, len(bare) - 1 if not bare.isascii() else 0):
        if bare[place:].startswith("公司") and bare[:place].endswith(_LEGAL):
            continue  # 有限公司股东: 公司 is of the name
        yield from _reading(title, bare[place:], _JOINT.sub("", bare[:place]), ontology)


def _reading(title: str, word: str, company: str, ontology: Ontology) -> Iterator[Title]:
    mapped, name = relation_called(_GRADED.sub("", word.strip()), ontology), _company_in(company)
    if folded_name(word) in folded_office_words("boards"):
        return  # Board of Directors of X: ``without_board`` tells of whom
    nobody = folded_name(name) in {*known_names()["companies"]["name"], *folded_words("which_companies")}
    if mapped is not None and may_be_name(name) and not nobody:
        yield Title(title, name, mapped)


def _company_in(words: str) -> str:
    """The name of the company in a title, without dates, ranks and remarks; "" of one that names none: 公司主要客户.

    A legal form ends it: 青禾农业股份有限公司董事、监事; of Register of members – Norma plc it is the part with one.
    """
    legal = _UP_TO_FORM.match(_IN_TIME.sub("", words.strip()))
    if legal is not None:
        return legal[0]
    parts = [part.strip() for part in _PARTS_OF_TITLE.split(words)]
    bare = (part if has_legal_form(part) else _AFTER_NAME.sub("", part) for part in parts)
    with_form = next(filter(has_legal_form, bare), "") if len(parts) > 1 else ""
    name = _AFTER_NAME.sub("", with_form or words).strip()
    while name and (shorter := _IN_TIME.sub("", name).strip()) != name:
        name = shorter
    return "" if _NOBODYS.match(name) else name
