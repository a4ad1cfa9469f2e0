"""The HTTP API: the same engine as the page, for other programs."""
