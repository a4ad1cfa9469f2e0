"""What the world sees of this machine is asked of nobody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests
from streamlit import net_util
from streamlit.config import get_config_options
from streamlit.config_option import ConfigOption
from streamlit.web.bootstrap import _print_url
from streamlit.web.server.server_util import is_url_from_allowed_origins

from app.runtime.outside_address import disable_external_address_lookup


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    sent: list[Any] = []

    def get(*arguments: object, **_: object) -> None:
        sent.append(arguments)
        raise requests.ConnectionError

    monkeypatch.setattr(requests, "get", get)
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)
    yield sent


def test_neither_printed_addresses_nor_compared_origins_send_a_request(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("streamlit.net_util._external_ip", None)
    monkeypatch.setitem(get_config_options(), "server.headless", ConfigOption("server.headless", default_val=True))
    assert not is_url_from_allowed_origins("http://elsewhere.example")
    assert asked  # as it is without the change
    asked.clear()
    disable_external_address_lookup()
    assert not is_url_from_allowed_origins("http://elsewhere.example")
    _print_url(False)
    assert not asked
