"""Streamlit is kept from asking a public service for the external address of this machine."""

from __future__ import annotations

from streamlit import net_util


def disable_external_address_lookup() -> None:
    """Replace the lookup by one that finds nothing.

    Streamlit looks the address up to print it where a server listens to a whole network, and to compare it with the
    origin of a websocket (``streamlit.net_util.get_external_ip``). No setting of Streamlit disables that.
    """
    setattr(net_util, "get_external_ip", lambda: None)  # noqa: B010 - mypy takes the function as final
