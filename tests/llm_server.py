"""A small OpenAI-compatible server on loopback that answers as a test tells it to, faults included."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

STREAMED_AT_A_TIME = 7  # characters


@dataclass(frozen=True)
class Reaction:
    """What the server does with one request. ``hang_up_after``: characters of the answer, then the line goes dead.

    ``body``: these very bytes instead of a chat completion, of this ``content_type``.
    """

    text: str = "{}"
    status: int = 200
    finish_reason: str = "stop"
    seconds: float = 0.0
    hang_up_after: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    pause: float = 0.0  # seconds between the parts of a stream
    body: bytes | None = None
    content_type: str = "application/json"


@dataclass
class Asked:
    """One request that arrived."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def texts(self) -> list[str]:
        return [message["content"] for message in self.body["messages"]]


class Script:
    """Reactions in order; the last one is repeated. A function may decide by what was asked."""

    def __init__(self) -> None:
        self.reactions: list[Reaction | Callable[[Asked], Reaction]] = [Reaction()]
        self.asked: list[Asked] = []
        self.url = ""
        self.hung_up = Event()
        self._lock = Lock()

    def plan(self, *reactions: Reaction | Callable[[Asked], Reaction]) -> None:
        self.reactions = list(reactions)

    def next(self, asked: Asked) -> Reaction:
        with self._lock:
            self.asked.append(asked)
            chosen = self.reactions.pop(0) if len(self.reactions) > 1 else self.reactions[0]
        return chosen if isinstance(chosen, Reaction) else chosen(asked)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        script: Script = self.server.script  # type: ignore[attr-defined]
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        reaction = script.next(Asked(self.path, body, {name.lower(): value for name, value in self.headers.items()}))
        time.sleep(reaction.seconds)
        try:
            if reaction.status != 200:
                self._send(reaction, json.dumps({"error": {"message": "sk-secret is wrong"}}).encode())
            elif reaction.body is not None:
                self._send(reaction, reaction.body)
            elif body.get("stream"):
                self._stream(reaction)
            else:
                self._answer(reaction)
        except (BrokenPipeError, ConnectionResetError):
            script.hung_up.set()

    def _answer(self, reaction: Reaction) -> None:
        choice = {
            "index": 0,
            "finish_reason": reaction.finish_reason,
            "message": {"role": "assistant", "content": reaction.text},
        }
        usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
        whole = json.dumps(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": "m",
                "choices": [choice] if reaction.text != "no choices" else [],
                "usage": usage,
            }
        ).encode()
        if reaction.hang_up_after is None:
            self._send(reaction, whole)
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(whole)))
        self.end_headers()
        self.wfile.write(whole[: reaction.hang_up_after])
        self.close_connection = True

    def _stream(self, reaction: Reaction) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        text = reaction.text if reaction.hang_up_after is None else reaction.text[: reaction.hang_up_after]
        for start in range(0, len(text), STREAMED_AT_A_TIME):
            self._event([{"index": 0, "delta": {"content": text[start : start + STREAMED_AT_A_TIME]}}])
            time.sleep(reaction.pause)
        if reaction.hang_up_after is not None:
            self.close_connection = True
            return
        self._event([{"index": 0, "delta": {}, "finish_reason": reaction.finish_reason}])
        self._event([], {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120})
        self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _event(self, choices: list[Any], usage: dict[str, int] | None = None) -> None:
        event = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": choices}
        self._chunk(b"data: " + json.dumps(event | ({"usage": usage} if usage else {})).encode() + b"\n\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _send(self, reaction: Reaction, body: bytes) -> None:
        self.send_response(reaction.status)
        for name, value in {"Content-Type": reaction.content_type, **reaction.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def llm_server() -> Iterator[Script]:
    """A server that follows the script it gives, at ``script.url``."""
    script = Script()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    server.script = script  # type: ignore[attr-defined]
    script.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()  # asked so often to end
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
