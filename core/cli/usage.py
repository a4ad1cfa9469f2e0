"""A command that is written wrongly is told how it is called, and its fault in both languages."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from core.messages.library_words import usage_in_words
from core.runtime.installation import as_called

_WRONG_USE = 2  # as argparse has it


class Parser(argparse.ArgumentParser):
    """Arguments whose faults are said in English and Chinese, as all refusals of the command line are; commands in its
    texts are called as they are here."""

    def __init__(self, *, prog: str | None = None, description: str | None = None, **options: Any) -> None:
        super().__init__(prog=prog and as_called(prog), description=as_called(description or ""), **options)

    def error(self, message: str) -> NoReturn:
        """End the program with what argparse says."""
        self.refuse(usage_in_words(message, "en"), usage_in_words(message, "zh"))

    def refuse(self, english: str, chinese: str) -> NoReturn:
        """End the program with a fault in both languages."""
        self.print_usage(sys.stderr)
        self.exit(_WRONG_USE, f"{self.prog}: error: {english}\n{self.prog}：错误：{chinese}\n")
