"""Guanxi's engine: importable without a screen, without a network, without a key."""
