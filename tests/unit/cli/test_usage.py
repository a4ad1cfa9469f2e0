"""A command that is written wrongly: its fault is said in English and in Chinese, whatever the fault."""

from __future__ import annotations

import re

import pytest

from core.cli.parser import main
from core.cli.usage import Parser

_ENGLISH = re.compile(r"[a-z]{2,} [a-z]{2,}")


def _fault(said: str) -> tuple[str, str]:
    """What is said in English, and in Chinese."""
    english, chinese = said.strip().splitlines()[-2:]
    return english.partition(": error: ")[2], chinese.partition("：错误：")[2]


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "nonsense",
        "answer",
        "answer x --language fr",
        "versions --restore",
        "discover --max-results many",
        "discover --max-results -3",
        "discover --nonsense",
        "discover --m 3",
        "discover --company CATL --influence {",
        "same-companies --merge a",
        "stats --json=1",
        "compare",
        "path CATL",
        "decide CATL partner Tesla maybe",
        "workspace --forget nonsense",
        "bulk nonsense",
        "api-key",
        "mcp --port 70000",
        "mcp --port 0",
        "mcp --port x",
        "local-llm x.gguf --port -1",
        "evaluate --influence nonsense",
    ],
)
def test_every_fault_is_said_in_both_languages(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments.split())
    assert ended.value.code == 2
    english, chinese = _fault(capsys.readouterr().err)
    assert english and re.search(r"[\u3400-\u9fff]", chinese)
    assert not _ENGLISH.search(chinese), chinese


@pytest.mark.parametrize("arguments", ["", "--one 1 --other 1", "--some", "--number x", "--one 1 extra --at-most"])
def test_what_no_command_asks_for_yet(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser(prog="p")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--one")
    group.add_argument("--other")
    parser.add_argument("--some", nargs="+")
    parser.add_argument("--number", type=int)
    with pytest.raises(SystemExit):
        parser.parse_args(arguments.split())
    _, chinese = _fault(capsys.readouterr().err)
    assert re.search(r"[\u3400-\u9fff]", chinese) and not _ENGLISH.search(chinese), chinese


def test_commands_that_the_caller_runs_are_listed_with_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"], others={"brew": "make coffee"})
    shown = capsys.readouterr().out
    assert ended.value.code == 0
    assert re.search(r"^ +brew +make coffee$", shown, re.MULTILINE)
    assert re.search(r"^ +search ", shown, re.MULTILINE)
