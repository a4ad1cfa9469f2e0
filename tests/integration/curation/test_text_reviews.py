"""Relations read from texts: proposed with quotes, accepted by a person, recorded, taken back, gone with the text."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.curation.chunk_importing import ChunkOptions, check_chunks, import_chunks
from core.curation.deleting import delete_source
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, imported_sources, run_import
from core.curation.open_or_build import Started, rebuild
from core.curation.review_queue import (
    EndsAlikeError,
    ProposalUnknownError,
    Proposed,
    always,
    apply_reviews,
    decide_by_rules,
    decided,
    end_rule,
    found_in,
    grouped,
    in_words,
    keep,
    queue,
    take_back,
)
from core.curation.text_reading import read_texts, texts_to_read
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.partial_dates import today
from core.domain.read_relations import TextEnd, TextReview
from core.domain.requests import DiscoveryRequest
from core.domain.results import SourceKind
from core.dossier.source_view import source_view
from core.errors import ChangeCancelledError
from core.ingestion.checking.chunks import Chunk
from core.ingestion.reading.kept_proposals import FILE_NAME
from core.ontology import Ontology
from core.operations.context import Context, Opened
from core.operations.operation import FieldsInvalidError
from core.operations.proposals import list_proposals, review_proposals
from core.operations.relationships import discover_relationships
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.workspace.text_reviews import ReadingRule, TextReviewStore
from tests.support import company, relation, settings_for, write_data

COMPANIES = [
    company("tesla", "特斯拉", "Tesla"),
    company("catl", "宁德时代", "CATL"),
    company("byd", "比亚迪", "BYD"),
    company("geely", "吉利", "Geely"),
    company("volvo", "沃尔沃汽车", "Volvo Cars"),
]
RELATIONS = [relation("tesla", "acquired", "byd"), relation("volvo", "subsidiary_of", "geely")]
OWN = {
    "id": "own",
    "title": "Old",
    "language": "en",
    "source_kind": "news",
    "date": "2021-03",
    "text": "BYD was acquired by Tesla in 2018. The weather was fine.",
}
NEWS = "Geely acquired Volvo Cars in 2010 for $1.8 billion.\n\nTesla acquired Maxwell Widgets Inc. in 2019."


@pytest.fixture
def settings(tmp_path: Path, ontology: Ontology) -> Settings:
    """Of a knowledge base with one text of its own."""
    folder = write_data(tmp_path / "data", companies=COMPANIES, relations=RELATIONS, passages=[OWN])
    made = settings_for(folder, tmp_path / "knowledge_base")
    rebuild(made, ontology)
    return made


def base_of(started: Started, settings: Settings, ontology: Ontology) -> Base:
    return Base.over(started.knowledge_base, ontology, settings)


def import_news(settings: Settings, ontology: Ontology, text: str = NEWS) -> Base:
    opened = rebuild(settings, ontology).knowledge_base
    plan = plan_import([("news.txt", text.encode())], settings)
    return base_of(run_import(plan, check_import(plan, opened, ontology), settings, ontology), settings, ontology)


@pytest.fixture
def base(settings: Settings, ontology: Ontology) -> Base:
    """With news that were imported and everything read."""
    imported = import_news(settings, ontology)
    read_texts(imported)
    return imported


def proposed(base: Base, target: str) -> Proposed:
    (found,) = (each for each in queue(base).open if each.stated.target.name == target)
    return found


def applied(base: Base) -> Base:
    started = apply_reviews(base, base.settings, base.ontology)
    assert started is not None
    return base_of(started, base.settings, base.ontology)


def accept(base: Base, *targets: str) -> list[TextReview]:
    made = decided([proposed(base, each) for each in targets], "accepted")
    keep(made, base.settings)
    return made


def test_every_proposal_has_its_words_and_ends(base: Base) -> None:
    waiting = queue(base)
    assert {(each.stated.source.key, each.stated.target.key) for each in waiting.open} == {
        ("geely", "volvo"),
        ("tesla", "Maxwell Widgets Inc."),
        ("tesla", "byd"),
    }
    for each in waiting.open:
        passage = base.knowledge_base.passage(each.read.passage_id)
        assert passage.text[each.read.quote_start : each.read.quote_end] == each.read.quote
        assert each.read.source_name in each.read.quote and each.read.target_name in each.read.quote
    assert not waiting.waiting
    assert base.knowledge_base.manifest.counts.relations == len(RELATIONS)


def test_a_relation_is_told_by_the_names_on_record_and_a_new_end_as_it_is_written(base: Base) -> None:
    known, new = (proposed(base, each).stated for each in ("Volvo Cars", "Maxwell Widgets Inc."))
    assert in_words(known, base, "zh") == "吉利收购了沃尔沃汽车"
    assert in_words(known, base, "en") == "Geely acquired Volvo Cars"
    assert in_words(new, base, "zh") == "特斯拉收购了Maxwell Widgets Inc."


def test_what_is_accepted_is_recorded_with_its_text(base: Base) -> None:
    (review,) = accept(base, "Volvo Cars")
    assert queue(base).waiting == (review,)
    served = applied(base)
    recorded = served.knowledge_base.relation(served.knowledge_base.relation_row(f"text--{review.read.id}"))
    assert (recorded.source, recorded.type, recorded.target) == ("geely", "acquired", "volvo")
    assert (recorded.start, recorded.amount, recorded.currency) == ("2010", 1.8e9, "USD")
    assert recorded.evidence_en in NEWS
    assert served.knowledge_base.passage(recorded.passage_id).origin == recorded.origin
    assert not queue(served).waiting
    shown = source_view(served, SourceKind.RELATION, recorded.id, today(), "en", about=())
    assert (shown.title, [each.text for each in shown.parts if each.cited]) == ("news", [review.read.quote])
    assert shown.read is not None
    assert (shown.read.readers, shown.read.accepted_by) == (review.read.readers, "person")
    assert source_view(served, SourceKind.RELATION, "tesla--acquired--byd", today(), "en", about=()).read is None
    rebuilt = base_of(rebuild(served.settings, served.ontology), served.settings, served.ontology)
    assert rebuilt.knowledge_base.has_relation(recorded.id)


def test_a_new_end_becomes_a_company_and_is_that_of_the_name_later(base: Base, ontology: Ontology) -> None:
    accept(base, "Maxwell Widgets Inc.")
    served = applied(base)
    made = served.knowledge_base.entity("Maxwell Widgets Inc.")
    assert (made.type, made.origin.startswith("news.txt")) == ("company", True)
    plan = plan_import([("list.csv", b"id,name\nmax,Maxwell Widgets Inc.\n")], served.settings)
    check = check_import(plan, served.knowledge_base, ontology)
    run_import(plan, check, served.settings, ontology)
    again = rebuild(served.settings, ontology).knowledge_base
    ends = [each for each in again.entity_ids if again.entity(each).name_en == "Maxwell Widgets Inc."]
    assert ends == ["max"]


def test_it_leaves_with_its_document_and_comes_back_with_it(base: Base, ontology: Ontology) -> None:
    (review,) = accept(base, "Maxwell Widgets Inc.")
    served = applied(base)
    (source,) = imported_sources(base.settings)
    gone = base_of(delete_source(source.id, base.settings, ontology), base.settings, ontology)
    assert not gone.knowledge_base.has_relation(f"text--{review.read.id}")
    assert "Maxwell Widgets Inc." not in gone.knowledge_base.node_of
    assert [each.stated.target.name for each in queue(gone).open] == ["BYD"]
    assert not queue(gone).waiting
    back = import_news(base.settings, ontology)
    assert back.knowledge_base.has_relation(f"text--{review.read.id}")
    assert served.knowledge_base.manifest.counts.relations == back.knowledge_base.manifest.counts.relations


def test_another_text_in_its_place_takes_it_out(base: Base, ontology: Ontology) -> None:
    (review,) = accept(base, "Volvo Cars")
    applied(base)
    changed = import_news(base.settings, ontology, "Geely denied that it acquired Volvo Cars.")
    assert not changed.knowledge_base.has_relation(f"text--{review.read.id}")
    assert not queue(changed).waiting


def test_a_decision_is_taken_back_before_and_after_it_took_effect(base: Base) -> None:
    (review,) = accept(base, "Volvo Cars")
    take_back([review.read.id], base)
    assert not queue(base).waiting
    assert proposed(base, "Volvo Cars").read == review.read
    accept(base, "Volvo Cars")
    served = applied(base)
    take_back([review.read.id], served)
    waiting = queue(served)
    assert [each.verdict for each in waiting.waiting] == ["withdrawn"]
    assert review.read in [each.read for each in waiting.open]
    after = applied(served)
    assert not after.knowledge_base.has_relation(f"text--{review.read.id}")
    assert not queue(after).waiting
    with pytest.raises(ProposalUnknownError):
        take_back(["0" * 20], after)


def test_the_operation_takes_a_decision_back(base: Base) -> None:
    (review,) = accept(base, "Volvo Cars")
    context = Context(Opened.of(DiscoveryPipeline(base)))
    answer = review_proposals.answer(context, review_proposals.read({"undo": [review.read.id], "apply": False}))
    assert (answer.undone, answer.waiting) == (1, 0)
    assert proposed(base, "Volvo Cars").read == review.read


def test_what_is_rejected_stays_out_and_is_not_proposed_again(base: Base) -> None:
    keep(decided([proposed(base, "BYD")], "rejected"), base.settings)
    assert not queue(base).waiting
    assert apply_reviews(base, base.settings, base.ontology) is None
    read_texts(base)
    with pytest.raises(ProposalUnknownError):
        found_in(queue(base), [TextReviewStore(base.settings.knowledge_base_folder).all()[0].read.id])


def test_a_corrected_relation_is_recorded_as_corrected(base: Base) -> None:
    found = proposed(base, "Volvo Cars")
    stated = found.stated.model_copy(
        update={
            "source": found.stated.target,
            "target": found.stated.source,
            "terms": found.stated.terms.model_copy(update={"relation_type": "subsidiary_of"}),
        }
    )
    (review,) = decided([Proposed(found.read, stated)], "accepted")
    assert review.corrected
    keep([review], base.settings)
    served = applied(base).knowledge_base
    recorded = served.relation(served.relation_row(f"text--{review.read.id}"))
    assert (recorded.source, recorded.type, recorded.target) == ("volvo", "subsidiary_of", "geely")
    same = stated.model_copy(update={"target": TextEnd(name="x", id=stated.source.id)})
    with pytest.raises(EndsAlikeError):
        decided([Proposed(found.read, same)], "accepted")


def test_type_status_direction_and_ends_are_corrected_in_one_request(base: Base) -> None:
    key = proposed(base, "Maxwell Widgets Inc.").read.id
    asked = {
        "retype": [[key, "supplies"]],
        "status_is": [[key, "ended"]],
        "reverse": [key],
        "source_is": [[key, "比亚迪"]],
        "apply": False,
    }
    context = Context(Opened.of(DiscoveryPipeline(base)))
    answer = review_proposals.answer(context, review_proposals.read(asked))
    assert (answer.accepted, answer.waiting) == (1, 1)
    (review,) = queue(base).waiting
    stated = review.stated
    assert (stated.source.key, stated.terms.relation_type, stated.target.key) == ("byd", "supplies", "tesla")
    assert (stated.terms.status, stated.terms.start, review.corrected) == ("ended", "2019", True)
    with pytest.raises(FieldsInvalidError, match="is no relation type"):
        review_proposals.answer(context, review_proposals.read({"retype": [[key, "loves"]]}))
    with pytest.raises(FieldsInvalidError, match="status_is"):
        review_proposals.read({"status_is": [[key, "over"]]})


def test_groups_say_what_is_recorded_and_what_contradicts(base: Base) -> None:
    groups = {each.first.stated.target.name: each for each in grouped(queue(base).open, base)}
    assert [each.id for each in groups["BYD"].recorded] == ["tesla--acquired--byd"]
    assert not groups["Volvo Cars"].recorded
    found = groups["BYD"].first
    ended = found.stated.terms.model_copy(update={"status": "denied"})
    (against,) = grouped([Proposed(found.read, found.stated.model_copy(update={"terms": ended}))], base)
    assert [each.id for each in against.against] == ["tesla--acquired--byd"]
    turned = found.stated.model_copy(update={"source": found.stated.target, "target": found.stated.source})
    (reversed_,) = grouped([Proposed(found.read, turned)], base)
    assert [each.id for each in reversed_.against] == ["tesla--acquired--byd"]


def test_always_for_a_source_decides_what_waits_and_what_comes(base: Base, ontology: Ontology) -> None:
    (source,) = imported_sources(base.settings)
    made = always(ReadingRule(source=source.id, relation_type="acquired", verdict="accepted"), base)
    assert {each.stated.target.name for each in made} == {"Volvo Cars", "Maxwell Widgets Inc."}
    assert {each.decided_by for each in made} == {"rule"}
    context = Context(Opened.of(DiscoveryPipeline(base)))
    listed = list_proposals.answer(context, list_proposals.read({"decided": True, "words": "volvo"}))
    assert [each.read.target_name for each in listed.decided] == ["Volvo Cars"]
    assert [each.source for each in listed.rules] == [source.id]
    assert [each.stated.target.name for each in queue(base).open] == ["BYD"]
    assert not decide_by_rules(base)
    take_back([each.read.id for each in made], base)
    end_rule(listed.rules[0], base)
    assert not decide_by_rules(base)
    assert len(queue(base).open) == 3


def test_a_share_that_another_record_contradicts_is_told_with_it(
    settings: Settings, ontology: Ontology, encoder: Encoder
) -> None:
    write_data(
        settings.data_folder,
        companies=COMPANIES,
        relations=[relation("geely", "shareholder_of", "volvo", share_low="20", share_high="20", as_of="2024")],
    )
    base = import_news(settings, ontology, "Geely holds a 60% stake in Volvo Cars.")
    accept(base, "Volvo Cars")
    pipeline = DiscoveryPipeline(applied(base), encoder=lambda: encoder)
    answer = pipeline.discover(DiscoveryRequest(query="What share does Geely hold in Volvo Cars?")).answer
    assert answer.value == "20 %"
    assert "60 %" in answer.sentences[1].text and len(answer.sources) == 2


def test_a_setting_admits_what_is_sure_and_known(base: Base) -> None:
    admitting = base.with_settings(base.settings.model_copy(update={"reading_admit_from": 0.5}))
    made = decide_by_rules(admitting)
    assert {each.stated.target.name for each in made} == {"Volvo Cars", "BYD"}
    assert {each.decided_by for each in made} == {"threshold"}
    served = applied(admitting).knowledge_base
    confidence = {each.read.id: each.read.confidence for each in made}
    for key, expected in confidence.items():
        assert served.relation(served.relation_row(f"text--{key}")).confidence == pytest.approx(expected)


def test_what_is_denied_planned_or_contradicts_is_accepted_by_nobody_unasked(
    settings: Settings, ontology: Ontology
) -> None:
    text = "Geely denied that it acquired Volvo Cars. BYD will acquire Geely. Volvo Cars acquired BYD in 2019."
    base = import_news(settings, ontology, text + " BYD acquired Tesla in 2020.")
    told = {each.first.stated.terms.status: each.state for each in grouped(queue(base).open, base)}
    assert {"denied", "planned", "current"} <= told.keys()
    unasked = decide_by_rules(base.with_settings(base.settings.model_copy(update={"reading_admit_from": 0.5})))
    take_back([each.read.id for each in unasked], base)
    context = Context(Opened.of(DiscoveryPipeline(base)))
    review_proposals.answer(context, review_proposals.read({"accept_from": 0.5, "apply": False}))
    asked = TextReviewStore(base.settings.knowledge_base_folder).all()
    for found in (unasked, asked):
        assert found and {each.stated.terms.status for each in found} == {"current"}
        assert ("byd", "tesla") not in {(each.stated.source.id, each.stated.target.id) for each in found}


def test_reading_goes_on_where_it_was_cancelled(settings: Settings, ontology: Ontology) -> None:
    files = [(f"{number}.txt", f"Tesla acquired Firm{number} Inc.".encode()) for number in range(70)]
    plan, opened = plan_import(files, settings), rebuild(settings, ontology).knowledge_base
    check = check_import(plan, opened, ontology)
    started = run_import(plan, check, settings, ontology, read_relations=False)
    base = base_of(started, settings, ontology)
    everything = texts_to_read(base)

    def cancelled(done: int, _total: int) -> None:
        if done:
            raise ChangeCancelledError

    with pytest.raises(ChangeCancelledError):
        read_texts(base, cancelled)
    left = texts_to_read(base)
    assert 0 < left < everything
    assert read_texts(base).passages == left
    assert (texts_to_read(base), read_texts(base).passages) == (0, 0)


def test_a_damaged_file_of_what_was_read_is_begun_anew(base: Base) -> None:
    (review,) = accept(base, "Volvo Cars")
    file = base.settings.knowledge_base_folder / FILE_NAME
    for content in (b"no database at all, but some text", b""):
        file.write_bytes(content)
        assert texts_to_read(base) == 2
        read_texts(base)
        assert {each.stated.target.name for each in queue(base).open} == {"BYD", "Maxwell Widgets Inc."}
        assert queue(base).waiting == (review,)


@pytest.mark.parametrize("extract", [True, False])
def test_chunks_of_other_programs_are_read_where_they_ask_for_it(
    extract: bool, settings: Settings, ontology: Ontology
) -> None:
    opened = rebuild(settings, ontology).knowledge_base
    chunks = [Chunk(id="c1", content="Geely acquired Volvo Cars in 2010.", source_kind="news")]
    options = ChunkOptions("their news", extract_entities=extract)
    checked = check_chunks(chunks, options, opened, settings, ontology)
    base = base_of(import_chunks(chunks, options, checked, settings, ontology), settings, ontology)
    assert [each.read.passage_id for each in queue(base).open] == (["c1"] if extract else [])


def test_what_is_not_reviewed_stands_beside_an_answer_and_counts_for_nothing(base: Base, encoder: Encoder) -> None:
    pipeline = DiscoveryPipeline(base, encoder=lambda: encoder)
    context = Context(Opened.of(pipeline))
    asked = {"query": "Who acquired Volvo Cars?"}
    answer = discover_relationships.answer(context, discover_relationships.read(asked))
    assert (answer.answer.company_ids, answer.unreviewed) == ((), ())
    beside = discover_relationships.answer(context, discover_relationships.read({**asked, "include_unreviewed": True}))
    assert beside.answer == answer.answer
    assert [(each.source.id, each.target.id) for each in beside.unreviewed] == [("geely", "volvo")]
    assert beside.unreviewed[0].proposals[0].quote in NEWS
