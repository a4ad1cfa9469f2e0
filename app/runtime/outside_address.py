"""The address that the rest of the world sees of this machine: only a stranger could tell it, and none is asked."""

from __future__ import annotations

from streamlit import net_util


def never_ask_for_it() -> None:
    """Have Streamlit do without.

    It asks a public service, to print the address when a server listens to a whole network, and to compare the origin
    of a websocket with it (``streamlit.net_util.get_external_ip``). No setting of Streamlit turns that off.
    """
    setattr(net_util, "get_external_ip", lambda: None)  # noqa: B010 - mypy knows it as a function that stays
