"""LanceDB without the client of remote catalogues, which a local base never asks: half of the time that importing it
takes. What of core uses LanceDB imports it from here."""

from core.runtime.late_loading import load_when_asked, models_built_when_used

load_when_asked("lance_namespace_urllib3_client")  # its calls
with models_built_when_used():  # what they take and give
    import lancedb
    from lancedb import AsyncTable
    from lancedb.index import FTS, Bitmap, IvfFlat, IvfSq

__all__ = ["FTS", "AsyncTable", "Bitmap", "IvfFlat", "IvfSq", "lancedb"]
