"""Ctrl-C: while a program loads, and once its work is done, nothing is to be undone, and it ends at once in silence."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

INTERRUPTED = 130
"""The exit status: 128 and the number of the signal, as shells have it."""

_SHUTDOWN = ("cannot schedule new futures after", "can't create new thread at interpreter shutdown")


def is_shutdown_error(error: BaseException) -> bool:
    """Whether work in the background fails because the interpreter shuts down: thread pools refuse work then.

    Python says so by the text of a RuntimeError alone (``concurrent.futures.ThreadPoolExecutor.submit``).
    """
    return isinstance(error, RuntimeError) and str(error).startswith(_SHUTDOWN)


def end_at_once() -> None:
    """From now on Ctrl-C ends the process, unless what started it has it ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end)


def interruptible(run: Callable[[], int]) -> int:
    """What ``run`` returns, within which Ctrl-C is an exception as usual; ``INTERRUPTED`` if it lets that through."""
    try:
        if signal.getsignal(signal.SIGINT) is _end:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        end_at_once()


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Ctrl-C ends the process within; afterwards it does what it did before. Only the first thread has a say."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    end_at_once()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end(*_: object) -> None:
    os._exit(INTERRUPTED)
