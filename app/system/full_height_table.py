"""Tables of the page System: as high as their rows, found by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

_ROW = 35  # pixels, a row of Streamlit's tables


def show_table(
    table: pd.DataFrame, name: str, *, most: int | None = None, columns: Mapping[str, Any] | None = None
) -> None:
    """``table`` under ``name``, at most ``most`` rows at once; ``columns``: how those of these titles are shown."""
    place = st.container(key=f"table-{name}")
    place.dataframe(table, hide_index=True, height=table_height(len(table), most), column_config=columns)


def table_height(rows: int, most: int | None = None) -> int:
    """Pixels of a table that shows ``rows`` at once, ``most`` of them at most."""
    return _ROW * (1 + min(rows, most or rows)) + 2
