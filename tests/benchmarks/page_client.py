"""A user of the page without a browser: speaks Streamlit's WebSocket protocol, as its own front end does."""

from __future__ import annotations

import time

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState, ContextInfo
from streamlit.proto.Common_pb2 import DoubleArray
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from websockets.sync.client import connect


class PageClient:
    """One open page. ``exceptions``: what the page has reported as failed; ``components``: names of those drawn."""

    def __init__(self, url: str, query: str) -> None:
        self._connection = connect(
            f"{url.replace('http', 'ws', 1)}/_stcore/stream", subprotocols=["streamlit"], max_size=None
        )
        self._url, self._query = url, query
        self._sliders: dict[str, str] = {}
        self._widgets: dict[str, float] = {}
        self.exceptions: list[str] = []
        self.components: set[str] = set()
        self.bytes_received = 0

    def __enter__(self) -> PageClient:
        self._socket = self._connection.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.__exit__(None, None, None)

    def open(self) -> float:
        """Run the page once; seconds until it is finished."""
        return self._timed()

    def move(self, label: str, value: float) -> float:
        """Put the slider of this label at ``value``; seconds until the page has been drawn anew."""
        self._widgets[self._sliders[label]] = value
        return self._timed()

    def _timed(self) -> float:
        start = time.perf_counter()
        self._send()
        while not self._read(timeout=60):
            pass
        return time.perf_counter() - start

    def _send(self) -> None:
        states = [
            WidgetState(id=key, double_array_value=DoubleArray(data=[value])) for key, value in self._widgets.items()
        ]
        context = ContextInfo(timezone="UTC", locale="en-US", url=f"{self._url}/?{self._query}")
        state = ClientState(query_string=self._query, widget_states=WidgetStates(widgets=states), context_info=context)
        self._socket.send(BackMsg(rerun_script=state).SerializeToString())

    def _read(self, timeout: float) -> bool:
        """Take one message in; True if it says that the run is finished."""
        raw = self._socket.recv(timeout=timeout)
        assert isinstance(raw, bytes)
        self.bytes_received += len(raw)
        message = ForwardMsg.FromString(raw)
        kind = message.WhichOneof("type")
        if kind == "page_info_changed":
            self._query = message.page_info_changed.query_string
        elif kind == "delta":
            self._element(message)
        return kind == "script_finished" and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY

    def _element(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        if element.WhichOneof("type") == "slider":
            self._sliders[element.slider.label] = element.slider.id
        elif element.WhichOneof("type") == "bidi_component":
            self.components.add(element.bidi_component.component_name)
        elif element.WhichOneof("type") == "exception":
            self.exceptions.append(element.exception.message)
