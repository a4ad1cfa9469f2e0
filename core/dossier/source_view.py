"""What a citation opens: the document, the sentence in its text, the row of the table with the rows around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from core.domain.fact_sources import FactSource
from core.domain.read_relations import FROM_TEXT, DecidedBy, relation_id
from core.domain.records import Entity, Passage, Relation
from core.domain.results import RecordedFacts, Result, SourceKind
from core.errors import RefusedError
from core.ingestion.records.originals import Original, RowPlace, TextPlace, originals
from core.messages import Language
from core.reasoning.quoted_fact import sentences_of
from core.retrieval.base import Base
from core.retrieval.citations import recorded_facts
from core.retrieval.company_text import stated_as_of
from core.retrieval.disagreement import disagreements
from core.storage.data_folder import noted_data_folder
from core.workspace.removals import load_removals
from core.workspace.text_reviews import TextReviewStore
from core.workspace.workspace import WorkspaceUnavailableError

ROWS_AROUND = 2
CHARACTERS_AROUND = 400
_SHOWN_CELL = 160
_TOLD_APART_BY = 40
_LEAST_OF_A_NAME = 2
_DAY = len("2026-01-31")


class CitationUnknownError(RefusedError):
    """Nothing that can be cited has this id."""


class TextPart(Result):
    """A part of a text; ``cited``: it is what the citation is about."""

    text: str
    cited: bool


class ShownRow(Result):
    """A row of a file, by the number that an editor shows."""

    line: int
    cells: tuple[str, ...]
    cited: bool


class ShownTable(Result):
    """Rows of a table of a file. Columns that are empty in all of them are left out; long cells are cut."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[ShownRow, ...]


class ReadFromText(Result):
    """Who read a relation out of its text, and who accepted it when."""

    readers: tuple[str, ...]
    accepted_by: DecidedBy
    accepted_at: str


class SourceView(Result):
    """One citation, opened.

    ``statement``: what is cited, as an answer has it. ``title`` … ``licence``: of the document that says so;
    ``general_knowledge``: it is none, but what is generally known as of ``date``. ``others``: what other rows say of
    the same relation where they disagree. ``parts``: the text that was retrieved, with what is around it where the
    original file is kept. ``tables``: the rows in their files. Where there is none, the files are not kept or say
    something else by now, and ``values`` are those that were read. ``read``: of a relation that was read from a text.
    """

    kind: SourceKind
    id: str
    statement: str
    title: str = ""
    publisher: str = ""
    date: str = ""
    url: str = ""
    licence: str = ""
    locator: str = ""
    general_knowledge: bool = False
    origins: tuple[str, ...] = ()
    recorded: RecordedFacts | None = None
    others: tuple[RecordedFacts, ...] = ()
    parts: tuple[TextPart, ...] = ()
    tables: tuple[ShownTable, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    read: ReadFromText | None = None


def source_view(
    base: Base, kind: SourceKind, source_id: str, day: int, language: Language, *, quote: str = "", about: Sequence[str]
) -> SourceView:
    """A citation by its kind and id, as of a ``day`` of eight digits. ``quote``: the words that are marked in a
    passage; without them the sentences that name all of ``about`` are, or else any of it.

    Raises CitationUnknownError.
    """
    known = base.knowledge_base
    if kind is SourceKind.RELATION and known.has_relation(source_id):
        return _relation(base, known.relation(known.relation_row(source_id)), day, language)
    if kind is SourceKind.PASSAGE and known.has_passage(source_id):
        return _passage(base, known.passage(source_id), quote, about)
    if kind is SourceKind.PROFILE and source_id in known.node_of:
        return _profile(base, known.entity(source_id), language)
    raise CitationUnknownError(source=source_id)


def _relation(base: Base, relation: Relation, day: int, language: Language) -> SourceView:
    known = base.knowledge_base
    stated_by = known.fact_source(relation.source_id) if relation.source_id else None
    parts: tuple[TextPart, ...] = ()
    document: FactSource | Passage | None = stated_by
    if known.has_passage(relation.passage_id):
        ends, passage = (relation.source, relation.target), known.passage(relation.passage_id)
        parts = _with_surroundings(base, passage, relation.evidence(language), ends)
        document = document or passage
    tables = _tables(base, relation.origin, [_names(known.entity(each)) for each in (relation.source, relation.target)])
    return SourceView(
        kind=SourceKind.RELATION,
        id=relation.id,
        statement=stated_as_of(known, base.ontology, known.relation_row(relation.id), day, language),
        **({each: getattr(document, each, "") for each in _OF_A_DOCUMENT} if document else {}),
        locator=" ".join(filter(None, (stated_by.file, stated_by.locator))) if stated_by else "",
        general_knowledge=stated_by is not None and stated_by.is_general_knowledge,
        origins=_origins(relation.origin),
        recorded=recorded_facts(known, relation),
        others=_others(base, relation),
        parts=parts,
        tables=tables,
        values=() if tables or parts else _values(relation),
        read=_read(base, relation),
    )


def _read(base: Base, relation: Relation) -> ReadFromText | None:
    """Nothing where what was decided cannot be read: the text is there all the same."""
    if not relation.id.startswith(FROM_TEXT):
        return None
    try:
        reviews = TextReviewStore(_folder(base)).all()
    except WorkspaceUnavailableError:
        return None
    found = (each for each in reviews if relation_id(each.read.id) == relation.id)
    told = next(found, None)
    if told is None:
        return None
    return ReadFromText(readers=told.read.readers, accepted_by=told.decided_by, accepted_at=told.decided_at[:_DAY])


def _others(base: Base, relation: Relation) -> tuple[RecordedFacts, ...]:
    """What rows say otherwise of the same relation, each with who says so; the newest first."""
    known = base.knowledge_base
    own = known.relation_row(relation.id)
    rows, ends = known.relations_of(known.node_of[relation.source])
    to_the_other = rows[ends == known.node_of[relation.target]].tolist()
    same = [row for row in to_the_other if known.relation(row).type == relation.type]
    differing = disagreements(known, base.ontology, same) if len(same) > 1 else {}
    if own not in differing:
        return ()
    against = (row for row in differing if row != own and disagreements(known, base.ontology, (own, row)))
    others = sorted(against, key=lambda row: not differing[row])
    found = ((recorded_facts(known, known.relation(row)), differing[row]) for row in others)
    told = (each.model_copy(update={"disagrees": True, "headline": newest}) for each, newest in found if each)
    return tuple(told)


_OF_A_DOCUMENT = ("title", "publisher", "date", "url", "licence")


def _passage(base: Base, passage: Passage, quote: str, about: Sequence[str]) -> SourceView:
    stands_in_text = passage.document_id and passage.end
    beginning = [[passage.text[:_TOLD_APART_BY]]]
    return SourceView(
        kind=SourceKind.PASSAGE,
        id=passage.id,
        statement=quote if quote in passage.text else "",
        title=passage.title,
        publisher=passage.publisher,
        date=passage.date,
        url=passage.url if passage.url.lower().startswith(("http://", "https://")) else "",
        origins=_origins(passage.origin),
        parts=_with_surroundings(base, passage, quote, about),
        tables=() if stands_in_text else _tables(base, passage.origin, beginning),
    )


def _profile(base: Base, entity: Entity, language: Language) -> SourceView:
    tables = _tables(base, entity.origin, [_names(entity)])
    return SourceView(
        kind=SourceKind.PROFILE,
        id=entity.id,
        statement=entity.description(language),
        title=entity.name(language),
        origins=_origins(entity.origin),
        tables=tables,
        values=() if tables else _values(entity),
    )


def _origins(origin: str) -> tuple[str, ...]:
    return tuple(filter(None, origin.split("; ")))


def _values(record: Relation | Entity) -> tuple[tuple[str, str], ...]:
    """What a record says, by the names of its fields, and of what its row says beside them."""
    fields = record.model_dump(mode="json", exclude={"id", "origin", "attributes", "passage_id"})
    told = [(name, " | ".join(value) if isinstance(value, list) else str(value)) for name, value in fields.items()]
    told += [(each.name, each.value) for each in record.attributes]
    return tuple((name, value) for name, value in told if value not in ("", "None"))


def _names(entity: Entity) -> list[str]:
    """What a row may call an entity by."""
    identifiers = (value for _, value in entity.typed_identifiers)
    names = (entity.id, entity.name_zh, entity.name_en, *entity.aliases, *entity.tickers, *identifiers)
    return [each for each in dict.fromkeys(names) if len(each) >= _LEAST_OF_A_NAME or each == entity.id]


def _folder(base: Base) -> Path:
    return base.knowledge_base.folder.parents[1]


def _files(base: Base, file: str) -> list[Original]:
    """In which a record of this origin may stand: kept ones, and the data folder's."""
    folder = _folder(base)
    found = originals(folder, base.knowledge_base.manifest.sources, file)
    of_folder = (noted_data_folder(folder) or base.settings.data_folder) / file
    return [*found, Original(file, of_folder)] if Path(file).name == file and of_folder.is_file() else found


def _around(base: Base, count: int) -> int:
    """What was taken out of the knowledge base must not be seen beside what was not."""
    return 0 if load_removals(_folder(base)).any else count


def _tables(base: Base, origin: str, names: Sequence[Sequence[str]]) -> tuple[ShownTable, ...]:
    found = []
    around = _around(base, ROWS_AROUND)
    for each in _origins(origin):
        file, _, line = each.rpartition(":")
        if file and line.isdecimal():
            places = (original.row(file, int(line), names, around) for original in _files(base, file))
            found += [_shown(place) for place in places if place is not None][:1]
    return tuple(found)


def _shown(place: RowPlace) -> ShownTable:
    told = [column for column in range(len(place.columns)) if any(row.cells[column].strip() for row in place.rows)]
    return ShownTable(
        name=place.table,
        columns=tuple(place.columns[column] for column in told),
        rows=tuple(
            ShownRow(
                line=row.line, cells=tuple(_cut(row.cells[column]) for column in told), cited=number == place.cited
            )
            for number, row in enumerate(place.rows)
        ),
    )


def _cut(cell: str) -> str:
    return cell if len(cell) <= _SHOWN_CELL else cell[:_SHOWN_CELL] + "…"


def _with_surroundings(base: Base, passage: Passage, quote: str, about: Sequence[str]) -> tuple[TextPart, ...]:
    """The passage with what is cited in it marked, between what is before and after it in its document."""
    parts = _marked(base, passage.text, quote, about)
    place = _in_document(base, passage)
    if place is None:
        return parts
    ends = (TextPart(text=place.before, cited=False), *parts, TextPart(text=place.after, cited=False))
    return tuple(part for part in ends if part.text)


def _in_document(base: Base, passage: Passage) -> TextPlace | None:
    around = _around(base, CHARACTERS_AROUND)
    if not (passage.document_id and passage.end and around):
        return None
    places = (each.text_around(passage.text, passage.start, around) for each in _files(base, passage.document_id))
    return next(filter(None, places), None)


def _marked(base: Base, text: str, quote: str, about: Sequence[str]) -> tuple[TextPart, ...]:
    """``text`` cut at what is cited; the parts put together are the text."""
    cited = [quote] if quote and quote in text else _naming(base, text, set(about))
    parts: list[TextPart] = []
    position = 0
    for sentence in cited:
        start = text.index(sentence, position)
        parts += [TextPart(text=text[position:start], cited=False), TextPart(text=sentence, cited=True)]
        position = start + len(sentence)
    parts.append(TextPart(text=text[position:], cited=False))
    return tuple(part for part in parts if part.text)


def _naming(base: Base, text: str, about: set[str]) -> list[str]:
    """The sentences that name all of ``about``; without such, those that name the one of it that is named least often:
    the others are what the text is about."""
    named = [
        (sentence, about & {each for match in base.names.find(sentence) for each in match.entity_ids})
        for sentence in sentences_of(text)
    ]
    if whole := [each for each, found in named if found and found == about]:
        return whole
    counts = Counter(each for _, found in named for each in sorted(found))
    rarest = min(counts, key=lambda each: counts[each], default="")
    return [each for each, found in named if rarest in found]
