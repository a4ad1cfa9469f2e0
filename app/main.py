"""Entry point: ``streamlit run app/main.py``."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:  # Streamlit puts only app/ on the path
    sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402

from app.runtime.services import begun, services  # noqa: E402
from core.messages import guess_language, translate  # noqa: E402
from core.settings import SettingsInvalidError, load_settings  # noqa: E402

st.set_page_config(page_title="Guanxi 关系", page_icon=str(ROOT / "app/assets/favicon.png"), layout="wide")
try:
    if not begun():  # with settings that fit: those of a process stay as they are
        load_settings()
except SettingsInvalidError as error:
    st.code(error.message(guess_language(st.context.locale)), language=None, wrap_lines=True)
    st.stop()

from app.graph import graph_component  # noqa: E402
from app.runtime.page_requests import SYSTEM_PAGE, begin_page_request  # noqa: E402
from app.shell import starting  # noqa: E402
from app.shell.busy_bar import show_busy_bar  # noqa: E402
from app.shell.keyboard import listen_to_keys  # noqa: E402
from app.shell.page_turns import one_address_for_each_turn  # noqa: E402
from app.shell.reconnecting import watch_connection  # noqa: E402
from app.shell.widget_translations import translate_widgets  # noqa: E402
from app.state import view_state  # noqa: E402
from app.state.view_parameters import COMPANY_PAGE, EXPLORE_PAGE  # noqa: E402

begin_page_request()
view_state.load_from_url(services().settings_in_force)
language = view_state.page_language()
st.logo(ROOT / "app/assets/mark.svg", size="large")
page = st.navigation(
    [
        st.Page(ROOT / "pages/discover.py", title=translate("page.discover", language), default=True),
        st.Page(ROOT / "pages/company.py", title=translate("page.company", language), url_path=COMPANY_PAGE),
        st.Page(ROOT / "pages/explore.py", title=translate("page.explore", language), url_path=EXPLORE_PAGE),
        st.Page(ROOT / "pages/recommend.py", title=translate("page.recommend", language), url_path="recommend"),
        st.Page(ROOT / "pages/review.py", title=translate("page.review", language), url_path="review"),
        st.Page(ROOT / "pages/tune.py", title=translate("page.tune", language), url_path="tune"),
        st.Page(ROOT / "pages/data.py", title=translate("page.data", language), url_path="data"),
        st.Page(ROOT / "pages/system.py", title=translate("page.system", language), url_path=SYSTEM_PAGE),
    ],
    position="top",
)
st.html(ROOT / "app/assets/page.html")
listen_to_keys()
translate_widgets()
watch_connection()
one_address_for_each_turn()
show_busy_bar()
with st.container():  # always there, so that what follows keeps its place
    view_state.say_what_does_not_fit()
graph_component.ship_library()  # before the page runs: a page that stops early would skip it
if starting.page_can_run(without_base=page.url_path == SYSTEM_PAGE):
    page.run()
view_state.save_to_url()
