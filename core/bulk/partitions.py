"""What is computed of one partition: the functions of a build, called on some of the rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from core.bulk.job import Job, JobFiles
from core.bulk.parquet_rows import part, spans, write_whole
from core.bulk.reduced import PASSAGES, pairs_found_twice, passage_spans, words
from core.bulk.side_tables import SideTables
from core.domain.records import CrossLink, Entity, Passage, Relation
from core.ingestion.building.cross_links import Compared, link_between, linked_rows
from core.ingestion.building.embedded_texts import entity_text, passage_text, triplet_text
from core.ingestion.building.mentions import MENTION_ROLES, AllMentions, all_mentions, names_in
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.passage_reader import relations_read
from core.ingestion.reading.shipped_readers import text_reader
from core.ingestion.reading.text_reader import TextReader
from core.ingestion.records.profiles import Bridges, bridges, profiles, strongest_bridges
from core.storage.embeddings import Encoder, load_encoder
from core.storage.relation_table import RelationTable
from core.storage.row_keys import single_keys, text_keys
from core.storage.tables import mentions_table, records_table

Stage = str


class Worker:
    """Computes partitions, and keeps between them what is slow to load."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._files = JobFiles(job)
        self._side = SideTables(self._files)
        self._ontology = job.ontology

    def compute(self, stage: Stage, number: int) -> int:
        """Compute and write partition ``number`` of ``stage``; returns how many rows went in."""
        rows = partitions_of(self._files, stage)[number]
        write_whole(_STAGES[stage](self, rows), part(self._files.stage(stage), number))
        return len(rows)

    @cached_property
    def _words(self) -> NDArray[np.int64]:
        return words(self._files)

    @cached_property
    def _encoder(self) -> Encoder:
        job = self._job
        return load_encoder(job.embedding_model, batch_size=job.embedding_batch_size, threads=job.embedding_threads)

    def triplets(self, rows: range) -> pa.Table:
        """Texts of the relations that have one."""
        relations = self._files.inputs.relations.records(Relation, rows)
        texts = [triplet_text(relation, self._side.entities, self._ontology) for relation in relations]
        found = [place for place, text in enumerate(texts) if text]
        return pa.table(
            {
                "row": pa.array([rows[place] for place in found], pa.int64()),
                "text": pa.array([texts[place] for place in found], pa.string()),
            }
        )

    def bridges(self, rows: range) -> pa.Table:
        """Products and industries that companies relate to, by the row of the company."""
        relations = RelationTable.of(self._files.inputs.relations.records(Relation, rows))
        found = bridges(relations, self._side.entities, self._ontology)
        companies = [self._side.entities.row_of[company] for company in found.company.to_pylist()]
        rows_found = {"row": pa.array(companies, pa.int64()), "weakness": found.weakness, "names": found.names}
        return pa.table(rows_found).sort_by([(column, "ascending") for column in rows_found])

    def entity_vectors(self, rows: range) -> pa.Table:
        """Vectors of entities, in order."""
        entities = list(self._files.inputs.entities.records(Entity, rows))
        own = (pc.field("row") >= rows.start) & (pc.field("row") < rows.stop)
        files = self._files.rows("bridges").files
        found = pa.concat_tables(pq.read_table(file, filters=own) for file in files).combine_chunks()
        companies = pa.array([entities[row - rows.start].id for row in found["row"].to_pylist()], pa.string())
        names = strongest_bridges(Bridges(companies, found["weakness"].to_numpy(), found["names"].combine_chunks()))
        return self._embedded(rows, [entity_text(entity, names.get(entity.id, ())) for entity in entities])

    def relation_vectors(self, rows: range) -> pa.Table:
        """Vectors of relations; ``rows`` counts those that have a text."""
        table = self._files.rows("triplets").read(rows)
        return self._embedded(table["row"].to_pylist(), table["text"].to_pylist())

    def passage_vectors(self, rows: range) -> pa.Table:
        """Vectors of passages, in order."""
        passages = self._files.inputs.passages.records(Passage, rows)
        return self._embedded(rows, [passage_text(passage) for passage in passages])

    def _embedded(self, rows: Sequence[int], texts: Sequence[str]) -> pa.Table:
        """In the batches that a build makes: which texts are computed together decides the last bits."""
        size = self._job.embedding_batch_size
        vectors = [self._encoder.encode(texts[start : start + size]) for start in range(0, len(texts), size)]
        flat = np.concatenate([np.zeros((0, self._encoder.dimension), np.float32), *vectors]).reshape(-1)
        return pa.table(
            {
                "row": pa.array(rows, pa.int64()),
                "key": pa.array(single_keys(text_keys(texts)), pa.binary(16)),
                "vector": pa.FixedSizeListArray.from_arrays(pa.array(flat), self._encoder.dimension),
            }
        )

    def all_mentions(self, rows: range) -> pa.Table:
        """Mentions in passages, those of words included; behind the passages of the input come the profiles, counted
        by the entity that they describe."""
        passages, stated = self._passages(rows)
        inputs = len(self._side.passages)
        if rows.start < inputs:
            vectors = self._side.passage_vectors[rows.start : rows.stop]
        else:
            owners = [self._side.entities.row_of[owner] for _, owner in stated]
            vectors = self._side.entity_vectors[owners]
        found = all_mentions(
            names_in(passages, self._side.names),
            passages,
            vectors,
            self._side.entities.row_of,
            self._side.entity_vectors,
            stated,
        )
        return _mention_rows(found, passages, self._side.entities.ids, rows.start)

    def _passages(self, rows: range) -> tuple[Sequence[Passage], Sequence[tuple[str, str]]]:
        inputs = len(self._side.passages)
        if rows.start < inputs:
            return list(self._files.inputs.passages.records(Passage, rows)), ()
        own = range(rows.start - inputs, rows.stop - inputs)
        described = profiles(self._files.inputs.entities.records(Entity, own), self._ontology)
        pairs = zip((passage.id for passage in described.passages), described.owners, strict=True)
        return described.passages, list(pairs)

    def mentions(self, rows: range) -> pa.Table:
        """Mentions in passages."""
        number = passage_spans(self._files).index(rows)
        table = pq.read_table(part(self._files.stage("all_mentions"), number))
        columns = (table[name].to_numpy() for name in ("entity_row", "role", "said"))
        entity, role, said = (np.asarray(column) for column in columns)
        dropped = np.isin(entity, self._words) & (role != "PRIMARY") & ~said
        return table.filter(pa.array(~dropped))

    def linked_rows(self, rows: range) -> pa.Table:
        """Pairs of passages that are linked, perhaps found from both their ends."""
        pairs = linked_rows(self._compared, rows, self._job.rules)
        columns = zip(*pairs, strict=True) if pairs else ((), (), ())
        kinds = (pa.int64(), pa.int64(), pa.float64())
        arrays = [pa.array(list(column), kind) for column, kind in zip(columns, kinds, strict=True)]
        return pa.table(dict(zip(("from_row", "to_row", "similarity"), arrays, strict=True)))

    def links(self, rows: range) -> pa.Table:
        """Links from these passages, each pair once."""
        number = partitions_of(self._files, "linked_rows").index(rows)
        found = pq.read_table(part(self._files.stage("linked_rows"), number))
        pairs = zip(*(found[name].to_pylist() for name in found.column_names), strict=True)
        twice = pairs_found_twice(self._files)
        return records_table(
            CrossLink, [link_between(self._compared, *pair) for pair in pairs if pair[:2] not in twice]
        )

    def read_relations(self, rows: range) -> pa.Table:
        """What these passages state, as proposals; a passage that states nothing has an empty list."""
        passages = self._files.inputs.passages.records(Passage, rows)
        read = [(each.id, relations_read(each.id, each.text, self._reader)) for each in passages]
        return pa.table(
            {
                "passage_id": pa.array([passage for passage, _ in read], pa.string()),
                "proposals": pa.array(
                    [[each.model_dump_json() for each in found] for _, found in read], pa.list_(pa.string())
                ),
            }
        )

    @cached_property
    def _reader(self) -> TextReader:
        return text_reader(self._ontology, KnownNames(self._side.named))

    @cached_property
    def _compared(self) -> Compared:
        side = self._side
        return Compared(side.passages.__getitem__, side.passage_vectors, side.kinds, side.named_in)


def _mention_rows(found: AllMentions, passages: Sequence[Passage], entity_ids: Sequence[str], first: int) -> pa.Table:
    """Mentions as a table, with the rows of their ends and whether the source states them."""
    mentions = found.mentions
    table = mentions_table(
        [passages[row].id for row in mentions.passage.tolist()],
        [entity_ids[row] for row in mentions.entity.tolist()],
        [MENTION_ROLES[role] for role in mentions.role.tolist()],
        mentions.role_score,
        mentions.similarity_score,
        mentions.position_score,
    )
    further = {"passage_row": mentions.passage + first, "entity_row": mentions.entity, "said": found.said}
    for name, column in further.items():
        table = table.append_column(name, pa.array(column))
    return table.replace_schema_metadata({PASSAGES: str(len(passages))})


def partitions_of(files: JobFiles, stage: Stage) -> list[range]:
    """The rows of each partition of a stage; those that embed begin with a batch of a build."""
    if stage in ("all_mentions", "mentions"):
        return passage_spans(files)
    batch = files.job.embedding_batch_size
    rows: Callable[[], int]
    rows, multiple = {
        "triplets": (lambda: len(files.inputs.relations), 1),
        "bridges": (lambda: len(files.inputs.relations), 1),
        "entity_vectors": (lambda: len(files.inputs.entities), batch),
        "relation_vectors": (lambda: len(files.rows("triplets")), batch),
        "passage_vectors": (lambda: len(files.inputs.passages), batch),
        "linked_rows": (lambda: len(files.inputs.passages), 1),
        "links": (lambda: len(files.inputs.passages), 1),
        "read_relations": (lambda: len(files.inputs.passages), 1),
    }[stage]
    return spans(rows(), files.job.partitions, multiple)


_STAGES: dict[Stage, Callable[[Worker, range], pa.Table]] = {
    "triplets": Worker.triplets,
    "bridges": Worker.bridges,
    "entity_vectors": Worker.entity_vectors,
    "relation_vectors": Worker.relation_vectors,
    "passage_vectors": Worker.passage_vectors,
    "all_mentions": Worker.all_mentions,
    "mentions": Worker.mentions,
    "linked_rows": Worker.linked_rows,
    "links": Worker.links,
    "read_relations": Worker.read_relations,
}
