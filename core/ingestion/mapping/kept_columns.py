"""Columns of companies that are kept as they are under a name that says what they are not: how large a company is."""

from __future__ import annotations

from core.domain.text import CHINESE_CHARACTER
from core.ingestion.mapping.exported_tables import attribute_name
from core.messages import translate

TRADED, DRAWN = "traded", "drawn"
KEPT_OTHERWISE = (TRADED, DRAWN)
"""What columns become whose attributes are called otherwise: what is sold to the companies of a list of customers or
bought from those of one of suppliers, and how large the nodes of a graph are drawn."""


def kept_name(field: str, column: str) -> str:
    """What the attribute is called that a column becomes: "Sales 2025 · business with this company" of one that says
    what is sold to the customers of a list, which "What is its revenue?" does not mean."""
    name = attribute_name(column)
    if field not in KEPT_OTHERWISE:
        return name
    return translate(f"attribute.{field}", "zh" if CHINESE_CHARACTER.search(name) else "en", column=name)
