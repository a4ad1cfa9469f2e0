"""``python -m core local-llm``: serve the GGUF file of a user, and say how to use it."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

from core.cli.number_types import port_number, positive
from core.messages import Language, translate
from core.reasoning.llm.local_server import HOST, log_file, model_name, require_model, start, stop, wait_until_ready
from core.settings import Settings

_TO_LOAD = 300.0  # seconds, on a slow disk
_TO_ANSWER = 300  # seconds: two busy processors judge ten companies in almost three minutes


def add_options(parser: argparse.ArgumentParser) -> None:
    """The model, where it is served, with how many threads, and the language of what is said about it."""
    processors = os.cpu_count() or 1
    parser.add_argument("model", type=Path, metavar="FILE.gguf", help="a chat model in the format of llama.cpp")
    parser.add_argument("--port", type=port_number, default=8080, metavar="PORT", help="on 127.0.0.1; default: 8080")
    parser.add_argument(
        "--threads", type=positive, default=processors, metavar="N", help=f"default: all processors, here {processors}"
    )
    parser.add_argument("--language", choices=("zh", "en"), default="en")


def run_local_model(options: argparse.Namespace, settings: Settings) -> int:
    """Serve until Ctrl-C (0) or until the server ends by itself (1).

    The lines that set the model up go to stdout, all else to stderr. Raises LocalModelUnavailableError and
    ModelFileUnusableError.
    """
    language: Language = options.language
    folder = settings.knowledge_base_folder.absolute().parent / "models"
    log = str(log_file(folder))
    model = require_model(options.model)
    gigabytes = f"{model.stat().st_size / 1e9:.1f}"
    _say(translate("local_model.plan", language, model=model_name(model), size=gigabytes, log=log))
    if _is_taken(options.port):  # asked first: what is there would be taken for the model
        _say(translate("local_model.port_taken", language, port=str(options.port)))
        return 1
    # the server is ended with this process; Ctrl-C is not heard by itself where a shell began this in the background
    before = {each: signal.signal(each, signal.default_int_handler) for each in (signal.SIGTERM, signal.SIGINT)}
    process: subprocess.Popen[bytes] | None = None
    try:
        process = start(model, folder, options.port, threads=options.threads)
        wait_until_ready(process, options.port, _TO_LOAD)
        _show(model_name(model), options.port, language)
        status = process.wait()
        _say(translate("local_model.ended", language, status=status, log=log))
    except KeyboardInterrupt:
        _say(translate("local_model.stopped", language))
        return 0
    finally:
        if process is not None:
            stop(process)
        for each, handler in before.items():
            signal.signal(each, handler)
    return 1


def _show(model: str, port: int, language: Language) -> None:
    url = f"http://{HOST}:{port}/v1"
    _say(translate("local_model.ready", language, url=url))
    print(f"export GUANXI_LLM_BASE_URL={url}")
    print(f"export GUANXI_LLM_MODEL={shlex.quote(model)}")
    print(f"export GUANXI_LLM_TIMEOUT_SECONDS={_TO_ANSWER}")
    print("export GUANXI_LLM_FACT_FILTER=false", flush=True)  # too slow, and too small to tell facts apart


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _is_taken(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), timeout=1.0).close()
    except OSError:
        return False
    return True
