from __future__ import annotations

import json
import unicodedata

import pytest

from core.reasoning.json_answer import AnswerFault
from core.reasoning.recommendation_parser import (
    DropReason,
    ParsedRecommendations,
    RecommendedRelation,
    parse_recommendations,
)

CANDIDATES = ["宁德时代", "比亚迪", "CATL", "Café Müller", "ＢＹＤ", "Tesla"]
TYPES = ["competitor", "supplies"]


def parsed(text: str, *, limit: int = 10, source_id: str | None = "Tesla") -> ParsedRecommendations:
    sources = [] if source_id is None else [source_id]
    return parse_recommendations(text, candidates=CANDIDATES, sources=sources, relation_types=TYPES, limit=limit)


def item(target: object, relevance: object = 0.8, kind: object = "competitor") -> dict[str, object]:
    return {"targetEntryId": target, "relationType": kind, "relevance": relevance}


def answer(*items: object) -> str:
    return json.dumps({"relations": items}, ensure_ascii=False)


def relation(
    target: str, relevance: float = 0.8, kind: str = "competitor", source: str | None = "Tesla"
) -> RecommendedRelation:
    return RecommendedRelation(source, target, kind, relevance)


def test_relations_come_back_most_relevant_first() -> None:
    found = parsed(answer(item("CATL", 0.5), item("宁德时代", 0.91, "supplies"), item("比亚迪", 0.5)))
    assert found == ParsedRecommendations(
        (relation("宁德时代", 0.91, "supplies"), relation("CATL", 0.5), relation("比亚迪", 0.5)), {}, None
    )


def test_a_fenced_answer_with_extra_keys_is_read() -> None:
    extra = {**item(" 宁德时代\u3000", kind=" competitor\n"), "reason": "同行"}
    text = f"结果：\n```json\n{json.dumps({'relations': [extra], 'note': 1})}\n```"
    assert parsed(text) == ParsedRecommendations((relation("宁德时代"),))


@pytest.mark.parametrize("wrong", [None, 1, "宁德时代", [], [item("宁德时代")], True])
def test_an_item_that_is_no_object_is_malformed(wrong: object) -> None:
    assert parsed(answer(wrong)) == ParsedRecommendations((), {DropReason.MALFORMED: 1})


@pytest.mark.parametrize(
    "target",
    [
        None,
        7,
        True,
        ["宁德时代"],
        {"id": "CATL"},
        "",
        "宁德",
        "寧德時代",
        "catl",
        "ＣＡＴＬ",
        "CATL.",
        "BYD",
        unicodedata.normalize("NFD", "Café Müller"),
        "\ufeffCATL",
        "\ud800",
    ],
)
def test_an_id_that_is_not_exactly_a_candidate_is_unknown(target: object) -> None:
    assert parsed(answer(item(target))) == ParsedRecommendations((), {DropReason.UNKNOWN_ID: 1})


def test_an_item_without_an_id_is_unknown() -> None:
    assert parsed(answer({})) == ParsedRecommendations((), {DropReason.UNKNOWN_ID: 1})


@pytest.mark.parametrize("source", ["Tesla", "比亚迪"])
def test_the_source_is_not_related_to_itself(source: str) -> None:
    text = answer(item(f" {source} ", kind="?"))
    assert parsed(text, source_id=source) == ParsedRecommendations((), {DropReason.SELF: 1})


def test_without_a_source_every_candidate_may_be_named() -> None:
    assert parsed(answer(item("Tesla")), source_id=None).items == (relation("Tesla", source=None),)


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ("比亚迪", ParsedRecommendations((relation("CATL", source="比亚迪"),))),
        (" Tesla\n", ParsedRecommendations((relation("CATL", source="Tesla"),))),
        ("CATL", ParsedRecommendations((), {DropReason.UNKNOWN_ID: 1})),  # a candidate, but not asked about
        ("tesla", ParsedRecommendations((), {DropReason.UNKNOWN_ID: 1})),
        (None, ParsedRecommendations((), {DropReason.UNKNOWN_ID: 1})),
        ("", ParsedRecommendations((), {DropReason.UNKNOWN_ID: 1})),
        (["Tesla"], ParsedRecommendations((), {DropReason.UNKNOWN_ID: 1})),
    ],
)
def test_of_several_companies_each_item_names_its_own(named: object, found: ParsedRecommendations) -> None:
    text = answer({**item("CATL"), "sourceEntryId": named})
    sources = ["Tesla", "比亚迪"]
    parsed = parse_recommendations(text, candidates=CANDIDATES, sources=sources, relation_types=TYPES, limit=9)
    assert parsed == found


def test_of_several_companies_an_item_may_leave_open_which() -> None:
    sources = ["Tesla", "比亚迪"]
    found = parse_recommendations(
        answer(item("CATL")), candidates=CANDIDATES, sources=sources, relation_types=TYPES, limit=9
    )
    assert found == ParsedRecommendations((relation("CATL", source=None),))


def test_of_several_companies_none_is_related_to_itself() -> None:
    text = answer({**item("Tesla"), "sourceEntryId": "Tesla"}, {**item("Tesla", 0.4), "sourceEntryId": "比亚迪"})
    found = parse_recommendations(
        text, candidates=CANDIDATES, sources=["Tesla", "比亚迪"], relation_types=TYPES, limit=9
    )
    assert found == ParsedRecommendations((relation("Tesla", 0.4, source="比亚迪"),), {DropReason.SELF: 1})


@pytest.mark.parametrize("kind", [None, 1, ["competitor"], "", "Competitor", "ｓｕｐｐｌｉｅｓ", "竞争", "related"])
def test_a_type_that_is_not_exactly_one_of_the_types_is_unknown(kind: object) -> None:
    assert parsed(answer(item("CATL", "?", kind))) == ParsedRecommendations((), {DropReason.UNKNOWN_TYPE: 1})


@pytest.mark.parametrize(
    "relevance",
    [None, True, False, "0.9", [0.9], {}, float("nan"), float("inf"), float("-inf"), 10**400, -(10**400)],
    ids=lambda drawn: str(drawn)[:8],
)
def test_a_relevance_that_is_no_finite_number_does_not_count(relevance: object) -> None:
    assert parsed(answer(item("宁德时代", relevance))) == ParsedRecommendations((), {DropReason.NO_RELEVANCE: 1})


def test_a_missing_relevance_does_not_count() -> None:
    text = answer({"targetEntryId": "CATL", "relationType": "supplies"})
    assert parsed(text) == ParsedRecommendations((), {DropReason.NO_RELEVANCE: 1})


@pytest.mark.parametrize("digits", ["1" + "0" * 400, "9" * 10_000, "1e999"], ids=len)
def test_one_endless_number_does_not_spoil_the_others(digits: str) -> None:
    text = answer(item("CATL", 0), item("比亚迪")).replace('"relevance": 0}', f'"relevance": {digits}}}')
    assert parsed(text) == ParsedRecommendations((relation("比亚迪"),), {DropReason.NO_RELEVANCE: 1})


@pytest.mark.parametrize("relevance", [0.2999999, 0.295, 0, -0.0, -3, -1e308])
def test_below_the_least_relevance_is_weak_whatever_rounding_would_make_of_it(relevance: float) -> None:
    assert parsed(answer(item("宁德时代", relevance))) == ParsedRecommendations((), {DropReason.WEAK: 1})


@pytest.mark.parametrize(
    ("relevance", "shown"), [(0.3, 0.3), (0.304, 0.3), (0.876, 0.88), (0.999, 1.0), (1, 1.0), (85, 1.0), (1e308, 1.0)]
)
def test_a_relevance_is_clamped_and_rounded(relevance: float, shown: float) -> None:
    assert parsed(answer(item("CATL", relevance))).items == (relation("CATL", shown),)


def test_of_items_about_one_target_the_most_relevant_stays_in_its_own_place() -> None:
    found = parsed(answer(item("CATL", 0.5), item("宁德时代", 0.9), item(" CATL", 0.9, "supplies")))
    assert found.items == (relation("宁德时代", 0.9), relation("CATL", 0.9, "supplies"))
    assert found.dropped == {DropReason.DUPLICATE: 1}


def test_of_equals_after_rounding_the_first_stays() -> None:
    found = parsed(answer(item("比亚迪", 0.901), item("比亚迪", 0.904, "supplies"), item("比亚迪", 0.4)))
    assert found == ParsedRecommendations((relation("比亚迪", 0.9),), {DropReason.DUPLICATE: 2})


@pytest.mark.parametrize(("limit", "kept"), [(0, 0), (1, 1), (2, 2), (9, 3)])
def test_what_exceeds_the_limit_is_counted(limit: int, kept: int) -> None:
    found = parsed(answer(item("CATL", 0.7), item("宁德时代", 0.9), item("比亚迪")), limit=limit)
    assert found.items == (relation("宁德时代", 0.9), relation("比亚迪"), relation("CATL", 0.7))[:kept]
    assert found.dropped == ({DropReason.OVER_LIMIT: 3 - kept} if kept < 3 else {})


def test_a_negative_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="limit must not be negative, not -1"):
        parsed(answer(), limit=-1)


def test_no_relations_is_an_answer() -> None:
    assert parsed('{"relations": []}') == ParsedRecommendations((), {}, None)


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"relations": null}',
        '{"relations": {}}',
        '{"Relations": []}',
        '{"relations": "[]"}',
        json.dumps([item("CATL")]),
        json.dumps(item("CATL")),
    ],
)
def test_another_shape_is_not_interpreted(text: str) -> None:
    assert parsed(text) == ParsedRecommendations(failure="wrong_shape")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", AnswerFault.BLANK),
        ("没有相关公司。", AnswerFault.NOT_JSON),
        (answer(item("CATL"), item("宁德时代"))[:-3], AnswerFault.TRUNCATED),
        (answer(item("CATL"))[:-1] + ",,}", AnswerFault.NOT_JSON),
        ("[" * 100_000, AnswerFault.NOT_JSON),
    ],
    ids=["blank", "prose", "cut-off", "broken", "deep"],
)
def test_nothing_is_guessed_from_what_is_no_json(text: str, fault: AnswerFault) -> None:
    assert parsed(text) == ParsedRecommendations(failure=fault)


def test_ten_thousand_items_are_all_accounted_for() -> None:
    known = [f"公司{number}" for number in range(4000)]
    items = [item(f"公司{number % 5000}", number % 100 / 100) for number in range(10_000)]
    found = parse_recommendations(answer(*items), candidates=known, sources=["公司99"], relation_types=TYPES, limit=50)
    assert [(relation.target_id, relation.relevance) for relation in found.items[:2]] == [
        ("公司199", 0.99),
        ("公司299", 0.99),
    ]
    assert len(found.items) == 50
    assert found.dropped == {
        DropReason.UNKNOWN_ID: 2000,
        DropReason.SELF: 2,
        DropReason.WEAK: 2400,
        DropReason.DUPLICATE: 2799,
        DropReason.OVER_LIMIT: 2749,
    }
