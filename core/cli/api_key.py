"""``python -m core api-key``: make a key for the HTTP API."""

from __future__ import annotations

import argparse
import sys

from core.monitoring.api_keys import new_key
from core.settings import Settings


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be said of a key."""
    parser.add_argument("name", help="whose key it is: letters, digits, dots, dashes, underscores")
    parser.add_argument("--ingest", action="store_true", help="it may also bring data")
    parser.add_argument("--curate", action="store_true", help="it may also delete, restore and decide")


def run_api_key(options: argparse.Namespace, _: Settings) -> None:
    """The key goes to stdout once; the line to keep, which does not give it away, to stderr."""
    text, key = new_key(options.name, may_ingest=options.ingest, may_curate=options.curate)
    print(text)
    print("Keep this line in GUANXI_API_KEYS or in the file GUANXI_API_KEYS_FILE:", file=sys.stderr)
    print("将下面一行写入 GUANXI_API_KEYS 或文件 GUANXI_API_KEYS_FILE：", file=sys.stderr)
    print(key.line, file=sys.stderr)
