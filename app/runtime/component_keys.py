"""Keys of components that are named after what data calls something."""

from __future__ import annotations


def component_key(*parts: str) -> str:
    """A key that differs where its parts do. Two underlines in a row end a key for Streamlit, and ids may hold them."""
    return "-".join(part.replace("~", "~0").replace("-", "~1").replace("_", "~2") for part in parts)
