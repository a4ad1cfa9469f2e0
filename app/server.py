"""Page and API in one process: ``streamlit run app/server.py``."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:  # Streamlit puts only app/ on the path
    sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402
from starlette.routing import BaseRoute  # noqa: E402

from app.api.application import ApiRoute, create_api  # noqa: E402
from app.services import services  # noqa: E402
from core.errors import SettingsInvalidError  # noqa: E402
from core.settings import load_settings  # noqa: E402


def _routes() -> list[BaseRoute]:
    """None where the settings are invalid: the page says what is wrong with them."""
    try:
        settings = load_settings()
        bound_to = st.get_option("server.address") or ""
        return [ApiRoute(create_api(services(), settings, bound_to=bound_to))]
    except SettingsInvalidError as error:
        print(error.message("en"), error.message("zh"), sep="\n", file=sys.stderr)
        return []


app = st.App(ROOT / "app/main.py", routes=_routes())
