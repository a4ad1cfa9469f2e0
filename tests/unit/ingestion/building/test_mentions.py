from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.domain.records import Entity, Mention, Passage
from core.ingestion.building.mentions import MENTION_ROLES, find_mentions, names_in
from core.names.name_tables import folded_names
from core.storage.embeddings import Vectors

ALPHA = Entity(id="alpha", type="company", name_zh="甲公司", name_en="Alpha")
BETA = Entity(id="beta", type="company", name_zh="乙公司", name_en="Beta")
UP, ASIDE = np.array([1.0, 0.0], np.float32), np.array([0.0, 1.0], np.float32)


def found_in(
    passages: Sequence[Passage], vectors: Vectors, stated: Sequence[tuple[str, str]], entities: Sequence[Entity]
) -> list[Mention]:
    rows = {entity.id: row for row, entity in enumerate(entities)}
    names = names_in(passages, folded_names(entities))
    found = find_mentions(names, passages, vectors, rows, np.array([UP, ASIDE])[: len(rows)], stated)
    assert np.array_equal(np.sort(found.passage), found.passage)
    made = [
        Mention(
            passage_id=passages[found.passage[place]].id,
            entity_id=entities[found.entity[place]].id,
            role=MENTION_ROLES[found.role[place]],
            role_score=found.role_score[place],
            similarity_score=found.similarity_score[place],
            position_score=found.position_score[place],
        )
        for place in range(len(found))
    ]
    assert found.weight.tolist() == pytest.approx([mention.weight for mention in made])
    return made


def mentions(
    text: str, title: str = "", vector: np.ndarray = UP, stated: Sequence[tuple[str, str]] = ()
) -> dict[str, Mention]:
    passage = Passage(id="p", text=text, title=title, language="en")
    found = found_in([passage], np.array([vector]), stated, [ALPHA, BETA])
    assert len(found) == len({mention.entity_id for mention in found})
    return {mention.entity_id: mention for mention in found}


def test_a_name_in_the_title_is_primary_and_stands_at_the_start() -> None:
    found = mentions("Nothing here. Later Alpha.", title="About Alpha")["alpha"]
    assert (found.role, found.role_score, found.position_score) == ("PRIMARY", 1.0, 1.0)


def test_a_name_in_the_title_alone_is_a_mention() -> None:
    assert set(mentions("Nothing here.", title="甲公司")) == {"alpha"}


def test_a_name_in_the_first_sentence_is_secondary() -> None:
    found = mentions("Alpha grew. Beta shrank.")
    assert (found["alpha"].role, found["beta"].role) == ("SECONDARY", "PERIPHERAL")
    assert (found["alpha"].role_score, found["beta"].role_score) == (0.6, 0.3)


@pytest.mark.parametrize("end", "。！？.!?")
def test_chinese_and_latin_marks_end_the_first_sentence(end: str) -> None:
    found = mentions(f"甲公司增长{end}乙公司下滑{end}")
    assert (found["alpha"].role, found["beta"].role) == ("SECONDARY", "PERIPHERAL")


def test_a_text_without_an_end_is_one_sentence() -> None:
    assert mentions("甲公司与乙公司")["beta"].role == "SECONDARY"


def test_the_first_of_several_mentions_counts() -> None:
    text = "x Alpha y Alpha z"
    assert mentions(text)["alpha"].position_score == pytest.approx(1 - 2 / len(text))


def test_similarity_is_the_cosine() -> None:
    found = mentions("Alpha and Beta", vector=np.array([0.6, 0.8], np.float32))
    assert found["alpha"].similarity_score == pytest.approx(0.6)
    assert found["beta"].similarity_score == pytest.approx(0.8)


def test_an_opposite_meaning_is_no_negative_similarity() -> None:
    assert mentions("Alpha", vector=-UP)["alpha"].similarity_score == 0.0


def test_a_rounding_error_is_no_similarity_above_one() -> None:
    assert mentions("Alpha", vector=UP * np.float32(1.0001))["alpha"].similarity_score == 1.0


def test_a_passage_that_names_nobody_has_no_mentions() -> None:
    assert mentions("Nothing to see") == {}


def test_a_name_in_lower_case_is_an_ordinary_word() -> None:
    assert mentions("an alpha version in beta") == {}


def test_a_stated_mention_counts_as_named_at_the_start() -> None:
    found = mentions("The firm grew. It hired.", stated=[("p", "beta")])
    assert set(found) == {"beta"}
    assert (found["beta"].role, found["beta"].position_score) == ("SECONDARY", 1.0)


def test_a_stated_mention_that_is_found_by_name_stands_where_it_is_found() -> None:
    text = "It rained. Later Alpha grew."
    found = mentions(text, stated=[("p", "alpha"), ("p", "alpha")])["alpha"]
    assert (found.role, found.position_score) == ("PERIPHERAL", pytest.approx(1 - text.index("Alpha") / len(text)))
    assert mentions(text, title="Alpha", stated=[("p", "alpha")])["alpha"].role == "PRIMARY"


def test_what_is_stated_of_another_passage_does_not_count() -> None:
    assert mentions("Nothing here.", stated=[("q", "alpha")]) == {}


def often(passages: int, naming: int, *, title: str = "", stated: bool = False) -> list[str]:
    """Ids of the passages that mention Alpha, where ``naming`` of ``passages`` texts name it."""
    texts = ["Big Alpha grew."] * naming + ["Nothing happened."] * (passages - naming)
    made = [
        Passage(id=f"p{n}", text=text, title=title if n == 0 else "", language="en") for n, text in enumerate(texts)
    ]
    pairs = [("p1", "alpha")] if stated else []
    vectors = np.repeat(UP[np.newaxis], passages, axis=0)
    found = found_in(made, vectors, pairs, [ALPHA])
    return [mention.passage_id for mention in found]


def test_what_is_found_nearly_everywhere_is_a_word_and_no_name() -> None:
    assert len(often(500, 500)) == 500
    assert often(501, 501) == []


def test_a_word_found_too_often_counts_where_the_title_or_the_source_says_so() -> None:
    assert often(501, 501, title="Alpha") == ["p0"]
    assert often(501, 501, stated=True) == ["p1"]


def test_one_passage_in_a_hundred_is_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.ingestion.building.mentions._NEVER_TOO_OFTEN", 2)
    assert len(often(700, 7)) == 7
    assert often(699, 7) == []
