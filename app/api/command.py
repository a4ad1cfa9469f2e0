"""The API alone, without a page: ``python -m app.api [--host 127.0.0.1] [--port 3018]``."""

from __future__ import annotations

import logging
import sys

import uvicorn

from app.api.application import create_api
from app.runtime.services import services
from core.cli.number_types import port_number
from core.cli.usage import Parser
from core.errors import GuanxiError
from core.runtime.listening import listening
from core.settings import load_settings

_PORT = 3018
_GRACE = 10  # seconds for requests that are being answered when the process is asked to end


def main() -> int:
    """Serve until Ctrl-C."""
    parser = Parser(prog="python -m app.api", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=port_number, default=_PORT, metavar="PORT")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s %(message)s")
    try:
        settings = load_settings()
        open_socket = listening(options.host, options.port)
        api = create_api(services, settings, bound_to=options.host)
    except GuanxiError as error:
        print(error.message("en"), error.message("zh"), sep="\n", file=sys.stderr)
        return 1
    proxies = settings.trusted_proxies.split()
    config = uvicorn.Config(
        api,
        access_log=False,
        server_header=False,
        log_config=None,
        h11_max_incomplete_event_size=32_768,
        timeout_graceful_shutdown=_GRACE,
        lifespan="off",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
    )
    try:
        with open_socket:
            uvicorn.Server(config).run(sockets=[open_socket])
    except KeyboardInterrupt:  # what it was ended by, told again once all is answered
        return 0
    return 0
