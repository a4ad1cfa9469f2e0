"""What ``python -m app`` does: an address that cannot be used is refused before Streamlit begins to serve there."""

from __future__ import annotations

import sys
from pathlib import Path

from click import Abort, UsageError
from streamlit.web.cli import main as streamlit

from app.runtime.outside_address import disable_external_address_lookup
from core.cli.number_types import port_number
from core.cli.usage import Parser
from core.runtime.interrupt import INTERRUPTED
from core.runtime.listening import AddressTakenError, listening

_PORT = 8501
_SERVER = Path(__file__).parents[1] / "server.py"


def main() -> int:
    """Serve until Ctrl-C."""
    parser = Parser(prog="python -m app", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=port_number, default=_PORT, metavar="PORT")
    options, others = parser.parse_known_args()
    if others and not others[0].startswith("-"):  # a bare port, which Streamlit would hand on to the pages
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    try:
        listening(options.host, options.port).close()
    except AddressTakenError as error:
        print(error.message("en"), error.message("zh"), sep="\n", file=sys.stderr)
        return 1
    address = ["--server.address", options.host, "--server.port", str(options.port)]
    disable_external_address_lookup()  # Streamlit prints addresses before it loads the server
    try:
        streamlit(["run", str(_SERVER), *address, *others], standalone_mode=False)
    except UsageError as error:  # what the rest holds is known to Streamlit alone
        parser.error(error.format_message())
    except Abort:  # Streamlit's word for Ctrl-C
        return INTERRUPTED
    return 0
