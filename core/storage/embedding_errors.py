"""What may be wrong with an embedding model."""

from __future__ import annotations

from core.errors import GuanxiError


class EmbeddingModelUnavailableError(GuanxiError):
    """The configured embedding model cannot be loaded."""
