"""Guanxi's engine: importable without a screen, without a network, without a key."""

import os

# LanceDB reads it once, when it is first imported. Its warnings tell of vectors that are alike (empty clusters of an
# index), which is nothing that a person who imports data can change.
os.environ.setdefault("LANCEDB_LOG", "error")
