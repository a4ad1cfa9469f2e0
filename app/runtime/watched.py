"""Work that goes on in the background for as long as somebody looks at the page."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

import streamlit as st

from app.runtime.page_requests import request_id_here
from core.errors import GuanxiError
from core.monitoring.request_ids import carried, working_for

Value = TypeVar("Value")
CancellationCheck = Callable[[], None]
_PATIENCE = 5.0  # seconds without a look after which the page counts as left
_log = logging.getLogger("guanxi")


class _LeftError(Exception):
    """Nobody looks at the page any more."""


class Watched(Generic[Value]):
    """``work`` in a thread of its own. It gets a function to call now and then, which ends it when nobody looks."""

    def __init__(self, work: Callable[[CancellationCheck], Value]) -> None:
        self.value: Value | None = None
        self.error: GuanxiError | None = None
        self.left = False  # ended because nobody looked
        self._looked = time.monotonic()
        self._wanted = True
        with working_for(request_id_here()):  # a button's callback comes before the page has begun to run
            self._thread = Thread(target=carried(self._run), args=(work,), name="watched", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether there is neither a value nor an error yet."""
        return self._thread.is_alive()

    def look(self) -> None:
        """Somebody looks: go on."""
        self._looked = time.monotonic()

    def abandon(self) -> None:
        """Nobody wants it any more."""
        self._wanted = False

    def _run(self, work: Callable[[CancellationCheck], Value]) -> None:
        try:
            self.value = work(self._check_cancelled)
        except _LeftError:
            self.left = True
            _log.info("the model was not waited for")
        except GuanxiError as error:
            self.error = error
        except Exception as error:  # noqa: BLE001 - the page must say so instead of waiting for ever
            _log.exception("work for a page failed")
            self.error = GuanxiError()
            self.error.__cause__ = error

    def _check_cancelled(self) -> None:
        if not self._wanted or time.monotonic() - self._looked > _PATIENCE:
            raise _LeftError


@st.fragment(run_every=0.5)
def follow(work: Watched[Value]) -> None:
    """Look twice a second, and show the page anew when it is over."""
    work.look()
    if not work.running:
        st.rerun()
