"""Keys of Streamlit components that are made of ids."""

from __future__ import annotations


def component_key(*parts: str) -> str:
    """One key for each list of parts. Streamlit rejects a key with two underscores in a row, which ids may hold."""
    return "-".join(part.replace("~", "~0").replace("-", "~1").replace("_", "~2") for part in parts)
