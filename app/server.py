"""Page and API in one process: ``python -m app``, or ``streamlit run app/server.py``."""

import math
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:  # Streamlit puts only app/ on the path
    sys.path.insert(0, str(ROOT))

from core.runtime.garbage_collection import rare_garbage_collection  # noqa: E402
from core.runtime.interrupt import ending_at_once  # noqa: E402

# Loading takes seconds, in which uvicorn would only note that it is to end; reading a thousand modules takes half as
# long again where cycles are looked for as often as else.
with ending_at_once(), rare_garbage_collection():
    import streamlit as st
    from starlette.middleware import Middleware
    from starlette.types import ASGIApp
    from streamlit.config import set_option

    from app.api.application import ApiRoute, create_api
    from app.api.closed import closed_api
    from app.runtime.host_names import HostNames
    from app.runtime.outside_address import disable_external_address_lookup
    from app.runtime.page_requests import page_failed
    from app.runtime.proxies import trust_only
    from app.runtime.services import services
    from app.shell.sign_in import SignIn
    from core.settings import Settings, SettingsInvalidError, load_settings


def _settings() -> Settings | SettingsInvalidError:
    try:
        return load_settings()
    except SettingsInvalidError as error:
        return error


def _api(found: Settings | SettingsInvalidError) -> ASGIApp:
    """Where settings or keys cannot be used, pages are served all the same, and the API says why it is not."""
    try:
        if isinstance(found, SettingsInvalidError):
            raise found
        return create_api(services, found, bound_to=st.get_option("server.address") or "")
    except SettingsInvalidError as error:
        print(error.message("en"), error.message("zh"), sep="\n", file=sys.stderr)
        return closed_api(error)


def _middleware(found: Settings | SettingsInvalidError) -> list[Middleware]:
    password = found.page_password.get_secret_value() if isinstance(found, Settings) else ""
    names = found.host_names.split() if isinstance(found, Settings) else []
    sign_in = [Middleware(SignIn, password=password)] if password else []
    return [Middleware(HostNames, names=names, any_name=bool(password)), *sign_in]


settings = _settings()
disable_external_address_lookup()
trust_only(settings.trusted_proxies.split() if isinstance(settings, Settings) else [])
if isinstance(settings, Settings):
    set_option("server.maxUploadSize", math.ceil(settings.import_max_file_bytes / 2**20))
# Streamlit looks for this very call in the text of this file
app = st.App(
    ROOT / "app/main.py",
    routes=[ApiRoute(_api(settings))],
    middleware=_middleware(settings),
    on_script_error=page_failed,
)
