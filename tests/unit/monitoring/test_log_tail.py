from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.discovery.name_resolution import QueryTooLongError
from core.monitoring.log_tail import LogTail, without_sign_in
from core.monitoring.request_ids import working_for
from core.storage.embedding_errors import EmbeddingModelUnavailableError

QUESTION = "who supplies the secret project"
LOG = logging.getLogger("test.log_tail")


@pytest.fixture
def tail() -> Iterator[LogTail]:
    handler = LogTail(kept=3)
    LOG.addHandler(handler)
    LOG.setLevel(logging.DEBUG)
    yield handler
    LOG.removeHandler(handler)


def failing() -> None:
    try:
        float(QUESTION)
    except ValueError as error:
        raise EmbeddingModelUnavailableError(model="m", detail=QUESTION) from error


def messages(tail: LogTail) -> list[str]:
    return [line.message for line in tail.lines()]


def test_the_last_lines_are_kept_newest_first_with_their_requests(tail: LogTail) -> None:
    LOG.debug("not kept")
    for number in range(5):
        with working_for(f"r{number}"):
            LOG.info("line %d", number)
    assert messages(tail) == ["line 4", "line 3", "line 2"]
    assert [line.request_id for line in tail.lines()] == ["r4", "r3", "r2"]


def test_two_hundred_lines_are_kept_unless_said_otherwise() -> None:
    tail = LogTail()
    for number in range(201):
        tail.handle(logging.makeLogRecord({"msg": str(number), "levelno": logging.INFO}))
    assert messages(tail) == [str(number) for number in range(200, 0, -1)]


def test_lines_below_a_level_are_left_out(tail: LogTail) -> None:
    LOG.info("one")
    LOG.error("two")
    LOG.warning("three")
    assert [line.message for line in tail.lines(logging.WARNING)] == ["three", "two"]
    assert [line.level for line in tail.lines(logging.ERROR)] == [logging.ERROR]


def test_of_an_error_only_kind_and_place_are_kept(tail: LogTail) -> None:
    try:
        failing()
    except EmbeddingModelUnavailableError:
        LOG.exception("it failed")
    assert QUESTION not in messages(tail)[0]
    assert messages(tail)[0].startswith(
        "it failed ← EmbeddingModelUnavailableError (embedding_model_unavailable), monitoring/test_log_tail.py:"
    )
    assert "← ValueError, monitoring/test_log_tail.py:" in messages(tail)[0]


def test_errors_among_the_arguments_are_named_and_not_quoted(tail: LogTail) -> None:
    LOG.warning("%s could not: %s", "the model", QueryTooLongError(limit=QUESTION))
    assert messages(tail) == ["the model could not: QueryTooLongError (query_too_long)"]


def test_an_error_that_was_never_raised_has_no_place(tail: LogTail) -> None:
    LOG.error("odd", exc_info=KeyError(QUESTION))
    LOG.error("nothing", exc_info=True)
    assert messages(tail) == ["nothing", "odd ← KeyError"]


def test_causes_are_followed_a_few_steps_only(tail: LogTail) -> None:
    deep: Exception = ValueError("0")
    for number in range(9):
        above = ValueError(str(number))
        above.__cause__ = deep
        deep = above
    LOG.error("deep", exc_info=deep)
    assert messages(tail) == ["deep ← ValueError ← ValueError ← ValueError"]


def test_a_record_that_cannot_be_worded_stops_nobody(tail: LogTail, capsys: pytest.CaptureFixture[str]) -> None:
    tail.handle(logging.LogRecord("guanxi", logging.INFO, "", 0, "%d", ("no number",), None))
    LOG.info("%(name)s", {"name": "from a mapping"})
    assert messages(tail) == ["from a mapping"]
    assert "Logging error" in capsys.readouterr().err


def test_who_identifies_can_be_replaced(tail: LogTail) -> None:
    tail.identify = lambda: "page"
    LOG.info("x")
    assert tail.lines()[0].request_id == "page"


def test_long_messages_are_cut(tail: LogTail) -> None:
    LOG.info("x" * 10_000)
    assert len(messages(tail)[0]) == 500


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("redis://user:pass@host:6379/0 is away", "redis://•••@host:6379/0 is away"),
        ("https://host/a@b", "https://host/a@b"),
        ("mail me@host", "mail me@host"),
    ],
)
def test_sign_ins_of_addresses_are_hidden(text: str, shown: str) -> None:
    assert without_sign_in(text) == shown


@pytest.mark.parametrize("secrets", [*permutations(["key-1", "key-12", "a-key-1234"])])
def test_a_secret_that_holds_another_is_hidden_whole(tail: LogTail, secrets: tuple[str, ...]) -> None:
    tail.hide(secrets)
    LOG.info("a-key-1234, key-12 and key-1")
    assert messages(tail) == ["•••, ••• and •••"]


@given(st.text("abcdef", min_size=12, max_size=12), st.lists(st.integers(4, 12), min_size=1, max_size=4), st.data())
def test_no_line_shows_a_secret_or_the_rest_of_one(text: str, lengths: list[int], data: st.DataObject) -> None:
    """Secrets cut out of one text, so that they hold each other."""
    starts = [data.draw(st.integers(0, len(text) - length)) for length in lengths]
    secrets = [text[start : start + length] for start, length in zip(starts, lengths, strict=True)]
    around = data.draw(st.text("xyz ", min_size=1, max_size=20))
    tail = LogTail()
    tail.hide(["", *secrets])
    for secret in secrets:
        record = logging.LogRecord("guanxi", logging.INFO, "", 0, "%s" + around + "%s", (secret, secret), None)
        tail.handle(record)
    assert set(messages(tail)) == {f"•••{around}•••"}


def test_many_threads_log_at_once() -> None:
    tail = LogTail(kept=100)
    with ThreadPoolExecutor(8) as threads:
        for number in range(500):
            threads.submit(tail.handle, logging.makeLogRecord({"msg": str(number), "levelno": logging.INFO}))
            tail.lines()
    assert len({line.message for line in tail.lines()}) == 100
    assert sys.exc_info() == (None, None, None)
