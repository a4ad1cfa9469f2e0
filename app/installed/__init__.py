"""Guanxi as it is installed: ``app``, ``core``, ``pages`` and ``data`` of a checkout lie in this one package."""
