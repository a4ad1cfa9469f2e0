from __future__ import annotations

import io
import re

from core.evaluation.progress import question_progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_elsewhere_a_line_is_printed_every_ten_per_cent() -> None:
    stream = io.StringIO()
    with question_progress(95, stream) as advance:
        for _ in range(95):
            advance()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 10
    done = [re.search(r"(\d+)/95", line) for line in lines]
    assert [int(found[1]) for found in done if found] == [10, 19, 29, 38, 48, 57, 67, 76, 86, 95]
    assert "questions/s" in lines[-1]


def test_few_questions_print_a_line_each() -> None:
    stream = io.StringIO()
    with question_progress(3, stream) as advance:
        for _ in range(3):
            advance()
    assert len(stream.getvalue().splitlines()) == 3


def test_a_terminal_shows_a_bar() -> None:
    stream = Terminal()
    with question_progress(3, stream) as advance:
        for _ in range(3):
            advance()
    assert "3/3" in stream.getvalue()
    assert "\r" in stream.getvalue()
