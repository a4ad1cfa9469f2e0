"""Page and API in one process: ``streamlit run app/server.py``."""

import math
import sys
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:  # Streamlit puts only app/ on the path
    sys.path.insert(0, str(ROOT))

from core.runtime.collecting import rarely_collecting  # noqa: E402

starting = ExitStack()
starting.enter_context(rarely_collecting())  # reading a thousand modules takes half as long again with it
import streamlit as st  # noqa: E402
from starlette.middleware import Middleware  # noqa: E402
from starlette.routing import BaseRoute  # noqa: E402
from streamlit.config import set_option  # noqa: E402

from app.api.application import ApiRoute, create_api  # noqa: E402
from app.runtime.page_requests import page_failed  # noqa: E402
from app.runtime.proxies import trust_only  # noqa: E402
from app.runtime.services import services  # noqa: E402
from app.shell.sign_in import SignIn  # noqa: E402
from core.settings import Settings, SettingsInvalidError, load_settings  # noqa: E402


def _settings() -> Settings | None:
    """None where they are invalid: the page says what is wrong with them, and there is no API."""
    try:
        return load_settings()
    except SettingsInvalidError as error:
        _say(error)
        return None


def _routes(settings: Settings | None) -> list[BaseRoute]:
    if settings is None:
        return []
    try:
        return [ApiRoute(create_api(services, settings, bound_to=st.get_option("server.address") or ""))]
    except SettingsInvalidError as error:  # keys that cannot be read: pages are served, and no API
        _say(error)
        return []


def _middleware(settings: Settings | None) -> list[Middleware]:
    password = settings.page_password.get_secret_value() if settings else ""
    return [Middleware(SignIn, password=password)] if password else []


def _say(error: SettingsInvalidError) -> None:
    print(error.message("en"), error.message("zh"), sep="\n", file=sys.stderr)


found = _settings()
trust_only(found.trusted_proxies.split() if found is not None else [])
if found is not None:
    set_option("server.maxUploadSize", math.ceil(found.import_max_file_bytes / 2**20))
# Streamlit looks for this very call in the text of this file
app = st.App(ROOT / "app/main.py", routes=_routes(found), middleware=_middleware(found), on_script_error=page_failed)
starting.close()  # the services, begun above, go on collecting rarely until they are warm
