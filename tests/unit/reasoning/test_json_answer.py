from __future__ import annotations

import json
import math
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.reasoning.json_answer import AnswerFault, JsonAnswerError, json_value

BLANK, TRUNCATED, NOT_JSON = AnswerFault.BLANK, AnswerFault.TRUNCATED, AnswerFault.NOT_JSON
MILLION = 1_000_000

any_text = st.text(st.characters(exclude_categories=[]), max_size=12)  # lone surrogates too
tricky_text = st.sampled_from(["{", "]", '"', "\\", "</think>", "<think>", "```", "```json\n{}\n```", "公司", "\ud800"])
texts = any_text | tricky_text
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=10
)
objects = st.dictionaries(texts, values, min_size=1, max_size=4)
containers = objects | st.lists(values, max_size=4)
prose = st.sampled_from(
    ["", "\ufeff", " \n", "以下是结果：\n", "Here it is:\n", "{公司} ", "<think>[1, {</think>\n", "a" * 50]
)
wrappings = st.sampled_from(
    ["{}", "```json\n{}\n```", "```\n{}```", "```JSON\n{}", "<think>\n\n</think>\n\n{}", "thought [0] aloud</think>{}"]
)
pieces = st.sampled_from(
    [
        "{",
        "}",
        "[",
        "]",
        '"',
        "\\",
        "\\u12",
        ":",
        ",",
        "1",
        "-",
        "1e",
        "tru",
        "NaN",
        " ",
        "\n",
        "```",
        "json",
        "公司",
        "<think>",
        "</think>",
        '{"a": 1}',
        "\ufeff",
        "\x00",
        "\udc00",
    ]
)


def fault_of(text: str) -> AnswerFault | None:
    try:
        json_value(text)
    except JsonAnswerError as error:
        return error.fault
    return None


@pytest.mark.parametrize(
    "text",
    [
        '{"a": [1, "乙"]}',
        '\ufeff \r\n{"a": [1, "乙"]}\n',
        '```json\n{"a": [1, "乙"]}\n```',
        '```\n{"a": [1, "乙"]}\n```\nDone.',
        '```json\n{"a": [1, "乙"]}',
        '好的，结果如下：{"a": [1, "乙"]}。希望有帮助！',
        '<think>maybe {"a": 0}</think>{"a": [1, "乙"]}',
        '<THINK>maybe {"a": 0</THINK>\n<think></think>{"a": [1, "乙"]}',
        'maybe {"a": 0}? No.</think>{"a": [1, "乙"]}',
        'maybe 0? No.</think>{"a": [1, "乙"]}',
        '{"a": [1, "乙"]} <think>was that right?</think>',
        '{"a": [1, "乙"]} {"a": 2}',
        '{{"a": [1, "乙"]}}',
        'the set {x, y} and [[甲公司]]: {"a": [1, "乙"]}',
        'an open { brace: {"a": [1, "乙"]}',
        'as in {"a": …}: {"a": [1, "乙"]}',
        'not {"a": ["x" "}"]} but {"a": [1, "乙"]}',
        '{"a": 0, "a": [1, "乙"]}',
    ],
)
def test_the_first_complete_value_is_found(text: str) -> None:
    assert json_value(text) == {"a": [1, "乙"]}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", BLANK),
        (" \ufeff\n\u3000", BLANK),
        ("<think>{}</think>\n", BLANK),
        ("```json\n```", BLANK),
        ('{"a": "x', TRUNCATED),
        ('{"a": "\\u12', TRUNCATED),
        ('{"a": "\\u1234', TRUNCATED),
        ('{"a": "\\', TRUNCATED),
        ('{"a": [1, 2], "b": -Inf', TRUNCATED),
        ('{"a": [1, 2], "b": 1.', TRUNCATED),
        ("[1e+", TRUNCATED),
        ("[fals", TRUNCATED),
        ('```json\n{"a": [1, 2],\n```', TRUNCATED),
        ("<think>perhaps {}", TRUNCATED),
        ("抱歉，我不知道。", NOT_JSON),
        ("42", NOT_JSON),
        ('"text"', NOT_JSON),
        ("thought {} only</think> sorry", NOT_JSON),
        ("{'a': 1}", NOT_JSON),
        ('{"a": {"b": 1}, oops}', NOT_JSON),
        ('{"a": {"b": 1}, oops', NOT_JSON),
        ('{"a": oops, "b": {"c": 1}}', NOT_JSON),
        ('{"a": "the "big" one", "b": [1]}', NOT_JSON),
        ('[{"a": 1}, {"a": 2},]', NOT_JSON),
        ('["\\x"]', NOT_JSON),
    ],
)
def test_what_holds_no_value_says_why(text: str, fault: AnswerFault) -> None:
    assert fault_of(text) is fault


def test_the_error_carries_its_fault() -> None:
    with pytest.raises(JsonAnswerError, match="not_json") as caught:
        json_value("no")
    assert isinstance(caught.value, ValueError)


def test_numbers_beyond_the_finite_stay_readable() -> None:
    found = json_value(f"[NaN, Infinity, -Infinity, 1e999, {10**400}, {'9' * 100_000}, -{'9' * 5000}]")
    assert isinstance(found, list)
    assert math.isnan(found[0])
    assert found[1:] == [math.inf, -math.inf, math.inf, 10**400, math.inf, -math.inf]


def test_line_breaks_and_surrogates_in_strings_are_kept() -> None:
    assert json_value('["a\nb", "\\ud800", "\udc00"]') == ["a\nb", "\ud800", "\udc00"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[" * MILLION, NOT_JSON),
        ("{" * MILLION, NOT_JSON),
        ('{"a":' * (MILLION // 5), NOT_JSON),
        ("[" * 100_000 + "]" * 100_000, NOT_JSON),
        ("{ prose " * 100_000, NOT_JSON),
        ("公司{ 散文\n" * 100_000, NOT_JSON),
        ("公司\n" * 300_000 + "{ 散文" * 1000, NOT_JSON),
        ('["a" x] ' * 100_000, NOT_JSON),
        ('{"a" x' * 100_000, NOT_JSON),
        ('{"a" x ' + '\\"' * (MILLION // 2), NOT_JSON),
        ("{}</think>" * 100_000, NOT_JSON),
        ("<think>" * 150_000, TRUNCATED),
        ("<think></think>" * 70_000, BLANK),
        ("```json\n" * 125_000, BLANK),
        ("{" + " " * MILLION, TRUNCATED),
    ],
    ids=lambda drawn: repr(drawn[:12]),
)
def test_a_million_characters_end_soon(text: str, fault: AnswerFault) -> None:
    began = time.process_time()
    assert fault_of(text) is fault
    assert time.process_time() - began < 1.0


@given(containers, wrappings, prose, st.sampled_from([None, 1]), st.booleans())
def test_any_value_comes_back_from_fences_and_prose(
    value: object, wrapping: str, before: str, indent: int | None, escaped: bool
) -> None:
    written = json.dumps(value, ensure_ascii=False, indent=indent)
    if escaped and written.isprintable():  # two escaped halves of one character would come back joined
        written = json.dumps(value, indent=indent)
    assert json_value(before + wrapping.replace("{}", written) + "\n以上。") == value


@given(objects, st.data(), st.sampled_from(["", "```json\n", "结果：", "<think>x</think>"]), st.booleans())
def test_an_object_cut_off_anywhere_is_truncated(
    value: dict[str, object], data: st.DataObject, before: str, escaped: bool
) -> None:
    written = json.dumps(value, ensure_ascii=escaped)
    cut = data.draw(st.integers(1, len(written) - 1))
    assert fault_of(before + written[:cut]) is TRUNCATED


@pytest.mark.parametrize("escaped", [True, False])
def test_every_prefix_of_a_full_object_is_truncated(escaped: bool) -> None:
    value = {
        "关系": [{"id": '甲\n\\"😀\ud800', "n": [-1.5e-30, 10**30, True, False, None]}, math.inf, -math.inf],
        "": {},
    }
    written = json.dumps([value, math.nan], ensure_ascii=escaped)
    assert {fault_of(written[:cut]) for cut in range(1, len(written))} == {TRUNCATED}


@given(st.text(st.characters(exclude_categories=[])) | st.lists(pieces, max_size=12).map("".join))
def test_any_text_gives_a_container_or_a_fault(text: str) -> None:
    try:
        found = json_value(text)
    except JsonAnswerError as error:
        assert error.fault in AnswerFault
        return
    assert isinstance(found, dict | list)


@given(any_text)
def test_text_without_brackets_is_never_a_value(text: str) -> None:
    assume(not set(text) & set("{["))
    assert fault_of(text) in {BLANK, NOT_JSON, TRUNCATED}
